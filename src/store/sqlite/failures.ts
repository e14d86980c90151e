import { SwapError } from '../../core/api/errors.ts'

/** The error for a store that cannot be used. Its message names the file, its hint the next step. */
export function storeUnusable(file: string, problem: string, hint: string, cause?: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', `The store ${file} ${problem}.`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The error for one stored document that is not what was written. */
export function damagedDocument(file: string, collection: string, id: string, cause?: unknown): SwapError {
  return storeUnusable(
    file,
    `is damaged: ${collection} ${id} is not what was written`,
    `Copy ${file} to a safe place, then put a backup of it back`,
    cause,
  )
}

/**
 * What a failure of the database or the file system means to the caller: SERVICE_UNAVAILABLE when another process held
 * the store too long, STORE_UNUSABLE when the file cannot be used, otherwise the bug it is.
 */
export function storeFailure(error: unknown, file: string): Error {
  if (error instanceof SwapError) return error
  if (!(error instanceof Error)) return new Error('The store failed', { cause: error })
  const code = failureCode(error)
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return new SwapError('SERVICE_UNAVAILABLE', `The store ${file} is busy with another process.`, {
      hint: 'Try again in a moment',
      retryAfterSec: 1,
      cause: error,
    })
  }
  const known = PROBLEMS.find(([codes]) => codes.test(code))
  if (known !== undefined) return storeUnusable(file, known[1], known[2].replaceAll('FILE', file), error)
  if (/malformed JSON/.test(error.message)) {
    return storeUnusable(file, 'is damaged', 'Put a backup of the file back', error)
  }
  return code === '' ? error : new Error(`The store ${file} failed: ${error.message}`, { cause: error })
}

/** Codes, what is wrong in words that follow the file's name, and what to do. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: string, hint: string])[] = [
  [/^SQLITE_NOTADB/, 'is not a database', 'Move FILE away, or choose another folder with SWAPCLI_HOME'],
  [/^SQLITE_CORRUPT/, 'is damaged', 'Copy FILE to a safe place, then put a backup of it back'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'cannot be written: the disk is full', 'Free some disk space and try again'],
  [
    /^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EROFS|EACCES|EPERM)/,
    'cannot be written or read: permission is missing',
    'Give yourself read and write permission on FILE and its folder',
  ],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EEXIST)/,
    'cannot be opened',
    'Check that FILE is a file in a folder that you may write to, or choose another folder with SWAPCLI_HOME',
  ],
  [/^(SQLITE_IOERR|EIO)/, 'cannot be read or written: the disk reports an error', 'Check the disk that holds FILE'],
]

/** libsql reports most failures with SQLite's code, but a failed open only as text that ends with its number. */
function failureCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  const number = /^ConnectionFailed\(.*: (\d+)"?\)$/.exec(error.message)?.[1]
  if (number === undefined) return ''
  return number === '26' ? 'SQLITE_NOTADB' : 'SQLITE_CANTOPEN'
}
