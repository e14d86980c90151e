import type { CatalogChain } from '../../core/assets/catalog.ts'
import { coinOfEvmChain, type Fee, isUnvaluedCost } from '../../core/money/fees.ts'
import { feeUnits, type PriceBook, type Valuation } from '../../core/money/valuation.ts'

/** Values fees by evidence that no provider makes. */
export interface FeeValues {
  /** Begins to value what is not valued yet. Resolves when that is done, after 5 s at most; never rejects. */
  start(fees: readonly Fee[]): Promise<void>
  /** Resolves when nothing that was begun is under way; never rejects. */
  wait(): Promise<void>
  /** The fees with the values that are known by now. A value that a provider states below the evidence counts as not stated. */
  readonly apply: (fees: readonly Fee[]) => readonly Fee[]
}

/** @param openPrices undefined where values need no evidence, as in the sandbox */
export function createFeeValues(openPrices: (() => Promise<PriceBook>) | undefined): FeeValues {
  const values = new Map<string, Valuation>()
  const asked = new Map<string, Promise<void>>()
  const find = async (fee: Fee, open: () => Promise<PriceBook>): Promise<void> => {
    try {
      const value = await (await open()).value(feeUnits(fee))
      if (value !== undefined) values.set(keyOf(fee), value)
    } catch {
      // A book that does not open values nothing.
    }
  }
  return {
    start: async (fees) => {
      if (openPrices === undefined) return
      const costs = fees.filter((fee) => isUnvaluedCost(fee) || isOnTop(fee))
      await Promise.all(
        costs.map((fee) => {
          const asking = asked.get(keyOf(fee)) ?? find(fee, openPrices)
          asked.set(keyOf(fee), asking)
          return asking
        }),
      )
    },
    wait: async () => {
      await Promise.all(asked.values())
    },
    apply: (fees) =>
      fees.map((fee) => {
        const value = values.get(keyOf(fee))
        const isStated = fee.usd !== undefined && !(isOnTop(fee) && value !== undefined && fee.usd < value.usdLow)
        return isStated || value === undefined ? fee : { ...fee, usd: value.usdHigh }
      }),
  }
}

/** A cost of one base unit in the coin of a chain, to have its price read. */
export function unitOfCoin(chain: CatalogChain): Fee {
  const token = coinOfEvmChain(chain)
  return { type: 'source_gas', amount: 1n, token, description: '', providerLabel: '', included: false }
}

function isOnTop({ included, amount }: Fee): boolean {
  return included === false && amount > 0n
}

function keyOf({ token, amount }: Fee): string {
  return `${token.chainId} ${token.address.toLowerCase()} ${token.decimals} ${amount}`
}
