import { defined } from '../../core/defined.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import type { ProviderContext, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { badReply } from '../kit/refuse.ts'
import { gasFee, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import { boughtToken } from './chains.ts'
import type { CowQuote } from './wire.ts'

/** Gas of the transaction that signs an order: it writes one word, by the order's uid. */
const GAS_OF_SIGNATURE = 55_000n
const COST_OF_SIGNATURE = "Network cost of the order's signature"
/** Seconds that solvers usually take to fill an order once it is signed: two batches. */
const FILL_SEC = 60
/** Parts of a basis point in which the protocol states its share. */
const PARTS_OF_BPS = 1_000_000n

const UNVERIFIED = 'CoW Protocol could not confirm this price by a simulation: the order may stay unfilled'

/**
 * The route of a quote: the order pays what it says less the slippage, or is not filled.
 * @param gasPrice wei a unit of gas; undefined where no node states it
 * @throws ProviderError bad_response
 */
export function toDraft(
  answer: CowQuote,
  gasPrice: bigint | undefined,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): RouteDraft {
  const { quote, id, verified } = answer
  const { src, dst } = request
  checkQuote(answer, request)
  const expiresAt = Date.parse(answer.expiration ?? '')
  const isUnverified = verified === false && request.depositor !== undefined
  return {
    routeId: swapRouteId('cow', request),
    amountOut: quote.buyAmount,
    fees: [
      ...feesOf(answer, request),
      ...(gasPrice === undefined
        ? []
        : [
            gasFee(src.chain, GAS_OF_SIGNATURE * gasPrice, undefined, {
              description: COST_OF_SIGNATURE,
              providerLabel: 'gasEstimate',
            }),
          ]),
    ],
    ...defined({ unknownCosts: gasPrice === undefined ? [COST_OF_SIGNATURE] : undefined }),
    steps: [{ type: 'swap', name: provider.name, image: provider.image }],
    estimatedTimeSec: swapTimeSec(src.chain) + FILL_SEC,
    // The contract counts what it pays out, not what a token lets arrive.
    ...(dst.asset.isNative ? {} : { untriedTransfers: ['dst'] }),
    ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
    ...(isUnverified ? { display: { warnings: [UNVERIFIED] } } : {}),
    state: id === undefined ? {} : { quoteId: id },
  }
}

function checkQuote({ quote }: CowQuote, { src, dst, amountIn }: ProviderQuoteRequest): void {
  if (!sameAddress(quote.sellToken, src.asset.address)) throw badReply('Its quote is for another source asset')
  if (!sameAddress(quote.buyToken, boughtToken(dst))) throw badReply('Its quote is for another destination asset')
  if (quote.sellAmount + quote.feeAmount !== amountIn) throw badReply('Its quote is for another amount')
  if (quote.buyAmount === 0n) throw badReply('Its quote pays nothing')
}

/** What is taken out of the swap: the settlement's network cost, and the protocol's share of the output. */
function feesOf({ quote, protocolFeeBps = '0' }: CowQuote, { src, dst }: ProviderQuoteRequest): readonly Fee[] {
  const [whole = '0', fraction = ''] = protocolFeeBps.split('.')
  const share = BigInt(whole + fraction.padEnd(6, '0'))
  const all = 10_000n * PARTS_OF_BPS
  const protocolFee = share >= all ? 0n : (quote.buyAmount * share) / (all - share)
  const fees: readonly Fee[] = [
    {
      type: 'source_gas',
      amount: quote.feeAmount,
      token: tokenOfAsset(src),
      usd: undefined,
      description: 'Network cost of the settlement, taken from the amount',
      providerLabel: 'feeAmount',
    },
    {
      type: 'protocol_fee',
      amount: protocolFee,
      token: tokenOfAsset(dst),
      usd: undefined,
      description: 'Fee of CoW Protocol',
      providerLabel: 'protocolFeeBps',
    },
  ]
  return fees.filter(({ amount }) => amount > 0n)
}
