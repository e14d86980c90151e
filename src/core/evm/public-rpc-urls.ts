/**
 * Public RPC endpoints by chain key, as the chains' own teams publish them and viem 2.57.1 lists them; each may be limited
 * or gone at any time.
 */
export const PUBLIC_RPC_URLS: Readonly<Record<string, readonly string[]>> = {
  ethereum: ['https://ethereum.reth.rs/rpc'],
  optimism: ['https://mainnet.optimism.io'],
  bsc: ['https://56.rpc.thirdweb.com'],
  gnosis: ['https://rpc.gnosischain.com'],
  unichain: ['https://mainnet.unichain.org'],
  polygon: ['https://polygon.drpc.org'],
  monad: ['https://rpc.monad.xyz', 'https://rpc1.monad.xyz'],
  sonic: ['https://rpc.soniclabs.com'],
  hyperevm: ['https://rpc.hyperliquid.xyz/evm'],
  'polygon-zkevm': ['https://zkevm-rpc.com'],
  ronin: ['https://api.roninchain.com/rpc'],
  megaeth: ['https://mainnet.megaeth.com/rpc'],
  robinhood: ['https://rpc.mainnet.chain.robinhood.com'],
  mantle: ['https://rpc.mantle.xyz'],
  base: ['https://mainnet.base.org'],
  plasma: ['https://rpc.plasma.to'],
  arbitrum: ['https://arb1.arbitrum.io/rpc'],
  etherlink: ['https://node.mainnet.etherlink.com'],
  avalanche: ['https://api.avax.network/ext/bc/C/rpc'],
  linea: ['https://rpc.linea.build'],
  berachain: ['https://rpc.berachain.com'],
  scroll: ['https://rpc.scroll.io'],
}

/**
 * The URLs of a chain's nodes: the user's own, separated by commas or spaces, otherwise the public ones.
 * @param own the setting; undefined or empty where there is none
 */
export function rpcUrlsOf(chainKey: string, own: string | undefined): readonly string[] {
  if (own !== undefined && own !== '') return own.split(/[\s,]+/).filter((url) => url !== '')
  return Object.hasOwn(PUBLIC_RPC_URLS, chainKey) ? (PUBLIC_RPC_URLS[chainKey] ?? []) : []
}
