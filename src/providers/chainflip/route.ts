import type { FeeDraft, FeeType } from '../../core/money/fees.ts'
import { ProviderError, type ProviderLabel, type ProviderQuoteRequest, type RouteDraft } from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { type BackendAsset, findFeeToken } from './chains.ts'
import { isPlausible, minimumOut, type Offer } from './price.ts'
import type { Price, QuoteReply, Variant } from './wire.ts'

/** A pair in the backend's names, and how much of it. */
export interface Pair {
  readonly src: BackendAsset
  readonly dst: BackendAsset
  /** Base units of the source asset. */
  readonly amountIn: bigint
}

/**
 * The ways that a quote offers, each at most once. One in parts that pays no more than all at once is left out: it would
 * only be slower.
 * @throws ProviderError bad_response for a quote of anything but the pair and amount
 */
export function readOffers(reply: QuoteReply, pair: Pair): Offer[] {
  const offers: Offer[] = []
  for (const { boostQuote, ...price } of reply) {
    const variant = price.type === 'REGULAR' ? 'regular' : price.type === 'DCA' ? 'dca' : undefined
    if (variant === undefined) continue
    add(offers, { variant, price, maxBoostFeeBps: 0 }, pair)
    if (boostQuote === undefined || boostQuote === null || boostQuote.maxBoostFeeBps === 0) continue
    const { maxBoostFeeBps, ...boosted } = boostQuote
    add(offers, { variant: `${variant}-boost`, price: boosted, maxBoostFeeBps }, pair)
  }
  const paid = (variant: Variant) => offers.find((offer) => offer.variant === variant)?.price.egressAmount ?? 0n
  return offers.filter(({ variant, price }) => {
    if (variant === 'dca') return price.egressAmount > paid('regular')
    return variant !== 'dca-boost' || price.egressAmount > paid('regular-boost')
  })
}

function add(offers: Offer[], offer: Offer, pair: Pair): void {
  const { price, variant } = offer
  const isSame =
    names(price.srcAsset, pair.src) && names(price.destAsset, pair.dst) && price.depositAmount === pair.amountIn
  if (!isSame) throw new ProviderError('bad_response', 'It quoted for another pair or amount than asked for')
  const inParts = variant === 'dca' || variant === 'dca-boost'
  if (inParts !== (price.dcaParams !== undefined && price.dcaParams !== null) || !isPlausible(offer)) {
    throw new ProviderError('bad_response', 'It quoted a price that contradicts itself')
  }
  if (!offers.some((other) => other.variant === variant)) offers.push(offer)
}

function names(stated: Price['srcAsset'], asset: BackendAsset): boolean {
  return stated.chain === asset.chain && stated.asset === asset.asset
}

/** The route of an offer. The backend states no dollars. */
export function toDraft(
  offer: Offer,
  pair: Pair,
  request: ProviderQuoteRequest,
  { name, image }: ProviderLabel,
): RouteDraft {
  const { price, variant } = offer
  return {
    routeId: routeId(offer, pair),
    amountOut: price.egressAmount,
    ...(offer.maxBoostFeeBps > 0 ? { minimumOut: minimumOut(offer, request.slippageBps) } : {}),
    srcUsd: undefined,
    dstUsd: undefined,
    fees: feesOf(price),
    steps: [{ type: 'bridge', name, image }],
    estimatedTimeSec: price.estimatedDurationSeconds,
    state: { variant },
    ...displayOf(offer),
  }
}

function displayOf({ price, maxBoostFeeBps }: Offer): Pick<RouteDraft, 'display'> {
  const display = {
    ...(maxBoostFeeBps > 0 ? { boost: true } : {}),
    ...(price.dcaParams === undefined || price.dcaParams === null ? {} : { parts: price.dcaParams.numberOfChunks }),
    ...(price.lowLiquidityWarning === true
      ? { warnings: ['Chainflip warns that liquidity is low for this amount'] }
      : {}),
  }
  return Object.keys(display).length === 0 ? {} : { display }
}

function routeId({ variant }: Offer, { src, dst, amountIn }: Pair): string {
  const way = [src.id, dst.id, amountIn.toString(), variant].join(' ')
  return routeIdOf('chainflip', way)
}

const FEES: ReadonlyMap<string, { readonly type: FeeType; readonly description: string }> = new Map([
  ['INGRESS', { type: 'bridge_fee', description: 'Cost of taking in the deposit' }],
  ['EGRESS', { type: 'destination_gas', description: 'Network cost of the payout' }],
  ['NETWORK', { type: 'protocol_fee', description: 'Network fee of Chainflip' }],
  ['BROKER', { type: 'integrator_fee', description: 'Commission of the broker' }],
  ['BOOST', { type: 'boost_fee', description: 'For not waiting for confirmations of the deposit' }],
])

/** Fees that the output is net of; those of the pools are inside the price. */
function feesOf(price: Price): FeeDraft[] {
  const pools = price.poolInfo.map(({ fee }) => ({ ...fee, type: 'LIQUIDITY' }))
  return [...price.includedFees, ...pools].flatMap((fee): FeeDraft[] => {
    const token = findFeeToken(fee)
    if (fee.amount === 0n || token === undefined) return []
    const known = fee.type === 'LIQUIDITY' ? LIQUIDITY : FEES.get(fee.type)
    return [
      {
        type: known?.type ?? 'other',
        amount: fee.amount,
        token,
        usd: undefined,
        description: known?.description ?? 'Fee of Chainflip',
        providerLabel: fee.type.slice(0, 40),
      },
    ]
  })
}

const LIQUIDITY = { type: 'liquidity_fee', description: 'Fee of the liquidity pool' } as const
