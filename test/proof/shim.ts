import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url))
const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url))

/**
 * Builds what is loaded into processes to see and to break what they do to files.
 * @returns the path of the library
 * @throws Error where that cannot be done on this machine
 */
export function buildShim(): string {
  if (process.platform !== 'linux') throw new Error('This proof needs Linux: it loads a library into processes')
  const source = readFileSync(SOURCE)
  const path = join(CACHE, `proof-shim-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.so`)
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  const draft = `${path}.${process.pid}`
  try {
    execFileSync('cc', ['-O1', '-fPIC', '-shared', '-o', draft, SOURCE, '-lpthread'], { stdio: 'pipe' })
  } catch (cause) {
    throw new Error('This proof needs a C compiler named cc: on Debian, apt-get install gcc libc6-dev', { cause })
  }
  renameSync(draft, path)
  return path
}

/** What happens at an operation: nothing, the process is killed, an error once, an error from then on. */
const ACTIONS = { nothing: 0, kill: 1, 'fail once': 2, 'fail from then on': 3 } as const
export type Action = keyof typeof ACTIONS

/** Numbers of errors on Linux (https://man7.org/linux/man-pages/man3/errno.3.html). */
export const ERRORS = { EIO: 5, ENOSPC: 28 } as const
export type FileError = keyof typeof ERRORS

/** What a process is to meet. */
export interface Meeting {
  readonly action: Action
  /** Number of the operation, from 1. */
  readonly at: number
  readonly error?: FileError
  /** True where reading is counted as well. @default false */
  readonly countsReads?: boolean
}

/** Writes what the processes meet that name `path` in PROOF_CONTROL, and begins to count anew. */
export function meet(path: string, { action, at, error = 'EIO', countsReads = false }: Meeting): void {
  const numbers = [0, at, ACTIONS[action], ERRORS[error], countsReads ? 1 : 0]
  // Written in place: a process that runs has it in its memory.
  writeFileSync(path, Buffer.from(BigInt64Array.from(numbers.map(BigInt)).buffer), {
    flag: existsSync(path) ? 'r+' : 'w',
  })
}

/** How many operations were counted since. */
export function counted(path: string): number {
  return Number(readFileSync(path).readBigInt64LE(0))
}
