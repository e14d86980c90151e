import { spawn } from 'node:child_process'
import { PROGRAM } from '../support/built-program.ts'
import { asObject } from '../support/contract-fields.ts'
import { newHome } from '../support/new-home.ts'

export interface CliResult {
  readonly stdout: string
  readonly stderr: string
  /** Null when a signal ended the process. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface CliOptions {
  /** @default a new folder */
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

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
export function startCli(args: readonly string[], { home, env }: CliOptions = {}) {
  return spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...(home === undefined ? {} : { SWAPCLI_HOME: home }), ...env },
  })
}

/** Settles swaps of the sandbox at once. */
export const FAST = { SWAPCLI_SANDBOX_SPEED: '100000' }

/** The failure that a command with `--json` reported last on stderr: where to pay may stand before it. */
export function failure({ stderr }: Pick<CliResult, 'stderr'>): Readonly<Record<string, unknown>> {
  return asObject(asObject(json(stderr.trim().split('\n').at(-1) ?? ''))['error'])
}

/** The one JSON document that a text holds. */
export function json(text: string): unknown {
  return JSON.parse(text)
}
