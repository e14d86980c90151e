import * as z from 'zod'
import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import type { BlockTransaction } from '../../core/evm/block-transaction.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import type { Log } from '../../core/evm/token-transfer.ts'
import type { ChainRpc, OperatorAnswer } from '../../core/ports.ts'
import { isOwnPayment, judgePayment } from '../../core/swap/payment-proof.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { ProviderError } from '../../providers/index.ts'
import type { ServiceRpc } from '../providers/chain-rpc.ts'
import type { PaymentLook } from './payment-look.ts'

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)

/** Results of eth_getTransactionByHash and eth_getTransactionReceipt (https://ethereum.github.io/execution-apis): the members in use. */
const transactionSchema = z
  .looseObject({
    blockNumber: hex.nullish(),
    from: hex,
    to: hex.nullish(),
    input: hex,
    value: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/),
  })
  .nullable()
const receiptSchema = z
  .looseObject({
    status: z.enum(['0x0', '0x1']),
    logs: z.array(z.looseObject({ address: hex, topics: z.array(hex), data: hex })),
  })
  .nullable()

/**
 * Whether a hash is the payment of a swap, as nodes of two operators say, where two are known.
 * @param hash of a transaction of the source chain, an EVM chain
 */
export async function readPayment(
  rpc: ServiceRpc,
  swap: TransactionRecord,
  hash: string,
  signal: AbortSignal,
): Promise<PaymentLook> {
  try {
    const nodes = await rpc.chainRpc(swap.srcChain, signal)
    const mined = await readMined(nodes, swap, hash)
    if (mined === undefined) return 'unknown'
    if (typeof mined === 'string') return mined
    const verdict = judgePayment(swap, mined, false)
    // Only where it matters: whether the depositor has code.
    if (verdict !== 'other' || judgePayment(swap, mined, true) === 'other') return verdict
    return judgePayment(swap, mined, (await readCode(nodes, swap.depositor)) !== '0x')
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ProviderError || error instanceof RpcError || error instanceof NodesDisagree) return 'unknown'
    throw error
  }
}

/** Undefined where nobody tells. */
async function readMined(
  nodes: ChainRpc,
  swap: TransactionRecord,
  hash: string,
): Promise<BlockTransaction | 'waiting' | 'unmined' | undefined> {
  // Nodes need not agree on what waits for a block: each has heard of other transactions.
  let isWaiting = false
  const text = await readText(nodes, 'eth_getTransactionByHash', [hash], (value) => {
    const found = transactionSchema.parse(value)
    if (found === null) return null
    const { blockNumber, value: coins } = found
    const sent = {
      from: found.from.toLowerCase(),
      to: found.to?.toLowerCase() ?? null,
      input: found.input.toLowerCase(),
    }
    if (typeof blockNumber === 'string') return { ...sent, value: BigInt(coins).toString() }
    isWaiting ||= isOwnPayment(swap, { ...sent, value: BigInt(coins) })
    return null
  })
  if (text === undefined) return undefined
  if (text === 'null') return isWaiting ? 'waiting' : 'unmined'
  const done = await readText(nodes, 'eth_getTransactionReceipt', [hash], (value) => {
    const found = receiptSchema.parse(value)
    if (found === null) return null
    const logs = found.logs.map(({ address, topics, data }): Log => {
      return {
        address: address.toLowerCase(),
        topics: topics.map((topic) => topic.toLowerCase()),
        data: data.toLowerCase(),
      }
    })
    return [found.status, logs]
  })
  if (done === undefined || done === 'null') return undefined
  const { value, ...sent } = JSON.parse(text) as Pick<BlockTransaction, 'from' | 'to' | 'input'> & {
    readonly value: string
  }
  const [status, logs] = JSON.parse(done) as [string, readonly Log[]]
  return { ...sent, value: BigInt(value), isReverted: status === '0x0', logs }
}

/** 0x-hex; undefined where nobody tells. */
async function readCode(nodes: ChainRpc, address: string): Promise<string | undefined> {
  const text = await readText(nodes, 'eth_getCode', [address, 'latest'], (value) => hex.parse(value))
  return text === undefined ? undefined : (JSON.parse(text) as string)
}

/** What nodes agree on, as JSON text, which compares by its content. */
function readText(
  nodes: ChainRpc,
  method: string,
  params: readonly string[],
  read: (value: unknown) => unknown,
): Promise<string | undefined> {
  return readSettled(nodes, { method, params }, (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    return JSON.stringify(read(answer.value))
  })
}
