import type { AssetUnits, PriceBook, Valuation } from '../../src/core/money/valuation.ts'
import { valueInUsd, type MicroUsd } from '../../src/core/money/usd.ts'

/** Prices that do not move, of coins by the id of their chain: a whole coin in micro-dollars. */
export function fixedPrices(coins: Readonly<Record<number, MicroUsd>>): PriceBook {
  const worthOf = ({ chainId, units, decimals }: AssetUnits): Valuation | undefined => {
    const price = coins[chainId]
    if (price === undefined) return undefined
    const usd = valueInUsd(units, decimals, price)
    return { usdLow: (usd * 99n) / 100n, usdHigh: usd, sources: ['a test'], by: 'oracle' }
  }
  return {
    value: (amount) => Promise.resolve(worthOf(amount)),
    valueSwap: () => Promise.resolve({ kind: 'priced', onTop: 0n, unvalued: [] }),
  }
}
