import { WRAPPED_COIN_EVENTS } from '../../core/evm/events.ts'
import * as z from 'zod'
import { defined } from '../../core/defined.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import { quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { depthOf, isDeepEnough } from '../../core/evm/confirmations.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import type { ChainRpc } from '../../core/ports.ts'
import type { Standing, ReceiptReport } from '../../core/evm/receipt.ts'
import { readTransfer, readWrapped } from '../../core/evm/token-transfer.ts'
import { revertReason } from '../../core/evm/revert-reason.ts'
import { ProviderError } from '../../providers/index.ts'
import { type Node, RpcSettingError, type ServiceRpc } from '../providers/chain-rpc.ts'

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,16}$/)

/** Result of eth_getTransactionReceipt (https://ethereum.github.io/execution-apis): the members in use. */
const receiptSchema = z
  .looseObject({
    transactionHash: hex,
    blockHash: hex.exactOptional(),
    blockNumber: quantity,
    status: z.enum(['0x0', '0x1']),
    logs: z.array(z.looseObject({ address: hex, topics: z.array(hex), data: hex })),
  })
  .nullable()
type Receipt = NonNullable<z.infer<typeof receiptSchema>>

/** Result of eth_getTransactionByHash: what it takes to replay a transaction. */
const transactionSchema = z.looseObject({
  from: hex,
  to: hex.nullable(),
  input: hex,
  value: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/),
  gas: quantity,
})

/**
 * The receipt of a transaction on an EVM chain, pending until it is deep enough for what it moves and a second operator, where
 * another is known, has the same receipt. RPCs are tried in order; when none answers, or none is known, the state is `unknown`.
 * @param usd what it moves at most; undefined where that is not known, so that the greatest depth counts
 * @throws ProviderError unavailable when the RPC setting is invalid or belongs to another chain
 */
export async function readReceipt(
  rpc: ServiceRpc,
  chainKey: string,
  hash: string,
  usd: MicroUsd | undefined,
  signal: AbortSignal,
): Promise<ReceiptReport> {
  try {
    const { report, evidence } = await rpc.atOneNode(chainKey, signal, (node) => readAt(node, chainKey, hash, usd))
    if (evidence === undefined) return report
    const nodes = await rpc.chainRpc(chainKey, signal)
    return nodes.isOwn || (await isAgreed(nodes, hash, evidence)) ? report : { state: 'pending' }
  } catch (error) {
    if (signal.aborted || (error instanceof RpcSettingError && error.setting === 'wrong')) throw error
    if (error instanceof ProviderError || error instanceof RpcError) return { state: 'unknown' }
    throw error
  }
}

/**
 * Whether a chain still holds a transaction, as nodes of two operators say, where two are known.
 * @throws as readReceipt does
 */
export async function readStanding(
  rpc: ServiceRpc,
  chainKey: string,
  hash: string,
  signal: AbortSignal,
): Promise<Standing> {
  const { state } = await readReceipt(rpc, chainKey, hash, undefined, signal)
  if (state !== 'pending') return state === 'success' ? 'final' : state
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  try {
    const standing = await readSettled(await rpc.chainRpc(chainKey, signal), call, (answer): Standing => {
      if ('error' in answer) throw answer.error
      const receipt = receiptSchema.parse(answer.value)
      if (receipt === null) return 'absent'
      return receipt.status === '0x1' ? 'held' : 'reverted'
    })
    return standing ?? 'unknown'
  } catch (error) {
    if (error instanceof NodesDisagree) return 'unknown'
    throw error
  }
}

/** What a node has. */
interface ReadReceipt {
  readonly report: ReceiptReport
  /** What another operator must have too; undefined while it does not count. */
  readonly evidence?: string
}

async function readAt(node: Node, chainKey: string, hash: string, usd: MicroUsd | undefined): Promise<ReadReceipt> {
  const depth = depthOf(chainKey, usd)
  // Read the head before the receipt: after a reorganisation in between, a later head would overstate the confirmations.
  // A transaction with a receipt has one confirmation at least.
  const head = depth.blocks > 1 || depth.tag !== undefined ? await node.request('eth_blockNumber', []) : undefined
  const receipt = parse(receiptSchema, await node.request('eth_getTransactionReceipt', [hash]))
  if (receipt === null) return { report: { state: 'pending' } }
  if (receipt.transactionHash.toLowerCase() !== hash.toLowerCase()) throw unexpectedResult()
  const mined = BigInt(receipt.blockNumber)
  const tagged = depth.tag === undefined ? undefined : await readTagged(node, depth.tag)
  if (!isDeepEnough(depth, mined, head === undefined ? mined : BigInt(parse(quantity, head)), tagged)) {
    return { report: { state: 'pending' } }
  }
  const evidence = evidenceOf(receipt)
  if (receipt.status === '0x0') {
    const reason = await reasonAt(node, receipt)
    return { report: { state: 'reverted', ...defined({ reason }) }, evidence }
  }
  const { transfers, wraps, unwraps } = movesOf(receipt)
  return {
    report: {
      state: 'success',
      transfers,
      ...defined({
        unwraps: unwraps.length === 0 ? undefined : unwraps,
        wraps: wraps.length === 0 ? undefined : wraps,
      }),
    },
    evidence,
  }
}

/** What the logs of a receipt say that it moved. */
function movesOf({ logs }: Receipt) {
  return {
    transfers: logs.flatMap(readTransfer),
    wraps: logs.flatMap((log) => readWrapped(log, WRAPPED_COIN_EVENTS.deposit.topic)),
    unwraps: logs.flatMap((log) => readWrapped(log, WRAPPED_COIN_EVENTS.withdrawal.topic)),
  }
}

/** Number of the block that a node calls safe or final; undefined where it does not tell. */
async function readTagged(node: Node, tag: string): Promise<bigint | undefined> {
  try {
    return quantityOf(recordOf(await node.request('eth_getBlockByNumber', [tag, false]))['number'])
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

/** True when another operator's node, where another is known, has the same receipt. */
async function isAgreed(nodes: ChainRpc, hash: string, evidence: string): Promise<boolean> {
  try {
    const agreed = await readSettled(nodes, { method: 'eth_getTransactionReceipt', params: [hash] }, (answer) => {
      if ('error' in answer) throw answer.error
      const receipt = receiptSchema.parse(answer.value)
      return receipt === null ? undefined : evidenceOf(receipt)
    })
    return agreed === evidence
  } catch (error) {
    if (error instanceof NodesDisagree) return false
    throw error
  }
}

/** What nodes agree on: the block, whether it was reverted there, and what it moved. */
function evidenceOf(receipt: Receipt): string {
  const { blockHash, blockNumber, status } = receipt
  const evidence = [blockHash?.toLowerCase(), BigInt(blockNumber), status, movesOf(receipt)]
  return JSON.stringify(evidence, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/**
 * Replays a reverted transaction on the state before its block and, when it succeeds there, after it. Undefined when
 * the node cannot replay it or the contract gave no reason; the revert itself is known either way.
 */
async function reasonAt(node: Node, { transactionHash, blockNumber }: Receipt): Promise<string | undefined> {
  try {
    const { from, to, input, value, gas } = parse(
      transactionSchema,
      await node.request('eth_getTransactionByHash', [transactionHash]),
    )
    const call = { from, ...defined({ to: to ?? undefined }), data: input, value, gas }
    const mined = BigInt(blockNumber)
    for (const block of [mined - 1n, mined]) {
      const reason = await node.request('eth_call', [call, toQuantity(block)]).then(
        () => undefined,
        (error: unknown) => (error instanceof RpcError ? revertReason(error) : undefined),
      )
      if (reason !== undefined) return reason
    }
    return undefined
  } catch (error) {
    if (error instanceof ProviderError || error instanceof RpcError) return undefined
    throw error
  }
}

function parse<T>(schema: z.ZodType<T>, stated: unknown): T {
  const parsed = schema.safeParse(stated)
  if (parsed.success) return parsed.data
  throw unexpectedResult()
}

function unexpectedResult(): ProviderError {
  return new ProviderError('bad_response', 'It returned an unexpected result')
}
