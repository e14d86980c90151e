import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { encodeCall } from '../../core/evm/abi.ts'
import { depthOf } from '../../core/evm/confirmations.ts'
import { ACROSS_SPOKE_POOLS } from '../../core/evm/contracts.ts'
import { ACROSS_EVENTS } from '../../core/evm/events.ts'
import { ACROSS_SPOKE_POOL_READS } from '../../core/evm/functions.ts'
import { toQuantity } from '../../core/evm/json-rpc.ts'
import type { ReceiptReport, TokenTransfer } from '../../core/evm/receipt.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { WRAPPED_COINS } from '../../core/evm/tokens.ts'
import { defined } from '../../core/defined.ts'
import {
  type AgreedRead,
  type ProviderContext,
  ProviderError,
  type StatusReport,
  type StatusRequest,
} from '../contract.ts'
import { calldataContains } from '../kit/calldata-recipient.ts'
import {
  blockBefore,
  type BlockTime,
  type ChainLog,
  isOf,
  logsOfReceipt,
  readBlockTime,
  readTransactionLogs,
  searchLogs,
} from '../kit/chain-logs.ts'
import { resultOf, wordOf } from '../kit/node-answer.ts'
import {
  type AcrossDeposit,
  addressAsWord,
  depositSchema,
  fillTopics,
  NO_MESSAGE,
  paysRefund,
  readDeposit,
  readFill,
  wordAsAddress,
} from './deposit.ts'

/*
 * What became of a deposit, by the chains alone: the origin's SpokePool noted it, the destination's notes whether it is filled, and a
 * fill or a refund is a transaction that pays, which nodes of two operators must show. This needs none of Across's servers. Routes over CCTP and OFT make no deposit, and
 * of Solana no node is asked: of those the chains tell nothing here.
 */

/** Time between polls while a refund is due, in milliseconds: refunds are paid in bundles, hours apart. */
export const REFUND_PAUSE_MS = 120_000
/** The same while blocks are left to be searched. */
const SEARCH_PAUSE_MS = 5_000
/** The same where a fill is not what it should be. */
const SLOW_PAUSE_MS = 60_000
/** How far before the deposit a fill is searched: clocks of chains differ, and a relayer may be that fast. */
const SKEW_SEC = 60
/** Blocks that a search goes back to from what it found, should the chain be reorganised. */
const REORGANISED_BLOCKS = 50
const [REQUESTED_SLOW_FILL, FILLED] = [1n, 2n]
const NOBODY = `0x${'0'.repeat(40)}`

/** What tracking keeps of a swap. */
export const trackingSchema = z.object({
  /** Symbol of the token that the bridge itself delivers. */
  bridged: z.string(),
  depositor: z.string(),
  /** Older records have none. */
  recipient: z.string().optional(),
  /** Base units of the source asset. */
  amountIn: z.string(),
  /** The deposit, once the source chain has told it. */
  deposit: depositSchema.optional(),
  /** Epoch seconds of the deposit's block. */
  depositedAtSec: z.number().optional(),
  /** Epoch milliseconds when Across first called it filled without telling by which transaction. */
  filledSeenAtMs: z.number().optional(),
  /** Blocks from which fills and refunds are searched on. */
  fillFrom: z.number().optional(),
  refundFrom: z.number().optional(),
})
export type AcrossTracking = z.infer<typeof trackingSchema>

/** A swap whose deposit is known. */
interface Watched {
  readonly request: StatusRequest
  readonly context: ProviderContext
  readonly tracking: AcrossTracking & { readonly deposit: AcrossDeposit }
  readonly spokePools: { readonly src: string; readonly dst: string }
  readonly stated: AcrossEnd | undefined
}

/** How Across says that a deposit ended, and by which transaction where it tells one. */
export interface AcrossEnd {
  readonly what: 'filled' | 'returned'
  readonly hash?: string
}

/** What the chains tell: a report; that no SpokePool shows this deposit at all; or that too few nodes say anything. */
export type SeenOnChains = StatusReport | 'no deposit' | 'unseen'

/** The status of a swap by its chains. What was learned is in its tracking. @param stated where Across says that it ended */
export async function readChainStatus(
  request: StatusRequest,
  tracking: AcrossTracking,
  context: ProviderContext,
  stated: AcrossEnd | undefined,
): Promise<SeenOnChains> {
  try {
    const src = spokePoolOf(request.src.chain.chainId)
    const dst = spokePoolOf(request.dst.chain.chainId)
    if (src === undefined || dst === undefined) return 'no deposit'
    const found = await findDeposit(request, tracking, context, src)
    if (typeof found === 'string' || 'status' in found) return found
    return await watch({ request, context, tracking: found, spokePools: { src, dst }, stated })
  } catch (error) {
    if (error instanceof ProviderError || error instanceof RpcError) return 'unseen'
    throw error
  }
}

function spokePoolOf(chainId: number): string | undefined {
  return ACROSS_SPOKE_POOLS[chainId]
}

/** The tracking with the deposit that the swap's transaction made; a report where it failed. */
async function findDeposit(
  { src, dst, hash }: StatusRequest,
  tracking: AcrossTracking,
  context: ProviderContext,
  spokePool: string,
): Promise<Watched['tracking'] | SeenOnChains> {
  const { deposit: known, depositor, recipient } = tracking
  if (known !== undefined) return { ...tracking, deposit: known }
  if (recipient === undefined) return 'no deposit'
  const { state } = await context.receipt(src.chain.key, hash)
  if (state === 'reverted') return reportReverted(hash)
  if (state !== 'success') return 'unseen'
  const logs = await readTransactionLogs(context, src.chain.key, hash)
  if (logs === undefined) return 'unseen'
  const made = logs.flatMap((log) => {
    const read = readDeposit(log, spokePool, src.chain.chainId, dst.chain.chainId)
    if (read === undefined || read.deposit.depositor !== addressAsWord(depositor)) return []
    const isOurs =
      read.message === '0x'
        ? read.deposit.recipient === addressAsWord(recipient)
        : calldataContains(read.message, dst.chain, recipient)
    return isOurs ? [{ deposit: read.deposit, block: log.block }] : []
  })
  const [first] = made
  if (first === undefined) return 'no deposit'
  const { timeSec } = await readBlockTime(context, src.chain.key, first.block)
  return { ...tracking, deposit: first.deposit, depositedAtSec: timeSec }
}

function reportReverted(hash: string): StatusReport {
  const reason = 'The deposit was reverted: only its network fee was spent'
  return { status: 'FAILED', stage: 'done', inboundHash: hash, reason }
}

async function watch(swap: Watched): Promise<SeenOnChains> {
  const { request, context, tracking, stated } = swap
  const { deposit } = tracking
  const chainKey = request.dst.chain.key
  const latest = await readBlockTime(context, chainKey, 'latest')
  const status = await readFillStatus(swap, toQuantity(BigInt(latest.number)))
  if (status.by === 'none') return 'unseen'
  const { name } = request.dst.chain
  if (status.by === 'differing') {
    return pendingReport(
      swap,
      'swapping',
      tracking,
      `The nodes of ${name} contradict each other on whether it is filled`,
    )
  }
  if (status.value === FILLED) {
    if (status.by === 'agreed') return readFilled(swap, latest)
    if (stated !== undefined) return 'unseen'
    return pendingReport(
      swap,
      'paying_out',
      tracking,
      `One node of ${name} shows it filled; another has to confirm that`,
    )
  }
  if (latest.timeSec > deposit.fillDeadlineSec) return readRefund(swap)
  if (stated !== undefined) return pendingReport(swap, 'swapping', tracking, contradiction(stated, swap))
  const note =
    status.value === REQUESTED_SLOW_FILL
      ? 'No relayer has paid yet: Across was asked to pay from its own pool, which takes some hours'
      : undefined
  return pendingReport(swap, 'swapping', tracking, note)
}

/** What the chain says where Across states an end that it does not show. */
function contradiction({ what }: AcrossEnd, { request, tracking }: Watched): string {
  const { name } = request.dst.chain
  if (what === 'returned') {
    return `Across calls the deposit returned, but ${name} would let it be filled until ${untilOf(tracking.deposit)}`
  }
  return `Across calls the deposit filled, but ${name} contradicts it: its SpokePool does not note it as filled`
}

/** ISO 8601 time until when a deposit can be filled. */
function untilOf({ fillDeadlineSec }: AcrossDeposit): string {
  return new Date(fillDeadlineSec * 1000).toISOString()
}

function readFillStatus(
  { request, context, tracking, spokePools }: Watched,
  block: string,
): Promise<AgreedRead<bigint>> {
  const data = encodeCall(ACROSS_SPOKE_POOL_READS.fillStatuses.selector, [BigInt(tracking.deposit.relayHash)])
  return context.rpcAgreed(request.dst.chain.key, 'eth_call', [{ to: spokePools.dst, data }, block], wordOf)
}

/** The report of a deposit that its SpokePool notes as filled: by the transaction that paid, which is searched. */
async function readFilled(swap: Watched, latest: BlockTime): Promise<SeenOnChains> {
  const { request, context, tracking, spokePools, stated } = swap
  const named = await readNamedFill(swap)
  if (named !== undefined) return judgeFill(swap, named)
  const { deposit, depositedAtSec = request.executedAtMs / 1000 } = tracking
  const chainKey = request.dst.chain.key
  const from = tracking.fillFrom ?? (await blockBefore(context, chainKey, latest, depositedAtSec - SKEW_SEC))
  const { found, next } = await searchLogs(
    context,
    chainKey,
    { address: spokePools.dst, topics: fillTopics(deposit, request.src.chain.chainId) },
    { from, to: latest.number },
    (log) => readFill(log, deposit) !== undefined,
  )
  if (found !== undefined) {
    const kept = { ...tracking, fillFrom: Math.max(0, next - REORGANISED_BLOCKS) }
    return judgeFill({ ...swap, tracking: kept }, found)
  }
  const isSearched = next > latest.number
  if (isSearched && stated?.what === 'filled') {
    // Of what a contract was to do with it, Across alone can tell.
    if (deposit.messageHash !== NO_MESSAGE) return 'unseen'
    const noted = await confirmFilled(swap, latest)
    if (noted !== undefined) return noted
  }
  // What one node does not find, another one may: the search begins anew.
  const { fillFrom: _, ...anew } = tracking
  const note = `The SpokePool on ${request.dst.chain.name} has been filled; the transaction that paid is still searched`
  return pendingReport(swap, 'paying_out', isSearched ? anew : { ...tracking, fillFrom: next }, note, SEARCH_PAUSE_MS)
}

/** The fill in the transaction that Across names; undefined where that shows none. */
async function readNamedFill({
  request,
  context,
  tracking,
  spokePools,
  stated,
}: Watched): Promise<ChainLog | undefined> {
  if (stated?.what !== 'filled' || stated.hash === undefined) return undefined
  const logs = await readTransactionLogs(context, request.dst.chain.key, stated.hash)
  return findFill(logs ?? [], tracking.deposit, spokePools.dst, request.src.chain.chainId)
}

function findFill(
  logs: readonly ChainLog[],
  deposit: AcrossDeposit,
  spokePool: string,
  originChainId: number,
): ChainLog | undefined {
  const filter = { address: spokePool, topics: fillTopics(deposit, originChainId) }
  return logs.find((log) => isOf(log, filter) && readFill(log, deposit) !== undefined)
}

/** True where nodes agree that a transaction made this fill of the deposit. @throws ProviderError */
async function isFillAgreed({ request, context, tracking, spokePools }: Watched, log: ChainLog): Promise<boolean> {
  const { src, dst } = request
  const hash = log.transactionHash
  const shown = await context.rpcAgreed(dst.chain.key, 'eth_getTransactionReceipt', [hash], (answer) => {
    const logs = logsOfReceipt(resultOf(answer), hash) ?? []
    return findFill(logs, tracking.deposit, spokePools.dst, src.chain.chainId)?.data.toLowerCase() ?? 'none'
  })
  return shown.by === 'agreed' && shown.value === log.data.toLowerCase()
}

/**
 * The success of a fill whose transaction no node shows, where both Across and the SpokePool say that it is filled: the hash under which it
 * notes that stands for recipient, token and amount. Undefined where that is another token.
 */
async function confirmFilled(swap: Watched, latest: BlockTime): Promise<StatusReport | undefined> {
  const { request, tracking } = swap
  const { deposit } = tracking
  if (!isPaidAsAsked(swap)) return undefined
  const { blocks, tag } = depthOf(request.dst.chain.key, undefined)
  const block = tag ?? toQuantity(BigInt(Math.max(0, latest.number - blocks + 1)))
  const settled = await readFillStatus(swap, block)
  if (settled.by !== 'agreed' || settled.value !== FILLED) return undefined
  const reason = `The SpokePool on ${request.dst.chain.name} notes that it was paid; by which transaction was not found`
  return { ...endedBy(swap), status: 'SUCCESS', deliveredOut: BigInt(deposit.outputAmount), reason }
}

/** What a fill's transaction shows, once it is deep enough. */
async function judgeFill(swap: Watched, log: ChainLog): Promise<SeenOnChains> {
  const { request, context, tracking, stated } = swap
  const { deposit } = tracking
  const receipt = await context.receipt(request.dst.chain.key, log.transactionHash)
  if (receipt.state !== 'success') return pendingReport(swap, 'paying_out', tracking)
  if (!(await isFillAgreed(swap, log))) {
    if (stated !== undefined) return 'unseen'
    const note = `One node of ${request.dst.chain.name} shows who was paid; another has to confirm that`
    return pendingReport(swap, 'paying_out', tracking, note)
  }
  const judged =
    deposit.messageHash === NO_MESSAGE ? judgePayment(swap, log, receipt) : await judgeActions(swap, log, receipt)
  const note = `${log.transactionHash} filled the deposit on ${request.dst.chain.name}, but does not show what the recipient was paid`
  return judged ?? pendingReport(swap, 'paying_out', tracking, note, SLOW_PAUSE_MS)
}

/** The report of a fill that paid the recipient itself; undefined where its transaction does not show that. */
function judgePayment(swap: Watched, log: ChainLog, receipt: ReceiptReport): StatusReport | undefined {
  const { deposit, recipient = '' } = swap.tracking
  const fill = readFill(log, deposit)
  if (fill === undefined) return undefined
  const ended = { ...endedBy(swap), outboundHash: log.transactionHash }
  if (fill.recipient !== addressAsWord(recipient)) {
    const reason = `The deposit was paid to ${wordAsAddress(fill.recipient) ?? fill.recipient}, as a later signature of the depositor asked for`
    return { ...ended, status: 'FAILED', reason }
  }
  if (!isPaidAsAsked(swap) || paidBy(swap, receipt) < fill.amountOut) return undefined
  return { ...ended, status: 'SUCCESS', deliveredOut: fill.amountOut }
}

/** True where the deposit pays the destination asset itself; for coins their wrapped form, as far as that is known. */
function isPaidAsAsked({ request, tracking }: Watched): boolean {
  const { asset, chain } = request.dst
  const token = wordAsAddress(tracking.deposit.outputToken) ?? ''
  const expected = asset.isNative ? WRAPPED_COINS.get(chain.key) : asset.address
  return expected === undefined || sameAddress(token, expected)
}

/** Base units of the deposit's output that a transaction paid: transferred to the recipient, or unwrapped by the SpokePool for him. */
function paidBy({ tracking, spokePools }: Watched, { transfers = [], unwraps = [] }: ReceiptReport): bigint {
  const { deposit, recipient = '' } = tracking
  const token = wordAsAddress(deposit.outputToken) ?? ''
  const transferred = sumOf(transfers, token, (move) => sameAddress(move.to, recipient))
  // Wrapped coins of some chains note an event of their own, those of others a transfer to nobody.
  const burnt = sumOf(transfers, token, ({ from, to }) => sameAddress(from, spokePools.dst) && to === NOBODY)
  const unwrapped = unwraps
    .filter((unwrap) => sameAddress(unwrap.token, token) && sameAddress(unwrap.owner, spokePools.dst))
    .reduce((sum, { amount }) => sum + amount, 0n)
  return [transferred, burnt, unwrapped].reduce((most, amount) => (amount > most ? amount : most))
}

function sumOf(
  transfers: readonly TokenTransfer[],
  token: string,
  counts: (transfer: TokenTransfer) => boolean,
): bigint {
  return transfers
    .filter((transfer) => sameAddress(transfer.token, token) && counts(transfer))
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/** The report of a fill that paid a contract, which swaps on and hands the outcome, or else what it got, to the recipient. */
async function judgeActions(swap: Watched, log: ChainLog, receipt: ReceiptReport): Promise<StatusReport | undefined> {
  const { request, context, tracking } = swap
  const { deposit, recipient = '', bridged } = tracking
  const { asset, chain } = request.dst
  const { transfers = [] } = receipt
  const toRecipient = (token: string) => sumOf(transfers, token, ({ to }) => sameAddress(to, recipient))
  const ended = { ...endedBy(swap), outboundHash: log.transactionHash }
  const deliveredOut = asset.isNative ? 0n : toRecipient(asset.address)
  if (deliveredOut > 0n) return { ...ended, status: 'SUCCESS', deliveredOut }
  const reason = describeUnswapped(bridged, request)
  if (toRecipient(wordAsAddress(deposit.outputToken) ?? '') > 0n) return { ...ended, status: 'FAILED', reason }
  // Coins leave no trace in the logs: that nothing failed must do.
  if (!asset.isNative) return undefined
  const logs = await readTransactionLogs(context, chain.key, log.transactionHash)
  const failed = logs?.some(({ topics }) => topics[0]?.toLowerCase() === ACROSS_EVENTS.callsFailed.topic)
  if (failed === undefined) return undefined
  return failed ? { ...ended, status: 'FAILED', reason } : { ...ended, status: 'SUCCESS' }
}

/** What the recipient has after a fill whose swap failed. @param bridged symbol of the bridged token */
export function describeUnswapped(bridged: string, { dst }: Pick<StatusRequest, 'dst'>): string {
  return `The swap on ${dst.chain.name} failed: the recipient got ${bridged} instead of ${dst.asset.symbol}`
}

/** The report of a deposit that nobody may fill any more: its refund, which is searched, or that it is due. */
async function readRefund(swap: Watched): Promise<StatusReport> {
  const { request, context, tracking, spokePools, stated } = swap
  const { deposit } = tracking
  const { chain } = request.src
  const token = wordAsAddress(deposit.inputToken) ?? ''
  const to = wordAsAddress(deposit.depositor) ?? ''
  const refund = { token, to, least: BigInt(deposit.inputAmount) }
  const latest = await readBlockTime(context, chain.key, 'latest')
  const from = tracking.refundFrom ?? (await blockBefore(context, chain.key, latest, deposit.fillDeadlineSec))
  const { found, next } = await searchLogs(
    context,
    chain.key,
    {
      address: spokePools.src,
      topics: [ACROSS_EVENTS.executedRelayerRefundRoot.topic, addressAsWord(toQuantity(BigInt(chain.chainId)))],
    },
    { from, to: latest.number },
    (log) => paysRefund(log, refund),
  )
  const kept = { ...tracking, refundFrom: found === undefined ? next : Math.max(0, next - REORGANISED_BLOCKS) }
  const report = found === undefined ? undefined : await judgeRefund(swap, found)
  if (report !== undefined) return report
  const word = stated?.what === 'filled' ? `${contradiction(stated, swap)}. ` : ''
  const note = `${word}No relayer paid until ${untilOf(deposit)}: Across returns the deposit to ${to} on ${chain.name}, in a bundle of refunds, mostly within some hours`
  const pauseMs = found === undefined && next <= latest.number ? SEARCH_PAUSE_MS : REFUND_PAUSE_MS
  return pendingReport(swap, 'swapping', kept, note, pauseMs)
}

/** The refund of a bundle once it is deep enough and its transfer is there. */
async function judgeRefund(swap: Watched, log: ChainLog): Promise<StatusReport | undefined> {
  const { request, context, tracking, spokePools } = swap
  const { deposit, depositor } = tracking
  const { state, transfers = [] } = await context.receipt(request.src.chain.key, log.transactionHash)
  const token = wordAsAddress(deposit.inputToken) ?? ''
  const returned = sumOf(
    transfers,
    token,
    ({ from, to }) => sameAddress(from, spokePools.src) && sameAddress(to, depositor),
  )
  if (state !== 'success' || returned < BigInt(deposit.inputAmount)) return undefined
  if (!(await isRefundAgreed(swap, log))) return undefined
  const isSame = sameAddress(token, request.src.asset.address)
  const how = isSame ? '' : `, as the token that it bridges (${token})`
  return {
    ...endedBy(swap),
    status: 'REFUND',
    refundHash: log.transactionHash,
    reason: `No relayer paid out in time, so Across returned the deposit${how}`,
    ...(isSame ? { progress: { refundedIn: BigInt(deposit.inputAmount) } } : {}),
  }
}

/** True where nodes agree that a transaction holds this log of a bundle. @throws ProviderError */
async function isRefundAgreed({ request, context }: Watched, log: ChainLog): Promise<boolean> {
  const hash = log.transactionHash
  const shown = await context.rpcAgreed(request.src.chain.key, 'eth_getTransactionReceipt', [hash], (answer) =>
    (logsOfReceipt(resultOf(answer), hash) ?? []).some((one) => isOf(one, log) && one.data === log.data),
  )
  return shown.by === 'agreed' && shown.value
}

function endedBy({ request, tracking }: Watched) {
  return { stage: 'done', inboundHash: request.hash, tracking } as const
}

function pendingReport(
  { request }: Watched,
  stage: 'swapping' | 'paying_out',
  tracking: AcrossTracking & { readonly deposit: AcrossDeposit },
  note?: string,
  pollAfterMs?: number,
): StatusReport {
  const { inputToken, inputAmount } = tracking.deposit
  const isSame = inputToken === addressAsWord(request.src.asset.address)
  const progress = defined({ receivedIn: isSame ? BigInt(inputAmount) : undefined, note })
  return {
    status: 'PENDING',
    stage,
    inboundHash: request.hash,
    tracking: defined(tracking) as typeof tracking,
    ...(Object.keys(progress).length === 0 ? {} : { progress }),
    ...defined({ pollAfterMs }),
  }
}
