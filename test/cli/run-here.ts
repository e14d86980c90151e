import { cpSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { runProgram } from '../../src/cli/program.ts'
import type { RunPoint } from '../../src/wallet/index.ts'
import { homeEnv, stateOf } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { storeProgram } from '../support/threaded-store.ts'
import type { CliOptions, CliResult } from './cli-result.ts'

export { type CliOptions, type CliResult, failure, FAST, json } from './cli-result.ts'

export interface HereOptions extends CliOptions {
  /** Called at every point of a run. */
  readonly checkpoint?: ((point: RunPoint) => void) | undefined
  /** Aborts when it is told to end, with the name of the signal as its reason. @default it never is */
  readonly signal?: AbortSignal
}

/**
 * Runs a command line from its sources in this process, in pipes: a tenth of the time that the built program takes to start.
 * That this holds the same commands is tested in built-commands.test.ts.
 */
export async function cli(
  args: readonly string[],
  { home, env, stdin = '', checkpoint, signal = new AbortController().signal }: HereOptions = {},
): Promise<CliResult> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        said[name] += text
        done()
      },
    })
  const code = await runProgram(args, {
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home ?? (await newHome())), ...env },
    nodeVersion: process.version,
    stdin: Readable.from([stdin]),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    openStderr: () => stream('stderr'),
    signal,
    checkpoint,
    scryptN: 1024,
    storeThreads: storeProgram,
  })
  return { ...said, code, signal: null }
}

/**
 * Runs a command line up to a point of its swap, and leaves what a kill there leaves: the files as they are then. A program
 * that is started and killed takes three times as long.
 * @param at a point, or `point:2` for the second time that it is passed
 */
export async function stopCliAt(
  args: readonly string[],
  at: string,
  options: CliOptions & { readonly home: string },
): Promise<void> {
  const { home } = options
  const folders = [home, stateOf(home)].map((path) => ({ path, left: `${path}-left` }))
  const [point, time = '1'] = at.split(':')
  let passed = 0
  const checkpoint = (reached: RunPoint) => {
    if (reached !== point) return
    passed += 1
    if (passed !== Number(time)) return
    for (const { path, left } of folders) cpSync(path, left, { recursive: true })
    throw new Error('stopped')
  }
  const { code, stderr } = await cli(args, { ...options, checkpoint })
  if (code !== 1) throw new Error(`it was not stopped at ${at}: ${stderr}`)
  for (const { path, left } of folders) {
    await rm(path, { recursive: true, force: true })
    await rename(left, path)
  }
}
