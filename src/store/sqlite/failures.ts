import { dirname } from 'node:path'
import { type FundsState, SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'

/** The error for an unusable store: the message names the file, the hint the next step. */
export function storeUnusable(
  file: string,
  problem: string,
  hint: string,
  cause?: unknown,
  funds: FundsState = 'untouched',
): SwapError {
  return new SwapError('STORE_UNUSABLE', `The store ${file} ${problem}.`, { hint, funds, cause })
}

/** The error for a store in which something is damaged: that may be what says that something was sent. @param what a clause without its full stop */
export function damagedStore(file: string, what: string, cause?: unknown): SwapError {
  return storeUnusable(
    file,
    `is damaged: ${what}`,
    `Copy ${file} to a safe place, then restore a backup: swapcli restore FILE --home DIR`,
    cause,
    'unknown',
  )
}

/** The error for a damaged document. */
export function damagedDocument(file: string, collection: string, id: string, cause?: unknown): SwapError {
  return damagedStore(file, `${collection} ${id} does not match its checksum or form`, cause)
}

/**
 * Converts a failure of the database or file system: SERVICE_UNAVAILABLE when another process held the store too long,
 * STORE_UNUSABLE when the file cannot be used, otherwise a plain Error, which is a bug.
 */
export function storeFailure(error: unknown, file: string): Error {
  if (error instanceof SwapError) return error
  if (!(error instanceof Error)) return new Error('The store failed', { cause: error })
  const code = failureCode(error)
  if (BUSY.test(code)) {
    return new SwapError('SERVICE_UNAVAILABLE', `The store ${file} is in use by another process.`, {
      reason: 'store-busy',
      hint: 'Try again in a moment',
      retryAfterSec: 1,
      cause: error,
    })
  }
  const known = PROBLEMS.find(([codes]) => codes.test(code))
  if (known !== undefined) {
    const funds = /^(SQLITE_(NOTADB|CORRUPT|IOERR)|EIO)/.test(code) ? 'unknown' : 'untouched'
    return storeUnusable(file, known[1], known[2].replaceAll('FILE', file), error, funds)
  }
  // Our statements fit our schema: where one does not, the file is not as it was written.
  const damage = OTHER_DAMAGE.exec(error.message)?.[0]
  if (damage !== undefined) return damagedStore(file, damage, error)
  return code === '' ? error : new Error(`The store ${file} failed: ${error.message}`, { cause: error })
}

/** True for the failure of a call that another connection's lock refused. */
export function isBusyFailure(error: unknown): boolean {
  return error instanceof SwapError && error.cause instanceof Error && BUSY.test(failureCode(error.cause))
}

/**
 * True for the failure of a statement on the index of texts that is damaged: SQLite has no one word for it, and a right statement
 * fails for nothing else but what stops all others too, which is told apart.
 */
export function isIndexFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false
  if (!(error instanceof SwapError)) return failureCode(error.cause).startsWith('SQLITE_')
  if (error.code !== 'STORE_UNUSABLE') return false
  return /^SQLITE_CORRUPT/.test(failureCode(error.cause)) || OTHER_DAMAGE.test(error.cause.message)
}

/** True for the failure of a call that could not read what was written, or read something else. */
export function isDamageFailure(error: unknown): boolean {
  if (!(error instanceof SwapError) || !(error.cause instanceof Error)) return false
  return /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(failureCode(error.cause)) || OTHER_DAMAGE.test(error.cause.message)
}

const OTHER_DAMAGE = /malformed JSON|integer overflow|no such (table|column|index): .*/
const BUSY = /^SQLITE_(BUSY|LOCKED)/
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)/

/** The failure of a copy: it is the disk of the copy that is full, and not that of the file. */
export function copyFailure(error: unknown, path: string, target: string): Error {
  // The connection has told it as that of the file by then.
  const first = error instanceof SwapError ? error.cause : error
  if (!(first instanceof Error) || !FULL.test(failureCode(first))) return storeFailure(error, path)
  const text = `The copy ${target} of ${path} cannot be written: the disk of ${dirname(target)} is full`
  const hint = 'Nothing of the original changed. Free space on that disk, or name a file on another one'
  return new SwapError('STORE_UNUSABLE', text, { hint, cause: error })
}

/** Error codes, the problem as a predicate of the file name, and the hint. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: string, hint: string])[] = [
  [/^SQLITE_NOTADB/, 'is not a database', 'Move FILE away, or choose another folder with SWAPCLI_HOME'],
  // SQLite says the same of a page that the disk cannot read.
  [
    /^SQLITE_CORRUPT/,
    'is damaged, or the disk cannot read it',
    'Check the disk that holds FILE, copy it to a safe place, then restore a backup',
  ],
  [FULL, 'cannot be written: the disk is full', 'Free disk space and try again'],
  [
    /^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EROFS|EACCES|EPERM)/,
    'cannot be read or written: permission denied',
    'Grant yourself read and write permission on FILE and its folder',
  ],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EEXIST)/,
    'cannot be opened',
    'Check that FILE is a file in a folder that you may write to, or choose another folder with SWAPCLI_HOME',
  ],
  [/^(SQLITE_IOERR|EIO)/, 'cannot be read or written: the disk reports an error', 'Check the disk that holds FILE'],
]

/** Numbers of SQLite's codes, without what says more in their higher bits (https://www.sqlite.org/rescode.html). */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
}

/**
 * libsql reports most failures with SQLite's code, those that it has no name for with their number, and a failed open with
 * its number at the end of the message only.
 */
function failureCode(error: Error): string {
  const code = errorCode(error) ?? ''
  const unnamed = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1]
  if (unnamed !== undefined) return CODES[Number(unnamed) & 0xff] ?? code
  if (code !== '') return code
  const number = /^ConnectionFailed\(.*: (\d+)"?\)$/.exec(error.message)?.[1]
  if (number === undefined) return ''
  return number === '26' ? 'SQLITE_NOTADB' : 'SQLITE_CANTOPEN'
}
