import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, pad, parseAbi, toHex } from 'viem'
import type { ReceiptReport, TokenTransfer } from '../../../src/core/evm/receipt.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { Json } from '../../../src/core/ports.ts'
import type { ProviderContext } from '../../../src/providers/contract.ts'

/* Two chains as nodes show them, with the events of Across's SpokePools, encoded by viem. */

const abi = parseAbi([
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, (bytes32 updatedRecipient, bytes32 updatedMessageHash, uint256 updatedOutputAmount, uint8 fillType) relayExecutionInfo)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
  'event CallsFailed((address target, bytes callData, uint256 value)[] calls, address indexed fallbackRecipient)',
])

/** A log as a node writes it, without its place. */
export interface FakeLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export interface FakeTransaction {
  readonly hash: string
  readonly block: number
  readonly logs: readonly FakeLog[]
  /** As the service reads it. @default success without transfers */
  readonly receipt?: ReceiptReport
}

export interface FakeChain {
  readonly latest: number
  /** Epoch seconds of block 0, and seconds between blocks. */
  readonly startSec: number
  readonly blockSec: number
  readonly transactions: readonly FakeTransaction[]
  /** What the SpokePool notes, by the hash of the deposit. */
  readonly fillStatuses?: Readonly<Record<string, bigint>>
  /** Most blocks whose logs are given at once. @default all */
  readonly mostBlocks?: number
  /** True where logs are never given. @default false */
  readonly hidesLogs?: boolean
}

export type FakeChains = Readonly<Record<string, FakeChain>>

/** What an adapter may ask of these chains; calls are noted by chain and method. */
export function nodesOf(chains: FakeChains, calls: string[] = []): Pick<ProviderContext, 'rpc' | 'receipt'> {
  return {
    receipt: (chainKey, hash) => {
      const found = chains[chainKey]?.transactions.find((transaction) => transaction.hash === hash)
      return Promise.resolve(found === undefined ? { state: 'pending' } : (found.receipt ?? { state: 'success' }))
    },
    rpc: (chainKey, method, params) => {
      calls.push(`${chainKey} ${method}`)
      const chain = chains[chainKey]
      return chain === undefined
        ? Promise.reject(new Error(`the case has no chain ${chainKey}`))
        : answer(chain, method, params)
    },
  }
}

async function answer(chain: FakeChain, method: string, params: readonly Json[]): Promise<unknown> {
  const [first, second] = params
  switch (method) {
    case 'eth_getBlockByNumber': {
      const number = first === 'latest' ? chain.latest : Number(first)
      return { number: toHex(number), timestamp: toHex(Math.floor(chain.startSec + number * chain.blockSec)) }
    }
    case 'eth_getTransactionReceipt': {
      const found = chain.transactions.find(({ hash }) => hash === first)
      return found === undefined ? null : { transactionHash: found.hash, logs: logsOf(found) }
    }
    case 'eth_call': {
      const { data } = first as { data: string }
      if (!data.startsWith('0xc35c83fc')) throw new Error(`nobody should call ${data.slice(0, 10)}`)
      if (second === 'latest') throw new Error('a call must name the block that was read')
      return toHex(chain.fillStatuses?.[`0x${data.slice(10)}`] ?? 0n, { size: 32 })
    }
    case 'eth_getLogs': {
      const { address, topics, fromBlock, toBlock } = first as unknown as LogQuery
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (to - from + 1 > (chain.mostBlocks ?? Infinity)) throw new RpcError('block range is too wide', -32000)
      if (chain.hidesLogs === true) return []
      return chain.transactions
        .filter(({ block }) => block >= from && block <= to)
        .flatMap(logsOf)
        .filter((log) => log.address === address && topics.every((topic, at) => topic === log.topics[at]))
    }
    default:
      throw new Error(`nobody should ask for ${method}`)
  }
}

interface LogQuery {
  readonly address: string
  readonly topics: readonly string[]
  readonly fromBlock: string
  readonly toBlock: string
}

function logsOf({ hash, block, logs }: FakeTransaction) {
  return logs.map((log) => ({ ...log, transactionHash: hash, blockNumber: toHex(block) }))
}

/** A deposit's fields; addresses of 20 bytes. */
export interface FakeDeposit {
  readonly depositor: Hex
  readonly recipient: Hex
  readonly inputToken: Hex
  readonly outputToken: Hex
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly originChainId: bigint
  readonly destinationChainId: bigint
  readonly depositId: bigint
  readonly fillDeadline: number
  readonly message: Hex
}

const EXCLUSIVITY = 1_770_675_700
const wide = (address: Hex): Hex => pad(address.toLowerCase() as Hex, { size: 32 })
const nobody = wide('0x00')

const toLog = (address: string, event: { readonly topics: readonly unknown[]; readonly data: Hex }): FakeLog => ({
  address,
  topics: event.topics.map(String),
  data: event.data,
})

export function depositLog(spokePool: string, deposit: FakeDeposit): FakeLog {
  const topics = encodeEventTopics({
    abi,
    eventName: 'FundsDeposited',
    args: {
      destinationChainId: deposit.destinationChainId,
      depositId: deposit.depositId,
      depositor: wide(deposit.depositor),
    },
  })
  const data = encodeAbiParameters(unindexed('FundsDeposited'), [
    ...[wide(deposit.inputToken), wide(deposit.outputToken), deposit.inputAmount, deposit.outputAmount],
    ...[1_770_675_600, deposit.fillDeadline, EXCLUSIVITY, wide(deposit.recipient), nobody, deposit.message],
  ])
  return toLog(spokePool, { topics, data })
}

/** The event of a fill. @param paid other than the deposit says */
export function fillLog(
  spokePool: string,
  deposit: FakeDeposit,
  paid: { readonly recipient?: Hex; readonly amountOut?: bigint } = {},
): FakeLog {
  const topics = encodeEventTopics({
    abi,
    eventName: 'FilledRelay',
    args: { originChainId: deposit.originChainId, depositId: deposit.depositId, relayer: wide('0x0e1a') },
  })
  const messageHash = deposit.message === '0x' ? nobody : keccak256(deposit.message)
  const data = encodeAbiParameters(unindexed('FilledRelay'), [
    ...[wide(deposit.inputToken), wide(deposit.outputToken), deposit.inputAmount, deposit.outputAmount, 1n],
    ...[deposit.fillDeadline, EXCLUSIVITY, nobody, wide(deposit.depositor), wide(deposit.recipient), messageHash],
    {
      updatedRecipient: wide(paid.recipient ?? deposit.recipient),
      updatedMessageHash: messageHash,
      updatedOutputAmount: paid.amountOut ?? deposit.outputAmount,
      fillType: 0,
    },
  ])
  return toLog(spokePool, { topics, data })
}

/** The event of a bundle's leaf that returns amounts of a token. */
export function refundLog(
  spokePool: string,
  chainId: bigint,
  token: Hex,
  refunds: readonly (readonly [to: Hex, amount: bigint])[],
): FakeLog {
  const topics = encodeEventTopics({
    abi,
    eventName: 'ExecutedRelayerRefundRoot',
    args: { chainId, rootBundleId: 7, leafId: 1 },
  })
  const data = encodeAbiParameters(unindexed('ExecutedRelayerRefundRoot'), [
    0n,
    refunds.map(([, amount]) => amount),
    token,
    refunds.map(([to]) => to),
    false,
    token,
  ])
  return toLog(spokePool, { topics, data })
}

export function callsFailedLog(handler: string, fallback: Hex): FakeLog {
  const topics = encodeEventTopics({ abi, eventName: 'CallsFailed', args: { fallbackRecipient: fallback } })
  return toLog(handler, { topics, data: encodeAbiParameters(unindexed('CallsFailed'), [[]]) })
}

/** Hash under which the destination's SpokePool notes a deposit. */
export function relayHashOf(deposit: FakeDeposit): Hex {
  const relay = {
    depositor: wide(deposit.depositor),
    recipient: wide(deposit.recipient),
    exclusiveRelayer: nobody,
    inputToken: wide(deposit.inputToken),
    outputToken: wide(deposit.outputToken),
    inputAmount: deposit.inputAmount,
    outputAmount: deposit.outputAmount,
    originChainId: deposit.originChainId,
    depositId: deposit.depositId,
    fillDeadline: deposit.fillDeadline,
    exclusivityDeadline: EXCLUSIVITY,
    message: deposit.message,
  }
  const words = ['depositor', 'recipient', 'exclusiveRelayer', 'inputToken', 'outputToken']
  const numbers = ['inputAmount', 'outputAmount', 'originChainId', 'depositId']
  const components = [
    ...words.map((name) => ({ name, type: 'bytes32' })),
    ...numbers.map((name) => ({ name, type: 'uint256' })),
    ...['fillDeadline', 'exclusivityDeadline'].map((name) => ({ name, type: 'uint32' })),
    { name: 'message', type: 'bytes' },
  ]
  return keccak256(
    encodeAbiParameters([{ type: 'tuple', components }, { type: 'uint256' }], [relay, deposit.destinationChainId]),
  )
}

/** A transfer in small letters. */
export function transfer(token: string, from: string, to: string, amount: bigint): TokenTransfer {
  return { token: token.toLowerCase(), from: from.toLowerCase(), to: to.toLowerCase(), amount }
}

function unindexed(name: (typeof abi)[number]['name']) {
  return abi
    .filter((event) => event.name === name)
    .flatMap(({ inputs }): readonly { readonly type: string }[] =>
      inputs.filter((input) => !('indexed' in input && input.indexed)),
    )
}
