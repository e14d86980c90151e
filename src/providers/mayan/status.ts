import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { isRecord } from '../../core/is-record.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { amountAtPrice } from '../kit/agreement.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { canonicalHash, expectStatus, reportNotFound, reportPaid } from '../kit/status.ts'
import { toMayanSide } from './chains.ts'
import { type MayanStatus, statusSchema } from './wire.ts'

/** The service that follows orders. */
const EXPLORER_URL = 'https://explorer-api.mayan.finance/v3'

/** Time between polls while an order that nobody filled is refunded, in milliseconds: that takes an hour or more. */
const REFUND_PAUSE_MS = 60_000

/** How long an order must be called refunded, while it is called in progress too, to be final, in milliseconds. */
const REFUND_SETTLES_MS = 60 * 60_000

/** What tracking stores. */
const trackingSchema = z.object({
  depositor: z.string(),
  recipient: z.string(),
  /** Epoch milliseconds when it was first called filled without hash and amount of the payout. */
  filledSeenAtMs: z.number().optional(),
  /** Epoch milliseconds when it was first seen refunded, and in progress all the same. */
  refundSeenAtMs: z.number().optional(),
})
type Tracking = z.infer<typeof trackingSchema>

/**
 * Asks for the status of an order by the hash of the wallet's transaction. An order never fails: it is filled, or its money
 * comes back after its deadline. What was reverted is never found.
 * @throws ProviderError
 */
export async function mayanStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = trackingSchema.parse(request.tracking)
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const reply = await context.http.request({
    method: 'GET',
    path: `/swap/trx/${encodeURIComponent(request.hash)}`,
    baseUrl: EXPLORER_URL,
    query: { apiKey: readSetting(context, 'API_KEY') },
    acceptStatuses: [404],
    mayBeEmpty: true,
  })
  if (reply.status === 404 || (reply.status === 200 && isNothing(reply.body)))
    return reportNotFound(request, context, 'call')
  const found = parseReply(statusSchema, expectStatus(reply), 'status')
  checkIsOurs(found, request, tracking)
  return toReport(found, request, tracking, context)
}

/** True for the answer about a transaction that it does not know: no body, null, or an object without a member. */
function isNothing(body: unknown): boolean {
  return (body ?? undefined) === undefined || (isRecord(body) && Object.keys(body).length === 0)
}

/** The status of another order must never end this swap. */
function checkIsOurs(found: MayanStatus, { hash, dst }: StatusRequest, { depositor, recipient }: Tracking): void {
  const differs = (stated: string | undefined, ours: string) => stated !== undefined && !sameAddress(stated, ours)
  const isOther =
    differs(found.sourceTxHash, hash) ||
    differs(found.trader, depositor) ||
    differs(found.destAddress, recipient) ||
    (found.destChain !== undefined && found.destChain !== toMayanSide(dst)?.chain.wormholeId)
  if (isOther) throw badReply('Its status is that of another order')
}

function toReport(
  found: MayanStatus,
  request: StatusRequest,
  tracking: Tracking,
  context: ProviderContext,
): StatusReport {
  const { clock, provider } = context
  const { src, dst } = request
  const inboundHash = canonicalHash(found.sourceTxHash, src.chain)
  const known = defined({ inboundHash })
  switch (outcomeOf(found, request)) {
    case 'filled': {
      const outboundHash = payoutHashOf(found, dst)
      const told = { ...known, ...defined({ outboundHash, deliveredOut: deliveredOf(found, request) }) }
      const keep = (filledSeenAtMs: number) => ({ ...defined(tracking), filledSeenAtMs })
      return reportPaid(told, tracking.filledSeenAtMs, keep, context)
    }
    case 'refunded':
      return { ...reportRefunded(found, src.chain, provider.name), ...known }
    case 'contradicted': {
      const nowMs = clock.now()
      const refundSeenAtMs = Math.min(tracking.refundSeenAtMs ?? nowMs, nowMs)
      if (nowMs - refundSeenAtMs >= REFUND_SETTLES_MS) {
        return { ...reportRefunded(found, src.chain, provider.name), ...known }
      }
      return { ...RETURNING, ...known, tracking: { ...defined(tracking), refundSeenAtMs } }
    }
    case 'returning':
      return { ...RETURNING, ...known }
    case 'open':
      return { status: 'PENDING', stage: 'swapping', ...known }
  }
}

/** The report of an order whose money is not back yet. */
const RETURNING: StatusReport = {
  status: 'PENDING',
  stage: 'paying_out',
  progress: { note: 'No driver filled the order in time; its money is on its way back' },
  pollAfterMs: REFUND_PAUSE_MS,
}

function reportRefunded(
  { refundTxHash, refundAmount, refundTokenSymbol }: MayanStatus,
  chain: CatalogChain,
  name: string,
): StatusReport {
  const refundHash = canonicalHash(refundTxHash, chain)
  const back =
    refundAmount === undefined || refundTokenSymbol === undefined
      ? ''
      : `: ${refundAmount.slice(0, 60)} ${refundTokenSymbol.slice(0, 40)}`
  const untold = refundHash === undefined ? `; ${name} does not tell by which transaction` : ''
  const reason = `No driver filled the order in time, and its money was returned${back}${untold}`
  return { status: 'REFUND', stage: 'done', ...defined({ refundHash }), reason }
}

type Outcome = 'filled' | 'refunded' | 'contradicted' | 'returning' | 'open'

/** Finer words of an order whose money is on its way back. */
const RETURNING_WORDS: readonly string[] = ['ORDER_EXPIRED', 'ORDER_CANCELED', 'ORDER_CANCELLED']
const REFUNDED_WORD = 'ORDER_REFUNDED'

/**
 * What became of an order: by the word for clients, which old replies lack, else by the hash of what was sent. The finer words are
 * an open set, of which those that are known whole say that money comes back, and none that it was paid out: `ORDER_UNFULFILLED`
 * once passed for a payout. The amount of the payout is stated from the start.
 */
function outcomeOf(found: MayanStatus, { dst }: StatusRequest): Outcome {
  const { clientStatus, status = '', refundTxHash } = found
  if (clientStatus === 'COMPLETED') return 'filled'
  if (clientStatus === 'REFUNDED') return 'refunded'
  const isBack = status === REFUNDED_WORD
  if (clientStatus !== 'INPROGRESS') {
    if (refundTxHash !== undefined) return 'refunded'
    if (clientStatus === undefined && isBack) return 'refunded'
    if (!isBack && payoutHashOf(found, dst) !== undefined) return 'filled'
  }
  if (isBack) return 'contradicted'
  return RETURNING_WORDS.includes(status) ? 'returning' : 'open'
}

/** The transaction that paid, where one is stated that can be one of the destination chain. */
function payoutHashOf({ fulfillTxHash, redeemTxHash }: MayanStatus, dst: StatusRequest['dst']): string | undefined {
  return canonicalHash(fulfillTxHash ?? redeemTxHash, dst.chain)
}

/** What the recipient was paid, base units; undefined where it was paid in another token, or nothing is stated. */
function deliveredOf(
  { toAmount, toTokenAddress, toTokenChain }: MayanStatus,
  { dst }: StatusRequest,
): bigint | undefined {
  const side = toMayanSide(dst)
  const isOurs =
    side !== undefined &&
    toTokenAddress !== undefined &&
    sameAddress(toTokenAddress, side.address) &&
    (toTokenChain ?? side.chain.wormholeId) === side.chain.wormholeId
  return isOurs && toAmount !== undefined ? amountAtPrice(1n, toAmount, { from: 0, to: dst.asset.decimals }) : undefined
}
