import { formatAmount } from '../../core/money/amount.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { readAmount, type StatedExecution, type StatedLock } from '../../core/api/answers.ts'
import { SwapError } from '../../core/api/errors.ts'
import { sideText, type TermsSide } from '../../core/swap/terms.ts'

/* A server may answer with another swap than it was asked for: its answers are verified against the requests. */

/** What was asked for, as far as a lock repeats it. */
export interface ExpectedLock {
  readonly provider: string
  /** As the request states it, decimal text. */
  readonly amount: string
  /** Symbols as the quote wrote them; undefined where none was seen. */
  readonly src?: string
  readonly dst?: string
}

/**
 * Refuses a lock of another provider, amount or asset than was asked for.
 * @throws WALLET_REFUSED
 */
export function verifyLock(lock: Pick<StatedLock, 'provider' | 'terms'>, asked: ExpectedLock): void {
  const { src, dst } = lock.terms
  const { provider, amount, src: srcSymbol = src.symbol, dst: dstSymbol = dst.symbol } = asked
  if (lock.provider !== provider) throw another('lock', `it is of ${clean(lock.provider)}, not of ${clean(provider)}`)
  if (src.amount !== readAmount(amount, src.decimals) || src.symbol !== srcSymbol) {
    throw another('lock', `it sends ${textOf(src)}, not ${clean(`${amount} ${srcSymbol}`)}`)
  }
  if (dst.symbol !== dstSymbol) throw another('lock', `it gives ${clean(dst.symbol)}, not ${clean(dstSymbol)}`)
}

/**
 * Refuses an execution of another lock, or that sends something else or gives less than its lock promised at least.
 * @returns what it changed within that, as sentences
 * @throws WALLET_REFUSED
 */
export function verifyExecution(execution: StatedExecution, lock: StatedLock): readonly string[] {
  const { lockId, provider, terms } = execution
  const { src, dst, minimumOut = dst.amount } = lock.terms
  if (lockId !== lock.lockId)
    throw another('execution', `it is of the lock ${clean(lockId)}, not ${clean(lock.lockId)}`)
  if (provider !== lock.provider) {
    throw another('execution', `it is of ${clean(provider)}, not of ${clean(lock.provider)}`)
  }
  if (terms.src.amount !== src.amount || terms.src.symbol !== src.symbol) {
    throw another('execution', `it sends ${textOf(terms.src)}, not ${textOf(src)}`)
  }
  if (terms.dst.symbol !== dst.symbol) {
    throw another('execution', `it gives ${clean(terms.dst.symbol)}, not ${clean(dst.symbol)}`)
  }
  if (terms.dst.amount < minimumOut) {
    const promised = formatAmount(minimumOut, dst.decimals)
    throw another('execution', `it gives ${textOf(terms.dst)}, and the lock promised at least ${promised}`)
  }
  return terms.dst.amount < dst.amount ? [`It gives ${textOf(terms.dst)}; the lock said ${textOf(dst)}`] : []
}

function textOf(side: TermsSide): string {
  return clean(sideText(side))
}

function clean(text: string): string {
  return cleanText(text, 60)
}

function another(what: 'lock' | 'execution', why: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The ${what} that came back is not what was asked for: ${why}`, {
    hint: 'Send nothing. Quote again, or use another server: swapcli quote',
  })
}
