import { encodeCall } from '../../core/evm/abi.ts'
import { OP_GAS_PRICE_ORACLE } from '../../core/evm/contracts.ts'
import { OP_GAS_PRICE_ORACLE_FUNCTIONS } from '../../core/evm/functions.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { ChainRpc } from '../../core/ports.ts'
import { quantityOf, recordOf } from '../../core/evm/json-rpc.ts'
import { type Block, callJson, readFirstWord, readQuantity, type ViewCall } from './chain/reads.ts'
import { refusal } from '../refusal.ts'
import { orUndefined, orWouldFail } from './chain/node-refusal.ts'

/** Most that the network cost may have risen since the user agreed to it, as a factor. */
export const MOST_RISE = 3n

/*
 * What a transaction pays for gas. viem's `estimateFeesPerGas` (2.57.1) passes on any tip and base fee that a node names:
 * numbers of 240 bits, and '' for no tip.
 */

/** What one gas costs at most, in wei. */
export type GasPrice =
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }

const GWEI = 1_000_000_000n
/** Highest tip taken from a node, unless ten times the base fee is more: above what busy chains have seen. */
const MOST_TIP = 1_000n * GWEI
/** Highest gas price taken from a node: chains with cheap coins ask 5,000 gwei. */
const MOST_PRICE = 20_000n * GWEI
/** Most bytes of a signed transaction without its calldata. */
const ENVELOPE_BYTES = 220n

/**
 * What to pay for one gas now: twice the base fee and the tip that the node advises, or its gas price on chains without
 * base fee.
 * @param bound wei for one gas that the user pays at most
 * @throws WALLET_REFUSED when the chain asks more than the bound, or the node advises what no chain asks; SERVICE_UNAVAILABLE
 */
export async function readGasPrice(rpc: ChainRpc, block: Block, bound: bigint | undefined): Promise<GasPrice> {
  const { baseFeePerGas } = block
  if (baseFeePerGas === undefined) {
    const gasPrice = await readQuantity(rpc, 'eth_gasPrice', [])
    if (bound !== undefined && gasPrice > bound) throw aboveBound(gasPrice, bound)
    return { type: 'legacy', gasPrice: requirePlausible(gasPrice, bound) }
  }
  if (bound !== undefined && baseFeePerGas > bound) throw aboveBound(baseFeePerGas, bound)
  const tip = await readTip(rpc)
  if (tip > MOST_TIP && tip > baseFeePerGas * 10n && bound === undefined) throw implausible(tip)
  const wanted = requirePlausible(baseFeePerGas * 2n + tip, bound)
  const maxFeePerGas = bound !== undefined && wanted > bound ? bound : wanted
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

/** The most that one gas can cost, in wei. */
export function mostPerGas(price: GasPrice): bigint {
  return price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas
}

/**
 * A price that nodes take in place of an earlier one with the same nonce: 12.5 % more in each field, and at least today's.
 * @param bound wei for one gas that the user pays at most
 * @throws WALLET_REFUSED when that is above the bound
 */
export function raisePrice(old: GasPrice, current: GasPrice, bound: bigint | undefined): GasPrice {
  const raise = (least: bigint, wanted: bigint): bigint => {
    if (bound !== undefined && least > bound) throw aboveBound(least, bound)
    const price = wanted > least ? wanted : least
    return bound !== undefined && price > bound ? bound : price
  }
  if (old.type === 'legacy') return { type: 'legacy', gasPrice: raise(addEighth(old.gasPrice), mostPerGas(current)) }
  const tipNow = current.type === 'legacy' ? current.gasPrice : current.maxPriorityFeePerGas
  const maxFeePerGas = raise(addEighth(old.maxFeePerGas), mostPerGas(current))
  const tip = raise(addEighth(old.maxPriorityFeePerGas), tipNow)
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

/**
 * Gas limit of a call on the chain as it is now: the node's estimate and a quarter, since state moves until it is mined.
 * @throws WALLET_REFUSED when the call would be reverted, or needs more than a block holds
 */
export async function estimateGas(rpc: ChainRpc, call: ViewCall, block: Block): Promise<bigint> {
  return addMargin(await orWouldFail(readQuantity(rpc, 'eth_estimateGas', [callJson(call)])), block)
}

/** A measured or estimated amount of gas and a quarter, as far as a block holds it. @throws WALLET_REFUSED when it holds less */
export function addMargin(gas: bigint, block: Block): bigint {
  if (gas > block.gasLimit) throw refusal(`The transaction needs ${gas} gas, and a block holds ${block.gasLimit}`)
  const generous = (gas * 5n + 3n) / 4n
  return generous < block.gasLimit ? generous : block.gasLimit
}

/** What a chain that keeps its data on Ethereum takes for that on top of gas, in wei; 0 on other chains. */
export async function readDataFee(rpc: ChainRpc, data: string): Promise<bigint> {
  const bytes = BigInt(data.length - 2) / 2n + ENVELOPE_BYTES
  const call = encodeCall(OP_GAS_PRICE_ORACLE_FUNCTIONS.getL1FeeUpperBound.selector, [bytes])
  return (await orUndefined(readFirstWord(rpc, OP_GAS_PRICE_ORACLE, call))) ?? 0n
}

/** The node's advice, or where it has none the median tip of the last blocks. */
async function readTip(rpc: ChainRpc): Promise<bigint> {
  const advised = await orUndefined(readQuantity(rpc, 'eth_maxPriorityFeePerGas', []))
  if (advised !== undefined) return advised
  const history = recordOf(await rpc.request({ method: 'eth_feeHistory', params: ['0x5', 'latest', [50]] }))
  const rewards = Array.isArray(history['reward']) ? (history['reward'] as readonly unknown[]) : []
  const tips = rewards
    .map((row) => quantityOf(Array.isArray(row) ? row[0] : undefined))
    .filter((tip) => tip !== undefined)
    .sort((a, b) => (a < b ? -1 : 1))
  return tips[Math.floor(tips.length / 2)] ?? GWEI
}

/** Adds an eighth, rounded up, and at least 1 wei. */
function addEighth(price: bigint): bigint {
  const more = (price * 9n + 7n) / 8n
  return more > price ? more : price + 1n
}

function requirePlausible(price: bigint, bound: bigint | undefined): bigint {
  if (bound === undefined && price > MOST_PRICE) throw implausible(price)
  return price
}

function aboveBound(price: bigint, bound: bigint): Error {
  return refusal(
    `The chain asks ${gwei(price)} gwei for one gas, and at most ${gwei(bound)} are to be paid`,
    'Nothing was signed. Wait, or allow more with --max-fee',
  )
}

function implausible(price: bigint): Error {
  return refusal(
    `The node advises ${gwei(price)} gwei for one gas, which no chain asks`,
    'Nothing was signed. Say what to pay at most with --max-fee, or set another node: swapcli config set rpc.<chain> <url>',
  )
}

function gwei(price: bigint): string {
  return formatAmount(price, 9)
}
