import { cleanText } from '../../core/text/clean-text.ts'
import {
  type NoRoute,
  type ProviderCall,
  type ProviderContext,
  ProviderError,
  type ProviderQuoteRequest,
  type ProviderReply,
} from '../contract.ts'
import { canSplitMemo, OP_RETURN_BYTES } from '../../core/swap/memo-outputs.ts'
import { checkAgreement } from '../kit/agreement.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { readAffiliate } from './affiliate.ts'
import type { NetworkAsset } from './chains.ts'
import { askInTurn, type Reading } from './hosts.ts'
import type { FamilyNetwork } from './network.ts'
import { checkSplit } from './memo.ts'
import { isStale, nodeBehind, readRefusal, TOO_LONG, tooSmall } from './refusals.ts'
import { rescaleDown, rescaleUp } from './units.ts'
import {
  type Action,
  actionsSchema,
  type FamilyQuote,
  type FamilyStatus,
  type Inbound,
  inboundSchema,
  type IndexedPool,
  indexedPoolsSchema,
  notSeenSchema,
  type Pool,
  poolsSchema,
  quoteSchema,
  refusalSchema,
  statusSchema,
} from './wire.ts'
import { larger } from '../../core/money/larger.ts'

/** Vaults and halts of every chain. @throws ProviderError */
export function readInbound(network: FamilyNetwork, context: ProviderContext): Promise<readonly Inbound[]> {
  const read = (reply: ProviderReply) => parseReply(inboundSchema, expectOk(reply), 'list of vaults')
  return askNode(network, context, { path: 'inbound_addresses', outsideBudget: true }, { read })
}

/** @throws ProviderError */
export function readPools(network: FamilyNetwork, context: ProviderContext): Promise<readonly Pool[]> {
  const read = (reply: ProviderReply) => parseReply(poolsSchema, expectOk(reply), 'list of pools')
  return askNode(network, context, { path: 'pools', outsideBudget: true }, { read })
}

/**
 * The status of an inbound hash, in capitals without 0x; undefined where a node says that it has not seen it.
 * @param isOverdue true where it should have been seen by now: then every host is asked, and one that has seen it counts
 * @throws ProviderError also where no host but gateways without a node says that it is not found
 */
export function readStatus(
  network: FamilyNetwork,
  context: ProviderContext,
  hash: string,
  isOverdue: boolean,
): Promise<FamilyStatus | undefined> {
  return askNode(
    network,
    context,
    { path: `tx/status/${hash}`, outsideBudget: true },
    { read: readSighting, isEnough: (seen) => seen !== undefined || !isOverdue },
  )
}

function readSighting(reply: ProviderReply): FamilyStatus | undefined {
  // A gateway whose node is gone answers 404 as well, and knows of no hash.
  if (reply.status === 404 && notSeenSchema.safeParse(reply.body).success) return undefined
  const seen = parseReply(statusSchema, expectOk(reply), 'status')
  return isBlank(seen) ? undefined : seen
}

function isBlank({ tx, stages, planned_out_txs: planned, out_txs: outs }: FamilyStatus): boolean {
  const { started, completed } = stages.inbound_observed
  return !started && !completed && (tx ?? undefined) === undefined && planned.length + outs.length === 0
}

/**
 * What the indexer knows of an inbound hash, in capitals without 0x. Every host is asked until one knows anything.
 * @throws ProviderError
 */
export function readActions(
  network: FamilyNetwork,
  context: ProviderContext,
  hash: string,
): Promise<readonly Action[]> {
  const call: ProviderCall = { method: 'GET', path: '/v2/actions', query: { txid: hash }, outsideBudget: true }
  const read = (reply: ProviderReply): readonly Action[] =>
    parseReply(actionsSchema, expectOk(reply), 'list of actions').actions.filter((action) =>
      action.in.some((tx) => tx.txID?.toUpperCase() === hash),
    )
  return askInTurn(network.indexers, context, call, { read, isEnough: (actions) => actions.length > 0 })
}

/** The pools as the indexer lists them, with the decimals of their assets. @throws ProviderError */
export function readIndexedPools(network: FamilyNetwork, context: ProviderContext): Promise<readonly IndexedPool[]> {
  const call: ProviderCall = { method: 'GET', path: '/v2/pools', outsideBudget: true }
  const read = (reply: ProviderReply) => parseReply(indexedPoolsSchema, expectOk(reply), 'list of pools')
  return askInTurn(network.indexers, context, call, { read })
}

function askNode<T>(
  network: FamilyNetwork,
  context: ProviderContext,
  call: Omit<ProviderCall, 'method'>,
  reading: Reading<T>,
): Promise<T> {
  return askInTurn(network.nodes, context, { ...call, method: 'GET', path: `${network.path}/${call.path}` }, reading)
}

/** What a reply of 2xx holds. @throws ProviderError unreachable for a node behind the network, bad_response for others */
function expectOk(reply: ProviderReply): unknown {
  if (reply.status < 300) return reply.body
  const refusal = refusalSchema.safeParse(reply.body)
  if (refusal.success && isStale(refusal.data)) throw nodeBehind()
  throw badReply(`It refused a request that it documents (${reply.status})`)
}

/** A pair in the network's names, and the request. */
export interface PairTerms {
  readonly source: NetworkAsset
  readonly target: NetworkAsset
  readonly pools: readonly Pool[]
  readonly request: Omit<ProviderQuoteRequest, 'amountText' | 'confidentiality'>
}

/** A quote for exactly the request's terms. */
export interface QuotedTerms {
  readonly status: 'quoted'
  readonly quote: FamilyQuote
  /** True where the memo may go on in further outputs. */
  readonly isSplit: boolean
}

/**
 * Asks for a quote for exactly these terms. One whose memo is too long for an OP_RETURN output is asked for once more with
 * further outputs, where network and chain have them.
 * @param memo that is agreed on already: a long one is asked for so at once
 * @throws ProviderError
 */
export async function askQuote(
  network: FamilyNetwork,
  context: ProviderContext,
  terms: PairTerms,
  memo = '',
): Promise<QuotedTerms | NoRoute> {
  const { source, request } = terms
  const { addressFamily: family } = request.src.chain
  const canSplit = network.splitsMemos && source.chain.deposit === 'op_return' && canSplitMemo(family)
  const isLong = canSplit && memo.length > OP_RETURN_BYTES
  const answer = await askOnce(network, context, terms, isLong)
  const isTooLong = answer.status === 'no_route' && answer.message === TOO_LONG
  const answered = isTooLong && canSplit && !isLong ? await askOnce(network, context, terms, true) : answer
  if (answered.status === 'quoted' && answered.isSplit && answered.quote.memo !== undefined) {
    checkSplit(answered.quote.memo, family, answered.quote.vout)
  }
  return answered
}

async function askOnce(
  network: FamilyNetwork,
  context: ProviderContext,
  terms: PairTerms,
  isSplit: boolean,
): Promise<QuotedTerms | NoRoute> {
  const { source, target, request } = terms
  const amount = rescaleDown(request.amountIn, request.src.asset.decimals, source.decimals)
  if (amount === 0n) return tooSmall(rescaleUp(1n, source.decimals, request.src.asset.decimals))
  const affiliate = readAffiliate(context)
  const query = {
    from_asset: source.name,
    to_asset: target.name,
    amount: amount.toString(),
    destination: request.recipient?.replace(/^bitcoincash:/, ''),
    streaming_interval: network.streamingInterval,
    streaming_quantity: 0,
    liquidity_tolerance_bps: request.slippageBps >= ANY_OUTPUT_BPS ? undefined : request.slippageBps,
    affiliate: affiliate?.name,
    affiliate_bps: affiliate?.bps,
    extended: isSplit ? 'true' : undefined,
  }
  const read = (reply: ProviderReply): QuotedTerms | NoRoute => {
    const refusal = refusalSchema.safeParse(reply.body)
    if (refusal.success) return readRefusal(cleanText(refusal.data, 300), reply.status, request.src, source)
    if (reply.status >= 500) {
      throw new ProviderError('unreachable', `It answered with a server error (${reply.status})`)
    }
    return toTerms(parseReply(quoteSchema, expectOk(reply), 'quote'), amount, { source, target, request }, isSplit)
  }
  return askNode(network, context, { path: 'quote/swap', query, acceptStatuses: [500, 501] }, { read })
}

/** The terms of a quote. @throws ProviderError bad_response for one that contradicts the request or itself */
function toTerms(
  quote: FamilyQuote,
  amount: bigint,
  { source, target, request }: Omit<PairTerms, 'pools'>,
  isSplit: boolean,
): QuotedTerms | NoRoute {
  if ((quote.fees.asset?.toUpperCase() ?? target.name) !== target.name) throw badReply('Its quote is for another asset')
  checkFeeShare(quote)
  const dust = quote.dust_threshold ?? 0n
  const least = quote.recommended_min_amount_in ?? 0n
  if (amount <= dust || amount < least) {
    const minimum = larger(least, dust + 1n)
    return tooSmall(rescaleUp(minimum, source.decimals, request.src.asset.decimals))
  }
  if (quote.expected_amount_out === 0n) return tooSmall(undefined)
  return { status: 'quoted', quote, isSplit }
}

/** How far the stated share of the fees may be from that of the stated amounts, in basis points of the larger. */
const FEE_SHARE_BPS = 2_000

/** Refuses an output of which the stated fees are not the share that the reply says. @throws ProviderError bad_response */
function checkFeeShare({ fees: { total, total_bps: bps }, expected_amount_out: output }: FamilyQuote): void {
  if (total === undefined || total === 0n || bps === undefined) return
  checkAgreement('output', (total * 10_000n) / (output + total), BigInt(bps), FEE_SHARE_BPS)
}

/** Slippage without a limit in the memo, in basis points: the node accepts a tolerance below 10000 only. */
export const ANY_OUTPUT_BPS = 10_000
