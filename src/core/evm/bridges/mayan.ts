/*
 * Mayan's Swift: orders that drivers bid for and fill on the destination chain. https://docs.mayan.finance/architecture/swift,
 * https://github.com/mayan-finance/swap-sdk
 */

/** Takes the money, swaps it where the order is in another token, and hands it on; the same on every EVM chain. */
export const MAYAN_FORWARDER = '0x337685fdaB40D39bd02028545a4FfA7D287cC3E2'

/** The contracts that hold orders, by the version of their functions, and their chains by EIP-155 id as far as they were met. */
export const MAYAN_SWIFT = {
  V1: { address: '0xC38e4e6A15593f908255214653d3D947CA1c2338', chainIds: [1, 56, 137, 8453] },
  V2: { address: '0x40fFE85A28DC9993541449464d7529a922142960', chainIds: [1, 10, 56, 137, 8453, 42161, 43114] },
} as const

/** A version of Swift. */
export type SwiftVersion = keyof typeof MAYAN_SWIFT

/** A chain of Mayan's. */
export interface MayanChain {
  /** Of the catalog, and Mayan's own name. */
  readonly key: string
  /** Wormhole's id. https://wormhole.com/docs/products/reference/chain-ids */
  readonly wormholeId: number
  /** EIP-155; undefined for Solana. */
  readonly chainId: number | undefined
}

/** The chains on which orders of Swift are filled, as far as their addresses can be told as bytes. */
export const MAYAN_CHAINS: readonly MayanChain[] = [
  { key: 'solana', wormholeId: 1, chainId: undefined },
  { key: 'ethereum', wormholeId: 2, chainId: 1 },
  { key: 'bsc', wormholeId: 4, chainId: 56 },
  { key: 'polygon', wormholeId: 5, chainId: 137 },
  { key: 'avalanche', wormholeId: 6, chainId: 43114 },
  { key: 'arbitrum', wormholeId: 23, chainId: 42161 },
  { key: 'optimism', wormholeId: 24, chainId: 10 },
  { key: 'base', wormholeId: 30, chainId: 8453 },
  { key: 'linea', wormholeId: 38, chainId: 59144 },
  { key: 'unichain', wormholeId: 44, chainId: 130 },
  { key: 'hyperevm', wormholeId: 47, chainId: 999 },
  { key: 'monad', wormholeId: 48, chainId: 143 },
  { key: 'sonic', wormholeId: 52, chainId: 146 },
]

/** Most decimals of an order's amounts. */
export const MAYAN_DECIMALS = 8

/** Parts of a hundred of what is ordered with that both fees of a refund may take. */
export const MOST_REFUND_FEES_PERCENT = 3n
