import type { CatalogAsset, CatalogChain, CatalogData } from '../../src/core/assets/catalog.ts'
import type { AssetUnits, PriceBook, Valuation } from '../../src/core/money/valuation.ts'
import { UNISWAP } from '../../src/core/evm/contracts.ts'
import { chain, native, RELEASE, token } from '../support/catalog-data.ts'

/* What is swapped in the simulation: two tokens of one real chain, at their real addresses. */

/** The chain that everything is paid on. */
export const ETHEREUM: CatalogChain = chain('ethereum', 1, { name: 'Ethereum' })
/** What is paid with. */
export const USDC: CatalogAsset = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', {
  decimals: 6,
})
/** What is bought. */
export const DAI: CatalogAsset = token('ethereum', 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F')

/** The contract that swaps. */
export const ROUTER = UNISWAP[1]?.swapRouter02 ?? ''

const COIN = native(ETHEREUM, 'Ether')
const ASSETS = [COIN, USDC, DAI]

/** The catalog of the simulation. */
export const CATALOG: CatalogData = {
  release: () => RELEASE,
  chains: () => [ETHEREUM],
  assets: (chainKey) => (chainKey === ETHEREUM.key ? ASSETS : []),
  assetsNear: (chainKey) => (chainKey === ETHEREUM.key ? ASSETS : []),
  aliases: () => ({ input: new Map(), ambiguous: new Map() }),
}

/** What a whole one is worth, in micro-dollars. */
const WORTH = new Map([
  [COIN.address, 3_000_000_000n],
  [USDC.address, 1_000_000n],
  [DAI.address, 1_000_000n],
])

/** What independent others say of the market: both tokens are at par, whatever a provider pays. */
export function openMarketBook(): PriceBook {
  const value = ({ address, decimals, units }: AssetUnits): Valuation | undefined => {
    const worth = WORTH.get(address)
    if (worth === undefined) return undefined
    const usd = (units * worth) / 10n ** BigInt(decimals)
    return { usdLow: usd, usdHigh: usd, sources: ['the market'], by: 'oracle' }
  }
  return {
    value: async (amount) => value(amount),
    valueSwap: async ({ src, dst }) => {
      const [leaves, arrives] = [value(src), value(dst)]
      return {
        ...{ kind: 'priced', onTop: 0n, unvalued: [] },
        ...(leaves === undefined ? {} : { src: leaves }),
        ...(arrives === undefined ? {} : { dst: arrives }),
      }
    },
  }
}
