import { Readable, Writable } from 'node:stream'
import { runProgram } from '../../src/cli/program.ts'
import { storeProgram } from '../support/threaded-store.ts'
import type { RunPoint } from '../../src/wallet/index.ts'
import type { WorkerAnswer, WorkerRequest } from './program-worker.ts'

const machineNow = Date.now

/** Runs a command line in this process, from its sources. @param checkpoint called at every point of a swap */
export async function runRequest(
  { args, env, gets, nowMs }: WorkerRequest,
  checkpoint?: (point: RunPoint) => void,
): Promise<WorkerAnswer> {
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
    openStderr: () => stream('stderr'),
    signal: stop.signal,
    checkpoint,
    storeThreads: storeProgram,
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
  return { code: await ended, ...said, answers }
}
