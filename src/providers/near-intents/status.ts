import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { Progress } from '../../core/swap/progress.ts'
import type { ProviderContext, ProviderReply, StatusReport, StatusRequest } from '../contract.ts'
import { depositWindow } from '../kit/deposit-window.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, optional } from '../kit/refuse.ts'
import { expectStatus, payoutHash, reportPaid } from '../kit/status.ts'
import { keyOf } from './ask.ts'
import { refundCostText } from './route.ts'
import { type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** Asks for the status of a deposit address. An address that the API does not know yet is a deposit not seen yet. */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'stored swap')
  const { depositAddress, depositMemo } = tracking
  const answer = await context.http.request({
    method: 'GET',
    path: '/v0/status',
    query: { depositAddress, depositMemo },
    acceptStatuses: [404],
    ...keyOf(context),
  })
  if (answer.status === 404) return { status: 'PENDING', stage: 'awaiting_deposit' }
  const reply = readReply(answer, tracking)
  const isNews = request.hash !== '' && request.hash !== tracking.submitted
  if (reply.status !== 'PENDING_DEPOSIT' || !isNews) return toReport(reply, { ...request, tracking }, context)
  const submitted = await optional(submitHash(request.hash, tracking, context))
  return {
    ...toReport(submitted ?? reply, { ...request, tracking }, context),
    tracking: { ...tracking, submitted: request.hash },
  }
}

/** Tells the API the deposit's hash, so that it need not search for it; the reply is a status. */
async function submitHash(txHash: string, tracking: Tracking, context: ProviderContext): Promise<StatusReply> {
  const { depositAddress, depositMemo } = tracking
  const answer = await context.http.request({
    method: 'POST',
    path: '/v0/deposit/submit',
    ...keyOf(context),
    body: { txHash, depositAddress, ...defined({ memo: depositMemo }) },
  })
  return readReply(answer, tracking)
}

/** @throws ProviderError bad_response for the status of another swap */
function readReply(answer: ProviderReply, tracking: Tracking): StatusReply {
  const reply = parseReply(statusReplySchema, expectStatus(answer), 'status')
  const { quote, quoteRequest } = reply.quoteResponse ?? {}
  const isOther =
    (quote?.depositAddress ?? tracking.depositAddress) !== tracking.depositAddress ||
    (quoteRequest?.originAsset ?? tracking.originAsset) !== tracking.originAsset ||
    (quoteRequest?.destinationAsset ?? tracking.destinationAsset) !== tracking.destinationAsset
  if (isOther) throw badReply('Its status is that of another swap')
  return reply
}

/** A swap that is asked about, with its tracking read. */
type Asked = Omit<StatusRequest, 'tracking'> & { readonly tracking: Tracking }

function toReport(reply: StatusReply, asked: Asked, context: ProviderContext): StatusReport {
  const details = reply.swapDetails
  const origin = (details?.originChainTxHashes ?? []).map(({ hash }) => hash).filter((hash) => hash !== '')
  const facts = defined({ inboundHash: origin[0], progress: progressOf(reply, asked, context.clock.now()) })
  const isEnded = reply.status === 'FAILED' || reply.status === 'REFUNDED'
  if (isEnded && isPaidOut(reply)) {
    const reason = `NEAR Intents calls it ${reply.status.toLowerCase()}, but states its payout and no refund`
    return { ...payout(reply, asked, context, reason), ...facts }
  }
  switch (reply.status) {
    case 'PENDING_DEPOSIT':
    case 'INCOMPLETE_DEPOSIT':
      return { status: 'PENDING', stage: 'awaiting_deposit', ...facts }
    case 'KNOWN_DEPOSIT_TX':
      return { status: 'PENDING', stage: 'confirming', ...facts }
    case 'SUCCESS':
      return { ...payout(reply, asked, context), ...facts }
    case 'REFUNDED': {
      // The same list holds the refund after the deposit.
      const refundHash = origin.length > 1 ? origin.at(-1) : undefined
      return {
        status: 'REFUND',
        stage: 'done',
        ...facts,
        ...defined({ refundHash }),
        reason: details?.refundReason?.slice(0, 300) ?? 'The deposit was refunded',
      }
    }
    case 'FAILED':
      return {
        status: 'FAILED',
        stage: 'done',
        ...facts,
        reason:
          details?.refundReason?.slice(0, 300) ??
          'The swap is stuck at the provider: give its support the deposit address',
      }
    default:
      return { status: 'PENDING', stage: 'swapping', ...facts }
  }
}

/** What arrived and went back, in base units of the source asset; undefined before anything did. */
function progressOf(reply: StatusReply, asked: Asked, nowMs: number): Progress | undefined {
  const { depositedAmount, refundedAmount } = reply.swapDetails ?? {}
  const progress = defined({
    receivedIn: depositedAmount || undefined,
    refundedIn: refundedAmount || undefined,
    note: reply.status === 'INCOMPLETE_DEPOSIT' ? incompleteNote(reply, asked, nowMs) : undefined,
  })
  return Object.keys(progress).length === 0 ? undefined : progress
}

/** What is missing of a deposit, and until when it can be sent: never more than was agreed, whatever the reply states. */
function incompleteNote(reply: StatusReply, asked: Asked, nowMs: number): string {
  const { src, tracking, hash, hashKnownAtMs } = asked
  const { depositAddress, depositMemo, depositBefore } = tracking
  const amount = (units: bigint) => `${formatAmount(units, src.asset.decimals)} ${src.asset.symbol}`
  const refundCost = refundCostText(reply.swapDetails?.refundFee, src)
  const refund = `refunded${refundCost === undefined ? '' : `, less ${refundCost}`}`
  const agreed = tracking.amountIn === undefined ? undefined : BigInt(tracking.amountIn)
  const least = reply.quoteResponse?.quote?.minAmountIn ?? agreed
  const arrived = reply.swapDetails?.depositedAmount ?? undefined
  // A deposit that is known was sent in one transaction: whoever sends more by such a word may pay twice.
  if (hash !== '' && hashKnownAtMs !== undefined) {
    const whole = agreed === undefined ? '' : ` of ${amount(agreed)}`
    const stated = arrived === undefined ? 'less than was agreed' : `${amount(arrived)}${whole}`
    return `NEAR Intents says that ${stated} arrived with the deposit ${hash}. Send nothing more: wait, or give its support the address ${depositAddress} and that hash. What is not swapped is ${refund}`
  }
  if (agreed === undefined || least === undefined || depositBefore === undefined || arrived === undefined) {
    return `Less than was agreed has arrived. Unless the rest comes in time, it is ${refund}`
  }
  const missing = (least < agreed ? least : agreed) - arrived
  const leftMs = Date.parse(depositBefore) - nowMs
  const what = `${amount(arrived)} of ${amount(agreed)} arrived`
  if (missing <= 0n) return `${what}. Nothing is to be sent: what is not swapped is ${refund}`
  if (leftMs < depositWindow(src).least) return `${what}, and more would come too late: send nothing, it is ${refund}`
  const memo = depositMemo === undefined ? '' : `, with the memo ${depositMemo}`
  return `${what}. Send the missing ${amount(missing)} to the same address, ${depositAddress}${memo}, before ${depositBefore}; else it is ${refund}`
}

/** True where a payout is stated with its transaction and amount, and no refund beside it: outputs are facts, whatever the status is. */
function isPaidOut({ swapDetails }: StatusReply): boolean {
  const { amountOut, refundedAmount, destinationChainTxHashes = [] } = swapDetails ?? {}
  return Boolean(amountOut) && !refundedAmount && destinationChainTxHashes.some(({ hash }) => hash !== '')
}

function payout(
  { swapDetails }: StatusReply,
  { tracking, dst }: Asked,
  context: ProviderContext,
  reason?: string,
): StatusReport {
  const deliveredOut = swapDetails?.amountOut || undefined
  const outboundHash = (swapDetails?.destinationChainTxHashes ?? [])
    .map(({ hash }) => payoutHash(hash, dst.chain))
    .findLast((hash) => hash !== undefined)
  const keep = (successSeenAtMs: number) => ({ ...defined(tracking), successSeenAtMs })
  return reportPaid(defined({ outboundHash, deliveredOut, reason }), tracking.successSeenAtMs, keep, context)
}
