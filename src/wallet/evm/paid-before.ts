import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import { TOKEN_EVENTS, topicAddress, WRAPPED_COIN_EVENTS } from '../../core/evm/events.ts'
import { ERC20, GPV2_FUNCTIONS, selectorOf } from '../../core/evm/functions.ts'
import { isHex, quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { readWrapped } from '../../core/evm/token-transfer.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { Json, OperatorAnswer } from '../../core/ports.ts'
import { larger } from '../../core/money/larger.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import { walletCall } from '../terms/deposit.ts'
import type { ListUnsettled } from '../family.ts'
import type { AccountPlace, OwnTransaction, PaidAnswer, PaidQuestion } from '../payment.ts'
import { evmAccountId } from './account.ts'
import { findUsedUp } from './approvals/approvals.ts'
import { contractAt } from './calldata/contracts.ts'
import { gainOf } from './chain/arrival.ts'
import { verifyEveryNode } from './chain/chain-id.ts'
import { amountText, coinText, symbolOf } from './chain/checks.ts'
import { lowerMiddle, readMiddleBlock, upperMiddle } from './chain/middle.ts'
import { type Block, blockOf, readBlock, receiptOf, sameText } from './chain/reads.ts'
import type { EvmChain } from './evm-chain.ts'
import { type Counts, countsOf, findByNonce, type MinedTransaction } from './nonce-use.ts'
import { readSigned } from './signed-transaction.ts'

/*
 * Whether a payment was made before, by a copy of this home. Each payment takes a nonce of its account: so what took the
 * nonces since the agreement is read, and a transaction that moved something else explains its own. Nodes that keep no old
 * state cannot tell what took a nonce; the token's own events then show what left, and the rest is said.
 */

/** Transactions that are read at most, the newest first: each takes some twenty questions. */
const MOST_READ = 50
/** Of these, at once. */
const READ_AT_ONCE = 5
/** Blocks of events that are asked for at once at first, and at least: public nodes allow from 500 to 50,000. */
const EVENT_BLOCKS = { most: 10_000n, least: 500n } as const
/** Questions for events at most. */
const MOST_EVENT_READS = 24
/** Blocks that a place may be ahead of a node that lags. */
const LAG_BLOCKS = 16n
/** Transactions of one account that a node lags behind at most. */
const LAG_NONCES = 1_000n
/** Seconds that the clock of this machine may have been ahead when a run began. */
const CLOCK_SLACK_SEC = BigInt(DAY_MS / 1000)
/** Seconds after the newest block in which a run can have begun: chains that go on have another one by then. */
const QUIET_SEC = 3_600n
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
  /** The nonce that the user chose for the next signature. @default the next one is taken */
  readonly chosen?: number
}

/** A transaction that this home has signed, with its nonce. */
interface OwnNonce extends OwnTransaction {
  readonly nonce: number
}

/** As `Wallet` has it. */
export async function readPlace(chain: EvmChain, owner: string): Promise<AccountPlace | undefined> {
  const reading = Promise.all([
    countsOf(chain, owner, 'pending'),
    readMiddleBlock(chain.rpc),
    // What a node of another chain counts would hide what is sent until then.
    verifyEveryNode(chain),
  ])
  const [counts, head] = (await orUnclear(reading)) ?? []
  const lowest = counts === undefined ? undefined : lowestOf(chain, counts)
  if (lowest === undefined || head === undefined) return undefined
  return { account: evmAccountId(chain.chainId, owner), sequence: lowest, block: head.number }
}

/** As `Wallet` has it. */
export async function findPaid(looker: Looker, asked: PaidQuestion): Promise<PaidAnswer> {
  const { chain, owner } = looker
  const account = evmAccountId(chain.chainId, owner)
  const noted = asked.since?.account === account ? asked.since : undefined
  const signed = asked.signed === undefined ? undefined : (await readSigned(asked.signed)).nonce
  let reading: Promise<readonly OwnNonce[]> | undefined
  const readOwn = () => (reading ??= ownNonces(looker, asked))
  const findUnknown = async (from: number, to: number) => {
    const own = from < to ? await readOwn() : []
    return gapsBetween(
      from,
      to,
      own.filter(({ settledMs }) => settledMs !== undefined),
    )
  }
  if (signed !== undefined && noted !== undefined && (await findUnknown(noted.sequence, signed)).count === 0) {
    return { now: undefined, doubts: [] }
  }
  await verifyEveryNode(chain)
  const [latest, pending, head] = await Promise.all([
    countsOf(chain, owner, 'latest'),
    countsOf(chain, owner, 'pending'),
    readMiddleBlock(chain.rpc),
  ])
  const mined = countOf(chain, latest)
  // Some node counted up to what was signed, whatever they state now; a nonce that was chosen tells nothing.
  const heard = signed === looker.chosen ? 0 : (signed ?? 0)
  const next = Math.max(mined, countOf(chain, pending), heard)
  const start = noted === undefined ? await placeAt(looker, asked.begunMs, head, readOwn) : { ...noted, isExact: true }
  const search = { ...looker, asked, head, start, readOwn }
  const unknown = await findUnknown(start.sequence, mined)
  const looks = await lookAtAll(search, unknown.newest)
  const found = looks.flatMap(({ look }) => (typeof look === 'string' ? [] : [look])).reverse()
  const isAllRead = looks.length === unknown.count && looks.every(({ look }) => !isUnread(look))
  // What was read tells by itself what became of an approval.
  const usedUp = isAllRead && unknown.count > 0 ? undefined : await findUsedApproval(search)
  const isLost = !isAllRead || usedUp !== undefined
  const events = isLost && !asked.terms.src.isNative ? await searchEvents(search) : undefined
  // The nonces before the run are not known then, but all that left since it began.
  const isCovered = !start.isExact && events !== undefined && events.unsearched === undefined && !isSilent(asked)
  const others = (events?.found ?? []).filter(({ hash }) => !found.some((one) => one.hash === hash))
  const own = mined < next ? await readOwn() : []
  const waiting = gapsBetween(Math.max(mined, start.sequence), next, own)
  const doubts = [
    ...[...found, ...others].map(({ doubt }) => doubt),
    ...(usedUp === undefined ? [] : [usedUp]),
    ...(!isAllRead && !isCovered ? [unreadText(search, unknown, looks, events)] : []),
    ...(waiting.count > 0
      ? [
          `what has ${nonceText(waiting)} of ${owner} on ${chain.name} is in no block that its nodes show, and was not signed here`,
        ]
      : []),
  ]
  // What was signed stands where all before it is explained.
  const isKept = signed !== undefined && noted !== undefined && mined <= signed && doubts.length === 0
  return { now: isKept ? undefined : { account, sequence: next, block: head.number }, doubts }
}

/** The nonces of a range that are not among some. */
interface Gaps {
  readonly count: number
  readonly first: number
  /** The highest of them, from the top, as many as are read. */
  readonly newest: readonly number[]
}

/** What a node states may be any number: only what is read is listed. */
function gapsBetween(from: number, to: number, own: readonly OwnNonce[]): Gaps {
  const taken = new Set(own.flatMap(({ nonce }) => (nonce >= from && nonce < to ? [nonce] : [])))
  const newest: number[] = []
  for (let at = to - 1; at >= from && newest.length < MOST_READ; at -= 1) if (!taken.has(at)) newest.push(at)
  let first = from
  while (taken.has(first)) first += 1
  return { count: Math.max(0, to - from) - taken.size, first, newest }
}

/** Reads what took nonces, newest first, as far as nodes keep the state to tell. */
async function lookAtAll(search: Search, newest: readonly number[]): Promise<readonly NonceLook[]> {
  const looks: NonceLook[] = []
  for (let at = 0; at < newest.length; at += READ_AT_ONCE) {
    const some = newest.slice(at, at + READ_AT_ONCE)
    looks.push(...(await Promise.all(some.map(async (nonce) => ({ nonce, look: await lookAt(search, nonce) })))))
    if (looks.some(({ look }) => look === 'forgotten')) break
  }
  return looks
}

/** A look with what it begins from. */
interface Search extends Looker {
  readonly asked: PaidQuestion
  /** Up to where. */
  readonly head: Block
  readonly start: Start
  readonly readOwn: () => Promise<readonly OwnNonce[]>
}

/** `explained` for what pays nothing of the swap; `forgotten` where no node keeps the state to show it, `unclear` where they differ. */
type Look = 'explained' | 'forgotten' | 'unclear' | { readonly hash: string; readonly doubt: string }

interface NonceLook {
  readonly nonce: number
  readonly look: Look
}

function isUnread(look: Look): boolean {
  return look === 'forgotten' || look === 'unclear'
}

/** Reads what took a nonce, and whether that may be the payment. */
async function lookAt({ chain, owner, asked, head, start, readOwn }: Search, nonce: number): Promise<Look> {
  const after = start.isExact ? searchFrom(start) - 1n : -1n
  const taker = (await orUnclear(findByNonce(chain, { owner, nonce }, head.number, after))) ?? 'unclear'
  if (typeof taker === 'string') return taker
  if ((await readOwn()).some(({ hash }) => sameText(hash, taker.hash))) return 'explained'
  const left = await orUnclear(readDeparture(chain, owner, asked.terms.src, taker))
  if (left === undefined) return 'unclear'
  if (left === 'reverted') return 'explained'
  const { hash, block, to = 'a new contract' } = taker
  const what = `${hash} on ${chain.name}`
  if (isPayment(asked, taker, left) || signsOrder(chain.chainId, taker)) {
    const did = left > 0n ? `sent ${leftText(chain, asked, left)} to` : 'called, without a transfer,'
    return { hash, doubt: `${what} ${did} ${to} in block ${block}` }
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
    return isNative ? value : lossOf(recordOf(answer.value)['logs'], address, owner)
  }
  return readSettled(rpc, call, read)
}

/** What logs take from a wallet's tokens, base units: by transfers, or of coins that it unwrapped. @throws for logs that are none */
function lossOf(logs: unknown, token: string, owner: string): bigint {
  const sent = -gainOf(logs, token, owner)
  const unwrapped = (Array.isArray(logs) ? (logs as readonly unknown[]) : []).map(recordOf).flatMap((log) => {
    const { address, topics, data } = log
    if (!isHex(address) || !Array.isArray(topics) || !topics.every(isHex) || !isHex(data)) return []
    const found = readWrapped({ address, topics, data }, WRAPPED_COIN_EVENTS.withdrawal.topic)
    return found.filter((one) => sameAddress(one.token, token) && sameAddress(one.owner, owner))
  })
  // Some tokens report both.
  return larger(
    sent,
    unwrapped.reduce((sum, { amount }) => sum + amount, 0n),
  )
}

/** True for what is to the same contract by the same function, or takes about the same amount. */
function isPayment(
  { terms, execution, mostOnTop }: PaidQuestion,
  { to, data }: MinedTransaction,
  left: bigint,
): boolean {
  const { src, nativeOnTop } = terms
  const call = execution === undefined ? undefined : walletCall(execution)
  const target = call?.providerTarget ?? execution?.providerResult.depositAddress
  const isTarget = target !== undefined && to !== undefined && sameAddress(target, to)
  const isSame = isTarget && selectorOf(data) === selectorOf(call?.providerCalldata ?? '0x')
  if (left > 0n) {
    return isSame || isAbout(left, src.units, src.isNative ? larger(mostOnTop ?? src.units / 4n, nativeOnTop) : 0n)
  }
  // A token that is burnt or unwrapped need not report a transfer.
  const isOfToken = left === 0n && !src.isNative && to !== undefined && sameAddress(src.address, to)
  return isOfToken && (isSame || (execution === undefined && selectorOf(data) !== ERC20.approve.selector))
}

/** True for the signature of an order, which may be of this swap: what it sells leaves when others fill it. */
function signsOrder(chainId: number, { to, data }: Pick<MinedTransaction, 'to' | 'data'>): boolean {
  const isSignature = selectorOf(data) === GPV2_FUNCTIONS.setPreSignature.selector
  return isSignature && to !== undefined && contractAt(chainId, to) === 'gpv2Settlement'
}

/** True for a payment that calls the token itself, which then need not report what it takes, and for one that signs an order. */
function isSilent({ terms: { src }, execution }: PaidQuestion): boolean {
  const { providerTarget = '', providerCalldata = '0x' } = (execution && walletCall(execution)) ?? {}
  if (signsOrder(src.chainId, { to: providerTarget, data: providerCalldata })) return true
  return sameAddress(providerTarget, src.address) && selectorOf(providerCalldata) !== ERC20.transfer.selector
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

/** The first block that is searched. */
function searchFrom({ block }: Start): bigint {
  return block > LAG_BLOCKS ? block - LAG_BLOCKS : 0n
}

/** Where the account stood before a run began: at the first block where the clock that told its time was surely ahead. */
async function placeAt(
  { chain, owner, nowMs }: Looker,
  begunMs: number,
  head: Block,
  readOwn: Search['readOwn'],
): Promise<Start> {
  const isKnown = begunMs <= nowMs && BigInt(Math.floor(begunMs / 1000)) <= head.timestampSec + QUIET_SEC
  if (!isKnown) return { sequence: 0, block: 0n, isExact: false }
  const begunSec = BigInt(Math.floor(begunMs / 1000))
  const atSec = (begunSec < head.timestampSec ? begunSec : head.timestampSec) - CLOCK_SLACK_SEC
  const block = await blockAt(chain, atSec, head)
  const counts = await orUnclear(countsOf(chain, owner, toQuantity(block)))
  const lowest = counts === undefined ? undefined : lowestOf(chain, counts)
  if (lowest !== undefined) return { sequence: lowest, block, isExact: true }
  const untilMs = Number(atSec) * 1000
  const before = (await readOwn()).filter(({ settledMs }) => settledMs !== undefined && settledMs <= untilMs)
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
    const block = await orUnclear(readBlock(rpc, toQuantity(at)))
    // Nodes may have dropped their oldest blocks.
    if (block === undefined || block.timestampSec <= atSec) low = at
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
  /** Last block that could not be searched; undefined where all were. */
  readonly unsearched: bigint | undefined
}

/** Payments among what left the account of the token, newest first, as two operators have it, where two are known. */
async function searchEvents({ chain, owner, asked, head, start, readOwn }: Search): Promise<EventSearch> {
  const { src } = asked.terms
  const own = await readOwn()
  const found: { hash: string; doubt: string }[] = []
  const first = searchFrom(start)
  let size: bigint = EVENT_BLOCKS.most
  let to = head.number
  for (let reads = 0; to >= first; reads += 1) {
    const at = to - size >= first ? to - size + 1n : first
    const left =
      reads >= MOST_EVENT_READS ? undefined : await orUnclear(readDepartures(chain, src.address, owner, at, to))
    if (left === undefined) {
      if (size <= EVENT_BLOCKS.least || reads >= MOST_EVENT_READS) return { found, unsearched: to }
      size /= 4n
      continue
    }
    for (const [hash, units] of left) {
      if (!isAbout(units, src.units) || own.some((one) => sameText(one.hash, hash))) continue
      found.unshift({ hash, doubt: `${hash} on ${chain.name} sent ${leftText(chain, asked, units)}` })
    }
    to = at - 1n
  }
  return { found, unsearched: undefined }
}

/** What left an account of a token in some blocks, base units by transaction; undefined where nodes do not agree. */
async function readDepartures(
  { rpc }: EvmChain,
  token: string,
  owner: string,
  from: bigint,
  to: bigint,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  const kinds = [TOKEN_EVENTS.transfer.topic, WRAPPED_COIN_EVENTS.withdrawal.topic]
  const topics: Json = [kinds, `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`]
  const filter = { address: token, topics, fromBlock: toQuantity(from), toBlock: toQuantity(to) }
  const read = (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    if (!Array.isArray(answer.value)) throw new Error('no list of events')
    return answer.value.map(recordOf).map(({ address, topics: words, data, transactionHash }) => {
      const [kind, sender] = Array.isArray(words) ? (words as readonly unknown[]) : []
      const isIt =
        isHex(address) && isHex(sender) && sameAddress(address, token) && sameAddress(topicAddress(sender), owner)
      if (!isIt || !isHex(transactionHash)) throw new Error('an event that was not asked for')
      const units = quantityOf(data) ?? (isHex(data) ? BigInt(data) : 0n)
      return [transactionHash.toLowerCase(), units, sameText(kind, WRAPPED_COIN_EVENTS.withdrawal.topic)] as const
    })
  }
  const events = await readSettled(
    rpc,
    { method: 'eth_getLogs', params: [filter] },
    read,
    (a, b) => String(a) === String(b),
  )
  if (events === undefined) return undefined
  const sumOf = (of: string, unwraps: boolean) =>
    events.reduce((sum, [hash, units, isUnwrapped]) => (hash === of && isUnwrapped === unwraps ? sum + units : sum), 0n)
  // Some tokens report both.
  return new Map(events.map(([hash]) => [hash, larger(sumOf(hash, false), sumOf(hash, true))]))
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

/** The counts that are stated, where enough operators state one; none otherwise. */
function enoughOf({ rpc }: EvmChain, { stated, isEnough }: Counts): readonly bigint[] {
  const counts = stated.filter((count) => count !== undefined)
  return isEnough && (rpc.isOwn || counts.length >= Math.min(2, rpc.operators.length)) ? counts : []
}

/** A count that is no number of transactions is none. */
function possible(count: bigint | undefined): number | undefined {
  return count === undefined || count > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(count)
}

/** How many transactions an account has sent at least: the lower middle, so that no single node makes it more. */
function lowestOf(chain: EvmChain, counts: Counts): number | undefined {
  return possible(lowerMiddle(enoughOf(chain, counts)))
}

/**
 * How many transactions an account has sent: the middle of three and more, so that no single node shifts it; the higher of
 * two, since a payment may be in the newest block only, unless that is further ahead than a node lags.
 * @throws SERVICE_UNAVAILABLE
 */
function countOf(chain: EvmChain, counts: Counts): number {
  const stated = enoughOf(chain, counts)
  const [lower = 0n, higher = 0n] = [lowerMiddle(stated), upperMiddle(stated)]
  const count = possible(higher - lower > LAG_NONCES ? lower : higher)
  if (stated.length > 0 && count !== undefined) return count
  const { name, key } = chain
  throw new SwapError('SERVICE_UNAVAILABLE', `Too few nodes of ${name} tell whether this was paid before`, {
    hint: `Try again, or name a node: swapcli config set rpc.${key} https://…`,
  })
}

/** Says what was not read and why, and what the token's events show instead. */
function unreadText(
  { chain, owner, asked, start }: Search,
  { count, first }: Gaps,
  looks: readonly NonceLook[],
  events: EventSearch | undefined,
): string {
  const { src } = asked.terms
  const unread = looks.filter(({ look }) => isUnread(look))
  const isForgotten = unread.some(({ look }) => look === 'forgotten')
  const read = looks.length - unread.length
  const nonces = { count: count - read, first, newest: unread.map(({ nonce }) => nonce) }
  const what = start.isExact ? `what took ${nonceText(nonces)}` : 'what was sent since it began'
  const cause = isForgotten ? 'no node shows the state of that time' : 'its nodes do not agree on it'
  const why =
    unread.length === 0
      ? `only the newest ${read} of ${count} transactions of ${owner} on ${chain.name} were read`
      : `${what} of ${owner} on ${chain.name} cannot be read: ${cause}`
  if (src.isNative) return `${why}, and coins leave no event that could be searched from block ${start.block} on`
  if (isSilent(asked)) return `${why}, and ${symbolOf(src)} need not report what leaves by this call`
  if (events?.unsearched === undefined)
    return `${why}; about that amount of ${symbolOf(src)} did not leave in other ways`
  return `${why}, and events of ${symbolOf(src)} could not be searched up to block ${events.unsearched}`
}

/** `the nonce 5`, or `3 of the nonces 5 to 9` */
function nonceText({ count, first, newest: [last = first] }: Gaps): string {
  return count === 1 ? `the nonce ${last}` : `${count} of the nonces ${first} to ${last}`
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
