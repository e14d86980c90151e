import { expect, onTestFinished, test } from 'vitest'
import { createHandler } from '../../../src/server/app.ts'
import { embeddedOptions } from '../../../src/server/embedded-options.ts'
import { createCatalog, createSwapService } from '../../../src/service/index.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { post } from '../../server/requests.ts'
import { wallets } from '../../support/case-assets.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'
import { openTempStore } from '../../support/store.ts'

const at = (digit: string) => `0x${digit.repeat(40)}`
const base = chain('base', 8453)
const [GOOD, LISTED, SINGLE, FRESH, DEAD] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const DATA = catalogData(
  [base],
  [
    native(base, 'Ether'),
    token('base', 'GOOD', GOOD, { form: 'issuer' }),
    token('base', 'LISTED', LISTED, { evidence: 'two_lists', form: 'other_bridge' }),
    token('base', 'SINGLE', SINGLE, { evidence: 'one_list' }),
    token('base', 'FRESH', FRESH, { evidence: 'provider' }),
    token('base', 'DEAD', DEAD, { evidence: 'two_lists', form: 'dead', successor: `base:${GOOD}` }),
  ],
)
const ROUTE = {
  ...{ routeId: 'route-1', amountOut: 10n ** 18n, fees: [], steps: [], estimatedTimeSec: 20, state: null },
}
const PROVIDER = anyProvider(anyManifest({ key: 'ANY' }), {
  quote: () => Promise.resolve({ status: 'routes', routes: [ROUTE] }),
  prepare: () =>
    Promise.resolve({
      providerResult: { execution: 'server', depositAddress: wallets.recipient },
      ...{ tracking: null, needsHash: false },
    }),
})
const DEAD_TEXT = `DEAD (base:${DEAD}) is dead (frozen, replaced or of a broken bridge)`

async function open() {
  const clock = createFakeClock()
  const { store, cleanup } = await openTempStore(() => clock.now())
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData: DATA, providers: [PROVIDER] },
    catalog: createCatalog({ data: DATA, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: undefined,
    publicNodes: () => undefined,
    setting: () => undefined,
    userAgent: 'swapcli/test',
    random: () => 0,
    openHttp: openPooledHttp,
    onError: () => undefined,
  })
  onTestFinished(async () => {
    await service.close()
    await cleanup()
  })
  return { service, handler: createHandler(service, { clock, ...embeddedOptions(service) }) }
}

const requestFor = (srcAddress: string, dstAddress: string) => ({
  ...{ srcChain: 'base', srcAddress, dstChain: 'base', dstAddress, amount: '1', ...wallets },
})

test.each([
  [GOOD, 'native', undefined],
  [GOOD, LISTED, undefined],
  [SINGLE, GOOD, [`SINGLE is known to one list only: base:${SINGLE}`]],
  [GOOD, FRESH, [`FRESH is known only to a provider: base:${FRESH}`]],
  [DEAD, GOOD, [`${DEAD_TEXT}; have base:${GOOD} instead`]],
])('a route from %s to %s warns of what little stands behind either', async (src, dst, warnings) => {
  const { service } = await open()
  const { data } = await service.quote(requestFor(src, dst))
  expect(data.map((route) => route.warnings)).toEqual([warnings])
})

test('a dead asset is received only where the quote and its lock accept it, and the swap is executed like any other', async () => {
  const { service, handler } = await open()
  const request = requestFor(GOOD, DEAD)
  const message = `${DEAD_TEXT}: nobody should receive it; have base:${GOOD} instead, or accept it by name: acceptDeadAsset, or --accept dead-asset`
  const refused = await handler(post('/api/v1/quote', request))
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { code: 'VALIDATION_ERROR', field: 'dstAddress', message } },
  ])
  const accepted = { ...request, acceptDeadAsset: true }
  const answer = await handler(post('/api/v1/quote', accepted))
  const warnings = [`${DEAD_TEXT}; have base:${GOOD} instead`]
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: [{ provider: 'ANY', warnings }] }])
  const chosen = { provider: 'ANY', routeId: 'route-1' }
  await expect(service.lock({ ...request, ...chosen })).rejects.toMatchObject({ field: 'dstAddress', message })
  const lock = await service.lock({ ...accepted, ...chosen })
  expect(lock.warnings).toEqual(warnings)
  expect((await service.execute({ lockId: lock.lockId })).provider).toBe('ANY')
})

test('false accepts nothing, and anything but true or false is no answer', async () => {
  const { handler } = await open()
  const statusOf = async (acceptDeadAsset: unknown) =>
    (await handler(post('/api/v1/quote', { ...requestFor(GOOD, DEAD), acceptDeadAsset }))).status
  expect([await statusOf(false), await statusOf(null), await statusOf('yes'), await statusOf(true)]).toEqual([
    400, 400, 400, 200,
  ])
})
