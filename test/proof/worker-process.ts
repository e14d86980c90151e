import { Readable, Writable } from 'node:stream'
import { runProgram } from '../../src/cli/program.ts'
import type { WorkerRequest } from './program-worker.ts'

/*
 * Runs command lines in this process from their sources, one after another, as its parent asks: a start for each would take
 * ten times as long. Dies when the program does.
 */

process.on('message', (message) => {
  // Written by program-worker.ts.
  void answer(message as WorkerRequest & { readonly id: number })
})
process.on('disconnect', () => process.exit())
const machineNow = Date.now
process.send?.('ready')

async function answer({ id, args, env, gets, killAt, nowMs }: WorkerRequest & { readonly id: number }): Promise<void> {
  const aheadMs = nowMs === undefined ? 0 : nowMs - machineNow()
  Date.now = () => machineNow() + aheadMs
  const said = { stdout: '', stderr: '' }
  let onOutput = () => {}
  const stream = (name: keyof typeof said) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        said[name] += text
        onOutput()
        done()
      },
    })
  const listening = new Promise<true>((resolve) => {
    onOutput = () => void (said.stdout.includes('\n') && resolve(true))
  })
  const stop = new AbortController()
  const ended = runProgram(args, {
    env,
    nodeVersion: process.version,
    stdin: Readable.from(['']),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    signal: stop.signal,
    checkpoint:
      killAt === undefined ? undefined : (point) => void (point === killAt && process.kill(process.pid, 'SIGKILL')),
  })
  const answers: { status: number; body: string }[] = []
  if (gets !== undefined && (await Promise.race([listening, ended])) === true) {
    const { url } = JSON.parse(said.stdout) as { readonly url: string }
    for (const path of gets) {
      const response = await fetch(new URL(path, url))
      answers.push({ status: response.status, body: await response.text() })
    }
    stop.abort()
  }
  process.send?.({ id, code: await ended, ...said, answers })
}
