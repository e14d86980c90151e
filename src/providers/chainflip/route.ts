import { divideUp } from '../../core/money/divide-up.ts'
import { lessBps } from '../../core/money/amount.ts'
import { defined } from '../../core/defined.ts'
import { type Streaming, streamingSec } from '../../core/swap/networks/streaming.ts'
import type { ProviderLabel, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { amountAtPrice, checkAgreement } from '../kit/agreement.ts'
import { badReply } from '../kit/refuse.ts'
import { routeIdOf } from '../kit/route-id.ts'
import type { BackendAsset } from './chains.ts'
import { feesOf, hasUnknownFee } from './fees.ts'
import type { Price, QuoteReply, Variant } from './wire.ts'

/** A pair in the backend's names, and how much of it. */
export interface Pair {
  readonly src: BackendAsset
  readonly dst: BackendAsset
  /** Base units of the source asset. */
  readonly amountIn: bigint
  /** True for a call of the Vault, which needs no deposit channel. */
  readonly byVault: boolean
}

/**
 * The ways that a quote offers, each at most once. A swap in parts that pays no more than one at once is left out: it
 * would only be slower.
 * @throws ProviderError bad_response for a quote of another pair or amount
 */
export function readOffers(reply: QuoteReply, pair: Pair): BackendOffer[] {
  const offers: BackendOffer[] = []
  for (const { boostQuote, ...price } of reply) {
    const variant = price.type === 'REGULAR' ? 'regular' : price.type === 'DCA' ? 'dca' : undefined
    if (variant === undefined) continue
    add(offers, { variant, price, maxBoostFeeBps: 0 }, pair)
    if (boostQuote === undefined || boostQuote.maxBoostFeeBps === 0) continue
    const { maxBoostFeeBps, ...boosted } = boostQuote
    add(offers, { variant: `${variant}-boost`, price: boosted, maxBoostFeeBps }, pair)
  }
  const egressOf = (variant: Variant) => offers.find((offer) => offer.variant === variant)?.price.egressAmount ?? 0n
  return offers.filter(({ variant, price }) => {
    if (variant === 'dca') return price.egressAmount > egressOf('regular')
    return variant !== 'dca-boost' || price.egressAmount > egressOf('regular-boost')
  })
}

function add(offers: BackendOffer[], offer: BackendOffer, pair: Pair): void {
  const { price, variant } = offer
  const isSame =
    names(price.srcAsset, pair.src) && names(price.destAsset, pair.dst) && price.depositAmount === pair.amountIn
  if (!isSame) throw badReply('Its quote is for another pair or amount')
  const inParts = variant === 'dca' || variant === 'dca-boost'
  if (inParts !== (price.dcaParams !== undefined) || !isPlausible(offer)) {
    throw badReply('It quoted a price that contradicts itself')
  }
  const decimals = { from: pair.src.token.decimals, to: pair.dst.token.decimals }
  const swapped = amountAtPrice(outputAfterSwap(offer), price.estimatedPrice, decimals) ?? 0n
  checkAgreement('output', price.egressAmount + egressFee(offer), swapped)
  if (!offers.some((other) => other.variant === variant)) offers.push(offer)
}

function names(stated: Price['srcAsset'], asset: BackendAsset): boolean {
  return stated.chain === asset.chain && stated.asset === asset.asset
}

/** The route of an offer. The backend states no dollars. */
export function toDraft(
  offer: BackendOffer,
  pair: Pair,
  request: ProviderQuoteRequest,
  { name, image }: ProviderLabel,
): RouteDraft {
  const { price, variant } = offer
  return {
    routeId: routeId(offer, pair),
    amountOut: price.egressAmount,
    ...defined({ minimumOut: offer.maxBoostFeeBps > 0 ? minimumOut(offer, request.exactSlippageBps) : undefined }),
    fees: feesOf(price),
    steps: [{ type: 'bridge', name, image }],
    estimatedTimeSec: estimateSec(price, request),
    state: { variant, byVault: pair.byVault, ...defined({ dcaParams: price.dcaParams }) },
    ...displayOf(offer),
  }
}

/** From the deposit to the payout, in seconds, where the backend does not say: Bitcoin is waited for by blocks. */
const USUAL_SEC = { slow: 1_800, other: 300 } as const

function usualTimeSec({ src }: ProviderQuoteRequest): number {
  return src.chain.type === 'UTXO' ? USUAL_SEC.slow : USUAL_SEC.other
}

/** What is stated, or usual; with the time of the parts where that cannot be in it. */
function estimateSec({ estimatedDurationSeconds: stated, dcaParams }: Price, request: ProviderQuoteRequest): number {
  const partsSec = streamingSec(partsOf(dcaParams))
  return stated !== undefined && stated >= partsSec ? stated : (stated ?? usualTimeSec(request)) + partsSec
}

/** The parts of a swap as all networks count them; undefined for one. */
export function partsOf(dcaParams: Price['dcaParams']): Streaming | undefined {
  return dcaParams && { count: dcaParams.numberOfChunks, intervalBlocks: dcaParams.chunkIntervalBlocks }
}

const LOW_LIQUIDITY = 'Chainflip warns that liquidity is low for this amount'
const UNKNOWN_FEE = 'Chainflip states a fee that cannot be read, so the fees of this route are incomplete'

function displayOf({ price, maxBoostFeeBps }: BackendOffer): Pick<RouteDraft, 'display'> {
  const warnings = [
    ...(price.lowLiquidityWarning === true ? [LOW_LIQUIDITY] : []),
    ...(hasUnknownFee(price) ? [UNKNOWN_FEE] : []),
  ]
  const display = defined({
    boost: maxBoostFeeBps > 0 || undefined,
    parts: price.dcaParams?.numberOfChunks,
    warnings: warnings.length === 0 ? undefined : warnings,
  })
  return Object.keys(display).length === 0 ? {} : { display }
}

function routeId({ variant }: BackendOffer, { src, dst, amountIn, byVault }: Pair): string {
  const way = [src.id, dst.id, amountIn.toString(), variant, ...(byVault ? ['vault'] : [])].join(' ')
  return routeIdOf('chainflip', way)
}

/** One way that the backend offers. */
export interface BackendOffer {
  readonly variant: Variant
  readonly price: Price
  /** Highest share of the deposit taken for not waiting for its confirmations, in basis points; 0 without boost. */
  readonly maxBoostFeeBps: number
}

const ONE_X128 = 1n << 128n

/**
 * Least output that an offer can promise, base units: after the slippage and the highest boost fee, which the backend takes
 * before it enforces a price.
 */
export function minimumOut(offer: BackendOffer, slippageBps: number): bigint {
  const fee = egressFee(offer)
  const output = ((offer.price.egressAmount + fee) * leastSwapped(offer)) / outputAfterSwap(offer)
  return output <= fee ? 0n : lessBps(output - fee, slippageBps)
}

/**
 * The lowest price that the backend may swap at, in destination base units per source base unit times 2^128, rounded up: the
 * recipient gets `minimum` base units at the stated fees, or the deposit is refunded.
 */
export function minPriceX128(offer: BackendOffer, minimum: bigint): bigint {
  return divideUp((minimum + egressFee(offer)) * ONE_X128, leastSwapped(offer))
}

/** True when something is left to swap after the fees on the deposit, even with the highest boost fee. */
export function isPlausible(offer: BackendOffer): boolean {
  return offer.price.egressAmount > 0n && leastSwapped(offer) > 0n && outputAfterSwap(offer) > 0n
}

/** Base units of the source asset that reach the pools at the stated fees. */
function outputAfterSwap({ price }: BackendOffer): bigint {
  return price.depositAmount - feeOf(price, 'INGRESS', price.srcAsset) - feeOf(price, 'BOOST', price.srcAsset)
}

function leastSwapped({ price, maxBoostFeeBps }: BackendOffer): bigint {
  return lessBps(price.depositAmount, maxBoostFeeBps) - feeOf(price, 'INGRESS', price.srcAsset)
}

function egressFee({ price }: BackendOffer): bigint {
  return feeOf(price, 'EGRESS', price.destAsset)
}

function feeOf(price: Price, type: string, of: Price['srcAsset']): bigint {
  return price.includedFees
    .filter((fee) => fee?.type === type && fee.chain === of.chain && fee.asset === of.asset)
    .reduce((sum, fee) => sum + (fee?.amount ?? 0n), 0n)
}
