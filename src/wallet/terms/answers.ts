import { formatAmountForPeople, groupThousands } from '../../core/money/amount.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { readAmount, type StatedExecution, type StatedLock } from '../../core/api/answers.ts'
import type { SwapError } from '../../core/api/errors.ts'
import { NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { holdsFloor } from '../../core/swap/floor.ts'
import { sideText } from '../../core/swap/terms.ts'
import { larger } from '../../core/money/larger.ts'
import { refusalFor } from '../refusal.ts'

/* A server may answer with a lock or an execution of another swap, so each is verified against its request. */

/** What the request for a lock states. */
export interface ExpectedLock {
  readonly provider: string
  /** Decimal text of the request. */
  readonly amount: string
  /** Symbols of the quote; undefined without a quote. */
  readonly src?: string
  readonly dst?: string
  /** Of the request: `none` is the same as undefined. */
  readonly recipientMemo?: string | undefined
}

/**
 * Refuses a lock that differs from its request in provider, amount, asset, or in what the payment to the recipient states: a
 * server that does not know that field would let the payment arrive without it. So it does one that contradicts itself.
 * @throws WALLET_REFUSED
 */
export function verifyLock(lock: Pick<StatedLock, 'provider' | 'terms'>, request: ExpectedLock): void {
  const { src, dst } = lock.terms
  const { provider, amount, src: srcSymbol = src.symbol, dst: dstSymbol = dst.symbol } = request
  const differ = (what: string, stated: string, expected: string) =>
    mismatch('The lock does not match the request', what, stated, expected)
  if (lock.provider !== provider) throw differ('provider', lock.provider, provider)
  if (src.amount !== readAmount(amount, src.decimals) || src.symbol !== srcSymbol) {
    throw differ('it sends', sideText(src), `${groupThousands(amount)} ${srcSymbol}`)
  }
  if (dst.symbol !== dstSymbol) throw differ('it pays out', dst.symbol, dstSymbol)
  const { minimumOut = 0n } = lock.terms
  if (!holdsFloor(dst.amount, minimumOut)) {
    throw mismatch(
      'The lock contradicts itself',
      'it pays out',
      sideText(dst),
      `the least that it promises, ${formatAmountForPeople(minimumOut, dst.decimals)}`,
    )
  }
  const [stated, wanted] = [lock.terms.recipientMemo ?? NO_MEMO, request.recipientMemo ?? NO_MEMO]
  if (stated !== wanted) throw differ("the recipient's memo", stated, wanted)
}

/**
 * Refuses an execution that differs from its lock, or that pays out less than must arrive.
 * @param floor base units of the destination asset. @default what the lock promises at least, or else shows
 * @returns what it changed within that, as sentences
 * @throws WALLET_REFUSED
 */
export function verifyExecution(execution: StatedExecution, lock: StatedLock, floor = 0n): readonly string[] {
  const { lockId, provider, terms } = execution
  const { src, dst, minimumOut = dst.amount } = lock.terms
  const least = larger(minimumOut, floor)
  const differ = (what: string, stated: string, expected: string) =>
    mismatch('The execution does not match the lock', what, stated, expected)
  if (lockId !== lock.lockId) throw differ('lock', lockId, lock.lockId)
  if (provider !== lock.provider) throw differ('provider', provider, lock.provider)
  if (terms.src.amount !== src.amount || terms.src.symbol !== src.symbol) {
    throw differ('it sends', sideText(terms.src), sideText(src))
  }
  if (terms.dst.symbol !== dst.symbol) throw differ('it pays out', terms.dst.symbol, dst.symbol)
  if (!holdsFloor(terms.dst.amount, least)) {
    throw differ('it pays out', sideText(terms.dst), `at least ${formatAmountForPeople(least, dst.decimals)}`)
  }
  const [now, locked] = [clean(sideText(terms.dst)), clean(sideText(dst))]
  return terms.dst.amount < dst.amount ? [`It pays out ${now}; the lock showed ${locked}`] : []
}

function mismatch(problem: string, what: string, stated: string, expected: string): SwapError {
  return refusalFor(
    'terms',
    `${problem}: ${what} ${clean(stated)}, expected ${clean(expected)}`,
    'Send nothing. Quote again, or use another server: swapcli quote AMOUNT FROM TO',
  )
}

function clean(text: string): string {
  return cleanText(text, 60)
}
