import * as z from 'zod'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { wrapperOf, wrapStatus } from '../kit/same-chain/wrap.ts'
import { canonicalHash, expectStatus, reportNotFound, reportPaid } from '../kit/status.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { toRelaySide } from './chains.ts'
import { type RelayStatus, statusSchema } from './wire.ts'

/** How long a failure must last to be final, in milliseconds: Relay has reported `failure`, `pending` and `refund` in this order. */
const FAILURE_SETTLES_MS = 5 * 60_000
/** Time between polls of a failure that may yet be refunded, in milliseconds. */
const FAILURE_POLL_MS = 30_000

/** What tracking stores. */
const trackingSchema = z.object({
  requestId: z.string(),
  /** Epoch milliseconds when the present failure was first seen. */
  failureSeenAt: z.number().optional(),
  /** Epoch milliseconds when it was first seen paid out, without a hash of the payout. */
  successSeenAt: z.number().optional(),
  /** Of a call that wraps a coin, which Relay does not see. */
  depositor: z.string().optional(),
})

/**
 * Asks for the status of a swap by its request id, without the wallet's hash. Relay answers `waiting` for an id that it does
 * not know yet.
 * @throws ProviderError
 */
export async function relayStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = trackingSchema.parse(request.tracking)
  const wrapper = tracking.depositor === undefined ? undefined : wrapperOf(request)
  if (wrapper !== undefined) return wrapStatus(request, context, wrapper)
  const reply = await context.http.request({
    method: 'GET',
    path: '/intents/status/v3',
    query: { requestId: tracking.requestId },
    outsideBudget: true,
    acceptStatuses: [404],
    ...keyHeaders(context, 'x-api-key'),
  })
  if (reply.status === 404) return reportNotFound(request, context, 'deposit')
  const found = parseReply(statusSchema, expectStatus(reply), 'status')
  checkChains(found, request)
  const inboundHash = lastHash(found.inTxHashes, request.src.chain)
  const known = defined({ inboundHash })
  const requestId = { requestId: tracking.requestId }
  const forget =
    tracking.failureSeenAt === undefined && tracking.successSeenAt === undefined ? {} : { tracking: requestId }
  switch (found.status) {
    case 'waiting':
      if (inboundHash === undefined) return { ...(await reportNotFound(request, context, 'deposit')), ...forget }
      return { status: 'PENDING', stage: 'confirming', ...known, ...forget }
    case 'depositing':
      return { status: 'PENDING', stage: 'confirming', ...known, ...forget }
    case 'submitted':
      return { status: 'PENDING', stage: 'paying_out', ...known, ...forget }
    case 'success': {
      const sameChain = request.src.chain.key === request.dst.chain.key
      const own = inboundHash ?? canonicalHash(request.hash, request.src.chain)
      const outboundHash = lastHash(found.txHashes, request.dst.chain) ?? (sameChain ? own : undefined)
      const keep = (successSeenAt: number) => ({ ...requestId, successSeenAt })
      return reportPaid({ ...known, ...defined({ outboundHash }) }, tracking.successSeenAt, keep, context)
    }
    case 'refund':
    case 'fallback': {
      const refundHash = lastHash(found.txHashes, request.src.chain) ?? lastHash(found.txHashes, request.dst.chain)
      const reason = reasonOf(found.failReason)
      return {
        status: 'REFUND',
        stage: 'done',
        ...known,
        ...defined({ refundHash }),
        reason: reason === undefined ? 'The swap was refunded' : `The swap was refunded: ${reason}`,
      }
    }
    case 'failure': {
      const refundFailure = reasonOf(found.refundFailReason)
      const nowMs = context.clock.now()
      const seenAt = Math.min(tracking.failureSeenAt ?? nowMs, nowMs)
      if (refundFailure !== undefined) {
        const reason = `The swap failed and its refund too (${refundFailure}): Relay's support can recover the funds`
        return { status: 'FAILED', stage: 'done', ...known, reason }
      }
      if (nowMs - seenAt < FAILURE_SETTLES_MS) {
        return {
          status: 'PENDING',
          stage: 'swapping',
          ...known,
          tracking: { ...requestId, failureSeenAt: seenAt },
          pollAfterMs: FAILURE_POLL_MS,
        }
      }
      const reason = reasonOf(found.failReason)
      return {
        status: 'FAILED',
        stage: 'done',
        ...known,
        reason: reason === undefined ? 'The swap failed' : `The swap failed: ${reason}`,
      }
    }
    // `pending`, `delayed`, and values newer than this program.
    default:
      return { status: 'PENDING', stage: 'swapping', ...known, ...forget }
  }
}

function checkChains(found: RelayStatus, { src, dst }: StatusRequest): void {
  const origin = toRelaySide(src)?.chainId
  const destination = toRelaySide(dst)?.chainId
  const fits = (found.originChainId ?? origin) === origin && (found.destinationChainId ?? destination) === destination
  if (!fits) throw badReply('Its status is that of a swap between other chains')
}

/** The last of the hashes, if it is well-formed. */
function lastHash(hashes: readonly string[], chain: CatalogChain): string | undefined {
  return canonicalHash(hashes.at(-1), chain)
}

/** A stated reason, shortened; "N/A" and nothing mean none. */
function reasonOf(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === 'N/A' ? undefined : text.slice(0, 120)
}
