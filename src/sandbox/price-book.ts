import type { CatalogAsset } from '../core/assets/catalog.ts'
import { defined } from '../core/defined.ts'
import { type AssetUnits, feeUnits, lossFees, type PriceBook, type Valuation } from '../core/money/valuation.ts'
import { valueInUsd } from '../core/money/usd.ts'
import type { Clock } from '../core/ports.ts'
import { pricedSymbol, sandboxPrice } from './market.ts'

interface SandboxBookParts {
  /** Seed of the market, a whole number from 0. */
  readonly seed: number
  readonly clock: Pick<Clock, 'now'>
  /** An asset of the catalog, by the id of its chain. */
  readonly find: (
    chainId: number,
    address: string,
  ) => Pick<CatalogAsset, 'chain' | 'symbol' | 'address' | 'evidence' | 'form'> | undefined
}

/** Values amounts by the sandbox's own market. */
export function createSandboxPriceBook({ seed, clock, find }: SandboxBookParts): PriceBook {
  const worthOf = ({ chainId, address, decimals, units }: AssetUnits): Valuation | undefined => {
    const asset = find(chainId, address)
    if (asset === undefined) return undefined
    const price = sandboxPrice(seed, clock.now(), asset.chain, pricedSymbol(asset), asset.address)
    const usd = valueInUsd(units, decimals, price)
    return { usdLow: usd, usdHigh: usd, sources: ['the market of the sandbox'], by: 'market' }
  }
  return {
    value: (amount) => Promise.resolve(worthOf(amount)),
    valueSwap: ({ src, dst, fees }) => {
      const costs = lossFees(fees).map((fee) => ({ fee, worth: worthOf(feeUnits(fee)) }))
      return Promise.resolve({
        kind: 'priced',
        ...defined({ src: worthOf(src), dst: worthOf(dst) }),
        onTop: costs.reduce((sum, { worth }) => sum + (worth?.usdHigh ?? 0n), 0n),
        unvalued: costs.flatMap(({ fee, worth }) => (worth === undefined ? fee.description : [])),
      })
    },
  }
}
