import { divideUp } from '../../core/money/divide-up.ts'
import { tokenOfAsset } from '../../core/money/fees.ts'
import { formatAmount, lessBps } from '../../core/money/amount.ts'
import { MAYAN_DECIMALS, MOST_REFUND_FEES_PERCENT } from '../../core/evm/bridges/mayan.ts'
import { larger } from '../../core/money/larger.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { checkAgreement } from '../kit/agreement.ts'
import type { Offer } from '../kit/offer.ts'
import { badReply, refuse } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { isSwapped, type MayanAnswer } from './ask.ts'
import { type MayanLocked, middleDecimals, middleLeast, readLocked, unitsOf } from './call.ts'
import type { MayanSide } from './chains.ts'
import type { MayanQuote } from './wire.ts'

/** Seconds to a payout where the quote states none. */
const USUAL_SEC = 15
/** Longest time for which an order may wait for a driver, in seconds: only then the money comes back. */
const LONGEST_WAIT_SEC = 24 * 60 * 60

/**
 * The route of a quote, verified against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  answer: MayanAnswer,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Offer<MayanLocked> | NoRoute {
  const { quote, src, dst } = answer
  const nowMs = context.clock.now()
  checkTerms(quote, { src, dst }, request, nowMs)
  const dear = refuseDearRefund(answer, request)
  if (dear !== undefined) return dear
  const amountOut = expectedOut(quote, dst)
  const least = leastInOrder(quote, amountOut, request)
  const minimumOut = least * orderUnit(dst)
  if (minimumOut === 0n || minimumOut > amountOut) {
    return refuse('below_minimum', 'The amount is too small for an order, which counts in eight decimals')
  }
  const { name, image } = context.provider
  const draft = {
    // The swap before an order is another risk than the order alone.
    routeId: pairRouteId('mayan', request, isSwapped(quote, src) ? 'swapped' : 'direct'),
    amountOut,
    minimumOut,
    fees: feesOf(quote, amountOut, request),
    steps: [
      ...(isSwapped(quote, src) ? [{ type: 'swap', name: `${name} swap`, image }] : []),
      { type: 'bridge', name: `${name} Swift`, image },
    ],
    estimatedTimeSec: quote.etaSeconds ?? USUAL_SEC,
    ...displayOf(answer),
  }
  return { status: 'offer', draft, locked: request.forLock ? readLocked(answer, least, nowMs) : undefined }
}

function checkTerms(
  quote: MayanQuote,
  { src, dst }: Pick<MayanAnswer, 'src' | 'dst'>,
  request: ProviderQuoteRequest,
  nowMs: number,
): void {
  const differs = (what: string) => badReply(`Its quote is for another ${what}`)
  if (!isSide(src, quote.fromToken)) throw differs('source asset')
  if (!isSide(dst, quote.toToken)) throw differs('destination asset')
  if (quote.effectiveAmountIn64 !== request.amountIn) throw differs('amount')
  const waitSec = Number(quote.deadline64) - nowMs / 1000
  if (waitSec <= 0) throw badReply('Its quote has expired')
  if (waitSec > LONGEST_WAIT_SEC) throw badReply('Its order would keep the money for more than a day')
}

function isSide({ chain, address, priced }: MayanSide, stated: MayanQuote['fromToken']): boolean {
  const isSame = chain.chainId === undefined ? address === stated.contract : sameAddress(address, stated.contract)
  return isSame && stated.wChainId === chain.wormholeId && stated.decimals === priced.asset.decimals
}

/** What a driver is expected to pay, base units. @throws ProviderError bad_response where the quote contradicts itself */
function expectedOut({ expectedAmountOut, expectedAmountOutBaseUnits }: MayanQuote, dst: MayanSide): bigint {
  const whole = unitsOf(expectedAmountOut, dst.priced.asset.decimals)
  if (expectedAmountOutBaseUnits === undefined || expectedAmountOutBaseUnits === null) return whole
  checkAgreement('output', whole, expectedAmountOutBaseUnits)
  return expectedAmountOutBaseUnits
}

/**
 * The least that the order takes from a driver, in its own units: what the quote states or what the slippage leaves, whichever
 * is more. The contract of the destination chain enforces it.
 */
function leastInOrder(
  { minAmountOut }: MayanQuote,
  amountOut: bigint,
  { dst, exactSlippageBps }: ProviderQuoteRequest,
): bigint {
  const decimals = Math.min(dst.asset.decimals, MAYAN_DECIMALS)
  const unit = 10n ** BigInt(dst.asset.decimals - decimals)
  const bySlippage = divideUp(lessBps(amountOut, exactSlippageBps), unit)
  const most = amountOut / unit
  const least = larger(unitsOf(minAmountOut, decimals), bySlippage)
  return least > most ? most : least
}

/** Base units of the destination asset in one unit of the order. */
function orderUnit({ priced: { asset } }: MayanSide): bigint {
  return 10n ** BigInt(Math.max(0, asset.decimals - MAYAN_DECIMALS))
}

/** An order that nobody fills must come back nearly whole. */
function refuseDearRefund(
  { quote, src }: MayanAnswer,
  { amountIn, src: { asset } }: ProviderQuoteRequest,
): NoRoute | undefined {
  const fee = quote.refundRelayerFee64 + quote.cancelRelayerFee64
  const { decimals, amount } = isSwapped(quote, src)
    ? { decimals: middleDecimals(quote), amount: middleLeast(quote) }
    : { decimals: asset.decimals, amount: amountIn }
  const units = fee * 10n ** BigInt(Math.max(0, decimals - MAYAN_DECIMALS))
  if (units * 100n <= amount * MOST_REFUND_FEES_PERCENT) return undefined
  return refuse(
    'below_minimum',
    `A refund would cost more than ${MOST_REFUND_FEES_PERCENT} % of the amount, should nobody fill its order`,
    isSwapped(quote, src) ? {} : { minimum: (units * 100n + MOST_REFUND_FEES_PERCENT - 1n) / MOST_REFUND_FEES_PERCENT },
  )
}

function feesOf({ protocolBps = 0 }: MayanQuote, amountOut: bigint, { dst }: ProviderQuoteRequest) {
  const amount = (amountOut * BigInt(protocolBps)) / BigInt(10_000 - protocolBps)
  if (amount === 0n) return []
  return [
    {
      type: 'protocol_fee' as const,
      amount,
      token: tokenOfAsset(dst),
      usd: undefined,
      description: "Mayan's share of what the driver pays",
      providerLabel: 'protocolBps',
    },
  ]
}

/** What a refund costs, where the order takes the source asset. */
function displayOf({ quote, src }: MayanAnswer) {
  const fee = quote.refundRelayerFee64 + quote.cancelRelayerFee64
  if (isSwapped(quote, src) || fee === 0n) return {}
  const { decimals, symbol } = src.priced.asset
  return {
    display: { refundFee: `${formatAmount(fee, Math.min(decimals, MAYAN_DECIMALS))} ${symbol}` },
  }
}
