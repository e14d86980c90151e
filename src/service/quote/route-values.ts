import type { CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { coinOfEvmChain, type Fee, isUnvaluedCost } from '../../core/money/fees.ts'
import { type AssetUnits, feeUnits, middleOf, type PriceBook, type Valuation } from '../../core/money/valuation.ts'
import type { MicroUsd } from '../../core/money/usd.ts'

/** Values what providers state no value of, by evidence that none of them makes. */
export interface RouteValues {
  /** Begins to value the fees that are not valued yet. Resolves when that is done, after 5 s at most; never rejects. */
  start(fees: readonly Fee[]): Promise<void>
  /** The same for both sides of a route; those that its provider values itself are not asked for. */
  startSides(route: ValuedRoute): Promise<void>
  /** Resolves when nothing that was begun is under way; never rejects. */
  wait(): Promise<void>
  /** The fees with the values that are known by now. A value that a provider states below the evidence counts as not stated. */
  readonly fees: (fees: readonly Fee[]) => readonly Fee[]
  /** What both sides are worth as far as that is known by now: as their provider states it, or else by the evidence. */
  readonly sides: (route: ValuedRoute) => SideValues
}

/** The sides of a route, with the values that its provider states. */
export interface ValuedRoute extends SideValues {
  readonly src: PricedAsset
  readonly dst: PricedAsset
  /** Base units. */
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** Values of both sides; undefined where nobody tells. */
export interface SideValues {
  readonly srcUsd?: MicroUsd | undefined
  readonly dstUsd?: MicroUsd | undefined
}

/** Values nothing but what is stated. */
export const STATED_VALUES: Pick<RouteValues, 'fees' | 'sides'> = {
  fees: (fees) => fees,
  sides: ({ srcUsd, dstUsd }) => ({ srcUsd, dstUsd }),
}

/** @param openPrices undefined where values need no evidence, as in the sandbox */
export function createRouteValues(openPrices: (() => Promise<PriceBook>) | undefined): RouteValues {
  const values = new Map<string, Valuation>()
  const swaps = new Map<string, SideValues>()
  const asked = new Map<string, Promise<void>>()
  /** Asks once; a book that does not open values nothing. */
  const ask = async (key: string, read: (book: PriceBook) => Promise<void>): Promise<void> => {
    if (openPrices === undefined) return
    const open = openPrices
    const asking =
      asked.get(key) ??
      Promise.resolve()
        .then(open)
        .then(read)
        .catch(() => undefined)
    asked.set(key, asking)
    await asking
  }
  return {
    start: async (fees) => {
      const costs = fees.filter((fee) => isUnvaluedCost(fee) || isOnTop(fee))
      await Promise.all(
        costs.map((fee) =>
          ask(keyOf(feeUnits(fee)), async (book) => {
            const value = await book.value(feeUnits(fee))
            if (value !== undefined) values.set(keyOf(feeUnits(fee)), value)
          }),
        ),
      )
    },
    startSides: async (route) => {
      if (route.srcUsd !== undefined && route.dstUsd !== undefined) return
      const [src, dst] = unitsOf(route)
      const key = `${keyOf(src)} ${keyOf(dst)}`
      await ask(key, async (book) => {
        const swap = await book.valueSwap({ src, dst, fees: [] })
        const middle = (value: Valuation | undefined) => (value === undefined ? undefined : middleOf(value))
        swaps.set(key, { srcUsd: middle(swap.src), dstUsd: middle(swap.dst) })
      })
    },
    wait: async () => {
      await Promise.all(asked.values())
    },
    fees: (fees) =>
      fees.map((fee) => {
        const value = values.get(keyOf(feeUnits(fee)))
        const isStated = fee.usd !== undefined && !(isOnTop(fee) && value !== undefined && fee.usd < value.usdLow)
        return isStated || value === undefined ? fee : { ...fee, usd: isOnTop(fee) ? value.usdHigh : middleOf(value) }
      }),
    sides: (route) => {
      const known = swaps.get(unitsOf(route).map(keyOf).join(' '))
      return defined({ srcUsd: route.srcUsd ?? known?.srcUsd, dstUsd: route.dstUsd ?? known?.dstUsd })
    },
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

function unitsOf({ src, dst, amountIn, amountOut }: ValuedRoute): readonly [AssetUnits, AssetUnits] {
  const side = ({ chain, asset }: PricedAsset, units: bigint): AssetUnits => ({
    chainId: chain.chainId,
    address: asset.address,
    decimals: asset.decimals,
    units,
  })
  return [side(src, amountIn), side(dst, amountOut)]
}

function keyOf({ chainId, address, decimals, units }: AssetUnits): string {
  return `${chainId} ${address.toLowerCase()} ${decimals} ${units}`
}
