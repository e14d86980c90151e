import { errorCode } from '../../../core/error-code.ts'
import { SwapError } from '../../../core/api/errors.ts'

/*
 * What a failure of PostgreSQL, of the way to it, or of `pg` says of a statement
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */

/**
 * `passing`: nothing was done, and it may work the next time. `unknown`: it may have been done. `moved`: the server takes no
 * writes (any more): another one does. `constraint`: a row forbids it. `unusable`: the database cannot be used. `address`: the
 * server refuses who calls. `fault`: the statement is wrong.
 */
export type FailureKind = 'passing' | 'unknown' | 'moved' | 'constraint' | 'unusable' | 'address' | 'fault'

/** SQLSTATEs, or the first characters of them. */
const STATES: readonly (readonly [states: RegExp, kind: FailureKind])[] = [
  [/^(40001|40P01|55P03|57014|53300|57P03|08001|08004|55006)$/, 'passing'],
  // A pooler says 08P01 of all that happens to its own connections to the server.
  [/^(57P01|57P02|57P04|57P05|25P03|25P04|08|40003)/, 'unknown'],
  [/^25006$/, 'moved'],
  [/^23/, 'constraint'],
  [/^(53100|53200|53400|58|XX|F0)/, 'unusable'],
  [/^(28|3D|42501)/, 'address'],
]

/** Failures of the network that no waiting ends, where a server has not been reached before. */
const NO_SUCH_HOST = /^(ENOTFOUND|EACCES)$/

/** True where nobody knows the name of the server, or its socket may not be used. */
export function isNoSuchHost(error: unknown): boolean {
  return NO_SUCH_HOST.test(errorCode(error) ?? '')
}

/** What a failure says. @param wasSent false where it is one of connecting */
export function failureKind(error: unknown, wasSent: boolean): FailureKind {
  const code = errorCode(error) ?? ''
  if (isSqlState(code)) {
    if (isStalePlan(error)) return 'passing'
    const found = STATES.find(([states]) => states.test(code))?.[1]
    if (!wasSent && found === 'unknown') return 'passing'
    // Of connecting, no statement of ours is at fault.
    return found ?? (wasSent ? 'fault' : 'unusable')
  }
  // TLS may also fail between two machines that have spoken for long.
  if (wasSent) return error instanceof Error ? 'unknown' : 'fault'
  return isNoSuchHost(error) || isTlsFailure(error) || isAuthenticationFailure(error) ? 'address' : 'passing'
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)
}

/** True where the server itself says what became of a statement. */
export function isAnswer(error: unknown): boolean {
  return isSqlState(errorCode(error) ?? '')
}

/** True for the failure of a prepared statement that the server knows no more, or whose tables have changed since: another session prepares it anew. */
export function isStalePlan(error: unknown): boolean {
  const code = errorCode(error)
  if (code === '26000') return true
  return code === '0A000' && typeof error === 'object' && error !== null && 'routine' in error
    ? error.routine === 'RevalidateCachedQuery'
    : false
}

function isTlsFailure(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
      code,
    ) || isWithoutTls(error)
  )
}

/** Begins the failure of a server that wants a password where none is given. */
export const NO_PASSWORD = 'the URL has no password, nor has PGPASSWORD'

/** True where this side refuses to go on with proving who it is: without a password, or without what was asked of the server. */
function isAuthenticationFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(SASL: |Unknown authenticationOk message type|channel binding|the URL has no password)/.test(error.message)
  )
}

/** True for the failure of a server that speaks no TLS. */
export function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

/** The constraint that a statement ran into; undefined for another failure. */
export function constraintOf(error: unknown): string | undefined {
  if (failureKind(error, true) !== 'constraint' || typeof error !== 'object' || error === null) return undefined
  const { constraint } = error as { readonly constraint?: unknown }
  return typeof constraint === 'string' ? constraint : ''
}

/** Why a database is not reached, now. @param name of the store, without secrets @param isOpen true where something may have been written */
export function databaseAway(name: string, error: unknown, isOpen = false): SwapError {
  const outcome = isOpen
    ? ' Whether the last write was made is not known: repeat the call with the same Idempotency-Key, or look first.'
    : ''
  return new SwapError('SERVICE_UNAVAILABLE', `The store ${name} does not answer: ${reasonOf(error)}.${outcome}`, {
    reason: 'store-away',
    hint: isOpen ? 'Look at the history before you repeat anything' : againHint(error),
    funds: isOpen ? 'unknown' : 'untouched',
    retryAfterSec: 1,
    cause: error,
  })
}

/** What to do about a database that does not answer. */
function againHint(error: unknown): string {
  if (errorCode(error) !== '53300') return 'Try again in a moment'
  return 'Try again in a moment; if it stays so, raise the CONNECTION LIMIT of the role, or max_connections'
}

/** Why a database cannot be used: like one that is away, it says nothing of what is stored in it. */
export function databaseUnusable(name: string, problem: string, hint: string, cause?: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', `The store ${name} ${problem}.`, { reason: 'store-away', hint, cause })
}

/** The failure of a statement that no repeat helps, as whoever called is told it. */
export function databaseFailure(name: string, error: unknown, wasSent = true): Error {
  if (error instanceof SwapError) return error
  const kind = failureKind(error, wasSent)
  const code = errorCode(error) ?? ''
  const reason = reasonOf(error)
  if (kind === 'address') return refusedAddress(name, code, error, wasSent)
  if (kind === 'unusable') {
    const hint =
      code === '53100' ? 'Free space on the disk of the database and try again' : 'Look into the log of the database'
    return databaseUnusable(name, `cannot be used: ${reason}`, hint, error)
  }
  if (kind === 'moved') return databaseAway(name, error)
  if (/^42(P01|P06|703|883)|^3F000/.test(code)) {
    const hint = 'Restore a backup of the database: its tables are not as this program made them'
    return databaseUnusable(name, `is damaged: ${reason}`, hint, error)
  }
  return new Error(`The store ${name} failed: ${reason}`, { cause: error })
}

/** SQLSTATE of a right that is missing. */
export const LACKS_RIGHT = '42501'

/** What to do where the user of the URL may not use the schema or its tables. */
export const OWN_SCHEMA =
  'Let its user own the schema and all tables in it: ALTER SCHEMA … OWNER TO …, ALTER TABLE … OWNER TO …'

function refusedAddress(name: string, code: string, error: unknown, wasSent: boolean): SwapError {
  const reason = reasonOf(error)
  if (code.startsWith('28')) {
    return databaseUnusable(
      name,
      `refuses this user or password: ${reason}`,
      'Set its URL again (swapcli config set store -, or --store, SWAPCLI_STORE), or mend PGPASSWORD or the password file; a role may also have run out',
      error,
    )
  }
  if (code.startsWith('3D')) {
    return databaseUnusable(
      name,
      `does not exist: ${reason}`,
      'Create the database, or name another one: swapcli config set store - (or --store, SWAPCLI_STORE)',
      error,
    )
  }
  if (code === LACKS_RIGHT) {
    if (!wasSent)
      return databaseUnusable(name, `lacks a right: ${reason}`, 'GRANT CONNECT ON DATABASE … TO its user', error)
    const hint = reason.includes('for database')
      ? 'Let its user create a schema once (GRANT CREATE ON DATABASE … TO …), or make that for it: CREATE SCHEMA swapcli_live (swapcli_sandbox) AUTHORIZATION …'
      : OWN_SCHEMA
    return databaseUnusable(name, `lacks a right: ${reason}`, hint, error)
  }
  if (isAuthenticationFailure(error)) {
    return databaseUnusable(
      name,
      `asks for what this side does not have or does not give: ${reason}`,
      'Set its URL with the password (swapcli config set store -), or put that into a password file that only its owner can read',
      error,
    )
  }
  return databaseUnusable(
    name,
    `cannot be reached: ${reason}`,
    'Check the address and its sslmode: swapcli config set store - (or --store, SWAPCLI_STORE)',
    error,
  )
}

/** One line of what happened, without what a server could put into a terminal. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const code = errorCode(error)
  // Several addresses of one name were tried.
  const text = error.message === '' && code !== undefined ? code : error.message
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\.$/, '')
    .slice(0, 300)
}
