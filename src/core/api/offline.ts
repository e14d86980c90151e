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
  const asked = verdicts.filter((one) => {
    if (one.outcome === 'no_route') return !WITHOUT_CONNECTION.has(one.code)
    return !(NOT_ASKED in one)
  })
  return asked.length > 1 && asked.every((one) => NO_CONNECTION in one)
}
