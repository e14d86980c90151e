import { encodeCall } from '../../core/evm/abi.ts'
import { OP_GAS_PRICE_ORACLE } from '../../core/evm/contracts.ts'
import { OP_GAS_PRICE_ORACLE_FUNCTIONS } from '../../core/evm/functions.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { larger, smaller } from '../../core/money/larger.ts'
import type { ChainRpc } from '../../core/ports.ts'
import { readResult } from '../../core/evm/words.ts'
import { isHex, quantityOf, recordOf } from '../../core/evm/json-rpc.ts'
import { type Block, callJson, type ViewCall } from './chain/reads.ts'
import { unusableNode } from './chain/node-refusal.ts'
import { refusalFor } from '../refusal.ts'
import { type ChainFees, feesOf } from './chain-fees.ts'
import type { EvmChain } from './evm-chain.ts'
import { readMiddle, upperMiddle, voicesOf } from './chain/middle.ts'
import { readAskedFees } from './fee-history.ts'

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

/** A price with room for the blocks to come, and what the next block asks; wei for one gas. */
export interface AskedPrice {
  readonly price: GasPrice
  readonly asked: bigint
  /** Of the next block; undefined on chains without one. */
  readonly baseFee: bigint | undefined
}

const GWEI = 1_000_000_000n
/** Highest tip while blocks are empty, unless the base fee is more. */
const QUIET_TIP = 2n * GWEI
/** Most bytes of a signed transaction without its calldata. */
const ENVELOPE_BYTES = 220n

/**
 * What to pay for one gas now: twice the base fee and the usual tip of the last blocks, or one price on chains without base
 * fee, as the nodes of several operators agree and as far as the chain's own bounds go.
 * @param call what is to be sent, for chains that price calls
 * @param bound wei for one gas that the user pays at most
 * @throws WALLET_REFUSED when the chain asks more than the bound, or the nodes name what no chain asks or differ;
 * SERVICE_UNAVAILABLE
 */
export async function readGasPrice(
  chain: Pick<EvmChain, 'rpc' | 'key'>,
  block: Block,
  call: ViewCall,
  bound: bigint | undefined,
): Promise<AskedPrice> {
  const { rpc, key } = chain
  const fees = feesOf(key)
  const asked = fees.isLegacy === true ? undefined : await readAskedFees(chain)
  // Nodes of chains without base fee have a history of zeros.
  const baseFee =
    asked !== undefined && (asked.baseFee > 0n || block.baseFeePerGas !== undefined)
      ? asked.baseFee
      : block.baseFeePerGas
  if (fees.isLegacy === true || baseFee === undefined) {
    const gasPrice = await readMiddle(rpc, 'eth_gasPrice', [], quantityOf)
    if (gasPrice === undefined) throw unusableNode('No node of the chain names a price for gas', key)
    if (bound !== undefined && gasPrice > bound) throw aboveBound(gasPrice, bound)
    return {
      price: { type: 'legacy', gasPrice: requirePlausible(gasPrice, fees, bound) },
      asked: gasPrice,
      baseFee: undefined,
    }
  }
  if (bound !== undefined && baseFee > bound) throw aboveBound(baseFee, bound)
  const tip = await tipOf(rpc, fees, baseFee, asked?.tip, call)
  const wanted = requirePlausible(baseFee * 2n + tip, fees, bound)
  const maxFeePerGas = bound === undefined ? wanted : smaller(wanted, bound)
  return {
    price: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) },
    asked: smaller(addEighth(baseFee) + tip, maxFeePerGas),
    baseFee,
  }
}

/** The same price with less room, so that one gas costs no more than `most`; the price itself where the next block asks more. */
export function fitPrice({ price, asked }: Pick<AskedPrice, 'price' | 'asked'>, most: bigint): GasPrice {
  if (price.type === 'legacy' || price.maxFeePerGas <= most || asked > most) return price
  return { ...price, maxFeePerGas: most, maxPriorityFeePerGas: smaller(price.maxPriorityFeePerGas, most) }
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
    const price = larger(wanted, least)
    return bound === undefined ? price : smaller(price, bound)
  }
  if (old.type === 'legacy') return { type: 'legacy', gasPrice: raise(addEighth(old.gasPrice), mostPerGas(current)) }
  const tipNow = current.type === 'legacy' ? current.gasPrice : current.maxPriorityFeePerGas
  const maxFeePerGas = raise(addEighth(old.maxFeePerGas), mostPerGas(current))
  const tip = raise(addEighth(old.maxPriorityFeePerGas), tipNow)
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) }
}

/**
 * What a chain that keeps its data on Ethereum takes for that and for its operator on top of gas, in wei; 0 on other chains.
 * The middle of what operators say, the higher of two: a node that names less would not lower it.
 * @param gas limit of the transaction
 */
export async function readDataFee(rpc: ChainRpc, data: string, gas: bigint): Promise<bigint> {
  const bytes = BigInt(data.length - 2) / 2n + ENVELOPE_BYTES
  const { getL1FeeUpperBound, getOperatorFee } = OP_GAS_PRICE_ORACLE_FUNCTIONS
  const read = async (call: string): Promise<bigint> => {
    const params = [{ to: OP_GAS_PRICE_ORACLE, data: call }, 'latest']
    const answers = await rpc.requestOperators({ method: 'eth_call', params }, voicesOf(rpc))
    const fees = answers.map((answer) =>
      'value' in answer && isHex(answer.value) ? (readResult(answer.value) ?? 0n) : 0n,
    )
    return upperMiddle(fees) ?? 0n
  }
  const forData = await read(encodeCall(getL1FeeUpperBound.selector, [bytes]))
  return forData === 0n ? 0n : forData + (await read(encodeCall(getOperatorFee.selector, [gas])))
}

/** What the blocks paid, within the bounds of the chain; where they were empty, what the nodes advise. */
async function tipOf(
  rpc: ChainRpc,
  { leastTip, mostTip, tipInBaseFrom, tipMethod }: ChainFees,
  baseFee: bigint,
  usual: bigint | undefined,
  call: ViewCall,
): Promise<bigint> {
  if (mostTip === 0n) return 0n
  const priced =
    tipMethod === undefined
      ? undefined
      : await readMiddle(rpc, tipMethod, [callJson(call)], (answer) =>
          quantityOf(recordOf(answer)['priorityFeePerGas']),
        )
  const quiet = async () =>
    smaller((await readMiddle(rpc, 'eth_maxPriorityFeePerGas', [], quantityOf)) ?? 0n, larger(QUIET_TIP, baseFee))
  const least = tipInBaseFrom !== undefined && baseFee >= tipInBaseFrom ? 0n : leastTip
  const tip = larger(priced ?? usual ?? (await quiet()), least)
  return smaller(tip, larger(mostTip, baseFee / 10n))
}

/** Adds an eighth, rounded up, and at least 1 wei. */
function addEighth(price: bigint): bigint {
  const more = (price * 9n + 7n) / 8n
  return larger(more, price + 1n)
}

function requirePlausible(price: bigint, { mostPrice }: ChainFees, bound: bigint | undefined): bigint {
  if (bound === undefined && price > mostPrice) throw implausible(price, mostPrice)
  return price
}

function aboveBound(price: bigint, bound: bigint): Error {
  return refusalFor(
    'fee',
    `The chain asks ${gwei(price)} gwei for one gas, and at most ${gwei(bound)} are to be paid`,
    'Nothing was signed. Wait, or allow more',
    { accept: ['--max-fee', gwei(price)] },
  )
}

function implausible(price: bigint, most: bigint): Error {
  return refusalFor(
    'fee',
    `The nodes name a price of ${gwei(price)} gwei for one gas, and more than ${gwei(most)} is not believed on this chain`,
    'Nothing was signed. Set another node, or allow so much',
    { accept: ['--max-fee', gwei(price)] },
  )
}

function gwei(price: bigint): string {
  return formatAmount(price, 9)
}
