import { defined } from '../../../core/defined.ts'
import { isHex, quantityOf, recordOf, toQuantity } from '../../../core/evm/json-rpc.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import { unusableNode } from './node-refusal.ts'

/*
 * What a node says, checked once here: numbers, blocks, receipts, words of contracts. Methods and fields are those of the
 * Ethereum execution APIs. Why not viem's actions: core/evm/json-rpc.ts.
 */

/** A block as far as a payment needs it. */
export interface Block {
  readonly number: bigint
  /** Epoch seconds. */
  readonly timestampSec: bigint
  readonly gasLimit: bigint
  /** Wei for one gas; undefined on chains without EIP-1559. */
  readonly baseFeePerGas: bigint | undefined
  /** 0x address that gets the tips; undefined where the node does not tell. */
  readonly feeRecipient: string | undefined
  /** 0x-hex of the randomness that contracts see; undefined where the node does not tell. */
  readonly prevRandao: string | undefined
}

/** A transaction's receipt. */
export interface Receipt {
  readonly blockNumber: bigint
  /** False when it was reverted. */
  readonly ok: boolean
  readonly gasUsed: bigint
  /** Its block and whether it was reverted there, as one text: what nodes agree on. */
  readonly block: string
}

/** A call without a signature. */
export interface ViewCall {
  readonly from?: string
  readonly to: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin. @default 0 */
  readonly value?: bigint
}

/** A number that the node answers as 0x-hex. @throws SERVICE_UNAVAILABLE for another answer, RpcError */
export async function readQuantity(rpc: ChainRpc, method: string, params: readonly Json[]): Promise<bigint> {
  const quantity = quantityOf(await rpc.request({ method, params }))
  if (quantity === undefined) throw badAnswer(method)
  return quantity
}

/** The block with this number, or the newest. @throws SERVICE_UNAVAILABLE for another answer, RpcError */
export async function readBlock(rpc: ChainRpc, tag: string = 'latest'): Promise<Block> {
  const block = blockOf(await rpc.request({ method: 'eth_getBlockByNumber', params: [tag, false] }))
  if (block === undefined) throw badAnswer('eth_getBlockByNumber')
  return block
}

/** The block in a node's answer; undefined for anything else. */
export function blockOf(answer: unknown): Block | undefined {
  const block = recordOf(answer)
  const timestampSec = quantityOf(block['timestamp'])
  const gasLimit = quantityOf(block['gasLimit'])
  const number = quantityOf(block['number'])
  if (number === undefined || timestampSec === undefined || gasLimit === undefined) return undefined
  const { miner, mixHash } = block
  return {
    ...{ number, timestampSec, gasLimit, baseFeePerGas: quantityOf(block['baseFeePerGas']) },
    feeRecipient: isHex(miner) ? miner : undefined,
    prevRandao: isHex(mixHash) ? mixHash : undefined,
  }
}

/** The receipt of a transaction that is in a block; undefined where the node knows none. @throws SERVICE_UNAVAILABLE, RpcError */
export async function readReceipt(rpc: ChainRpc, hash: string): Promise<Receipt | undefined> {
  return receiptOf(await rpc.request({ method: 'eth_getTransactionReceipt', params: [hash] }), hash)
}

/** The receipt in a node's answer; undefined for null. @throws SERVICE_UNAVAILABLE for another answer */
export function receiptOf(answer: unknown, hash: string): Receipt | undefined {
  if (answer === null) return undefined
  const receipt = recordOf(answer)
  const blockNumber = quantityOf(receipt['blockNumber'])
  // Some nodes give the receipt of a transaction that waits, without block.
  if (receipt['blockNumber'] === null) return undefined
  const status = quantityOf(receipt['status'])
  const ofIt = sameText(receipt['transactionHash'], hash)
  if (blockNumber === undefined || status === undefined || !ofIt) throw badAnswer('eth_getTransactionReceipt')
  const block = `${String(receipt['blockHash']).toLowerCase()} ${blockNumber} ${status}`
  return { blockNumber, ok: status === 1n, gasUsed: quantityOf(receipt['gasUsed']) ?? 0n, block }
}

/** How many transactions of an account are in blocks up to `tag`; with `pending`, also those that wait. */
export function readNonce(rpc: ChainRpc, address: string, tag: string): Promise<bigint> {
  return readQuantity(rpc, 'eth_getTransactionCount', [address, tag])
}

/** Base units of the native coin that an address holds. */
export function readCoinBalance(rpc: ChainRpc, address: string): Promise<bigint> {
  return readQuantity(rpc, 'eth_getBalance', [address, 'latest'])
}

/** True when a contract stands at the address; code that only delegates an account (EIP-7702) counts too. */
export async function readHasCode(rpc: ChainRpc, address: string): Promise<boolean> {
  const code = await rpc.request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (!isHex(code)) throw badAnswer('eth_getCode')
  return code.length > 2
}

/** What a call returns, as 0x-hex. @throws RpcError for a revert, SERVICE_UNAVAILABLE */
export async function readCall(rpc: ChainRpc, call: ViewCall, tag: string = 'latest'): Promise<string> {
  const result = await rpc.request({ method: 'eth_call', params: [callJson(call), tag] })
  if (!isHex(result)) throw badAnswer('eth_call')
  return result
}

/** A call as nodes want it. */
export function callJson({ from, to, data, value }: ViewCall): { readonly [key: string]: Json } {
  return {
    to,
    data,
    ...defined({ from, value: value === undefined || value === 0n ? undefined : toQuantity(value) }),
  }
}

/** True for two texts of hex that differ in letter case at most. */
export function sameText(a: unknown, b: string): boolean {
  return typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
}

/** Why an answer cannot be used. */
export function badAnswer(method: string): SwapError {
  return unusableNode(`The node of the chain answered ${method} with something else`, '<chain>')
}
