import { vi } from 'vitest'
import { PATIENT } from '../support/patience.ts'
import { type Address, type Hash, type Hex, type Log, pad, parseAbi } from 'viem'
import type { DevChain } from '../devnet/world.ts'

/*
 * What the chains say of an account, and nothing of what the program says.
 */

const READS = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
])
const PERMIT2_READ = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
const ALLOWANCE = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])
/** Selectors that are read by hand, many in one call. */
const BALANCE_OF = '0x70a08231'
const GET_ETH_BALANCE = '0x4d2301cc'
/** Topics of events in which the first argument owns what is given away. */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL: Hex = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const PERMIT2_APPROVAL: Hex = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const PERMIT2_PERMIT: Hex = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'

/** Base units by address and token; the coin has the name `eth`. */
export type Holdings = ReadonlyMap<string, bigint>

/** The key of a holding. */
export function holding(who: Address, token: Address | 'eth'): string {
  return `${who.toLowerCase()} ${token.toLowerCase()}`
}

/** Reads what addresses hold of the coin and of tokens, in one call. */
export async function readHoldings(
  { client, contracts }: DevChain,
  owners: readonly Address[],
  tokens: readonly Address[],
): Promise<Holdings> {
  const reads = owners.flatMap((owner) => [
    { key: holding(owner, 'eth'), target: contracts.multicall3, callData: callOf(GET_ETH_BALANCE, owner) },
    ...tokens.map((token) => ({ key: holding(owner, token), target: token, callData: callOf(BALANCE_OF, owner) })),
  ])
  const answers = await client.readContract({
    address: contracts.multicall3,
    abi: READS,
    functionName: 'aggregate3',
    args: [reads.map(({ target, callData }) => ({ target, callData, allowFailure: true }))],
  })
  const unitsOf = (index: number) => {
    const { success, returnData } = answers[index] ?? {}
    return success === true && returnData !== undefined && returnData.length === 66 ? BigInt(returnData) : 0n
  }
  return new Map(reads.map(({ key }, index) => [key, unitsOf(index)]))
}

function callOf(selector: Hex, owner: Address): Hex {
  return `${selector}${pad(owner).slice(2)}`
}

/** What an owner lets others take, by what: those given since a block and still standing. */
export async function readAllowances(
  chain: DevChain,
  owner: Address,
  sinceBlock: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const params = [{ fromBlock: `0x${sinceBlock.toString(16)}`, topics: [null, pad(owner)] }]
  const logs = (await chain.client.request({ method: 'eth_getLogs', params } as never)) as unknown as readonly Log[]
  const found = new Map<string, bigint>()
  for (const { address, topics, data } of logs) {
    const [kind, , second, third] = topics
    const key = [chain.key, kind?.slice(0, 10), address, second, third].join(' ')
    if (found.has(key) || second === undefined) continue
    if (kind === APPROVAL) found.set(key, await tokenAllowance(chain, address, owner, addressIn(second)))
    if (kind === APPROVAL_FOR_ALL) found.set(key, BigInt(data))
    if ((kind === PERMIT2_APPROVAL || kind === PERMIT2_PERMIT) && third !== undefined)
      found.set(key, await permit2Allowance(chain, owner, addressIn(second), addressIn(third)))
  }
  return found
}

function addressIn(topic: Hash): Address {
  return `0x${topic.slice(26)}`
}

async function tokenAllowance({ client }: DevChain, token: Address, owner: Address, spender: Address): Promise<bigint> {
  const read = client.readContract({
    address: token,
    abi: ALLOWANCE,
    functionName: 'allowance',
    args: [owner, spender],
  })
  return read.catch(() => 0n)
}

async function permit2Allowance(
  { client, contracts }: DevChain,
  owner: Address,
  token: Address,
  spender: Address,
): Promise<bigint> {
  const [amount] = await client.readContract({
    address: contracts.permit2,
    abi: PERMIT2_READ,
    functionName: 'allowance',
    args: [owner, token, spender],
  })
  return amount
}

/** A transaction of an account in a block. */
export interface Mined {
  readonly hash: Hash
  readonly to: Address | null
  readonly input: Hex
  readonly ok: boolean
  /** What the network took, in wei. */
  readonly cost: bigint
}

/** What an account has sent since a block, oldest first. A block may be taken back while it is read: then it is read again. */
export function readSent(chain: DevChain, from: Address, sinceBlock: bigint): Promise<readonly Mined[]> {
  return vi.waitFor(() => readBlocks(chain, from, sinceBlock), PATIENT)
}

async function readBlocks({ client }: DevChain, from: Address, sinceBlock: bigint): Promise<readonly Mined[]> {
  const head = await client.getBlockNumber()
  const sent: Mined[] = []
  for (let blockNumber = sinceBlock + 1n; blockNumber <= head; blockNumber += 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, to, input, from: sender } of transactions) {
      if (sender.toLowerCase() !== from.toLowerCase()) continue
      const { status, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
      sent.push({ hash, to, input, ok: status === 'success', cost: gasUsed * effectiveGasPrice })
    }
  }
  return sent
}
