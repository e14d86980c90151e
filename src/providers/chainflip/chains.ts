import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { TOKENS } from '../../core/evm/tokens.ts'
import type { FeeToken } from '../../core/money/fees.ts'

/** A chain as the backend names it. */
interface BackendChain {
  readonly name: string
  /** Our key, id and name of the chain. */
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

/** Stablecoins of Asset Hub have no address in the catalog and are left out. */
const ASSETS: readonly BackendAsset[] = [
  row('Eth', ETHEREUM, 'ETH', 18, NATIVE_EVM_ADDRESS),
  row('Flip', ETHEREUM, 'FLIP', 18, TOKENS.ethereum.FLIP),
  row('Usdc', ETHEREUM, 'USDC', 6, TOKENS.ethereum.USDC),
  row('Usdt', ETHEREUM, 'USDT', 6, TOKENS.ethereum.USDT),
  row('Wbtc', ETHEREUM, 'WBTC', 8, TOKENS.ethereum.WBTC),
  row('Cbbtc', ETHEREUM, 'CBBTC', 8, TOKENS.ethereum.cbBTC),
  row('Btc', BITCOIN, 'BTC', 8, NATIVE_ADDRESS),
  row('ArbEth', ARBITRUM, 'ETH', 18, NATIVE_EVM_ADDRESS),
  row('ArbUsdc', ARBITRUM, 'USDC', 6, TOKENS.arbitrum.USDC),
  row('ArbUsdt', ARBITRUM, 'USDT', 6, TOKENS.arbitrum.USDT0),
  row('Sol', SOLANA, 'SOL', 9, NATIVE_ADDRESS),
  row('SolUsdc', SOLANA, 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  row('SolUsdt', SOLANA, 'USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  row('HubDot', ASSET_HUB, 'DOT', 10, NATIVE_ADDRESS),
  row('Trx', TRON, 'TRX', 6, NATIVE_ADDRESS),
  row('TrxUsdt', TRON, 'USDT', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  row('Bnb', BSC, 'BNB', 18, NATIVE_EVM_ADDRESS),
  row('BscUsdt', BSC, 'USDT', 18, TOKENS.bsc.USDT),
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

/** The backend's name of our asset; undefined when it does not serve it. */
export function findBackendAsset({ chain, asset }: PricedAsset): BackendAsset | undefined {
  return ASSETS.find(
    ({ chainKey, token }) =>
      chainKey === chain.key &&
      token.decimals === asset.decimals &&
      (chain.type === 'EVM' ? sameAddress(token.address, asset.address) : token.address === asset.address),
  )
}

/** The asset with this id in the network info; undefined when we do not know it. */
export function findById(id: string): BackendAsset | undefined {
  return ASSETS.find((asset) => asset.id === id)
}

/** The token of a fee that the backend states in this asset; undefined when we do not know it. */
export function findFeeToken(stated: { readonly chain: string; readonly asset: string }): FeeToken | undefined {
  return ASSETS.find(({ chain, asset }) => chain === stated.chain && asset === stated.asset)?.token
}
