import { expect, it } from 'vitest'
import type { ProviderContext } from '../../../src/providers/contract.ts'
import { veloraAssets } from '../../../src/providers/velora/assets.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { USDC, WETH } from './exchanges.ts'

it('a token is named by its symbol where the list has no name', async () => {
  const tokens = [
    { network: 8453, address: USDC, symbol: 'USDC', decimals: 6 },
    { network: 8453, address: WETH, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
  ]
  const context: ProviderContext = {
    clock: createFakeClock(),
    signal: new AbortController().signal,
    price: () => Promise.resolve(undefined),
    receipt: () => Promise.resolve({ state: 'unknown' }),
    rpc: () => Promise.reject(new Error('no node of a chain is asked here')),
    setting: () => undefined,
    http: {
      request: () => Promise.resolve({ status: 200, header: () => undefined, body: { tokens }, text: '' }),
    },
  }
  const chains = (await (await openBundledCatalog()).chains()).filter(({ key }) => key === 'base')
  const assets = await veloraAssets(context, chains)
  expect(assets.map(({ asset }) => [asset.symbol, asset.name])).toEqual([
    ['USDC', 'USDC'],
    ['WETH', 'Wrapped Ether'],
  ])
})
