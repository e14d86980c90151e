import { expect, test } from 'vitest'
import { findBackendAsset } from '../../../src/providers/chainflip/chains.ts'
import { bundledAsset, openBundledCatalog } from '../../support/bundled-catalog.ts'

test('every asset that is served is in the catalog, with its decimals', async () => {
  const catalog = await openBundledCatalog()
  const served: string[] = []
  for (const chain of await catalog.chains()) {
    for (const asset of await catalog.assets(chain.key)) {
      const found = findBackendAsset({ chain, asset, priceUsd: undefined })
      if (found === undefined) continue
      served.push(`${found.chain} ${found.asset} is ${chain.key}:${asset.symbol} with ${asset.decimals}`)
      expect(found.token).toEqual({
        chainId: chain.chainId,
        chainName: chain.name,
        address: asset.address,
        symbol: found.asset,
        decimals: asset.decimals,
      })
    }
  }
  expect(served.sort()).toEqual([
    'Arbitrum ETH is arbitrum:ETH with 18',
    'Arbitrum USDC is arbitrum:USDC with 6',
    'Arbitrum USDT is arbitrum:USDT0 with 6',
    'Assethub DOT is polkadot-asset-hub:DOT with 10',
    'Bitcoin BTC is bitcoin:BTC with 8',
    'Bsc BNB is bsc:BNB with 18',
    'Bsc USDT is bsc:USDT with 18',
    'Ethereum CBBTC is ethereum:cbBTC with 8',
    'Ethereum ETH is ethereum:ETH with 18',
    'Ethereum FLIP is ethereum:FLIP with 18',
    'Ethereum USDC is ethereum:USDC with 6',
    'Ethereum USDT is ethereum:USDT with 6',
    'Ethereum WBTC is ethereum:WBTC with 8',
    'Solana SOL is solana:SOL with 9',
    'Solana USDC is solana:USDC with 6',
    'Solana USDT is solana:USDT with 6',
    'Tron TRX is tron:TRX with 6',
    'Tron USDT is tron:USDT with 6',
  ])
})

test('an asset with other decimals is another asset', async () => {
  const bitcoin = await bundledAsset('bitcoin:native')
  expect(findBackendAsset({ ...bitcoin, asset: { ...bitcoin.asset, decimals: 18 } })).toBeUndefined()
})
