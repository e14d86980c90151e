/*
 * What gas honestly costs, by chain: bounds that hold whatever a node says. Sources: the chains' own documents on fees, as of
 * November 2026; they are wide, since they only have to stop what no chain asks.
 */

const GWEI = 1_000_000_000n
const COIN = 10n ** 18n

/** How a chain charges for gas. All prices are wei for one gas. */
export interface ChainFees {
  /** Least tip that its blocks take. */
  readonly leastTip: bigint
  /** Highest tip that is paid, unless a tenth of the base fee is more. */
  readonly mostTip: bigint
  /** Highest price of all. */
  readonly mostPrice: bigint
  /** Base fee from which no least tip is asked. @default it always is */
  readonly tipInBaseFrom?: bigint
  /** True for chains without base fee. */
  readonly isLegacy?: true
  /** Added to a gas limit, percent: chains that charge for the limit instead of what was used get little. @default 25 */
  readonly marginPercent?: bigint
  /** True where a limit also pays for the data on Ethereum, so that it says little about the work of a call. */
  readonly limitHoldsData?: true
  /** The method that names the tip of a call, where the history of blocks does not tell. */
  readonly tipMethod?: 'linea_estimateGas'
  /** Base units of the coin that a payment may cost where nobody can tell what the coin is worth. @default none: it asks for a bound of the user */
  readonly mostCoin?: bigint
}

/** Chains that are not listed: the limits of a chain with a cheap coin. */
const OTHER: ChainFees = { leastTip: 1n, mostTip: 1_000n * GWEI, mostPrice: 20_000n * GWEI }
/** Rollups whose coin is ETH and whose sequencer takes next to nothing. */
const ROLLUP: ChainFees = { leastTip: 1n, mostTip: GWEI / 10n, mostPrice: 50n * GWEI, mostCoin: COIN / 300n }
/** Rollups that ignore the tip. */
const TIPLESS: ChainFees = { ...ROLLUP, leastTip: 0n, mostTip: 0n, limitHoldsData: true }
/** Chains whose transactions name one price. */
const LEGACY: ChainFees = { ...OTHER, isLegacy: true }

/** By catalog key. */
const FEES: Readonly<Record<string, ChainFees>> = {
  ethereum: { leastTip: GWEI / 100n, mostTip: 2n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: COIN / 100n },
  arbitrum: TIPLESS,
  'arbitrum-nova': TIPLESS,
  robinhood: TIPLESS,
  zksync: TIPLESS,
  abstract: TIPLESS,
  base: ROLLUP,
  optimism: ROLLUP,
  unichain: ROLLUP,
  worldchain: ROLLUP,
  ink: ROLLUP,
  soneium: ROLLUP,
  mode: ROLLUP,
  zora: ROLLUP,
  lisk: ROLLUP,
  blast: ROLLUP,
  scroll: ROLLUP,
  megaeth: ROLLUP,
  // Its base fee is 7 wei: all that counts is the tip, and one that is too low is never mined.
  linea: { ...ROLLUP, leastTip: GWEI / 100n, mostTip: GWEI, tipMethod: 'linea_estimateGas' },
  // Clients asked for 25 gwei of tip until the floor moved into the base fee (PIP-59).
  polygon: {
    leastTip: 25n * GWEI,
    tipInBaseFrom: 25n * GWEI,
    mostTip: 300n * GWEI,
    mostPrice: 20_000n * GWEI,
    mostCoin: 20n * COIN,
  },
  // Its base fee is 0, and its validators take 0.05 gwei.
  bsc: { leastTip: GWEI / 20n, mostTip: 5n * GWEI, mostPrice: 100n * GWEI, mostCoin: COIN / 50n },
  avalanche: { leastTip: 0n, mostTip: 5n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: COIN / 2n },
  gnosis: { leastTip: 1n, mostTip: 5n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: 10n * COIN },
  celo: { leastTip: 1n, mostTip: 10n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: 20n * COIN },
  // Gas counts a hundred to a thousand times as much as elsewhere, at a price that is as much lower.
  mantle: { leastTip: 0n, mostTip: 0n, mostPrice: 100n * GWEI, mostCoin: 10n * COIN },
  // It charges for the limit.
  monad: { leastTip: 1n, mostTip: 50n * GWEI, mostPrice: 5_000n * GWEI, marginPercent: 8n, mostCoin: 200n * COIN },
  sonic: { leastTip: 1n, mostTip: 100n * GWEI, mostPrice: 5_000n * GWEI, mostCoin: 20n * COIN },
  hyperevm: { leastTip: 1n, mostTip: 10n * GWEI, mostPrice: 1_000n * GWEI, mostCoin: COIN / 4n },
  'polygon-zkevm': ROLLUP,
  ronin: { leastTip: 1n, mostTip: 100n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: 10n * COIN },
  plasma: { leastTip: 1n, mostTip: 100n * GWEI, mostPrice: 5_000n * GWEI, mostCoin: 20n * COIN },
  etherlink: { leastTip: 1n, mostTip: 50n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: 10n * COIN },
  berachain: { leastTip: 1n, mostTip: 50n * GWEI, mostPrice: 2_000n * GWEI, mostCoin: 5n * COIN },
  rootstock: LEGACY,
  'ethereum-classic': LEGACY,
  metis: LEGACY,
  fuse: LEGACY,
}

/** How a chain charges for gas, by catalog key. */
export function feesOf(chainKey: string): ChainFees {
  return Object.hasOwn(FEES, chainKey) ? (FEES[chainKey] ?? OTHER) : OTHER
}
