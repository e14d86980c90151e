import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import { TOKEN_EVENTS, topicAddress } from '../../core/evm/events.ts'
import { selectorOf } from '../../core/evm/functions.ts'
import { isHex, quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { Json, OperatorAnswer } from '../../core/ports.ts'
import { larger } from '../../core/money/larger.ts'
import { walletCall } from '../terms/deposit.ts'
import type { ListUnsettled } from '../family.ts'
import type { AccountPlace, OwnTransaction, PaidAnswer, PaidQuestion } from '../payment.ts'
import { evmAccountId } from './account.ts'
import { findUsedUp } from './approvals/approvals.ts'
import { gainOf } from './chain/arrival.ts'
import { verifyEveryNode } from './chain/chain-id.ts'
import { amountText, coinText, symbolOf } from './chain/checks.ts'
import { readMiddleBlock } from './chain/middle.ts'
import { type Block, blockOf, readBlock, receiptOf, sameText } from './chain/reads.ts'
import type { EvmChain } from './evm-chain.ts'
import { type Counts, countsOf, findByNonce, type MinedTransaction } from './nonce-use.ts'
import { readSigned } from './signed-transaction.ts'

/*
 * Whether a payment was made before, by a copy of this home. Each payment takes a nonce of its account: so what took the
 * nonces since the agreement is read, and a transaction that moved something else explains its own. Nodes that keep no old
 * state cannot tell what took a nonce; the token's own events then show what left, and the rest is said.
 */

/** Nonces whose transactions are read at most: each takes some twenty questions. */
const MOST_NONCES = 12
/** Blocks of events that are asked for at once at first, and at least: public nodes allow from 500 to 50,000. */
const EVENT_BLOCKS = { most: 10_000n, least: 500n } as const
/** Questions for events at most. */
const MOST_EVENT_READS = 24
/** Blocks that a place may be ahead of a node that lags. */
const LAG_BLOCKS = 16n
/** Seconds that the clock of this machine may be ahead of a chain's. */
const CLOCK_SLACK_SEC = 120n
/** Looks for the block of a time. */
const MOST_LOOKS = 24

/** What a look needs of the wallet. */
interface Looker {
  readonly owner: string
  readonly chain: EvmChain
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** What this machine has signed outside of the account's runs, and in those that are not settled. */
  readonly listUnsettled: ListUnsettled
}

/** A transaction that this home has signed, with its nonce. */
interface OwnNonce extends OwnTransaction {
  readonly nonce: number
}

/** As `Wallet` has it. */
export async function findPaid(looker: Looker, asked: PaidQuestion): Promise<PaidAnswer> {
  const { chain, owner } = looker
  const account = evmAccountId(chain.chainId, owner)
  const noted = asked.since?.account === account ? asked.since : undefined
  let reading: Promise<readonly OwnNonce[]> | undefined
  const readOwn = () => (reading ??= ownNonces(looker, asked))
  const findUnknown = async (from: number, to: number) => {
    if (from >= to) return []
    const settled = new Set(
      (await readOwn()).flatMap(({ nonce, settledMs }) => (settledMs === undefined ? [] : [nonce])),
    )
    return range(from, to).filter((nonce) => !settled.has(nonce))
  }
  if (asked.signed !== undefined && noted !== undefined) {
    const { nonce } = await readSigned(asked.signed)
    if ((await findUnknown(noted.sequence, nonce)).length === 0) return { now: undefined, doubts: [] }
  }
  await verifyEveryNode(chain)
  const [latest, pending, head] = await Promise.all([
    countsOf(chain, owner, 'latest'),
    countsOf(chain, owner, 'pending'),
    readMiddleBlock(chain.rpc),
  ])
  const mined = highest(chain, latest)
  const next = Math.max(mined, highest(chain, pending))
  const start = noted === undefined ? await placeAt(looker, asked.begunMs, head, readOwn) : { ...noted, isExact: true }
  const search = { ...looker, asked, head, start, readOwn }
  const unknown = await findUnknown(start.sequence, mined)
  const looks: { readonly nonce: number; readonly look: Look }[] = []
  for (const nonce of start.isExact ? unknown.slice(0, MOST_NONCES) : []) {
    looks.push({ nonce, look: await lookAt(search, nonce) })
  }
  const found = looks.flatMap(({ look }) => (typeof look === 'string' ? [] : [look]))
  const unread = unknown.filter((nonce) => (looks.find((one) => one.nonce === nonce)?.look ?? 'unread') === 'unread')
  // What was read tells by itself what became of an approval.
  const isRead = looks.some(({ look }) => look !== 'unread')
  const usedUp = isRead ? undefined : await findUsedApproval(search)
  const isLost = unread.length > 0 || usedUp !== undefined
  const events = isLost && !asked.terms.src.isNative ? await searchEvents(search) : undefined
  // The nonces before the run are not known then, but all that left since it began.
  const isCovered = !start.isExact && events !== undefined && events.unsearched === undefined
  const others = (events?.found ?? []).filter(({ hash }) => !found.some((one) => one.hash === hash))
  const own = mined < next ? await readOwn() : []
  const waiting = range(Math.max(mined, start.sequence), next).filter((at) => !own.some(({ nonce }) => nonce === at))
  const doubts = [
    ...[...found, ...others].map(({ doubt }) => doubt),
    ...(usedUp === undefined ? [] : [usedUp]),
    ...(unread.length > 0 && !isCovered ? [unreadText(search, unread, events)] : []),
    ...(waiting.length > 0
      ? [`what has ${nonceText(waiting)} of ${owner} on ${chain.name} waits for a block, and was not signed here`]
      : []),
  ]
  return { now: { account, sequence: next, block: head.number }, doubts }
}

/** A look with what it begins from. */
interface Search extends Looker {
  readonly asked: PaidQuestion
  /** Up to where. */
  readonly head: Block
  readonly start: Start
  readonly readOwn: () => Promise<readonly OwnNonce[]>
}

/** `explained` for what pays nothing of the swap, `unread` where nodes cannot show it. */
type Look = 'explained' | 'unread' | { readonly hash: string; readonly doubt: string }

/** Reads what took a nonce, and whether that may be the payment. */
async function lookAt({ chain, owner, asked, head, start, readOwn }: Search, nonce: number): Promise<Look> {
  const after = start.block > LAG_BLOCKS ? start.block - LAG_BLOCKS : -1n
  const taker = await orUnclear(findByNonce(chain, { owner, nonce }, head.number, after))
  if (taker === undefined || typeof taker === 'string') return 'unread'
  if ((await readOwn()).some(({ hash }) => sameText(hash, taker.hash))) return 'explained'
  const left = await orUnclear(readDeparture(chain, owner, asked.terms.src, taker))
  if (left === undefined) return 'unread'
  if (left === 'reverted') return 'explained'
  const { hash, block, to = 'a new contract' } = taker
  const what = `${hash} on ${chain.name}`
  if (isPayment(asked, taker, left)) {
    return { hash, doubt: `${what} sent ${leftText(chain, asked, left)} to ${to} in block ${block}` }
  }
  // Whoever cancels a payment wants none, and gets none where the run ends.
  const isCancelling = sameAddress(to, owner) && taker.data === '0x' && taker.value === 0n
  return isCancelling && asked.isEnding !== true
    ? { hash, doubt: `${what} moves nothing, as what cancels a payment` }
    : 'explained'
}

/** What a transaction took of the source asset, base units; undefined where nodes do not agree. */
async function readDeparture(
  { rpc }: EvmChain,
  owner: string,
  { isNative, address }: PaidQuestion['terms']['src'],
  { hash, value }: MinedTransaction,
): Promise<bigint | 'reverted' | undefined> {
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const read = (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    const receipt = receiptOf(answer.value, hash)
    if (receipt === undefined) return undefined
    if (!receipt.ok) return 'reverted'
    return isNative ? value : -gainOf(recordOf(answer.value)['logs'], address, owner)
  }
  return readSettled(rpc, call, read)
}

/** True for what is to the same contract by the same function, or takes about the same amount. */
function isPayment(
  { terms, execution, mostOnTop }: PaidQuestion,
  { to, data }: MinedTransaction,
  left: bigint,
): boolean {
  const { src, nativeOnTop } = terms
  if (left <= 0n) return false
  const call = execution === undefined ? undefined : walletCall(execution)
  const target = call?.providerTarget ?? execution?.providerResult.depositAddress
  const isTarget = target !== undefined && to !== undefined && sameAddress(target, to)
  const isSame = isTarget && selectorOf(data) === selectorOf(call?.providerCalldata ?? '0x')
  return isSame || isAbout(left, src.units, src.isNative ? larger(mostOnTop ?? src.units / 4n, nativeOnTop) : 0n)
}

/** True for an amount within 1 %: some tokens round, and fees may come on top. */
function isAbout(left: bigint, units: bigint, onTop = 0n): boolean {
  const slack = units / 100n
  return left >= units - slack && left <= units + onTop + slack
}

function leftText(chain: EvmChain, { terms: { src } }: PaidQuestion, units: bigint): string {
  return src.isNative ? coinText(units, chain) : amountText(units, src)
}

/** Says where less of an approval stands than was given, and nothing of this home came after it. */
async function findUsedApproval({ chain, owner, nowMs, asked, readOwn }: Search): Promise<string | undefined> {
  const { earlier, terms } = asked
  if (earlier.length === 0) return undefined
  const given = Math.max(...(await Promise.all(earlier.map(readSigned))).map(({ nonce }) => nonce))
  if ((await readOwn()).some(({ nonce }) => nonce > given)) return undefined
  const [used] = (await orUnclear(findUsedUp(chain, owner, earlier, terms.src.units, nowMs))) ?? []
  return used === undefined
    ? undefined
    : `what was approved for ${used.spender} is used, and not by this run as it is here`
}

/** Where a search begins. */
interface Start extends Pick<AccountPlace, 'sequence' | 'block'> {
  /** False where no node keeps the state of that time: then the nonce is only known to be no lower. */
  readonly isExact: boolean
}

/** Where the account stood when a run began. */
async function placeAt(
  { chain, owner }: Looker,
  begunMs: number,
  head: Block,
  readOwn: Search['readOwn'],
): Promise<Start> {
  const block = await blockAt(chain, BigInt(Math.floor(begunMs / 1000)) - CLOCK_SLACK_SEC, head)
  const counts = await orUnclear(countsOf(chain, owner, toQuantity(block)))
  const stated = (counts?.stated ?? []).filter((count) => count !== undefined)
  const [lowest] = [...stated].sort((a, b) => (a < b ? -1 : 1))
  if (counts?.isEnough === true && lowest !== undefined) return { sequence: Number(lowest), block, isExact: true }
  const before = (await readOwn()).filter(({ settledMs }) => settledMs !== undefined && settledMs <= begunMs)
  return { sequence: Math.max(0, ...before.map(({ nonce }) => nonce + 1)), block, isExact: false }
}

/**
 * The last block at or before a time, or an earlier one; every node keeps the times of all blocks. The first block where two
 * operators do not confirm it, where two are known.
 * @param atSec epoch seconds
 */
async function blockAt({ rpc }: EvmChain, atSec: bigint, head: Block): Promise<bigint> {
  let [low, high] = [0n, head.number + 1n]
  for (let looks = 0; looks < MOST_LOOKS && high - low > 1n; looks += 1) {
    // Back from the head in steps that grow, then by halves: the time is near the head as a rule.
    const back = head.number - 4n ** BigInt(looks) + 1n
    const at = low === 0n && back > 0n ? back : (low + high) / 2n
    const { timestampSec } = await readBlock(rpc, toQuantity(at))
    if (timestampSec <= atSec) low = at
    else high = at
  }
  const call = { method: 'eth_getBlockByNumber', params: [toQuantity(low), false] }
  const agreed = await orUnclear(
    readSettled(rpc, call, (answer) => ('value' in answer ? blockOf(answer.value)?.timestampSec : undefined)),
  )
  return agreed !== undefined && agreed <= atSec ? low : 0n
}

/** What the token's events show of a search. */
interface EventSearch {
  readonly found: readonly { readonly hash: string; readonly doubt: string }[]
  /** First block that could not be searched; undefined where all were. */
  readonly unsearched: bigint | undefined
}

/** Payments among the transfers of the token from the account, as two operators have them, where two are known. */
async function searchEvents({ chain, owner, asked, head, start, readOwn }: Search): Promise<EventSearch> {
  const { src } = asked.terms
  const own = await readOwn()
  const found: { hash: string; doubt: string }[] = []
  let size: bigint = EVENT_BLOCKS.most
  let at = start.block
  for (let reads = 0; at <= head.number; reads += 1) {
    const to = at + size - 1n < head.number ? at + size - 1n : head.number
    const left =
      reads >= MOST_EVENT_READS ? undefined : await orUnclear(readTransfers(chain, src.address, owner, at, to))
    if (left === undefined) {
      if (size <= EVENT_BLOCKS.least || reads >= MOST_EVENT_READS) return { found, unsearched: at }
      size /= 4n
      continue
    }
    for (const [hash, units] of left) {
      if (!isAbout(units, src.units) || own.some((one) => sameText(one.hash, hash))) continue
      found.push({ hash, doubt: `${hash} on ${chain.name} sent ${leftText(chain, asked, units)}` })
    }
    at = to + 1n
  }
  return { found, unsearched: undefined }
}

/** What left an account by transfers of a token in some blocks, base units by transaction; undefined where nodes do not agree. */
async function readTransfers(
  { rpc }: EvmChain,
  token: string,
  owner: string,
  from: bigint,
  to: bigint,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  const topics: Json = [TOKEN_EVENTS.transfer.topic, `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`]
  const filter = { address: token, topics, fromBlock: toQuantity(from), toBlock: toQuantity(to) }
  const read = (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    if (!Array.isArray(answer.value)) throw new Error('no list of events')
    return answer.value.map(recordOf).map(({ address, topics: words, data, transactionHash }) => {
      const [, sender] = Array.isArray(words) ? (words as readonly unknown[]) : []
      const isIt =
        isHex(address) && isHex(sender) && sameAddress(address, token) && sameAddress(topicAddress(sender), owner)
      if (!isIt || !isHex(transactionHash)) throw new Error('an event that was not asked for')
      return [transactionHash.toLowerCase(), quantityOf(data) ?? (isHex(data) ? BigInt(data) : 0n)] as const
    })
  }
  const events = await readSettled(
    rpc,
    { method: 'eth_getLogs', params: [filter] },
    read,
    (a, b) => String(a) === String(b),
  )
  if (events === undefined) return undefined
  const sums = new Map<string, bigint>()
  for (const [hash, units] of events) sums.set(hash, (sums.get(hash) ?? 0n) + units)
  return sums
}

async function ownNonces({ chain, listUnsettled }: Looker, { listOwn }: PaidQuestion): Promise<readonly OwnNonce[]> {
  const [settled, others] = await Promise.all([listOwn(), listUnsettled()])
  const all = [...settled, ...others.map((one) => ({ ...one, settledMs: undefined }))]
  const read = await Promise.all(
    all.map(async (one) => {
      // Bytes that cannot be read explain no nonce: what took it is read then.
      const signed = await readSigned(one).catch((error: unknown) => {
        if (isSwapError(error)) return undefined
        throw error
      })
      return signed?.chainId === chain.chainId ? [{ ...one, nonce: signed.nonce }] : []
    }),
  )
  return read.flat()
}

/** The highest count that any node states: a payment may be in the newest block only. @throws SERVICE_UNAVAILABLE */
function highest({ name, key }: EvmChain, { stated, isEnough }: Counts): number {
  const counts = stated.filter((count) => count !== undefined)
  if (isEnough && counts.length > 0) return Number(counts.reduce(larger))
  throw new SwapError('SERVICE_UNAVAILABLE', `Too few nodes of ${name} tell whether this was paid before`, {
    hint: `Try again, or name a node: swapcli config set rpc.${key} https://…`,
  })
}

function unreadText(
  { chain, owner, asked, start }: Search,
  unread: readonly number[],
  events: EventSearch | undefined,
): string {
  const { src } = asked.terms
  const { block, isExact } = start
  const what = isExact ? `what took ${nonceText(unread)}` : 'what was sent since it began'
  const why = `${what} of ${owner} on ${chain.name} cannot be read: no node shows the state of that time`
  if (src.isNative) return `${why}, and coins leave no event that could be searched from block ${block} on`
  if (events?.unsearched === undefined)
    return `${why}; about that amount of ${symbolOf(src)} did not leave in other ways`
  return `${why}, and events of ${symbolOf(src)} could not be searched from block ${events.unsearched} on`
}

/** `the nonce 5`, or `3 of the nonces 5 to 9` */
function nonceText(nonces: readonly number[]): string {
  const [first] = nonces
  const last = nonces.at(-1)
  return first === last ? `the nonce ${first ?? ''}` : `${nonces.length} of the nonces ${first ?? ''} to ${last ?? ''}`
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

/** What nodes answer; undefined where they fail or differ. */
async function orUnclear<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RpcError || error instanceof NodesDisagree) return undefined
    if (isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE') return undefined
    throw error
  }
}
