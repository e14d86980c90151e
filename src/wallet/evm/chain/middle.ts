import { isHex, quantityOf } from '../../../core/evm/json-rpc.ts'
import { readResult } from '../../../core/evm/words.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import { orUndefined } from './node-refusal.ts'
import { type Block, blockOf, readBlock, readCall, readCoinBalance, readHasCode } from './reads.ts'

/** Operators that are asked: with three, one that lies is never the middle. */
const VOICES = 3

/** How many operators are asked: the user's own nodes count as agreed. */
export function voicesOf({ isOwn }: Pick<ChainRpc, 'isOwn'>): number {
  return isOwn ? 1 : VOICES
}

/** The middle of the numbers, the lower of two; undefined for none. */
export function lowerMiddle(numbers: readonly bigint[]): bigint | undefined {
  return [...numbers].sort((a, b) => (a < b ? -1 : 1))[Math.floor((numbers.length - 1) / 2)]
}

/** The middle of the numbers, the higher of two; undefined for none. */
export function upperMiddle(numbers: readonly bigint[]): bigint | undefined {
  return [...numbers].sort((a, b) => (a < b ? -1 : 1))[Math.floor(numbers.length / 2)]
}

/** The middle of the numbers that nodes of several operators state, the lower of two; undefined where none does. */
export async function readMiddle(
  rpc: ChainRpc,
  method: string,
  params: readonly Json[],
  read: (answer: unknown) => bigint | undefined,
): Promise<bigint | undefined> {
  const answers = await rpc.requestOperators({ method, params }, voicesOf(rpc))
  return lowerMiddle(answers.flatMap((answer) => ('value' in answer ? (read(answer.value) ?? []) : [])))
}

/** Base units of the coin that an address holds, the middle of what operators state. @throws SERVICE_UNAVAILABLE, RpcError */
export async function readMiddleCoin(rpc: ChainRpc, address: string): Promise<bigint> {
  const stated = await readMiddle(rpc, 'eth_getBalance', [address, 'latest'], quantityOf)
  return stated ?? readCoinBalance(rpc, address)
}

/**
 * The newest block of the operator in the middle, or of the one that is behind of two: what is run on it can be compared, since another
 * operator has it too.
 * @throws SERVICE_UNAVAILABLE, RpcError
 */
export async function readMiddleBlock(rpc: ChainRpc): Promise<Block> {
  const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const answers = await rpc.requestOperators(call, voicesOf(rpc))
  const blocks = answers.flatMap((answer) => ('value' in answer ? (blockOf(answer.value) ?? []) : []))
  const middle = lowerMiddle(blocks.map(({ number }) => number))
  return blocks.find(({ number }) => number === middle) ?? readBlock(rpc)
}

/** True when most operators say that a contract stands at the address. @throws SERVICE_UNAVAILABLE, RpcError */
export async function isContract(rpc: ChainRpc, address: string): Promise<boolean> {
  const stated = await readMiddle(rpc, 'eth_getCode', [address, 'latest'], (code) =>
    isHex(code) ? BigInt(code.length > 2) : undefined,
  )
  return stated === undefined ? readHasCode(rpc, address) : stated === 1n
}

/**
 * A number that a contract returns, the middle of what operators state; undefined where the call fails.
 * @param data calldata, 0x-hex
 * @param read finds it in what is returned, 0x-hex
 * @throws SERVICE_UNAVAILABLE
 */
export async function readMiddleResult(
  rpc: ChainRpc,
  to: string,
  data: string,
  read: (returned: string) => bigint | undefined = readResult,
): Promise<bigint | undefined> {
  const params = [{ to, data }, 'latest']
  const stated = await readMiddle(rpc, 'eth_call', params, (answer) => (isHex(answer) ? read(answer) : undefined))
  if (stated !== undefined) return stated
  const returned = await orUndefined(readCall(rpc, { to, data }))
  return returned === undefined ? undefined : read(returned)
}
