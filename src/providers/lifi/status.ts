import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { matchesStated } from '../kit/stated-side.ts'
import { reportNotFound } from '../kit/not-found.ts'
import { accessOf } from './ask.ts'
import { toLifiSide } from './chains.ts'
import { type LifiStatus, statusSchema } from './wire.ts'

/** How long a hash may be none of LI.FI's before it counts as failed, in milliseconds: it is told so at first about new ones. */
const INVALID_SETTLES_MS = 10 * 60_000

/** LI.FI's advice for transfers on their way, in milliseconds. */
const POLL_MS = 10_000

/** What tracking keeps. */
const trackingSchema = z.object({
  transactionId: z.string().nullable(),
  tool: z.string(),
  depositor: z.string(),
})

/**
 * What became of a transfer, by its hash or, until that is known, by the id that its call carries.
 * @throws ProviderError
 */
export async function lifiStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = trackingSchema.parse(request.tracking)
  const asked = request.hash === '' ? tracking.transactionId : request.hash
  if (asked === null) return { status: 'PENDING', stage: 'awaiting_deposit' }
  const src = toLifiSide(request.src)
  const dst = toLifiSide(request.dst)
  const sameChain = request.src.chain.key === request.dst.chain.key
  const reply = await context.http.request({
    method: 'GET',
    path: '/status',
    ...accessOf(context, false),
    query: {
      txHash: asked,
      fromChain: src?.chainId,
      toChain: dst?.chainId,
      bridge: sameChain ? undefined : tracking.tool,
    },
  })
  if (reply.status !== 200) throw new ProviderError('bad_response', 'It refused to give the status')
  const found = parseReply(statusSchema, reply.body, 'status')
  if (found.status === 'NOT_FOUND') return reportNotFound(request, context, 'call')
  if (found.status === 'INVALID') {
    const knownForMs = request.hashKnownAtMs === undefined ? 0 : context.clock.now() - request.hashKnownAtMs
    if (knownForMs < INVALID_SETTLES_MS) return reportNotFound(request, context, 'call')
    return { status: 'FAILED', stage: 'done', reason: 'LI.FI does not know the transaction as one of its own' }
  }
  checkIsOurs(found, tracking)
  return toReport(found, request)
}

/** A hash may be any transfer's: what is told about another one must never end this one. */
function checkIsOurs(found: LifiStatus, tracking: z.output<typeof trackingSchema>): void {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  // Shortened calls carry the first 8 bytes of the id only.
  const isOurs =
    found.transactionId !== undefined && tracking.transactionId !== null
      ? same(found.transactionId.slice(0, 18), tracking.transactionId.slice(0, 18))
      : found.fromAddress === undefined || sameAddress(found.fromAddress, tracking.depositor)
  if (!isOurs) throw new ProviderError('bad_response', 'The hash belongs to another transfer')
}

function toReport(found: LifiStatus, request: StatusRequest): StatusReport {
  const { src, dst } = request
  const inboundHash = hashOf(found.sending?.txHash, src.chain)
  const known = inboundHash === undefined ? {} : { inboundHash }
  const pending = (stage: Extract<StatusReport, { status: 'PENDING' }>['stage']): StatusReport => ({
    status: 'PENDING',
    stage,
    ...known,
    pollAfterMs: POLL_MS,
  })
  const why = (fallback: string) => (found.substatusMessage ?? fallback).slice(0, 200)
  if (found.status === 'FAILED')
    return { status: 'FAILED', stage: 'done', ...known, reason: why('The transfer failed') }
  if (found.status !== 'DONE')
    return pending(found.substatus === 'WAIT_SOURCE_CONFIRMATIONS' ? 'confirming' : 'swapping')
  if (found.substatus === 'REFUNDED') {
    const refundHash = hashOf(found.receiving?.txHash, src.chain) ?? hashOf(found.receiving?.txHash, dst.chain)
    return {
      status: 'REFUND',
      stage: 'done',
      ...known,
      ...(refundHash === undefined ? {} : { refundHash }),
      reason: why('The transfer was refunded'),
    }
  }
  const outboundHash = hashOf(found.receiving?.txHash, dst.chain)
  const { amount, token } = found.receiving ?? {}
  const side = toLifiSide(dst)
  const inAsset = token !== undefined && side !== undefined && matchesStated(side, token)
  if (outboundHash === undefined && !(inAsset && amount !== undefined)) return pending('paying_out')
  const other =
    token !== undefined && amount !== undefined && !inAsset
      ? `Paid out as ${formatAmount(amount, token.decimals)} ${token.symbol.slice(0, 40)}`
      : undefined
  return {
    status: 'SUCCESS',
    stage: 'done',
    ...known,
    ...(outboundHash === undefined ? {} : { outboundHash }),
    ...(inAsset && amount !== undefined ? { deliveredOut: amount } : {}),
    ...(other === undefined ? {} : { reason: other }),
  }
}

function hashOf(text: string | undefined, chain: CatalogChain): string | undefined {
  const check = text === undefined ? undefined : checkTransactionHash(chain.addressFamily, text)
  return check?.ok === true ? check.canonical : undefined
}
