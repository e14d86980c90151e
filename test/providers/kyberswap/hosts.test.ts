import { expect, it } from 'vitest'
import { kyberswapAssets } from '../../../src/providers/kyberswap/assets.ts'
import { kyberswap } from '../../../src/providers/kyberswap/manifest.ts'
import type { ProviderContext } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

it('lists of chains and tokens come from services of their own, which the manifest names', async () => {
  const asked: (string | undefined)[] = []
  const context: ProviderContext = {
    clock: createFakeClock(),
    signal: new AbortController().signal,
    price: () => Promise.resolve(undefined),
    receipt: () => Promise.resolve({ state: 'unknown' }),
    rpc: () => Promise.reject(new Error('no node of a chain is asked here')),
    setting: () => undefined,
    http: {
      request: ({ baseUrl }) => {
        const chains = [{ chainId: '1', chainName: 'ethereum', state: 'active' }]
        asked.push(baseUrl)
        return Promise.resolve({
          status: 200,
          header: () => undefined,
          body: { code: 0, data: { chains, tokens: [] } },
          text: '',
        })
      },
    },
  }
  await kyberswapAssets(context, await (await openBundledCatalog()).chains())
  expect(asked).toEqual(['https://common-service.kyberswap.com', 'https://token-api.kyberswap.com'])
  expect([...kyberswap.manifest.hosts].sort()).toEqual([
    'aggregator-api.kyberswap.com',
    ...asked.map((url) => new URL(url ?? '').host),
  ])
})
