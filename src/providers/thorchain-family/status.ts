import { defined } from '../../core/defined.ts'
import type { Progress } from '../../core/swap/progress.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../contract.ts'
import { badReply, optional } from '../kit/refuse.ts'
import { readActions, readInbound, readStatus } from './ask.ts'
import { findVault } from './halt.ts'
import { chainByKey, type FamilyNetwork } from './network.ts'
import {
  type Followed,
  indexedOutputs,
  type Outputs,
  paidOut,
  readOutputs,
  refundedIn,
  reportPaid,
  reportRefund,
  toSourceUnits,
} from './outputs.ts'
import { type Action, type FamilyStatus, trackingSchema } from './wire.ts'

/** How long an unseen deposit may wait in the mempool of a chain on which users choose the fee, in milliseconds. */
const MEMPOOL_WAIT_MS = 14 * DAY_MS

/** The same on all other chains, which include a deposit soon or never. */
const INCLUSION_WAIT_MS = DAY_MS

/** After which time the indexer is asked for a deposit that the node does not see, as nodes forget old ones: milliseconds. */
const UNSEEN_MS = 60 * 60_000

/** How long a swap that has ended is without an output to its user before it counts as ended so, in milliseconds. */
const ENDED_MS = 10 * 60_000

/**
 * The same where the indexer does not answer: longer than the network holds any output back, which is 720 blocks of 6 seconds
 * at most (https://docs.thorchain.org, "Delays").
 */
const ENDED_UNINDEXED_MS = 2 * 60 * 60_000

/**
 * The same for a deposit of whose swap the node says nothing, as its memo was lost: nodes forget old deposits in part, which
 * would look alike.
 */
const LOST_UNINDEXED_MS = DAY_MS

/** Blocks, of 6 seconds, after which an output that is not sent is late. */
const LATE_BLOCKS = 300

/** Limits of the poll interval that the network's own estimate gives, in milliseconds. */
const SHORTEST_PAUSE_MS = 6_000

const LONGEST_PAUSE_MS = 60_000

/** Asks for the status of a deposit by its hash, which is all that identifies it. @throws ProviderError */
export async function statusOfFamily(
  network: FamilyNetwork,
  request: StatusRequest,
  context: ProviderContext,
): Promise<StatusReport> {
  const tracking = trackingSchema.safeParse(request.tracking)
  if (!tracking.success) throw badReply('The stored tracking state cannot be read')
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const hash = request.hash.replace(/^0x/, '').toUpperCase()
  if (!/^[0-9A-F]{64}$/.test(hash)) throw badReply('It does not know hashes of this form')
  const followed: Followed = { network, request, tracking: tracking.data, hash }
  const isOverdue = ageMsOf(request, context) > request.estimatedTimeSec * 1000
  const seen = await readStatus(network, context, hash, isOverdue).catch((error: unknown) => {
    if (error instanceof ProviderError && !context.signal.aborted) return error
    throw error
  })
  if (seen instanceof ProviderError) return reportUnanswered(followed, seen, context)
  return seen === undefined ? reportUnseen(followed, context) : reportSeen(followed, seen, context)
}

/** Where no host of the network answers, its chain still tells of a deposit that it reverted. @param failure thrown otherwise */
async function reportUnanswered(
  followed: Followed,
  failure: ProviderError,
  context: ProviderContext,
): Promise<StatusReport> {
  if ((await optional(depositState(followed, context))) !== 'reverted') throw failure
  return REVERTED
}

const REVERTED: StatusReport = {
  status: 'FAILED',
  stage: 'done',
  reason: 'The deposit was reverted on its chain: only its network fee was spent',
}

/** What the source chain says of a deposit by a contract call; undefined for one of which it cannot be asked. */
async function depositState({ request, tracking }: Followed, context: ProviderContext) {
  if (tracking.deposit !== 'router') return undefined
  return (await context.receipt(request.src.chain.key, request.hash)).state
}

function ageMsOf({ hashKnownAtMs, executedAtMs }: StatusRequest, { clock }: ProviderContext): number {
  return clock.now() - (hashKnownAtMs ?? executedAtMs)
}

async function reportSeen(followed: Followed, seen: FamilyStatus, context: ProviderContext): Promise<StatusReport> {
  const outputs = readOutputs(followed, seen)
  const report = judge(followed, seen, outputs)
  const isOther = isOtherMemo(followed, seen.tx?.memo)
  if (report === 'ended') return reportEnded(followed, seen, outputs, context)
  // What comes of a deposit that may be another's shows only at its end.
  if (report.status === 'PENDING' && isOther) return { ...report, stage: 'confirming', ...forgetEnd(followed) }
  const known = { ...report, ...defined({ progress: isOther ? undefined : progressOf(followed, seen, outputs) }) }
  if (known.status === 'PENDING') return { ...known, ...forgetEnd(followed) }
  if (known.status !== 'REFUND') return known
  const reason = (await optional(refundReason(followed, context))) ?? memoReason(followed, seen)
  return { ...known, ...defined({ reason }) }
}

/**
 * Outputs first, stages second: what was sent and what is planned are facts, while a stage may be absent for ever, as that
 * of the swap is for a deposit whose memo was lost.
 */
function judge(followed: Followed, seen: FamilyStatus, outputs: Outputs): StatusReport | 'ended' {
  const { stages } = seen
  const { payouts, refunds, payoutsDue, refundsDue } = outputs
  const isAllSigned = stages.outbound_signed?.completed === true
  // The recipient is paid, but a part is to go back: that it does is part of the end.
  const isAllSent = payoutsDue.length + refundsDue.length === 0
  if (payouts.length > 0 && (isAllSent || isAllSigned)) return reportPaid(followed, outputs)
  if (payouts.length + payoutsDue.length > 0) return reportSending(seen)
  if (refunds.length > 0 && stages.outbound_signed?.completed === false) {
    // An affiliate's share may never be sent; what is not planned any more, or not yet, may be the recipient's.
    const isForOthers = refundsDue.length === 0 && seen.planned_out_txs.length > seen.out_txs.length
    const isSwapped = stages.swap_status?.pending !== true && stages.swap_finalised?.completed !== false
    return isForOthers && isSwapped ? 'ended' : reportSending(seen)
  }
  if (refunds.length > 0 || (refundsDue.length > 0 && isAllSigned)) {
    // Anyone may have named the hash of a deposit of his own, and what went back to him is no refund of this swap.
    return isOtherMemo(followed, seen.tx?.memo)
      ? failedByMemo('it went back to whoever sent it')
      : reportRefund(followed, outputs)
  }
  if (refundsDue.length > 0) return reportSending(seen)
  if (stages.swap_status?.pending === true) return { status: 'PENDING', stage: 'swapping' }
  const counting = stages.inbound_confirmation_counted
  if (stages.inbound_finalised?.completed !== true) {
    return { status: 'PENDING', stage: 'confirming', ...pause(counting?.remaining_confirmation_seconds) }
  }
  if (stages.swap_finalised?.completed === false) return { status: 'PENDING', stage: 'swapping' }
  // Outputs to others only: an affiliate's, or those of a deposit with another memo.
  if (seen.planned_out_txs.length > seen.out_txs.length && !isAllSigned) return reportSending(seen)
  return 'ended'
}

function reportSending({ stages }: FamilyStatus): StatusReport {
  const delay = stages.outbound_delay
  const seconds = delay?.completed === false ? delay.remaining_delay_seconds : undefined
  return { status: 'PENDING', stage: 'paying_out', ...pause(seconds) }
}

/** True for a deposit with another memo than instructed, neither lost nor cut short: one of another swap, or one that its wallet has changed. */
function isOtherMemo({ tracking }: Followed, memo: string | undefined): boolean {
  return memo !== undefined && memo !== '' && !tracking.memo.startsWith(memo)
}

function failedByMemo(end: string): StatusReport {
  return { status: 'FAILED', stage: 'done', reason: `The deposit carried another memo than instructed, so ${end}` }
}

/** Why the network refunded, as far as the node shows it. */
function memoReason({ tracking }: Followed, { tx }: FamilyStatus): string | undefined {
  if (tx === undefined || tx === null || tx.memo === tracking.memo) return undefined
  return `The deposit arrived ${isLost(tx.memo) ? 'without its memo' : 'with a memo that was cut short'}`
}

function isLost(memo: string | undefined): boolean {
  return memo === undefined || memo === ''
}

/**
 * The network is done with the deposit and has nothing left for its user, who got nothing or a refund: the indexer may know
 * more, or nothing was left after the fees.
 */
async function reportEnded(
  followed: Followed,
  seen: FamilyStatus,
  outputs: Outputs,
  context: ProviderContext,
): Promise<StatusReport> {
  const { network, tracking, hash } = followed
  const isOther = isOtherMemo(followed, seen.tx?.memo)
  const isReturned = outputs.refunds.length > 0
  if (isOther && isReturned) return failedByMemo('it went back to whoever sent it')
  if (isOther && seen.out_txs.length > 0) return failedByMemo('someone else was paid')
  const actions = await optional(readActions(network, context, hash))
  const known = actions === undefined ? undefined : judgeActions(followed, actions)
  // A refund that the node shows too may be of a part.
  if (known !== undefined && !(isReturned && known.status === 'REFUND')) return known
  const isSwapEnded = seen.stages.swap_finalised?.completed === true
  const goesOn = !isSwapEnded && actions?.some(({ status }) => status === 'pending') === true
  const nowMs = context.clock.now()
  const endedAtMs = tracking.endedAtMs ?? nowMs
  const progress = isReturned ? progressOf(followed, seen, outputs) : undefined
  if (goesOn || nowMs - endedAtMs < settlingMs(followed, seen, actions)) {
    const kept = tracking.endedAtMs === undefined ? { tracking: { ...tracking, endedAtMs } } : {}
    return { status: 'PENDING', stage: isOther ? 'confirming' : 'paying_out', ...kept, ...defined({ progress }) }
  }
  if (!isReturned) return { status: 'FAILED', stage: 'done', reason: reasonOfNothing(followed, seen, actions) }
  const reason = explainRefund(actions ?? []) ?? memoReason(followed, seen)
  return { ...reportRefund(followed, outputs), ...defined({ progress, reason }) }
}

/** How long a swap must look ended to have ended, in milliseconds. @param actions undefined where the indexer did not answer */
function settlingMs(followed: Followed, seen: FamilyStatus, actions: readonly Action[] | undefined): number {
  if (actions !== undefined) return ENDED_MS
  if (seen.stages.swap_finalised?.completed === true) return ENDED_UNINDEXED_MS
  // With its memo the stage of the swap would be there: the node has forgotten it, and with it perhaps its outputs.
  return memoReason(followed, seen) === undefined ? Number.POSITIVE_INFINITY : LOST_UNINDEXED_MS
}

/** @param actions undefined where the indexer did not answer */
function reasonOfNothing(followed: Followed, seen: FamilyStatus, actions: readonly Action[] | undefined): string {
  const refused = (actions ?? []).flatMap(({ metadata }) => metadata?.refund?.reason ?? [])[0]
  if (refused !== undefined) return `The network refused the deposit and returned nothing: ${refused.slice(0, 300)}`
  if (isOtherMemo(followed, seen.tx?.memo))
    return 'The deposit carried another memo than instructed, and nothing was paid'
  const why = memoReason(followed, seen)
  const end =
    why === undefined
      ? 'The swap ended without a payout: what it gave is likely less than the network fee of a payout'
      : `${why}, and nothing was returned: it is likely less than the network fee of a refund`
  return actions === undefined ? `${end} (by the node alone: the network's indexer does not answer)` : end
}

/** The time of the end is forgotten where it was none: outputs turned up, or another hash was reported. */
function forgetEnd({ tracking: { endedAtMs, ...tracking } }: Followed): Pick<StatusReport, 'tracking'> {
  return endedAtMs === undefined ? {} : { tracking }
}

/** What the indexer knows of the end; undefined when nothing. */
function judgeActions(followed: Followed, actions: readonly Action[]): StatusReport | undefined {
  const outputs = indexedOutputs(followed, actions)
  if (outputs.payouts.length > 0) return reportPaid(followed, outputs)
  if (outputs.refunds.length === 0) return undefined
  const memos = actions.flatMap(({ metadata }) => metadata?.refund?.memo ?? [])
  if (memos.some((memo) => isOtherMemo(followed, memo))) return failedByMemo('it went back to whoever sent it')
  return { ...reportRefund(followed, outputs), ...defined({ reason: explainRefund(actions) }) }
}

/** Why the network refunded, which only the indexer knows. */
async function refundReason({ network, hash }: Followed, context: ProviderContext): Promise<string | undefined> {
  return explainRefund(await readActions(network, context, hash))
}

function explainRefund(actions: readonly Action[]): string | undefined {
  const [reason] = actions.flatMap(({ metadata }) => metadata?.refund?.reason ?? [])
  return reason && `The network refunded the deposit: ${reason.slice(0, 300)}`
}

/** How far the deposit is; undefined while nothing is known. */
function progressOf(followed: Followed, seen: FamilyStatus, outputs: Outputs): Progress | undefined {
  const [coin, ...others] = seen.tx?.coins ?? []
  const { payouts } = outputs
  const { quantity: total, count: done } = seen.stages.swap_status?.streaming ?? {}
  const isDivided = total !== undefined && done !== undefined && total > 1 && done <= total
  const progress = defined({
    receivedIn: coin === undefined || others.length > 0 ? undefined : toSourceUnits(followed, coin),
    refundedIn: refundedIn(followed, outputs) || undefined,
    paidOut: payouts.length === 0 ? undefined : paidOut(followed, outputs),
    parts: isDivided ? { done, total } : undefined,
    note: noteOf(seen, outputs),
  })
  return Object.keys(progress).length === 0 ? undefined : progress
}

/** What is waited for, where it is out of the ordinary. */
function noteOf({ stages }: FamilyStatus, { payouts, payoutsDue, refundsDue }: Outputs): string | undefined {
  if (payoutsDue.length + refundsDue.length === 0) return undefined
  const isPart = payouts.length > 0 && payoutsDue.length === 0
  const what = payoutsDue.length > 0 ? 'payout' : isPart ? 'refund of the rest' : 'refund'
  const delay = stages.outbound_delay
  const heldSec = delay?.completed === false ? (delay.remaining_delay_seconds ?? 0) : 0
  if (heldSec > 0) return `The network holds the ${what} back for about ${minutes(heldSec)}`
  const blocks = stages.outbound_signed?.completed === false ? (stages.outbound_signed.blocks_since_scheduled ?? 0) : 0
  if (blocks > LATE_BLOCKS) return `The ${what} is late: it was due ${minutes(blocks * 6)} ago`
  if (isPart) return 'Swapped in part: the network sends the rest back'
  return what === 'refund' ? 'The network sends the deposit back' : undefined
}

function minutes(seconds: number): string {
  const count = Math.max(1, Math.round(seconds / 60))
  return count === 1 ? '1 minute' : `${count} minutes`
}

/** A deposit that the node does not see: still unconfirmed, failed, or so old that only the indexer remembers it. */
async function reportUnseen(followed: Followed, context: ProviderContext): Promise<StatusReport> {
  const { network, request, tracking, hash } = followed
  const onItsWay = { status: 'PENDING', stage: 'confirming', ...forgetEnd(followed) } as const
  const state = await depositState(followed, context)
  if (state === 'pending') return onItsWay
  if (state === 'reverted') return REVERTED
  const ageMs = ageMsOf(request, context)
  if (ageMs <= UNSEEN_MS) return onItsWay
  const actions = await optional(readActions(network, context, hash))
  const known = actions === undefined ? undefined : judgeActions(followed, actions)
  if (known !== undefined) return known
  const note = 'The network has not seen the deposit: check on its chain that it is confirmed'
  const longestMs = tracking.deposit === 'op_return' ? MEMPOOL_WAIT_MS : INCLUSION_WAIT_MS
  // The network observes nothing on a halted chain, and sees earlier deposits afterwards.
  const goesOn =
    ageMs <= longestMs ||
    actions === undefined ||
    actions.length > 0 ||
    (await isSourceHalted(network, request, context))
  if (goesOn) return actions === undefined || actions.length > 0 ? onItsWay : { ...onItsWay, progress: { note } }
  return {
    status: 'FAILED',
    stage: 'done',
    reason: 'The network never saw this deposit: check the hash on its chain, where it failed or paid someone else',
  }
}

async function isSourceHalted(
  network: FamilyNetwork,
  request: StatusRequest,
  context: ProviderContext,
): Promise<boolean> {
  const inbound = await readInbound(network, context)
  const code = chainByKey(network, request.src.chain.key)?.code
  if (code === network.home || code === undefined) return inbound.some((row) => row.global_trading_paused)
  const row = findVault(inbound, code)
  return row === undefined || row.halted || row.global_trading_paused || row.chain_trading_paused
}

function pause(seconds: number | undefined): { readonly pollAfterMs?: number } {
  if (seconds === undefined || seconds === 0) return {}
  return { pollAfterMs: Math.min(Math.max(seconds * 1000, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) }
}
