import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { asObject, asText, microUsd } from '../support/contract-fields.ts'
import { essence, lockOf, problemsOf, routeOf, expectRefused } from '../support/contract-steps.ts'
import { ALICE, BRIDGE, DEPOSIT, INTENTS, LOCKABLE, REQUEST, without } from '../support/contract-world.ts'

contract('a lock promises the quoted route for a stated time', async (api, world) => {
  for (const provider of [BRIDGE, DEPOSIT, INTENTS]) {
    const route = await routeOf(api, provider, LOCKABLE)
    const lock = await api.ok('lock', { ...LOCKABLE, provider, routeId: route['routeId'] })
    const { src, dst, fees, routeId } = route
    expect(lock).toMatchObject({ provider, routeId, src, dst, fees })
    const ttlMs = Date.parse(asText(lock['expiresAt'])) - world.clock.now()
    expect(lock['ttlMs']).toBe(ttlMs)
    expect(ttlMs).toBeGreaterThan(0)
    expect(ttlMs).toBeLessThanOrEqual(60_000)
  }
})

contract('every lock has an id of its own', async (api) => {
  const first = await lockOf(api)
  const second = await lockOf(api)
  expect(second['lockId']).not.toBe(first['lockId'])
})

contract('routeId may be left out', async (api) => {
  await routeOf(api, BRIDGE, LOCKABLE)
  expect(await api.ok('lock', { ...LOCKABLE, provider: BRIDGE })).toMatchObject({ provider: BRIDGE })
})

contract('a lock needs a provider and both wallets', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const request = { ...LOCKABLE, provider: BRIDGE, routeId }
  await expectRefused(api, 'lock', without(request, 'provider'), 'provider', 'MISSING_PROVIDER')
  expect((await api.refused('lock', { ...request, provider: '' })).code).toBe('MISSING_PROVIDER')
  for (const field of ['depositor', 'recipient']) {
    const refused = await api.refused('lock', without(request, field))
    expect(essence(refused)).toEqual({ code: 'VALIDATION_ERROR', httpStatus: 400, field })
    expect(problemsOf(refused)).toEqual([[field, 'VALIDATION_ERROR']])
  }
  const bare = await api.refused('lock', {})
  expect(bare.field).toBe('srcChain')
  expect(problemsOf(bare)).toContainEqual(['provider', 'MISSING_PROVIDER'])
  expect(problemsOf(bare)).toContainEqual(['depositor', 'VALIDATION_ERROR'])
  expect(problemsOf(bare)).toContainEqual(['recipient', 'VALIDATION_ERROR'])
})

contract('texts of a lock request must be texts', async (api) => {
  for (const field of ['provider', 'routeId', 'referralCode']) {
    for (const value of [5, true, {}, ['x']]) {
      const refused = await api.refused('lock', { ...LOCKABLE, provider: BRIDGE, [field]: value })
      expect([refused.httpStatus, refused.field]).toEqual([400, field])
    }
  }
})

contract('a provider that is not there, or a route it never gave, is unavailable: quote again', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  for (const change of [
    { provider: 'NO_SUCH_PROVIDER', routeId },
    { provider: BRIDGE, routeId: 'no-such-route' },
  ]) {
    const { code, httpStatus } = await api.refused('lock', { ...LOCKABLE, ...change })
    expect({ code, httpStatus }).toEqual({ code: 'PROVIDER_UNAVAILABLE', httpStatus: 409 })
  }
  const other = await routeOf(api, INTENTS, LOCKABLE)
  expect((await api.refused('lock', { ...LOCKABLE, provider: BRIDGE, routeId: other['routeId'] })).httpStatus).toBe(409)
})

contract('an excluded provider cannot be locked', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const refused = await api.refused('lock', { ...LOCKABLE, provider: BRIDGE, routeId, exclude: [BRIDGE] })
  expect([400, 409]).toContain(refused.httpStatus)
})

contract('confidentiality at lock is the one of the quote', async (api) => {
  const basic = { ...LOCKABLE, confidentiality: 'basic' }
  const quoted = await routeOf(api, INTENTS, basic)
  const request = { ...basic, provider: INTENTS, routeId: quoted['routeId'] }
  await expectRefused(api, 'lock', { ...request, confidentiality: 'public' }, 'confidentiality')
  expect((await api.refused('lock', without(request, 'confidentiality'))).field).toBe('confidentiality')
  expect(await api.ok('lock', request)).toMatchObject({ provider: INTENTS, routeId: quoted['routeId'] })

  const open = await routeOf(api, INTENTS, LOCKABLE)
  const mismatch = { ...basic, provider: INTENTS, routeId: open['routeId'] }
  expect((await api.refused('lock', mismatch)).field).toBe('confidentiality')
  expect(await api.ok('lock', { ...mismatch, confidentiality: 'public' })).toMatchObject({ provider: INTENTS })
})

contract('a provider that is gone at lock is 409, one that answers nonsense 502', async (api) => {
  const gone = { ...LOCKABLE, amount: '1000.0409' }
  const { routeId } = await routeOf(api, BRIDGE, gone)
  const refused = await api.refused('lock', { ...gone, provider: BRIDGE, routeId })
  expect([refused.code, refused.httpStatus]).toEqual(['PROVIDER_UNAVAILABLE', 409])
  expect(refused.retryAfterSec).toBeUndefined()

  const nonsense = { ...LOCKABLE, amount: '1000.0502' }
  const quoted = await routeOf(api, BRIDGE, nonsense)
  const bad = await api.refused('lock', { ...nonsense, provider: BRIDGE, routeId: quoted['routeId'] })
  expect([bad.code, bad.httpStatus]).toEqual(['BAD_GATEWAY', 502])
})

contract('a provider that rate-limits is 503 and says when to come back', async (api) => {
  const limited = { ...LOCKABLE, amount: '1000.0429' }
  expect(await api.ok('quote', limited)).toEqual({ data: [] })
  const refused = await api.refused('lock', { ...limited, provider: BRIDGE })
  expect([refused.code, refused.httpStatus]).toEqual(['PROVIDER_UNAVAILABLE', 503])
  expect(refused.retryAfterSec).toBeGreaterThanOrEqual(1)
})

contract('a price that moved is shown at lock, and refused beyond the slippage', async (api) => {
  const moving = { ...LOCKABLE, amount: '1000.0090' }
  const route = await routeOf(api, BRIDGE, { ...moving, slippage: 100 })
  const { routeId } = route
  const lock = await api.ok('lock', { ...moving, slippage: 100, provider: BRIDGE, routeId })
  const quoted = microUsd(asText(asObject(route['dst'])['formatted']))
  const locked = microUsd(asText(asObject(lock['dst'])['formatted']))
  // One percent less, to the base unit that rounding down leaves open.
  expect([(quoted * 99n) / 100n, (quoted * 99n) / 100n + 1n]).toContain(locked)

  for (const slippage of [0, 50, 99]) {
    const narrow = await routeOf(api, BRIDGE, { ...moving, slippage })
    const refused = await api.refused('lock', { ...moving, slippage, provider: BRIDGE, routeId: narrow['routeId'] })
    expect([refused.code, refused.httpStatus], String(slippage)).toEqual(['PROVIDER_UNAVAILABLE', 409])
  }
})

contract('what steers the sandbox is the exact decimals and nothing near them', async (api) => {
  for (const amount of ['1000.04040', '1000.00404', '1000.404', '1000.04041', '404']) {
    const route = await routeOf(api, BRIDGE, { ...REQUEST, amount })
    expect(asText(route['provider'])).toBe(BRIDGE)
  }
  await lockOf(api, BRIDGE, { ...LOCKABLE, amount: '1000.04090', recipient: ALICE })
})

contract(
  'a slippage with a fraction is kept as it was written, and the least is computed from it',
  async (api, world) => {
    for (const [slippage, left] of [
      [0.5, 99_995_000n],
      [12.25, 99_877_500n],
      [0.1, 99_999_000n],
      [9_999.5, 5_000n],
      [0, 100_000_000n],
      [-0, 100_000_000n],
    ] as const) {
      const lock = await lockOf(api, BRIDGE, { ...LOCKABLE, slippage })
      const record = (await world.service.store.locks.get(asText(lock['lockId'])))?.doc
      expect(record?.slippageBps).toBe(Math.abs(slippage))
      const promised = microUsd(asText(asObject(lock['dst'])['formatted']))
      expect(microUsd(asText(lock['minimumReceived'])), String(slippage)).toBe((promised * left) / 100_000_000n)
      await api.ok('execute', { lockId: lock['lockId'] })
    }
  },
)

contract('a price that moved is held against the fraction of the slippage', async (api) => {
  const moving = { ...LOCKABLE, amount: '1000.0090' }
  for (const [slippage, isTaken] of [
    [99.9, false],
    [99.99, false],
    [100.5, true],
  ] as const) {
    const { routeId } = await routeOf(api, BRIDGE, { ...moving, slippage })
    const request = { ...moving, slippage, provider: BRIDGE, routeId }
    if (isTaken) await api.ok('lock', request)
    else expect((await api.refused('lock', request)).code).toBe('PROVIDER_UNAVAILABLE')
  }
})
