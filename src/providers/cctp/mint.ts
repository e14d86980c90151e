import * as z from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { Json } from '../../core/ports.ts'
import { encodeCall } from '../../core/evm/abi.ts'
import { CCTP_MESSAGE_TRANSMITTER, CCTP_TOKEN_MESSENGER } from '../../core/evm/cctp/chains.ts'
import { type CctpBurn, isBodyOf, padAddress, readCctpBody } from '../../core/evm/cctp/message.ts'
import { depthOf } from '../../core/evm/confirmations.ts'
import { CCTP_EVENTS, type ContractEvent } from '../../core/evm/events.ts'
import { CCTP_FUNCTIONS } from '../../core/evm/functions.ts'
import { quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { readable, readBytes, readNumber, readResult, resultsOf } from '../../core/evm/words.ts'
import { revertReason } from '../../core/evm/revert-reason.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import type { AgreedRead, ProviderContext } from '../contract.ts'
import { resultOf, wordOf } from '../kit/node-answer.ts'
import { readHead } from '../kit/node-reads.ts'
import { badReply } from '../kit/refuse.ts'
import type { CctpAttested } from './wire.ts'

/*
 * What the destination chain shows of a burn: whether its message was brought, where, and what it paid. Searches ask one node;
 * what ends a swap is what nodes of two operators say.
 */

/** A mint, and what it paid. */
export interface Mint {
  readonly hash: string
  /** Base units. */
  readonly amount: bigint
}

/** What is looked for, and where. */
export interface Wanted {
  readonly chainKey: string
  readonly burn: CctpBurn
  /** USDC of the destination chain. */
  readonly token: string
  /** Of the message, where it is known. */
  readonly nonce: string | undefined
}

/** Blocks of one search, which public nodes still answer, and searches from the newest block back. */
const SEARCH_BLOCKS = 1_000n
const SEARCHES = 5
/** Mints of one search that are looked at. */
const MOST_FOUND = 5
/** How the contract refuses a number that it has taken. */
const TAKEN_BEFORE = /nonce already used/i
/** By how much the clocks of a chain and of this machine may differ, in seconds. */
const CLOCK_ROOM_SEC = 60

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const logSchema = z.looseObject({ address: hex, topics: z.array(hex), data: hex })
type Log = z.infer<typeof logSchema>
const foundSchema = z.array(z.looseObject({ transactionHash: z.string().regex(HEX_WORD), blockNumber: hex }))
const receiptSchema = z.looseObject({ status: hex, logs: z.array(logSchema) }).nullable()

/**
 * Whether the message with this number was brought to the destination chain, and how far nodes agree on that.
 * @param block as nodes name it. @default the newest of each node
 * @throws ProviderError
 */
export function readMinted(
  { chainKey }: Wanted,
  nonce: string,
  context: ProviderContext,
  block = 'latest',
): Promise<AgreedRead<boolean>> {
  const call = {
    to: CCTP_MESSAGE_TRANSMITTER,
    data: encodeCall(CCTP_FUNCTIONS.usedNonces.selector, [BigInt(nonce)]),
  }
  return context.rpcAgreed(chainKey, 'eth_call', [call, block], (answer) => wordOf(answer) !== 0n)
}

/** The call that brings an attested message, which mints. */
export function receiveCall({ message, attestation }: CctpAttested): { readonly to: string; readonly data: string } {
  const data = encodeCall(CCTP_FUNCTIONS.receiveMessage.selector, [{ bytes: message }, { bytes: attestation ?? '0x' }])
  return { to: CCTP_MESSAGE_TRANSMITTER, data }
}

/**
 * True when nodes agree that the contract refuses an attested message because it has taken its number before, deep enough in the
 * chain: it looks at the attestation first, so that this message was brought and nothing else.
 * @throws ProviderError RpcError
 */
export async function isTakenBefore(
  wanted: Wanted,
  nonce: string,
  row: CctpAttested,
  context: ProviderContext,
): Promise<boolean> {
  const { chainKey } = wanted
  const refused = await context.rpcAgreed(
    chainKey,
    'eth_call',
    [receiveCall(row), 'latest'],
    (answer) =>
      'error' in answer &&
      TAKEN_BEFORE.test(
        `${(answer.error instanceof RpcError ? revertReason(answer.error) : undefined) ?? ''} ${answer.error.message}`,
      ),
  )
  if (refused.by !== 'agreed' || !refused.value) return false
  const { blocks, tag } = depthOf(chainKey, undefined)
  const head = tag === undefined ? await readHead(context, chainKey) : 0n
  const deep = head - BigInt(blocks) + 1n
  const used = await readMinted(wanted, nonce, context, tag ?? toQuantity(deep < 0n ? 0n : deep))
  return used.by === 'agreed' && used.value
}

/** True when nodes agree that a transaction made this mint of the burn. @throws ProviderError */
export async function isMintAgreed(wanted: Wanted, { hash, amount }: Mint, context: ProviderContext): Promise<boolean> {
  const read = await context.rpcAgreed(wanted.chainKey, 'eth_getTransactionReceipt', [hash], (answer) => {
    return mintIn(receiptSchema.parse(resultOf(answer)), wanted) ?? false
  })
  return read.by === 'agreed' && read.value === amount
}

/** The mint that a transaction made of the burn; undefined for any other. @throws ProviderError RpcError */
export async function readMint(wanted: Wanted, hash: string, context: ProviderContext): Promise<Mint | undefined> {
  const receipt = receiptSchema.safeParse(await context.rpc(wanted.chainKey, 'eth_getTransactionReceipt', [hash]))
  if (!receipt.success) throw badReply('The RPC of the destination chain gives no receipt that can be read')
  const amount = mintIn(receipt.data, wanted)
  return amount === undefined ? undefined : { hash, amount }
}

/** What the transaction of a receipt paid of the burn, base units; undefined where it minted something else. */
function mintIn(receipt: z.infer<typeof receiptSchema>, wanted: Wanted): bigint | undefined {
  if (receipt === null || quantityOf(receipt.status) !== 1n) return undefined
  const logs = receipt.logs.filter((log) => isReceived(log) || isMint(log, wanted))
  // The contract mints first, then says which message it took.
  const at = logs.findIndex((log) => isReceived(log) && isOurs(log, wanted))
  const mint = logs[at - 1]
  if (mint === undefined || isReceived(mint)) return undefined
  const [amount, fee] = [0, 1].map((index) => readResult(mint.data, index))
  return amount === undefined || fee === undefined || amount + fee !== wanted.burn.amount ? undefined : amount
}

/** The mint of a message by its number, among the newest blocks. @throws ProviderError RpcError */
export async function findMint(wanted: Wanted, nonce: string, context: ProviderContext): Promise<Mint | undefined> {
  const filter = {
    address: CCTP_MESSAGE_TRANSMITTER,
    topics: [CCTP_EVENTS.messageReceived.topic, null, nonce],
  }
  return findIn(wanted, filter, context, () => Promise.resolve(true))
}

/**
 * The mint of a burn whose number is not known, among the newest blocks, by what the message says of the burn.
 * @param sinceMs epoch milliseconds before which the burn was not sent
 * @throws ProviderError RpcError
 */
export async function findMintOfBurn(
  wanted: Wanted,
  sinceMs: number,
  context: ProviderContext,
): Promise<Mint | undefined> {
  const filter = {
    address: CCTP_TOKEN_MESSENGER,
    topics: [CCTP_EVENTS.mintAndWithdraw.topic, padAddress(wanted.burn.recipient), padAddress(wanted.token)],
  }
  const leastSec = BigInt(Math.floor(sinceMs / 1000) - CLOCK_ROOM_SEC)
  return findIn(wanted, filter, context, async (block) => {
    const answer = await context.rpc(wanted.chainKey, 'eth_getBlockByNumber', [block, false])
    return (quantityOf(recordOf(answer)['timestamp']) ?? 0n) >= leastSec
  })
}

/** @param isRecent whether a block, as a node numbers it, may hold the mint */
async function findIn(
  wanted: Wanted,
  filter: { readonly address: string; readonly topics: Json },
  context: ProviderContext,
  isRecent: (block: string) => Promise<boolean>,
): Promise<Mint | undefined> {
  const head = await readHead(context, wanted.chainKey)
  for (let search = 0; search < SEARCHES; search += 1) {
    const to = head - BigInt(search) * SEARCH_BLOCKS
    if (to < 0n) return undefined
    const from = to - SEARCH_BLOCKS + 1n
    const range = { fromBlock: toQuantity(from < 0n ? 0n : from), toBlock: toQuantity(to) }
    const found = foundSchema.safeParse(await context.rpc(wanted.chainKey, 'eth_getLogs', [{ ...filter, ...range }]))
    if (!found.success) throw badReply('The RPC of the destination chain gives no logs that can be read')
    for (const { transactionHash, blockNumber } of found.data.slice(-MOST_FOUND).reverse()) {
      const mint = await readMint(wanted, transactionHash, context)
      if (mint !== undefined && (await isRecent(blockNumber))) return mint
    }
  }
  return undefined
}

function isReceived(log: Log): boolean {
  return isEvent(log, CCTP_EVENTS.messageReceived, CCTP_MESSAGE_TRANSMITTER)
}

function isMint(log: Log, { burn, token }: Wanted): boolean {
  const [, recipient, minted] = log.topics
  return (
    isEvent(log, CCTP_EVENTS.mintAndWithdraw, CCTP_TOKEN_MESSENGER) &&
    recipient?.toLowerCase() === padAddress(burn.recipient) &&
    minted?.toLowerCase() === padAddress(token)
  )
}

/** True for a message of the burn: source domain, sender, and the body behind a pointer. */
function isOurs({ topics, data }: Log, { burn, nonce }: Wanted): boolean {
  if (nonce !== undefined && topics[2]?.toLowerCase() !== nonce.toLowerCase()) return false
  const words = resultsOf(data)
  return (
    readable(() => {
      const body = readCctpBody(readBytes(words, 2))
      const isFromThere =
        readNumber(words, 0) === BigInt(burn.sourceDomain) && readNumber(words, 1) === BigInt(CCTP_TOKEN_MESSENGER)
      return isFromThere && body !== undefined && isBodyOf(body, burn)
    }) ?? false
  )
}

function isEvent({ address, topics }: Log, { topic }: ContractEvent, contract: string): boolean {
  return sameAddress(address, contract) && topics[0]?.toLowerCase() === topic
}
