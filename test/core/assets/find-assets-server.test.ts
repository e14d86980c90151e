import { expect, test } from 'vitest'
import { openBundledCatalog } from '../../../src/cli/quote/bundled-catalog.ts'
import { findAssets } from '../../../src/core/assets/find-assets.ts'
import { doubtsOf, referenceOf } from '../../../src/core/assets/found-asset.ts'
import { createFakeService } from '../../server/fake-service.ts'

test('a server names nothing that the catalog knows: its contract keeps its own symbol and decimals', async () => {
  const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const unknown = '0x6666666666666666666666666666666666666666'
  const listed = (address: string) => ({
    ...{ name: 'USD Coin', symbol: 'USDC', image: '', chain: 'ethereum', isNative: false, new: false, decimals: 6 },
    // What a server says of it is no evidence, and does not make unlisted what is listed.
    ...{ address, evidence: 'issuer' as const, form: 'issuer' as const, successor: 'base:0x1', unlisted: true },
  })
  const service = createFakeService({
    assets: async () => ({
      data: [listed(wrapped), listed(unknown)],
      pagination: { page: 1, perPage: 100, total: 2, hasMore: false },
    }),
  })
  const { assets } = await findAssets(
    { service, catalog: openBundledCatalog(), embedded: undefined },
    'usdc',
    'ethereum',
  )
  expect(assets.map(({ address, symbol, decimals, warnings }) => ({ address, symbol, decimals, warnings }))).toEqual([
    { address: wrapped, symbol: 'WETH', decimals: 18, warnings: [] },
    {
      address: unknown,
      symbol: 'USDC',
      decimals: 6,
      warnings: ['unlisted', '2 contracts with this symbol on this chain'],
    },
  ])
  const own = await openBundledCatalog().asset('ethereum', wrapped)
  expect(assets.map(({ evidence, form, successor }) => ({ evidence, form, successor }))).toEqual([
    { evidence: own?.evidence, form: own?.form, successor: own?.successor },
    { evidence: 'provider', form: null, successor: undefined },
  ])
  expect(assets.map(doubtsOf)).toEqual([
    [],
    ['only a provider', 'unlisted', '2 contracts with this symbol on this chain'],
  ])
  expect(assets.map(referenceOf)).toEqual(['ethereum:WETH', `ethereum:${unknown}`])
})
