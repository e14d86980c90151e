import { Readable, Writable } from 'node:stream'
import { runProgram } from '../../src/cli/program.ts'
import type { RunPoint } from '../../src/wallet/index.ts'
import { homeEnv } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import type { CliOptions, CliResult } from './cli-result.ts'

export { type CliOptions, type CliResult, failure, FAST, json } from './cli-result.ts'

export interface HereOptions extends CliOptions {
  /** Called at every point of a run. */
  readonly checkpoint?: ((point: RunPoint) => void) | undefined
}

/**
 * Runs a command line from its sources in this process, in pipes: a tenth of the time that the built program takes to start.
 * That this holds the same commands is tested in built-commands.test.ts.
 */
export async function cli(
  args: readonly string[],
  { home, env, stdin = '', checkpoint }: HereOptions = {},
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
    signal: new AbortController().signal,
    checkpoint,
    scryptN: 1024,
  })
  return { ...said, code, signal: null }
}
