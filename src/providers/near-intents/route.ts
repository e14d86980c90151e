import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import type { ProviderLabel, RouteDraft } from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { parseStatedUsd } from './amounts.ts'
import type { NearTerms } from './ask.ts'
import { type QuoteReply, UNREADABLE } from './wire.ts'

/** The account of the platform's own share of the fees; all others are integrators'. */
const PLATFORM_ACCOUNT = '5880ad2b362620fadf759cbceb1cd5737ce8c6ed7fb8e9942881e6731f9247dd'

/** The route of a quote whose echo has been checked. */
export function toDraft(reply: QuoteReply, terms: NearTerms, { name, image }: ProviderLabel): RouteDraft {
  const { quote } = reply
  const srcUsd = parseStatedUsd(quote.amountInUsd)
  const dstUsd = parseStatedUsd(quote.amountOutUsd)
  return {
    routeId: routeId(terms),
    amountOut: quote.amountOut,
    minimumOut: quote.minAmountOut,
    srcUsd,
    dstUsd,
    fees: [...appFees(reply, terms, srcUsd), ...withdrawFee(reply, terms, dstUsd)],
    steps: [{ type: 'swap', name, image }],
    estimatedTimeSec: quote.timeEstimate ?? usualTimeSec(terms),
    state: {
      originAsset: terms.originAsset,
      destinationAsset: terms.destinationAsset,
      refundFee: (quote.refundFee ?? 0n).toString(),
      ...defined({ appFeeBps: appFeeBpsOf(reply) }),
    },
    ...displayOf(reply, terms),
  }
}

/** A refund that costs this share of the deposit or more is warned of, in basis points. */
const DEAR_REFUND_BPS = 100n

/** The share of the deposit that a refund costs, in basis points. @param fee base units */
function refundBpsOf(fee: bigint, amountIn: bigint): bigint {
  return (fee * 10_000n) / amountIn
}

/** True for a refund that is dear and costs more than twice what was quoted: nobody was warned of that. */
export function isRefundDearer(fee: bigint, quoted: bigint, amountIn: bigint): boolean {
  return refundBpsOf(fee, amountIn) >= DEAR_REFUND_BPS && fee > quoted * 2n
}

/** What the fees of a quote take of the amount, in basis points; undefined where one of them cannot be read. */
export function appFeeBpsOf({ quoteRequest }: QuoteReply): number | undefined {
  return (quoteRequest.appFees ?? []).reduce<number | undefined>(
    (sum, fee) => (sum === undefined || fee === undefined ? undefined : sum + fee.fee),
    0,
  )
}

function displayOf(reply: QuoteReply, terms: NearTerms): Pick<RouteDraft, 'display'> {
  const { quote } = reply
  const refundCost = refundCostText(quote.refundFee, terms.src)
  const refundBps = refundBpsOf(quote.refundFee ?? 0n, terms.amountIn)
  const isDear = refundCost !== undefined && refundBps >= DEAR_REFUND_BPS
  const warnings = [
    ...(isDear ? [dearRefund(refundCost, refundBps)] : []),
    ...(hasUnknownFee(reply) ? [UNKNOWN_FEE] : []),
  ]
  const display = defined({
    confidentiality: terms.confidentiality === 'basic' ? 'basic' : undefined,
    refundFee: refundCost,
    warnings: warnings.length === 0 ? undefined : warnings,
  })
  return Object.keys(display).length === 0 ? {} : { display }
}

function dearRefund(cost: string, bps: bigint): string {
  return `A refund would cost ${cost}, which is ${Number(bps) / 100} % of the amount`
}

/** What is kept of a deposit that is refunded: `0.0024 USDC`; undefined for nothing. @param fee base units */
export function refundCostText(fee: bigint | null | undefined, { asset }: PricedAsset): string | undefined {
  return fee === undefined || fee === null || fee === 0n
    ? undefined
    : `${formatAmount(fee, asset.decimals)} ${asset.symbol}`
}

function routeId(terms: NearTerms): string {
  const way = [terms.originAsset, terms.destinationAsset, terms.amountIn.toString(), terms.confidentiality].join(' ')
  return routeIdOf('near-intents', way)
}

const UNKNOWN_FEE = 'NEAR Intents states a fee that cannot be read, so the fees of this route are incomplete'

function hasUnknownFee({ quote, quoteRequest }: QuoteReply): boolean {
  return quote.withdrawFee === UNREADABLE || (quoteRequest.appFees ?? []).includes(undefined)
}

/** From the deposit to the payout, in seconds, where the quote does not say: chains of which blocks are waited for take longest. */
function usualTimeSec({ src }: NearTerms): number {
  return src.chain.type === 'UTXO' ? 1_800 : 300
}

/** Shares of the source amount, as the echo states them: they may differ from the request. */
function appFees(reply: QuoteReply, terms: NearTerms, srcUsd: MicroUsd | undefined): Fee[] {
  return (reply.quoteRequest.appFees ?? [])
    .flatMap((stated) => (stated === undefined || stated.fee === 0 ? [] : [stated]))
    .map(({ recipient, fee }): Fee => {
      const isPlatform = recipient === PLATFORM_ACCOUNT
      return {
        type: isPlatform ? 'protocol_fee' : 'integrator_fee',
        amount: (terms.amountIn * BigInt(fee)) / 10_000n,
        token: tokenOfAsset(terms.src),
        usd: srcUsd === undefined ? undefined : (srcUsd * BigInt(fee)) / 10_000n,
        description: isPlatform
          ? `Platform fee of ${fee} basis points`
          : `Fee of ${fee} basis points for ${recipient.slice(0, 64)}`,
        providerLabel: 'appFees',
      }
    })
}

/** The bridge's fee for the payout, valued at the price of the quote itself. */
function withdrawFee(reply: QuoteReply, terms: NearTerms, dstUsd: MicroUsd | undefined): Fee[] {
  const { withdrawFee: amount, amountOut } = reply.quote
  if (amount === undefined || amount === null || amount <= 0n) return []
  return [
    {
      type: 'bridge_fee',
      amount,
      token: tokenOfAsset(terms.dst),
      usd: dstUsd === undefined || amountOut === 0n ? undefined : (dstUsd * amount) / amountOut,
      description: `Bridge fee of the payout on ${terms.dst.chain.name}, its network cost included`,
      providerLabel: 'withdrawFee',
    },
  ]
}
