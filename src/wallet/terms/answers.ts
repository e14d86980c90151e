import { parseAmount } from '../../core/money/amount.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Execution, Lock, RouteSide } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'

/* A server may answer another swap than the one that it was asked for: what it answers is held against what it was told. */

/** What was asked for, as far as a lock repeats it. */
export interface ExpectedLock {
  readonly provider: string
  /** Decimal text. */
  readonly amount: string
  /** Symbols as the quote wrote them; undefined where none was seen. */
  readonly src?: string
  readonly dst?: string
}

/**
 * Refuses a lock of another provider, amount or asset than was asked for.
 * @throws WALLET_REFUSED
 */
export function verifyLock(lock: Pick<Lock, 'provider' | 'src' | 'dst'>, asked: ExpectedLock): void {
  const { provider, amount, src = lock.src.currency, dst = lock.dst.currency } = asked
  if (lock.provider !== provider) throw another('lock', `it is of ${shown(lock.provider)}, not of ${shown(provider)}`)
  checkSide('lock', 'sends', lock.src, { formatted: amount, currency: src })
  if (lock.dst.currency !== dst) throw another('lock', `it gives ${shown(lock.dst.currency)}, not ${shown(dst)}`)
}

/**
 * Refuses an execution of another lock, or that sends something else or gives less than its lock promised at least.
 * @returns what it changed within that, as sentences
 * @throws WALLET_REFUSED
 */
export function verifyExecution(execution: Execution, lock: Lock): readonly string[] {
  const { lockId, provider, quote } = execution
  if (lockId !== lock.lockId)
    throw another('execution', `it is of the lock ${shown(lockId)}, not ${shown(lock.lockId)}`)
  if (provider !== lock.provider) {
    throw another('execution', `it is of ${shown(provider)}, not of ${shown(lock.provider)}`)
  }
  checkSide('execution', 'sends', quote.src, lock.src)
  if (quote.dst.currency !== lock.dst.currency) {
    throw another('execution', `it gives ${shown(quote.dst.currency)}, not ${shown(lock.dst.currency)}`)
  }
  const [now, before] = [unitsOf(quote.dst.formatted), unitsOf(lock.dst.formatted)]
  const least = unitsOf(lock.minimumReceived) ?? before
  if (now === undefined || least === undefined || now < least) {
    const promised = lock.minimumReceived ?? lock.dst.formatted
    throw another('execution', `it gives ${sideText(quote.dst)}, and the lock promised at least ${shown(promised)}`)
  }
  return before !== undefined && now < before
    ? [`It gives ${sideText(quote.dst)}; the lock said ${sideText(lock.dst)}`]
    : []
}

type Side = Pick<RouteSide, 'formatted' | 'currency'>

function checkSide(what: 'lock' | 'execution', verb: string, said: Side, asked: Side): void {
  const [now, before] = [unitsOf(said.formatted), unitsOf(asked.formatted)]
  if (now !== undefined && now === before && said.currency === asked.currency) return
  throw another(what, `it ${verb} ${sideText(said)}, not ${sideText(asked)}`)
}

/** In units finer than those of any asset; undefined for what is no amount above zero. */
function unitsOf(text: string | undefined): bigint | undefined {
  const parsed = parseAmount(text ?? '', 36)
  return parsed.ok ? parsed.units : undefined
}

function sideText({ formatted, currency }: Side): string {
  return shown(`${formatted} ${currency}`)
}

function shown(text: string): string {
  return cleanText(text, 60)
}

function another(what: 'lock' | 'execution', why: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The ${what} that came back is not what was asked for: ${why}`, {
    hint: 'Send nothing. Quote again, or use another server: swapcli quote',
  })
}
