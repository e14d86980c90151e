import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { FeeToken } from '../../core/money/fees.ts'

/** A chain as the backend names it. */
interface BackendChain {
  readonly name: string
  /** Our key, id and name of it. */
  readonly key: string
  readonly chainId: number
  readonly chainName: string
}

/** An asset as the backend names it, and as we do. */
export interface BackendAsset {
  /** Its id in the network info: `ArbUsdc`. */
  readonly id: string
  /** Its chain and symbol in requests; letter case matters. */
  readonly chain: string
  readonly asset: string
  readonly chainKey: string
  /** Our address and decimals of it. */
  readonly token: FeeToken
}

const ETHEREUM: BackendChain = { name: 'Ethereum', key: 'ethereum', chainId: 1, chainName: 'Ethereum' }
const ARBITRUM: BackendChain = { name: 'Arbitrum', key: 'arbitrum', chainId: 42161, chainName: 'Arbitrum' }
const BSC: BackendChain = { name: 'Bsc', key: 'bsc', chainId: 56, chainName: 'BNB Smart Chain' }
const BITCOIN: BackendChain = { name: 'Bitcoin', key: 'bitcoin', chainId: 20000000000001, chainName: 'Bitcoin' }
const SOLANA: BackendChain = { name: 'Solana', key: 'solana', chainId: 1151111081099710, chainName: 'Solana' }
const TRON: BackendChain = { name: 'Tron', key: 'tron', chainId: 728126428, chainName: 'Tron' }
const ASSET_HUB: BackendChain = {
  name: 'Assethub',
  key: 'polkadot-asset-hub',
  chainId: 8575960668918412,
  chainName: 'Polkadot Asset Hub',
}

const EVM_COIN = '0x0000000000000000000000000000000000000000'
const COIN = 'native'

/** Stablecoins of Asset Hub have no address in the catalog and are left out. */
const ASSETS: readonly BackendAsset[] = [
  row('Eth', ETHEREUM, 'ETH', 18, EVM_COIN),
  row('Flip', ETHEREUM, 'FLIP', 18, '0x826180541412D574cf1336d22c0C0a287822678A'),
  row('Usdc', ETHEREUM, 'USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  row('Usdt', ETHEREUM, 'USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  row('Wbtc', ETHEREUM, 'WBTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
  row('Cbbtc', ETHEREUM, 'CBBTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'),
  row('Btc', BITCOIN, 'BTC', 8, COIN),
  row('ArbEth', ARBITRUM, 'ETH', 18, EVM_COIN),
  row('ArbUsdc', ARBITRUM, 'USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  row('ArbUsdt', ARBITRUM, 'USDT', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
  row('Sol', SOLANA, 'SOL', 9, COIN),
  row('SolUsdc', SOLANA, 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  row('SolUsdt', SOLANA, 'USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  row('HubDot', ASSET_HUB, 'DOT', 10, COIN),
  row('Trx', TRON, 'TRX', 6, COIN),
  row('TrxUsdt', TRON, 'USDT', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  row('Bnb', BSC, 'BNB', 18, EVM_COIN),
  row('BscUsdt', BSC, 'USDT', 18, '0x55d398326f99059fF775485246999027B3197955'),
]

function row(id: string, chain: BackendChain, asset: string, decimals: number, address: string): BackendAsset {
  const { chainId, chainName } = chain
  return {
    id,
    chain: chain.name,
    asset,
    chainKey: chain.key,
    token: { chainId, chainName, address, symbol: asset, decimals },
  }
}

/** The backend's asset that is this one of ours; undefined when it does not serve it. */
export function findBackendAsset({ chain, asset }: PricedAsset): BackendAsset | undefined {
  return ASSETS.find(
    ({ chainKey, token }) =>
      chainKey === chain.key &&
      token.decimals === asset.decimals &&
      (chain.type === 'EVM'
        ? token.address.toLowerCase() === asset.address.toLowerCase()
        : token.address === asset.address),
  )
}

/** The asset with this id in the network info; undefined for one that we do not know. */
export function findById(id: string): BackendAsset | undefined {
  return ASSETS.find((asset) => asset.id === id)
}

/** The token of a fee that the backend states in this asset of its own; undefined for one that we do not know. */
export function findFeeToken(stated: { readonly chain: string; readonly asset: string }): FeeToken | undefined {
  return ASSETS.find(({ chain, asset }) => chain === stated.chain && asset === stated.asset)?.token
}
