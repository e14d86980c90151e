import { BURN_EVM_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { NoRoute, ProviderCall, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair, refuseUntilChanged } from '../kit/refuse.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { toSymbiosisSide } from './chains.ts'
import { ROUTELESS, readRefusal } from './refusals.ts'
import { refusalSchema, routelessSchema, type SymbiosisSwap, swapSchema } from './wire.ts'

/** Slippage that the API accepts, in basis points. */
const LEAST_SLIPPAGE_BPS = 20
const MOST_SLIPPAGE_BPS = 1_000

/** A wallet for a quote when the user gave none, never for a lock: well-formed, and nobody's. */
const PLACEHOLDER = BURN_EVM_ADDRESS

/** A swap with the pair in Symbiosis' names. */
export interface SymbiosisAnswer {
  readonly status: 'quoted'
  readonly swap: SymbiosisSwap
  readonly src: StatedSide
  readonly dst: StatedSide
}

/** The header with the partner's id, if one is set. */
export function partnerOf(context: ProviderContext): Pick<ProviderCall, 'headers'> {
  const id = readSetting(context, 'PARTNER_ID')
  return id === undefined ? {} : { headers: { 'X-Partner-Id': id } }
}

/**
 * Asks for a price by `POST /v2/quote`, or for a lock by `POST /v2/swap`, which is the same with calldata that is meant to be
 * sent. Between EVM chains: elsewhere nothing shows that the call pays the recipient, or who gets a refund.
 * @throws ProviderError
 */
export async function askSwap(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<SymbiosisAnswer | NoRoute> {
  if (request.src.chain.type !== 'EVM') return NO_WALLET
  if (request.src.chain.key === request.dst.chain.key)
    return refusePair('It is asked for swaps between two chains only')
  const src = toSymbiosisSide(request.src)
  const dst = toSymbiosisSide(request.dst)
  if (src === undefined || dst === undefined) return refusePair('Its swaps are not made from or to this chain here')
  if (request.slippageBps < LEAST_SLIPPAGE_BPS) {
    return refuseUntilChanged(`Allow a slippage of ${LEAST_SLIPPAGE_BPS / 100} % or more: it takes no lower one`)
  }
  const reply = await context.http.request({
    method: 'POST',
    path: request.forLock ? '/v2/swap' : '/v2/quote',
    readOnly: true,
    ...partnerOf(context),
    body: bodyOf(request, src, dst),
  })
  if (reply.status !== 200) {
    return readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal'), request.src)
  }
  if (routelessSchema.safeParse(reply.body).success) return ROUTELESS
  const swap = parseReply(swapSchema, reply.body, 'quote')
  if ((swap.type ?? 'evm') !== 'evm') return refusePair('Its way takes a transaction of another kind of chain')
  return { status: 'quoted', swap, src, dst }
}

/** Refunds go to the wallets of the swap: unless it is told so, Symbiosis keeps them at an account of its own. */
function bodyOf(request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide) {
  const { amountIn, slippageBps, depositor = PLACEHOLDER, recipient = depositor } = request
  return {
    tokenAmountIn: { ...tokenOf(src), amount: amountIn.toString() },
    tokenOut: tokenOf(dst),
    from: depositor,
    to: recipient,
    slippage: Math.min(slippageBps, MOST_SLIPPAGE_BPS),
    revertableAddresses: [
      { chainId: src.chainId, address: depositor },
      { chainId: dst.chainId, address: recipient },
    ],
  }
}

function tokenOf({ chainId, address, priced: { asset } }: StatedSide) {
  const { decimals, symbol } = asset
  return { address: address === NATIVE_EVM_ADDRESS ? '' : address, chainId, decimals, symbol }
}
