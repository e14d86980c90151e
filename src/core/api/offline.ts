import type { ErrorVerdict, Verdict } from './documents.ts'

/** Marks of verdicts. Symbols, of which the API and JSON know nothing. */
const NO_CONNECTION = Symbol('no connection')
const NOT_ASKED = Symbol('not asked')

/** What is said once where nobody could be asked. */
export const OFFLINE = 'No connection could be made to any provider: this machine seems to be offline'

/** What to do about it. */
export const OFFLINE_NEXT = 'Check the network, and HTTPS_PROXY where one is needed; then try again'

/** Answers that a provider may give, or that are given for it, without a connection. */
const WITHOUT_CONNECTION: ReadonlySet<string> = new Set([
  'excluded',
  'needs_key',
  'needs_wallet',
  'pair_unsupported',
  'recipient_unsupported',
])

/** Codes of Node.js and undici of failures before there was a connection. */
const CODES =
  /^(ENOTFOUND|EAI_[A-Z]+|ECONNREFUSED|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/

/** True for the system's code of a call for which no connection was made. */
export function isWithoutConnection(systemCode: string | undefined): boolean {
  return systemCode !== undefined && CODES.test(systemCode)
}

/** The same verdict, of a provider to which this machine made no connection; the mark is lost in JSON. */
export function markWithoutConnection(verdict: ErrorVerdict): ErrorVerdict {
  const mark = { [NO_CONNECTION]: true }
  return { ...verdict, ...mark }
}

/** The same verdict, of a provider that is paused and was not asked; the mark is lost in JSON. */
export function markNotAsked(verdict: ErrorVerdict): ErrorVerdict {
  const mark = { [NOT_ASKED]: true }
  return { ...verdict, ...mark }
}

/**
 * True where this machine asked several providers, and made a connection to none. One that failed in any other way was reached;
 * one that is paused was not asked, and says nothing of this machine. Verdicts of a server never do either.
 */
export function isOffline(verdicts: readonly Verdict[]): boolean {
  const asked = verdicts.filter((one) => mayConnect(one) && !(NOT_ASKED in one))
  return asked.length > 1 && asked.every((one) => NO_CONNECTION in one)
}

/** Why a quote says nothing of the pair, told once for all of its providers. */
export interface Outage {
  /** A sentence. */
  readonly message: string
  /** What to do about it, a sentence. */
  readonly next: string
}

/** Said once where every provider that serves the pair is paused, or had no connection. */
const ALL_PAUSED = 'No provider was reached: those that failed a moment ago are paused, and not asked again yet'

/** The same where some were silent: a connection may have been made to them, or to a node that they read. */
const NONE_ANSWERED = 'No provider was reached: connections failed, or no answer came in time'

/** What is said once where several providers were to be asked and none was reached; undefined where one was. */
export function findOutage(verdicts: readonly Verdict[]): Outage | undefined {
  if (isOffline(verdicts)) return { message: OFFLINE, next: OFFLINE_NEXT }
  const asked = verdicts.filter(mayConnect)
  const errors = asked.filter((one) => one.outcome === 'error')
  const silent = errors.filter((one) => one.code === 'timeout' && !(NOT_ASKED in one || NO_CONNECTION in one))
  // Who limits the rate was reached before, and says so himself.
  const paused = errors.filter((one) => NOT_ASKED in one && one.code !== 'rate_limited')
  const others = errors.filter((one) => NO_CONNECTION in one || paused.includes(one))
  if (others.length === 0 || others.length + silent.length < asked.length || asked.length < 2) return undefined
  if (silent.length > 0) return { message: NONE_ANSWERED, next: OFFLINE_NEXT }
  const waits = paused.flatMap(({ retryAfterSec }) => retryAfterSec ?? [])
  const when = waits.length === 0 ? 'in a while' : `in ${Math.max(1, Math.ceil(Math.min(...waits)))} s`
  return { message: ALL_PAUSED, next: `Check the network; the first is asked again ${when}` }
}

/** False for an answer that says nothing of connections. */
function mayConnect(verdict: Verdict): boolean {
  return verdict.outcome !== 'no_route' || !WITHOUT_CONNECTION.has(verdict.code)
}
