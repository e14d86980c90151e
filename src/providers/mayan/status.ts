import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { amountAtPrice } from '../kit/agreement.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { canonicalHash, expectStatus, reportNotFound } from '../kit/status.ts'
import { toMayanSide } from './chains.ts'
import { type MayanStatus, statusSchema } from './wire.ts'

/** The service that follows orders. */
const EXPLORER_URL = 'https://explorer-api.mayan.finance/v3'

/** Time between polls while an order that nobody filled is refunded, in milliseconds: that takes an hour or more. */
const REFUND_PAUSE_MS = 60_000

/** What tracking stores. */
const trackingSchema = z.object({ depositor: z.string(), recipient: z.string() })
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
  })
  if (reply.status === 404) return reportNotFound(request, context, 'call')
  const found = parseReply(statusSchema, expectStatus(reply), 'status')
  checkIsOurs(found, request, tracking)
  return toReport(found, request)
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

function toReport(found: MayanStatus, request: StatusRequest): StatusReport {
  const { src, dst } = request
  const inboundHash = canonicalHash(found.sourceTxHash, src.chain)
  const known = defined({ inboundHash })
  switch (outcomeOf(found)) {
    case 'filled': {
      const outboundHash = canonicalHash(found.fulfillTxHash ?? found.redeemTxHash, dst.chain)
      return {
        status: 'SUCCESS',
        stage: 'done',
        ...known,
        ...defined({ outboundHash, deliveredOut: deliveredOf(found, request) }),
      }
    }
    case 'refunded': {
      const refundHash = canonicalHash(found.refundTxHash, src.chain)
      const { refundAmount, refundTokenSymbol } = found
      const back =
        refundAmount === undefined || refundTokenSymbol === undefined
          ? ''
          : `: ${refundAmount.slice(0, 60)} ${refundTokenSymbol.slice(0, 40)}`
      const reason = `No driver filled the order in time, and its money was returned${back}`
      return { status: 'REFUND', stage: 'done', ...known, ...defined({ refundHash }), reason }
    }
    case 'returning':
      return {
        status: 'PENDING',
        stage: 'paying_out',
        ...known,
        progress: { note: 'No driver filled the order in time; its money is on its way back' },
        pollAfterMs: REFUND_PAUSE_MS,
      }
    case 'open':
      return { status: 'PENDING', stage: 'swapping', ...known }
  }
}

/** What became of an order: by the word for clients, which old replies lack, or by the finer one. */
function outcomeOf({
  clientStatus,
  status = '',
  refundTxHash,
}: MayanStatus): 'filled' | 'refunded' | 'returning' | 'open' {
  if (clientStatus === 'COMPLETED') return 'filled'
  if (clientStatus === 'REFUNDED') return 'refunded'
  if (clientStatus !== 'INPROGRESS') {
    if (refundTxHash !== undefined) return 'refunded'
    if (/SETTLED|REDEEMED|FULFILLED|UNLOCKED/.test(status)) return 'filled'
  }
  return /EXPIRED|CANCEL|REFUND/.test(status) ? 'returning' : 'open'
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
