import { formatAmount } from '../../core/money/amount.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { RouteStep } from '../../core/api/documents.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { calldataNames } from '../kit/calldata-recipient.ts'
import { checkWalletCall, type WalletCall } from '../kit/evm-exec.ts'
import { keptState, type Offer, unsupportedOffer } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { isStatedAs, type StatedSide } from '../kit/stated-fee.ts'
import { isEvm, toDebridgeSide } from './chains.ts'
import { readFees, readValues } from './fees.ts'
import { readRefusal } from './refusals.ts'
import { type DebridgeOrder, orderSchema, refusalSchema } from './wire.ts'

/** Seconds to a payout where the order states none: most are filled within a few. */
const USUAL_DELAY_SEC = 10

/** What executes an order, as the lock keeps it. */
export type DebridgeLocked = {
  /** Only this very call creates the order of this id. */
  readonly orderId: string
  readonly call: WalletCall
  /** Epoch milliseconds at which it was quoted. */
  readonly quotedAtMs: number
}

/** A quote, and what executes it where it was asked for a lock. */
export type DebridgeOffer = Offer<DebridgeLocked>

/**
 * Prices a request by `GET /dln/order/create-tx`, which with both wallets also gives the transaction. Routes start on EVM chains.
 * @throws ProviderError
 */
export async function askDebridge(request: ProviderQuoteRequest, context: ProviderContext): Promise<DebridgeOffer> {
  if (!isEvm(request.src.chain))
    return unsupportedOffer('From this chain it needs a wallet that this program does not have')
  if (request.src.chain.key === request.dst.chain.key)
    return unsupportedOffer('It makes orders between two chains only')
  const src = toDebridgeSide(request.src)
  const dst = toDebridgeSide(request.dst)
  if (src === undefined || dst === undefined) return unsupportedOffer('It does not serve this chain')
  const reply = await context.http.request({
    method: 'GET',
    path: '/dln/order/create-tx',
    query: { ...queryOf(request, src, dst), accesstoken: accessToken(context) },
    acceptStatuses: [403],
  })
  if (reply.status === 403 && !refusalSchema.safeParse(reply.body).success) {
    throw new ProviderError('unavailable', 'It refused the request (403): its key is missing or not accepted')
  }
  if (reply.status !== 200) {
    return { status: 'no_route', noRoute: readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal')) }
  }
  const order = parseReply(orderSchema, reply.body, 'order')
  checkTerms(order, request, src, dst)
  const locked = request.forLock ? readLocked(order, request, context.clock.now()) : undefined
  const coinUsd = await nativePrice(order, request, context)
  return { draft: toDraft(order, request, [src, dst], locked, coinUsd, context.provider), locked }
}

/** The key, as its query parameter wants it. */
export function accessToken(context: ProviderContext): string | undefined {
  const key = context.setting('API_KEY')
  return key === '' ? undefined : key
}

/**
 * Expenses are taken out of the amount, not put on top. Whoever is the authority on the destination chain can cancel an order
 * that nobody fills: the depositor, whose EVM address is the same there, else the recipient.
 */
function queryOf(request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide) {
  const { depositor, recipient, amountIn, slippageBps } = request
  const wallets =
    depositor === undefined || recipient === undefined
      ? {}
      : {
          dstChainTokenOutRecipient: recipient,
          srcChainOrderAuthorityAddress: depositor,
          dstChainOrderAuthorityAddress: isEvm(request.dst.chain) ? depositor : recipient,
          senderAddress: depositor,
          srcChainRefundAddress: depositor,
        }
  return {
    srcChainId: src.chainId,
    srcChainTokenIn: src.address,
    srcChainTokenInAmount: amountIn.toString(),
    dstChainId: dst.chainId,
    dstChainTokenOut: dst.address,
    dstChainTokenOutAmount: 'auto',
    prependOperatingExpenses: false,
    slippage: formatAmount(BigInt(slippageBps), 2),
    ...wallets,
  }
}

function checkTerms(order: DebridgeOrder, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const { srcChainTokenIn, dstChainTokenOut } = order.estimation
  const differs = (what: string) => new ProviderError('bad_response', `Its order is for another ${what}`)
  if (!isStatedAs(src, srcChainTokenIn)) throw differs('source asset')
  if (!isStatedAs(dst, dstChainTokenOut)) throw differs('destination asset')
  if (srcChainTokenIn.amount !== request.amountIn) throw differs('amount')
}

function readLocked(order: DebridgeOrder, request: ProviderQuoteRequest, nowMs: number): DebridgeLocked {
  const { tx, orderId, fixFee } = order
  const { to, data, value } = tx ?? {}
  if (to === undefined || data === undefined || value === undefined || orderId === undefined || orderId === null) {
    throw new ProviderError('bad_response', 'Its order has no transaction')
  }
  const { src, dst, amountIn, recipient } = request
  const spender = src.asset.isNative ? null : (tx?.allowanceTarget ?? to)
  const call: WalletCall = { to, data, value, spender, resetsApproval: false }
  checkWalletCall(call, { src, amountIn, onTop: fixFee ?? 0n })
  if (recipient === undefined || !calldataNames(data, dst.chain, recipient)) {
    throw new ProviderError('bad_response', 'Its transaction does not name the recipient')
  }
  return { orderId, call, quotedAtMs: nowMs }
}

function toDraft(
  order: DebridgeOrder,
  request: ProviderQuoteRequest,
  sides: readonly [StatedSide, StatedSide],
  locked: DebridgeLocked | undefined,
  nativePriceUsd: MicroUsd | undefined,
  label: ProviderLabel,
): RouteDraft {
  return {
    routeId: idOf(request),
    amountOut: payoutOf(order),
    ...readValues(order),
    fees: readFees(order, sides, nativePriceUsd),
    steps: stepsOf(order, label),
    estimatedTimeSec: order.order?.approximateFulfillmentDelay ?? USUAL_DELAY_SEC,
    state: keptState(locked),
  }
}

/** What an order pays: the recommended amount, which is that of the order unless one was asked for. */
function payoutOf({ estimation: { dstChainTokenOut } }: DebridgeOrder): bigint {
  const { amount, recommendedAmount } = dstChainTokenOut
  return recommendedAmount === undefined || recommendedAmount === null || amount < recommendedAmount
    ? amount
    : recommendedAmount
}

/** deBridge has one way for a pair: one order. */
function idOf({ src, dst, amountIn }: ProviderQuoteRequest): string {
  const text = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf('debridge', text)
}

function stepsOf(order: DebridgeOrder, { name, image }: ProviderLabel): RouteStep[] {
  const has = (type: string) => order.estimation.costsDetails?.some((cost) => cost.type === type) === true
  const swap: RouteStep = { type: 'swap', name: `${name} swap`, image }
  return [...(has('PreSwap') ? [swap] : []), { type: 'bridge', name, image }, ...(has('AfterSwap') ? [swap] : [])]
}

/** Micro-dollars for one native coin of the source chain: as the order values it, else as it is known elsewhere. */
async function nativePrice(
  order: DebridgeOrder,
  { src }: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<MicroUsd | undefined> {
  const { srcUsd } = readValues(order)
  const { amount } = order.estimation.srcChainTokenIn
  if (!src.asset.isNative || srcUsd === undefined || amount === 0n) {
    return context.price(src.chain.key, NATIVE_EVM_ADDRESS)
  }
  return (srcUsd * 10n ** BigInt(src.asset.decimals)) / amount
}
