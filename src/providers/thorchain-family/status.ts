import { DAY_MS } from '../../core/text/duration.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { badReply, optional } from '../kit/refuse.ts'
import { readActions, readInbound, readStatus } from './ask.ts'
import { findVault } from './halt.ts'
import { chainByKey, type FamilyNetwork, networkDecimals } from './network.ts'
import { rescaleDown } from './units.ts'
import { type Action, type FamilyStatus, type OutTx, type Tracking, trackingSchema } from './wire.ts'

/** How long an unseen deposit may wait in the mempool of a chain on which users choose the fee, in milliseconds. */
const MEMPOOL_WAIT_MS = 14 * DAY_MS

/** The same on all other chains, which include a deposit soon or never. */
const INCLUSION_WAIT_MS = DAY_MS

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
  const seen = await readStatus(network, context, hash)
  const subject: Subject = { network, request, tracking: tracking.data, hash }
  const report = seen === undefined || isBlank(seen) ? await reportNotFound(subject, context) : judge(subject, seen)
  if (report === 'ask_indexer') return judgeActions(subject, await readActions(network, context, hash))
  // What comes of a deposit that may be another's shows only at its end.
  if (report.status === 'PENDING')
    return seen !== undefined && isOther(subject, seen) ? { ...report, stage: 'confirming' } : report
  if (report.status !== 'REFUND') return report
  const reason = await optional(refundReason(network, context, hash))
  return { ...report, ...defined({ reason }) }
}

interface Subject {
  readonly network: FamilyNetwork
  readonly request: StatusRequest
  readonly tracking: Tracking
  /** Capitals without 0x. */
  readonly hash: string
}

function isBlank({ tx, stages }: FamilyStatus): boolean {
  const { started, completed } = stages.inbound_observed
  return !started && !completed && (tx ?? undefined) === undefined
}

/** Reads the stages in the order of a swap. */
function judge(subject: Subject, seen: FamilyStatus): StatusReport | 'ask_indexer' {
  const { stages } = seen
  const observed = stages.inbound_observed
  const counting = stages.inbound_confirmation_counted
  if (!observed.completed || counting?.completed === false || stages.inbound_finalised?.completed !== true) {
    return { status: 'PENDING', stage: 'confirming', ...pause(counting?.remaining_confirmation_seconds) }
  }
  if (stages.swap_status?.pending === true || stages.swap_finalised?.completed !== true) {
    return { status: 'PENDING', stage: 'swapping' }
  }
  const delay = stages.outbound_delay
  if (delay?.completed === false) {
    return { status: 'PENDING', stage: 'paying_out', ...pause(delay.remaining_delay_seconds) }
  }
  if (stages.outbound_signed?.completed === false) return { status: 'PENDING', stage: 'paying_out' }
  return judgeOutputs(subject, seen)
}

/** The swap is complete and every output sent: who was paid what. */
function judgeOutputs(subject: Subject, seen: FamilyStatus): StatusReport | 'ask_indexer' {
  const { tracking } = subject
  const isRefund = (tx: OutTx) => /^refund:/i.test(tx.memo ?? '')
  const refunds = seen.out_txs.filter(isRefund)
  const payouts = seen.out_txs.filter((tx) => !isRefund(tx) && pays(tx, subject))
  if (payouts.length > 0) return reportSuccess(subject, payouts, refunds)
  const planned = seen.planned_out_txs
  const owed = planned.some(
    (item) => !item.refund && item.to_address !== undefined && samePayee(item.to_address, tracking),
  )
  const unsent = refunds.length === 0 && seen.stages.outbound_signed?.completed !== true
  if (owed || (unsent && planned.some((item) => item.refund))) return { status: 'PENDING', stage: 'paying_out' }
  if (refunds.length > 0 || planned.some((item) => item.refund)) {
    // Anyone may have named the hash of a deposit of his own, and what went back to him is no refund of this swap.
    return isOther(subject, seen) ? failedByMemo('it went back to whoever sent it') : reportRefund(subject, refunds)
  }
  if (seen.out_txs.length > 0 && isOther(subject, seen)) return failedByMemo('someone else was paid')
  return 'ask_indexer'
}

/** True for a deposit with another memo: one of another swap, or one whose wallet has changed what the network was told. */
function isOther({ tracking }: Subject, { tx }: FamilyStatus): boolean {
  return tx?.memo !== undefined && tx.memo !== '' && tx.memo !== tracking.memo
}

function failedByMemo(end: string): StatusReport {
  return { status: 'FAILED', stage: 'done', reason: `The deposit carried another memo than instructed, so ${end}` }
}

function reportSuccess(subject: Subject, payouts: readonly OutTx[], refunds: readonly OutTx[]): StatusReport {
  const { request } = subject
  const first = payouts[0]
  const back = refunds[0]
  const coin = back?.coins[0]
  const partly = coin === undefined ? undefined : describePartialSwap(subject, coin.asset, coin.amount)
  return {
    status: 'SUCCESS',
    stage: 'done',
    outboundHash: outHash(first?.id, request.dst, subject.hash),
    deliveredOut: deliveredAmount(
      subject,
      payouts.flatMap((tx) => tx.coins),
    ),
    ...refundHashOf(subject, back),
    ...defined({ reason: partly }),
  }
}

function reportRefund(subject: Subject, refunds: readonly OutTx[]): Extract<StatusReport, { status: 'REFUND' }> {
  return { status: 'REFUND', stage: 'done', ...refundHashOf(subject, refunds[0]) }
}

/** The indexer's report, for when the node no longer lists outputs. */
function judgeActions(subject: Subject, actions: readonly Action[]): StatusReport {
  const done = actions.filter((action) => action.status === 'success')
  const outs = done
    .filter((action) => action.type === 'swap')
    .flatMap((action) => action.out)
    .filter((out) => out.address !== undefined && samePayee(out.address, subject.tracking))
  const paid = outs.filter((out) => out.coins.some((coin) => isTarget(coin.asset, subject.tracking)))
  if (paid.length > 0) {
    return reportSuccess(
      subject,
      paid.map((out) => ({ id: out.txID, to_address: out.address, coins: out.coins, memo: undefined })),
      [],
    )
  }
  const refund = done.find((action) => action.type === 'refund')
  if (refund === undefined) return { status: 'PENDING', stage: 'paying_out' }
  const back = refund.out[0]
  const tx: OutTx[] =
    back === undefined ? [] : [{ id: back.txID, to_address: back.address, coins: [], memo: undefined }]
  return { ...reportRefund(subject, tx), ...defined({ reason: explainRefund(refund.metadata?.refund?.reason) }) }
}

/** Why the network refunded, which only the indexer knows. */
async function refundReason(
  network: FamilyNetwork,
  context: ProviderContext,
  hash: string,
): Promise<string | undefined> {
  const actions = await readActions(network, context, hash)
  return explainRefund(actions.flatMap((action) => action.metadata?.refund?.reason ?? [])[0])
}

function explainRefund(reason: string | undefined): string | undefined {
  return reason && `The network refunded the deposit: ${reason.slice(0, 300)}`
}

/** A deposit that the network has not seen: still unconfirmed, or failed. */
async function reportNotFound(
  { network, request, tracking }: Subject,
  context: ProviderContext,
): Promise<StatusReport> {
  const onItsWay: StatusReport = { status: 'PENDING', stage: 'confirming' }
  if (tracking.deposit === 'router') {
    const { state } = await context.receipt(request.src.chain.key, request.hash)
    if (state === 'pending') return onItsWay
    if (state === 'reverted') {
      const reason = 'The deposit was reverted on its chain: only its network fee was spent'
      return { status: 'FAILED', stage: 'done', reason }
    }
  }
  const longestMs = tracking.deposit === 'op_return' ? MEMPOOL_WAIT_MS : INCLUSION_WAIT_MS
  if (context.clock.now() - (request.hashKnownAtMs ?? request.executedAtMs) <= longestMs) return onItsWay
  // The network observes nothing on a halted chain, and sees earlier deposits afterwards.
  if (await isSourceHalted(network, request, context)) return onItsWay
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

/** True when the output pays the recipient in the target asset; a node may omit the address. */
function pays(tx: OutTx, { tracking }: Subject): boolean {
  if (!tx.coins.some((coin) => isTarget(coin.asset, tracking))) return false
  return tx.to_address === undefined || samePayee(tx.to_address, tracking)
}

function isTarget(asset: string, tracking: Tracking): boolean {
  return asset.toUpperCase() === tracking.toAsset
}

function samePayee(address: string, tracking: Tracking): boolean {
  return sameAddress(address, tracking.recipient)
}

function deliveredAmount({ network, request, tracking }: Subject, coins: OutTx['coins']): bigint {
  const units = coins.filter((coin) => isTarget(coin.asset, tracking)).reduce((sum, coin) => sum + coin.amount, 0n)
  return rescaleDown(units, networkDecimals(network, tracking.toAsset), request.dst.asset.decimals)
}

function describePartialSwap({ network }: Subject, asset: string, amount: bigint): string {
  const name = asset.toUpperCase()
  const symbol = /^[A-Z0-9]+\.([A-Z0-9]{1,20})/.exec(name)?.[1] ?? 'the source asset'
  return `Swapped in part: ${formatAmount(amount, networkDecimals(network, name))} ${symbol} went back`
}

/** The hash of an output in its chain's canonical form; an output on the network's own chain shares the inbound hash. */
function outHash(id: string | undefined, side: PricedAsset, inboundHash: string): string {
  const own = id === undefined || /^0*$/.test(id) ? inboundHash : id
  const { addressFamily, type } = side.chain
  const check = checkTransactionHash(addressFamily, type === 'EVM' ? `0x${own.replace(/^0x/i, '')}` : own)
  return check.ok ? check.canonical : own.slice(0, 100)
}

function refundHashOf({ request, hash }: Subject, tx: OutTx | undefined): { readonly refundHash?: string } {
  return tx === undefined ? {} : { refundHash: outHash(tx.id, request.src, hash) }
}

function pause(seconds: number | undefined): { readonly pollAfterMs?: number } {
  if (seconds === undefined || seconds === 0) return {}
  return { pollAfterMs: Math.min(Math.max(seconds * 1000, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) }
}
