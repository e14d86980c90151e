import { spawn } from 'node:child_process'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import type { CliOptions, CliResult } from './cli-result.ts'

export { type CliOptions, type CliResult, failure, FAST, json } from './cli-result.ts'

/** Runs the built program to its end, with nothing of this process's environment but the path. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = startCli(args, { ...options, home: options.home ?? (await newHome()) })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ stdout, stderr, code, signal }))
  })
}

/** Starts the built program. */
export function startCli(args: readonly string[], { home, env }: CliOptions & { readonly home: string }) {
  return spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home), ...env },
  })
}
