import { asObject } from '../support/contract-fields.ts'

/** How a command line ended. */
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
