import { larger, smaller } from '../../core/money/larger.ts'
import { quantityOf, recordOf } from '../../core/evm/json-rpc.ts'
import { lowerMiddle, voicesOf } from './chain/middle.ts'
import { disagreement } from './chain/node-refusal.ts'
import type { EvmChain } from './evm-chain.ts'

/*
 * What the last blocks asked for gas, from nodes of several operators. A node's own advice (eth_gasPrice,
 * eth_maxPriorityFeePerGas) can name any number; the history of blocks can be compared between nodes.
 */

/** Blocks of a history: some nodes refuse more. */
const BLOCKS = 10
/** Shares of the gas of a block whose tips are asked for, percent. */
const USUAL = 50
const HIGH = 90

/** What blocks asked for gas; wei for one gas. */
export interface FeeHistory {
  /** Number of the first block. */
  readonly oldest: bigint
  /** Base fee of each block, and of the next one. */
  readonly baseFees: readonly bigint[]
  /** Middle tips of the blocks that were not empty: that half of their gas paid at most, and nine tenths. */
  readonly usualTip: bigint | undefined
  readonly highTip: bigint | undefined
}

/** What the nodes agree on. */
export interface AskedFees {
  /** Of the next block. */
  readonly baseFee: bigint
  /** Undefined where all blocks were empty. */
  readonly tip: bigint | undefined
}

/**
 * The base fee of the next block and the usual tip of the last ones, by the nodes of several operators; undefined where none
 * of them keeps a history. A base fee is compared at the same block; the tip is the lower of two or the middle of three, and
 * at most ten times what nine tenths of the gas paid by another operator's word.
 * @throws WALLET_REFUSED when no two nodes agree on a base fee
 */
export async function readAskedFees({ rpc, key }: Pick<EvmChain, 'rpc' | 'key'>): Promise<AskedFees | undefined> {
  const params = [`0x${BLOCKS.toString(16)}`, 'latest', [USUAL, HIGH]]
  const answers = await rpc.requestOperators({ method: 'eth_feeHistory', params }, voicesOf(rpc))
  const histories = answers.flatMap((answer) => ('value' in answer ? (historyOf(answer.value) ?? []) : []))
  if (histories.length === 0) return undefined
  const agreeing = histories.filter((one) => histories.some((other) => other !== one && compare(one, other) === 'same'))
  const isDisputed = histories.some((one) => histories.some((other) => compare(one, other) === 'different'))
  if (agreeing.length === 0 && isDisputed) {
    throw disagreement('about the base fee of a block', key)
  }
  const heard = agreeing.length === 0 ? histories : agreeing
  const newest = agreeing.toSorted((a, b) => Number(headOf(b) - headOf(a)))[0]
  const baseFee = newest === undefined ? lowerMiddle(heard.map(nextBaseFee)) : nextBaseFee(newest)
  const usual = lowerMiddle(heard.flatMap(({ usualTip }) => usualTip ?? []))
  const high = lowerMiddle(heard.flatMap(({ highTip }) => highTip ?? []))
  if (baseFee === undefined) return undefined
  const tip = usual !== undefined && high !== undefined && usual > high * 10n ? high * 10n : usual
  return { baseFee, tip }
}

/** Whether two histories name the same base fees for the blocks that both have. */
function compare(a: FeeHistory, b: FeeHistory): 'same' | 'different' | 'apart' {
  const [from, to] = [larger(a.oldest, b.oldest), smaller(headOf(a), headOf(b))]
  if (from > to) return 'apart'
  for (let block = from; block <= to; block += 1n) {
    if (a.baseFees[Number(block - a.oldest)] !== b.baseFees[Number(block - b.oldest)]) return 'different'
  }
  return 'same'
}

/** Number of the newest block of a history, whose last base fee is of the block after it. */
function headOf({ oldest, baseFees }: FeeHistory): bigint {
  return oldest + BigInt(baseFees.length) - 2n
}

function nextBaseFee({ baseFees }: FeeHistory): bigint {
  return baseFees.at(-1) ?? 0n
}

/** A node's answer; undefined for one that is no history. */
function historyOf(answer: unknown): FeeHistory | undefined {
  const { oldestBlock, baseFeePerGas, gasUsedRatio, reward } = recordOf(answer)
  const oldest = quantityOf(oldestBlock)
  const baseFees = listOf(baseFeePerGas).map(quantityOf)
  if (oldest === undefined || baseFees.length < 2 || !baseFees.every((fee) => fee !== undefined)) return undefined
  const ratios = listOf(gasUsedRatio)
  const rewards = listOf(reward).filter((_, block) => typeof ratios[block] === 'number' && ratios[block] > 0)
  const tipsAt = (place: number) => lowerMiddle(rewards.flatMap((tips) => quantityOf(listOf(tips)[place]) ?? []))
  return { oldest, baseFees, usualTip: tipsAt(0), highTip: tipsAt(1) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
