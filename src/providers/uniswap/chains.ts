import {
  MULTICALL3,
  MULTICALL3_OF_ZKSYNC,
  UNISWAP,
  UNISWAP_V4,
  type UniswapContracts,
  type UniswapV4Contracts,
} from '../../core/evm/contracts.ts'
import { TOKENS, WRAPPED_COINS } from '../../core/evm/tokens.ts'
import type { CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { unavailable } from '../kit/refuse.ts'

/** Uniswap's contracts on one chain, and the tokens between the two pools of a path. */
export interface Deployment {
  /** V3 and V2, which are not known of every chain. */
  readonly v3: UniswapContracts | undefined
  /** The coin as pools hold it: its wrapped form, or where `isCoinToken` the coin's own contract. */
  readonly wrappedCoin: string
  /** True where the coin is a token itself: nothing wraps it, and only its token is swapped. */
  readonly isCoinToken: boolean
  readonly v4: UniswapV4Contracts | undefined
  readonly stablecoins: readonly string[]
  readonly multicall3: string
  /** True for chains that also charge for the transaction's bytes on Ethereum, as the OP Stack does. */
  readonly chargesBytes: boolean
}

/**
 * By catalog key. Linea, Ink, Soneium, X Layer and Robinhood have V4 alone: Uniswap's pages do not say of their V3 quoters that
 * they are QuoterV2, nor of Rootstock's, which is left out, as are Tempo, which has no coin of its own, and Arc, whose coin is a
 * token too.
 *
 * Celo's coin is a token too, with one balance for both forms. Swaps of it are those of its token, so that no call sends or pays
 * coins: V4 takes tokens by their balance and counts its pools of the coin, which a path may go through, by its own books. It has no V2
 * here: of that Uniswap's pages name the factory alone, and no router to ask.
 */
const SERVED: ReadonlyMap<string, Pick<Deployment, 'stablecoins' | 'chargesBytes'>> = new Map([
  ['ethereum', { stablecoins: [TOKENS.ethereum.USDC, TOKENS.ethereum.USDT, TOKENS.ethereum.DAI], chargesBytes: false }],
  [
    'optimism',
    {
      stablecoins: [TOKENS.optimism.USDC, TOKENS.optimism['USDC.e'], TOKENS.optimism.USDT, TOKENS.optimism.DAI],
      chargesBytes: true,
    },
  ],
  ['bsc', { stablecoins: [TOKENS.bsc.USDT, TOKENS.bsc.USDC, TOKENS.bsc.DAI], chargesBytes: false }],
  ['unichain', { stablecoins: [TOKENS.unichain.USDC, TOKENS.unichain.USDT0, TOKENS.unichain.DAI], chargesBytes: true }],
  [
    'polygon',
    {
      stablecoins: [TOKENS.polygon.USDC, TOKENS.polygon['USDC.e'], TOKENS.polygon.USDT, TOKENS.polygon.DAI],
      chargesBytes: false,
    },
  ],
  ['monad', { stablecoins: [TOKENS.monad.USDC], chargesBytes: false }],
  ['zksync', { stablecoins: [TOKENS.zksync.USDC, TOKENS.zksync['USDC.e'], TOKENS.zksync.USDT], chargesBytes: false }],
  ['worldchain', { stablecoins: [TOKENS.worldchain['USDC.e']], chargesBytes: true }],
  ['megaeth', { stablecoins: [TOKENS.megaeth.USDT0], chargesBytes: true }],
  ['base', { stablecoins: [TOKENS.base.USDC, TOKENS.base.USDT, TOKENS.base.DAI], chargesBytes: true }],
  [
    'arbitrum',
    {
      stablecoins: [TOKENS.arbitrum.USDC, TOKENS.arbitrum['USDC.e'], TOKENS.arbitrum.USDT0, TOKENS.arbitrum.DAI],
      chargesBytes: false,
    },
  ],
  ['celo', { stablecoins: [TOKENS.celo.USDC, TOKENS.celo.USDT], chargesBytes: true }],
  ['avalanche', { stablecoins: [TOKENS.avalanche.USDC, TOKENS.avalanche.USDT], chargesBytes: false }],
  ['blast', { stablecoins: [TOKENS.blast.USDB], chargesBytes: true }],
  ['zora', { stablecoins: [], chargesBytes: true }],
  ['linea', { stablecoins: [TOKENS.linea.USDC, TOKENS.linea.USDT], chargesBytes: false }],
  ['soneium', { stablecoins: [TOKENS.soneium['USDC.e'], TOKENS.soneium.USDT], chargesBytes: true }],
  ['ink', { stablecoins: [TOKENS.ink.USDC, TOKENS.ink.USDT0], chargesBytes: true }],
  ['xlayer', { stablecoins: [TOKENS.xlayer.USDT, TOKENS.xlayer.USDC], chargesBytes: true }],
  ['robinhood', { stablecoins: [TOKENS.robinhood.USDG], chargesBytes: false }],
])

/** Coins that are tokens too, by catalog key. */
const COIN_TOKENS: ReadonlyMap<string, string> = new Map([['celo', TOKENS.celo.CELO]])

/** Undefined for chains that it does not serve. */
export function deploymentOf({ type, key, chainId }: CatalogChain): Deployment | undefined {
  const served = type === 'EVM' ? SERVED.get(key) : undefined
  const [v3, v4] = [UNISWAP[chainId], UNISWAP_V4[chainId]]
  const coinToken = COIN_TOKENS.get(key)
  const wrappedCoin = coinToken ?? WRAPPED_COINS.get(key)
  if (served === undefined || (v3 ?? v4) === undefined || wrappedCoin === undefined) return undefined
  const coin = { wrappedCoin, isCoinToken: coinToken !== undefined }
  return { v3, v4, ...served, ...coin, multicall3: key === 'zksync' ? MULTICALL3_OF_ZKSYNC : MULTICALL3 }
}

export function expectDeployment({ chain }: PricedAsset): Deployment {
  const deployment = deploymentOf(chain)
  if (deployment === undefined) throw unavailable('It no longer serves this chain')
  return deployment
}
