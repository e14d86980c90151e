import { formatAmount } from '../money/amount.ts'
import { type Fee, feesText, formatUsdForPeople, totalUsd } from '../money/fees.ts'
import { formatUsd } from '../money/usd.ts'
import type { Terms, TermsSide } from '../swap/terms.ts'
import type { FeeItem, Fees, Route, RouteSide } from './documents.ts'

/*
 * Terms as the API writes them: the only place where its names and texts are made of ours.
 */

/** The fields of a route and a lock that state terms. */
export type TermsDocument = Required<
  Pick<Route, 'src' | 'dst' | 'fees' | 'estimatedTime' | 'steps' | 'minimumReceived'>
> &
  Pick<Route, 'priceImpactBps' | 'warnings'>

/** The terms' fields of a route or a lock. */
export function toTermsDocument(terms: Terms): TermsDocument {
  return {
    src: toSide(terms.src),
    dst: toSide(terms.dst),
    fees: toFees(terms.fees),
    estimatedTime: terms.estimatedTimeSec,
    steps: [...terms.steps],
    minimumReceived: formatAmount(terms.minimumOut, terms.dst.decimals),
    ...(terms.priceImpactBps === undefined ? {} : { priceImpactBps: terms.priceImpactBps }),
    ...(terms.warnings === undefined ? {} : { warnings: [...terms.warnings] }),
  }
}

function toSide({ amount, decimals, symbol, usd }: TermsSide): RouteSide {
  return { formatted: formatAmount(amount, decimals), currency: symbol, usd: usd === undefined ? '' : formatUsd(usd) }
}

function toFees(fees: readonly Fee[]): Fees {
  const total = totalUsd(fees)
  const items = fees.map(toFeeItem)
  return { total: { usd: formatUsd(total), formatted: feesText(formatUsdForPeople(total), items) }, items }
}

function toFeeItem({ type, amount, token, usd, description, providerLabel, included }: Fee): FeeItem {
  const { chainId, address, symbol, decimals } = token
  return {
    type,
    amount: amount.toString(),
    token: { chainId, address, symbol, decimals },
    ...(usd === undefined ? {} : { amountUsd: formatUsd(usd) }),
    description,
    providerLabel,
    chain: { chainId, name: token.chainName },
    ...(included === false ? { included: false } : {}),
  }
}
