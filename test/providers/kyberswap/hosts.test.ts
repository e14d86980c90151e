import { expect, it } from 'vitest'
import { kyberswapAssets } from '../../../src/providers/kyberswap/assets.ts'
import { kyberswap } from '../../../src/providers/kyberswap/manifest.ts'
import type { ProviderCall } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { answerWith, createProviderContext } from '../../support/provider-context.ts'

it('lists of chains and tokens come from services of their own, which the manifest names', async () => {
  const calls: ProviderCall[] = []
  const data = { chains: [{ chainId: '1', chainName: 'ethereum', state: 'active' }], tokens: [] }
  const context = createProviderContext({ http: answerWith(() => ({ code: 0, data }), calls) })
  await kyberswapAssets(context, await (await openBundledCatalog()).chains())
  const asked = calls.map(({ baseUrl }) => baseUrl)
  expect(asked).toEqual(['https://common-service.kyberswap.com', 'https://token-api.kyberswap.com'])
  expect([...kyberswap.manifest.hosts].sort()).toEqual([
    'aggregator-api.kyberswap.com',
    ...asked.map((url) => new URL(url ?? '').host),
  ])
})
