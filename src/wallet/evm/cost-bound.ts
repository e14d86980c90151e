import { divideUp } from '../../core/money/divide-up.ts'
import { DEFAULT_MOST_COST, fittingCost, type MostCost } from '../../core/money/most-cost.ts'
import { formatUsdForPeople } from '../../core/money/fees.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { EVM_COIN_DECIMALS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { larger } from '../../core/money/larger.ts'
import type { SwapError } from '../../core/api/errors.ts'
import type { Appraise } from '../family.ts'
import { refusalFor } from '../refusal.ts'
import type { PayTerms } from '../payment.ts'
import { coinText } from './chain/checks.ts'
import { feesOf } from './chain-fees.ts'
import type { EvmChain } from './evm-chain.ts'

/*
 * The most that a payment may cost the network. Only what nobody but the program worked out counts: where the coin's value
 * is not known, a bound in coin holds.
 */

const COIN = 10n ** BigInt(EVM_COIN_DECIMALS)

/** The most that a payment may cost. */
export interface CostBound {
  /** Base units of the coin; undefined where nothing bounds it. */
  readonly units: bigint | undefined
  /** For people: `$10`, `5 % of the value`. */
  readonly text: string
  /** What one whole coin is worth at most, in micro-dollars; undefined where it is not known. */
  readonly coinUsd: MicroUsd | undefined
  /**
   * `assumed`: the chain's own or a share of its coin, for want of a value; `unmeasured`: for want of a value nothing can be
   * held against what the user asked for; `unknown`: nor against the default.
   */
  readonly by: 'measured' | 'assumed' | 'unmeasured' | 'unknown'
}

/** What is paid for, as far as its value bounds the cost; undefined for a transaction that belongs to no swap. */
export type PaidFor = Pick<PayTerms['src'], 'chainKey' | 'address' | 'decimals' | 'units' | 'isNative'>

/** What a cost is held against. @param most as the user asked for. @default the larger of $10 and 5 % of the value */
export async function readCostBound(
  chain: Pick<EvmChain, 'key' | 'nativeSymbol'>,
  src: PaidFor | undefined,
  most: MostCost | undefined,
  appraise: Appraise | undefined,
): Promise<CostBound> {
  const coin = await appraise?.({
    chain: chain.key,
    address: NATIVE_EVM_ADDRESS,
    decimals: EVM_COIN_DECIMALS,
    units: COIN,
  })
  const coinUsd = coin === undefined || coin.usdHigh <= 0n ? undefined : coin.usdHigh
  const inCoin = (usd: MicroUsd) => (coinUsd === undefined ? undefined : (usd * COIN) / coinUsd)
  const share = async (bps: number): Promise<bigint | undefined> => {
    if (src === undefined) return undefined
    if (src.isNative) return (src.units * BigInt(bps)) / 10_000n
    const { chainKey, address, decimals, units } = src
    if (decimals === undefined || coinUsd === undefined) return undefined
    const value = await appraise?.({ chain: chainKey, address, decimals, units })
    return value === undefined ? undefined : inCoin((value.usdLow * BigInt(bps)) / 10_000n)
  }
  if (most === undefined) {
    const { usd, bps } = DEFAULT_MOST_COST
    // Where the coin's value is not known, the chain's own bound stands for the dollars.
    const fixed = inCoin(usd) ?? feesOf(chain.key).mostCoin
    const ofValue = await share(bps)
    const isFixed = ofValue === undefined || (fixed !== undefined && fixed >= ofValue)
    const units = fixed === undefined ? ofValue : larger(fixed, ofValue ?? 0n)
    const fixedText = fixed === undefined || coinUsd !== undefined ? formatUsdForPeople(usd) : coinText(fixed, chain)
    return {
      units,
      text: isFixed ? fixedText : `${bps / 100} % of the value`,
      coinUsd,
      by: units === undefined ? 'unknown' : coinUsd === undefined ? 'assumed' : 'measured',
    }
  }
  if ('coin' in most) return { units: most.coin, text: coinText(most.coin, chain), coinUsd, by: 'measured' }
  const units = 'usd' in most ? inCoin(most.usd) : await share(most.bps)
  const text = 'usd' in most ? formatUsdForPeople(most.usd) : `${most.bps / 100} % of the value`
  return { units, text, coinUsd, by: units === undefined ? 'unmeasured' : 'measured' }
}

/** What a cost is worth at most; undefined where nobody can tell. @param cost base units of the coin */
export function costInUsd({ coinUsd }: Pick<CostBound, 'coinUsd'>, cost: bigint): MicroUsd | undefined {
  return coinUsd === undefined ? undefined : divideUp(cost * coinUsd, COIN)
}

/**
 * True for a cost above its bound, and where nothing can be held against it.
 * @param hasFeeBound the user bounds the price of gas: that stands where nothing else was asked for or is known, and for nothing more
 */
export function isAboveBound(
  { units, by }: Pick<CostBound, 'units' | 'by'>,
  cost: bigint,
  hasFeeBound: boolean,
): boolean {
  if (by === 'unknown') return !hasFeeBound
  return units === undefined || cost > units
}

/** A network cost that nobody agreed to. @param cost base units of the coin */
export function tooCostly(
  chain: Pick<EvmChain, 'nativeSymbol'>,
  cost: bigint,
  bound: Pick<CostBound, 'text' | 'by' | 'coinUsd'>,
): SwapError {
  const usd = costInUsd(bound, cost)
  const inCoin = fittingCost({ coin: cost })
  if (bound.by === 'unmeasured' || bound.by === 'unknown') {
    return refusalFor(
      'cost',
      `The network cost of up to ${coinText(cost, chain)} cannot be held against ${bound.text}: its value is not known`,
      'Nothing was signed. Say in coin what it may be',
      { accept: ['--max-cost', inCoin] },
    )
  }
  return refusalFor(
    'cost',
    `The network cost is up to ${coinText(cost, chain)}${usd === undefined ? '' : ` (${formatUsdForPeople(usd)})`}, and at most ${bound.text} is to be paid`,
    'Nothing was signed. Wait for lower fees, or allow more',
    { accept: ['--max-cost', usd === undefined ? inCoin : fittingCost({ usd })] },
  )
}
