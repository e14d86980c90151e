import { defined } from '../defined.ts'
import { formatAmount } from '../money/amount.ts'
import { type Fee, feesText, totalUsd } from '../money/fees.ts'
import { formatUsd, type MicroUsd } from '../money/usd.ts'
import type { StatedTerms, Terms, TermsSide } from '../swap/terms.ts'
import { hasUntriedTransfer } from '../swap/untried-transfer.ts'
import type { StatedExecution, StatedLock } from './answers.ts'
import type { Execution, FeeItem, Fees, Lock, Route, RouteSide } from './documents.ts'

/*
 * Terms as the API writes them: the only place where its names and texts are made of ours. `answers.ts` reads them.
 */

/** The fields of a route and a lock that state terms. */
export type TermsDocument = Required<Pick<Route, 'src' | 'dst' | 'fees' | 'estimatedTime' | 'steps'>> &
  Pick<Route, 'minimumReceived' | 'recipientMemo' | 'priceImpactBps' | 'warnings'>

/** The same of terms that a server may have left some out of. */
type StatedDocument = Omit<TermsDocument, 'estimatedTime' | 'minimumReceived'> &
  Pick<Lock, 'estimatedTime' | 'minimumReceived'>

/** The terms' fields of a route or a lock. */
export function toTermsDocument(terms: Terms): TermsDocument
export function toTermsDocument(terms: StatedTerms): StatedDocument
export function toTermsDocument(terms: StatedTerms): StatedDocument {
  const { src, dst, minimumOut, recipientMemo, estimatedTimeSec, priceImpactBps, warnings } = terms
  return {
    src: toSide(src),
    dst: toSide(dst),
    fees: toFees(terms),
    ...defined({ estimatedTime: estimatedTimeSec }),
    steps: [...terms.steps],
    ...defined({
      // What the call enforces is no promise where a token may keep a part of what is sent.
      minimumReceived:
        minimumOut === undefined || hasUntriedTransfer(terms) ? undefined : formatAmount(minimumOut, dst.decimals),
      recipientMemo,
      priceImpactBps,
      warnings: warnings === undefined ? undefined : [...warnings],
    }),
  }
}

/** What an execution repeats of its terms. */
export function toExecutionQuote(terms: StatedTerms): Execution['quote'] {
  const { src, dst, steps, fees, estimatedTime = 0 } = toTermsDocument(terms)
  return { src, dst, steps, fees, estimatedTime }
}

/** A lock as the API has it. */
export function toLockDocument({ terms, ...facts }: StatedLock): Lock {
  return { ...facts, ...toTermsDocument(terms) }
}

/** An execution as the API has it. */
export function toExecutionDocument({ terms, provider, lockId, providerResult, ...facts }: StatedExecution): Execution {
  return { provider, lockId, providerResult, quote: toExecutionQuote(terms), ...facts }
}

function toSide({ amount, decimals, symbol, usd }: TermsSide): RouteSide {
  return { formatted: formatAmount(amount, decimals), currency: symbol, usd: usd === undefined ? '' : formatUsd(usd) }
}

function toFees({ fees, feesUsd = totalUsd(fees) }: StatedTerms): Fees {
  const formatted = feesText({ fees, feesUsd }, formatUsdForPrograms)
  return { total: { usd: formatUsd(feesUsd), formatted }, items: fees.map(toFeeItem) }
}

/** Dollars as documents have always written them, which programs may read: without separators, two decimals from a cent on. */
function formatUsdForPrograms(value: MicroUsd): string {
  const absolute = value < 0n ? -value : value
  const shown = absolute < 10_000n ? absolute : ((absolute + 5_000n) / 10_000n) * 10_000n
  return `${value < 0n ? '-' : ''}$${formatUsd(shown)}`
}

function toFeeItem({ type, amount, token, usd, description, providerLabel, included }: Fee): FeeItem {
  const { chainId, address, symbol, decimals } = token
  return {
    type,
    amount: amount.toString(),
    token: { chainId, address, symbol, decimals },
    ...defined({ amountUsd: usd === undefined ? undefined : formatUsd(usd) }),
    description,
    providerLabel,
    chain: { chainId, name: token.chainName },
    ...(included === false ? { included: false } : {}),
  }
}
