import type { ContractRead } from '../../core/evm/multicall3.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { ProviderContext } from '../contract.ts'
import { readMany } from './ask.ts'
import type { Deployment } from './chains.ts'
import type { SwapPath } from './paths.ts'
import { offerCall, type PathOffer, readOffer } from './quoter.ts'
import { gasAroundV4 } from './v4.ts'

/*
 * One amount over several paths at once. Each path is asked for tenths of the amount; paths of one split share no pool, so
 * that none moves the price of another.
 */

/** A path, what it gets of the amount, and what it gives for that. */
export interface Part extends PathOffer {
  /** Base units, above zero. */
  readonly amountIn: bigint
}

/** How an amount is swapped: along one path, or along several that share no pool, the largest part first. */
export interface SwapWay {
  readonly parts: readonly Part[]
  /** Base units, of all parts. */
  readonly amountOut: bigint
  /** Expected units of gas of the whole transaction. */
  readonly gas: bigint
}

/** Worth of an output after the network's cost, in base units of the token out. */
export type NetOf = (way: SwapWay) => bigint

/** Least price impact of a single path, in basis points, for which splits are asked: less is gone with the next block. */
const LEAST_IMPACT_BPS = 2
const MOST_PARTS = 3
const MOST_PATHS = 4
const TENTHS = 10
/** Units of gas of a transaction before its first call. */
const TRANSACTION_GAS = 21_000n

/** The way of all the amount along one path. */
export function wholeWay(offer: PathOffer, amountIn: bigint): SwapWay {
  return wayOf([{ ...offer, amountIn }])
}

/** True where several paths may give more than one, by what the best one loses. @param priceImpactBps undefined when unknown */
export function isWorthSplitting(priceImpactBps: number | undefined): boolean {
  return priceImpactBps !== undefined && priceImpactBps >= LEAST_IMPACT_BPS
}

/**
 * The way that gives most after the network's cost, of all splits between the best paths and of the paths alone.
 * @param offers for all of the amount
 * @throws ProviderError RpcError
 */
export async function askSplits(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  offers: readonly PathOffer[],
  amountIn: bigint,
  netOf: NetOf,
): Promise<SwapWay | undefined> {
  const whole = offers.map((offer) => wholeWay(offer, amountIn)).sort((a, b) => compare(netOf(b), netOf(a)))
  const rivals = rivalsOf(whole.flatMap(({ parts }) => parts))
  const amounts = Array.from({ length: TENTHS - 1 }, (_, index) => (amountIn * BigInt(index + 1)) / BigInt(TENTHS))
  if (rivals.length < 2 || amounts[0] === 0n) return undefined
  const asked = rivals.flatMap(({ path }) => amounts.map((amount) => ({ path, amount })))
  const calls = asked.map(({ path, amount }): ContractRead => offerCall(path, amount, deployment))
  const { results } = await readMany(context, chainKey, deployment.multicall3, calls)
  const choices = rivals.map((rival, place) => [
    ...amounts.flatMap((amount, index): Choice[] => {
      const offer = readOffer(rival.path, results[place * amounts.length + index])
      return offer === undefined ? [] : [{ tenths: index + 1, part: { ...offer, amountIn: amount } }]
    }),
    { tenths: TENTHS, part: rival },
  ])
  const best = mostOf(choices, TENTHS, MOST_PARTS, netOf)
  return best === undefined ? undefined : withRest(best, amountIn)
}

/** What a path gives for some tenths of the amount. */
interface Choice {
  readonly tenths: number
  readonly part: Part
}

/** The parts that take so many tenths together and leave most; undefined where there are none. */
function mostOf(
  choices: readonly (readonly Choice[])[],
  tenths: number,
  most: number,
  netOf: NetOf,
): readonly Part[] | undefined {
  if (tenths === 0) return []
  const [first, ...others] = choices
  if (first === undefined || most === 0) return undefined
  const ways = first.flatMap((choice) => {
    const rest = choice.tenths > tenths ? undefined : mostOf(others, tenths - choice.tenths, most - 1, netOf)
    return rest === undefined ? [] : [[choice.part, ...rest]]
  })
  const without = mostOf(others, tenths, most, netOf)
  return (without === undefined ? ways : [without, ...ways]).reduce<readonly Part[] | undefined>(
    (best, parts) => (best === undefined || netOf(wayOf(parts)) > netOf(wayOf(best)) ? parts : best),
    undefined,
  )
}

/** The best paths through one router that share no pool. @param sorted the best first */
function rivalsOf(sorted: readonly Part[]): readonly Part[] {
  const [best] = sorted
  return sorted
    .filter(({ path }) => (path.version === 'v4') === (best?.path.version === 'v4'))
    .reduce<readonly Part[]>(
      (rivals, part) =>
        rivals.length === MOST_PATHS || rivals.some(({ path }) => sharePool(path, part.path))
          ? rivals
          : [...rivals, part],
      [],
    )
}

function sharePool(one: SwapPath, other: SwapPath): boolean {
  if (one.version !== other.version) return false
  return one.fees.some((fee, hop) =>
    other.fees.some(
      (otherFee, otherHop) => fee === otherFee && samePair(one.tokens.slice(hop), other.tokens.slice(otherHop)),
    ),
  )
}

function samePair([a = '', b = '']: readonly string[], [c = '', d = '']: readonly string[]): boolean {
  return (sameAddress(a, c) && sameAddress(b, d)) || (sameAddress(a, d) && sameAddress(b, c))
}

/** Tenths are rounded down: the largest part gets the base units that are left. */
function withRest(parts: readonly Part[], amountIn: bigint): SwapWay {
  const [largest, ...others] = [...parts].sort((a, b) => compare(b.amountIn, a.amountIn))
  if (largest === undefined) return wayOf([])
  return wayOf([{ ...largest, amountIn: amountIn - others.reduce((sum, part) => sum + part.amountIn, 0n) }, ...others])
}

function wayOf(parts: readonly Part[]): SwapWay {
  return {
    parts,
    amountOut: parts.reduce((sum, { amountOut }) => sum + amountOut, 0n),
    gas: parts.reduce((sum, { path, gas }, index) => sum + gas - (index === 0 ? 0n : gasAround(path)), 0n),
  }
}

/** Units of gas that the gas of every path holds and that one transaction needs only once. */
function gasAround(path: SwapPath): bigint {
  return path.version === 'v4' ? gasAroundV4(path) : TRANSACTION_GAS
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
