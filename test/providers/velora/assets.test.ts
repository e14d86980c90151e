import { expect, it } from 'vitest'
import { veloraAssets } from '../../../src/providers/velora/assets.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { answerWith, createProviderContext } from '../../support/provider-context.ts'
import { USDC, WETH } from './exchanges.ts'

it('a token is named by its symbol where the list has no name', async () => {
  const tokens = [
    { network: 8453, address: USDC, symbol: 'USDC', decimals: 6 },
    { network: 8453, address: WETH, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
  ]
  const context = createProviderContext({ http: answerWith(() => ({ tokens })) })
  const chains = (await (await openBundledCatalog()).chains()).filter(({ key }) => key === 'base')
  const assets = await veloraAssets(context, chains)
  expect(assets.map(({ asset }) => [asset.symbol, asset.name])).toEqual([
    ['USDC', 'USDC'],
    ['WETH', 'Wrapped Ether'],
  ])
})
