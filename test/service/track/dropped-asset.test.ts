import { expect, onTestFinished, test } from 'vitest'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { createCatalog, createSwapService } from '../../../src/service/index.ts'
import { wallets } from '../../support/case-assets.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'
import { openTempStore } from '../../support/store.ts'
import { PAID } from '../../support/tracked-service.ts'

const base = chain('base', 8453)
const coin = native(base, 'Ether')
const [SOURCE, DESTINATION] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const tokens = [
  token('base', 'SRC', SOURCE, { decimals: 6, form: 'issuer' }),
  token('base', 'DST', DESTINATION, { decimals: 8, form: 'issuer' }),
]

test('a swap whose assets a later catalog drops is followed to its end, by what its terms state', async () => {
  const clock = createFakeClock()
  const temp = await openTempStore(() => clock.now())
  onTestFinished(() => temp.cleanup())
  const ids = createCountingIds()
  const asked: unknown[] = []
  const errors: unknown[] = []
  const route = { routeId: 'route-1', amountOut: 10n ** 8n, fees: [], steps: [], estimatedTimeSec: 20, state: null }
  const provider = anyProvider(anyManifest({ key: 'ANY' }), {
    quote: () => Promise.resolve({ status: 'routes', routes: [route] }),
    prepare: () =>
      Promise.resolve({
        providerResult: { execution: 'server', depositAddress: wallets.recipient },
        ...{ tracking: null, needsHash: false },
      }),
    status: ({ src, dst }) => {
      asked.push(...[src, dst].map(({ asset: { symbol, decimals, unlisted } }) => ({ symbol, decimals, unlisted })))
      return Promise.resolve(PAID)
    },
  })
  /** The service as a release with these assets opens it, on the same store. */
  const openRelease = (assets: readonly CatalogAsset[]) => {
    const data = catalogData([base], assets)
    const service = createSwapService({
      ...{ network: 'live', clock, ids, store: temp.store, catalogData: data, providers: [provider] },
      catalog: createCatalog({ data, store: temp.store }),
      limits: SERVICE_LIMITS,
      price: () => undefined,
      openPrices: undefined,
      publicNodes: () => undefined,
      setting: () => undefined,
      userAgent: 'swapcli/test',
      random: () => 0,
      openHttp: () => Promise.reject(new Error('nothing of this test goes out')),
      onError: (error) => errors.push(error),
    })
    onTestFinished(() => service.close())
    return service
  }
  const before = openRelease([coin, ...tokens])
  const pair = { srcChain: 'base', srcAddress: SOURCE, dstChain: 'base', dstAddress: DESTINATION }
  const request = { ...pair, ...wallets, amount: '1' }
  await before.quote(request)
  const { lockId } = await before.lock({ ...request, provider: 'ANY', routeId: 'route-1' })
  const { transaction } = await before.execute({ lockId })

  const after = openRelease([coin])
  await clock.advance(60_000)
  expect(await after.pollDue()).toBe(1)
  expect(asked).toEqual([
    { symbol: 'SRC', decimals: 6, unlisted: true },
    { symbol: 'DST', decimals: 8, unlisted: true },
  ])
  expect(errors).toEqual([])
  expect(await after.status({ transactionId: transaction?.id ?? '' })).toMatchObject({
    transaction: {
      status: 'SUCCESS',
      srcAsset: { symbol: 'SRC', contract: SOURCE },
      dstAsset: { symbol: 'DST', contract: DESTINATION },
    },
  })
  await expect(after.quote(request)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
