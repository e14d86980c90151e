import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { essence, historyOf, lockOf, routeOf } from '../support/contract-steps.ts'
import { ALICE, BRIDGE, CAROL, LOCKABLE, USDC } from '../support/contract-world.ts'

const HOUR_MS = 60 * 60 * 1000

contract('repeating lock with its key gives the first lock again', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const request = { ...LOCKABLE, provider: BRIDGE, routeId }
  const first = await api.ok('lock', request, { idempotencyKey: 'lock-1' })
  expect(await api.ok('lock', request, { idempotencyKey: 'lock-1' })).toEqual(first)
  expect((await api.ok('lock', request, { idempotencyKey: 'lock-2' }))['lockId']).not.toBe(first['lockId'])
  expect((await api.ok('lock', request))['lockId']).not.toBe(first['lockId'])
})

contract('a repeated lock says how long it still lasts; once it has expired its key is free', async (api, world) => {
  const request = { ...LOCKABLE, provider: BRIDGE }
  const lock = () => api.ok('lock', request, { idempotencyKey: 'ttl' })
  const first = await lock()
  await world.clock.advance(20_000)
  expect(await lock()).toEqual({ ...first, ttlMs: 40_000 })
  await api.ok('execute', { lockId: first['lockId'] })
  await world.clock.advance(39_999)
  expect(await lock()).toEqual({ ...first, ttlMs: 1 })
  await world.clock.advance(1)
  const second = await lock()
  expect([second['ttlMs'], second['lockId'] === first['lockId']]).toEqual([60_000, false])
  expect(await lock()).toEqual(second)
  expect((await api.refused('lock', { ...request, slippage: 5 }, { idempotencyKey: 'ttl' })).code).toBe(
    'IDEMPOTENCY_CONFLICT',
  )
  await world.clock.advance(60_000)
  const other = await api.ok('lock', { ...request, slippage: 5 }, { idempotencyKey: 'ttl' })
  expect([other['ttlMs'], other['lockId'] === second['lockId']]).toEqual([60_000, false])
})

contract('what the service does not read, and what it reads as the same, is the same request', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const request = { ...LOCKABLE, provider: BRIDGE, routeId, exclude: ['SANDBOX_DEX', 'SANDBOX_INTENTS'] }
  const first = await api.ok('lock', request, { idempotencyKey: 'lock' })
  const same = [
    { traceId: 'x', meta: { a: 1 } },
    { slippage: 100, confidentiality: 'public', referralCode: null },
    { slippage: null, exclude: ['SANDBOX_INTENTS', 'SANDBOX_DEX', 'SANDBOX_DEX'] },
    { srcAddress: USDC.address.toLowerCase(), depositor: ALICE.toLowerCase() },
  ]
  for (const change of same) {
    expect(await api.ok('lock', { ...request, ...change }, { idempotencyKey: 'lock' })).toEqual(first)
  }
  for (const change of [{ referralCode: 'x' }, { exclude: [] }, { routeId: null }, { amount: '1000.0' }]) {
    const { code } = await api.refused('lock', { ...request, ...change }, { idempotencyKey: 'lock' })
    expect(code, JSON.stringify(change)).toBe('IDEMPOTENCY_CONFLICT')
  }
  const { lockId } = first
  const executed = await api.ok('execute', { lockId }, { idempotencyKey: 'execute' })
  for (const change of [{ traceId: 'x' }, { referralCode: null }]) {
    expect(await api.ok('execute', { lockId, ...change }, { idempotencyKey: 'execute' })).toEqual(executed)
  }
})

contract('repeating execute with its key gives the first execution again and no second one', async (api) => {
  const { lockId } = await lockOf(api)
  const first = await api.ok('execute', { lockId }, { idempotencyKey: 'execute-1' })
  expect(await api.ok('execute', { lockId }, { idempotencyKey: 'execute-1' })).toEqual(first)
  expect((await api.refused('execute', { lockId }, { idempotencyKey: 'execute-2' })).code).toBe('QUOTE_EXPIRED')
  expect((await api.refused('execute', { lockId })).code).toBe('QUOTE_EXPIRED')
  expect((await historyOf(api)).length).toBe(1)
})

contract('a key that was used with another request is a conflict', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const request = { ...LOCKABLE, provider: BRIDGE, routeId }
  await api.ok('lock', request, { idempotencyKey: 'same' })
  const conflict = { code: 'IDEMPOTENCY_CONFLICT', httpStatus: 409, field: undefined }
  for (const change of [{ recipient: CAROL }, { slippage: 50 }, { referralCode: 'x' }]) {
    expect(essence(await api.refused('lock', { ...request, ...change }, { idempotencyKey: 'same' }))).toEqual(conflict)
  }
  const one = await lockOf(api)
  const two = await lockOf(api)
  await api.ok('execute', { lockId: one['lockId'] }, { idempotencyKey: 'same' })
  expect(essence(await api.refused('execute', { lockId: two['lockId'] }, { idempotencyKey: 'same' }))).toEqual(conflict)
  expect((await historyOf(api)).length).toBe(1)
})

contract('a refused request leaves its key free', async (api) => {
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const request = { ...LOCKABLE, provider: BRIDGE, routeId }
  await api.refused('lock', { ...request, amount: '0' }, { idempotencyKey: 'again' })
  await api.ok('lock', request, { idempotencyKey: 'again' })
})

contract('a key is remembered for a day', async (api, world) => {
  const { lockId } = await lockOf(api)
  const first = await api.ok('execute', { lockId }, { idempotencyKey: 'day' })
  await world.clock.advance(23 * HOUR_MS)
  expect(await api.ok('execute', { lockId }, { idempotencyKey: 'day' })).toEqual(first)
  await world.clock.advance(2 * HOUR_MS)
  const next = await lockOf(api)
  await api.ok('execute', { lockId: next['lockId'] }, { idempotencyKey: 'day' })
})

contract('a key is 1 to 200 visible characters', async (api) => {
  const { lockId } = await lockOf(api)
  for (const idempotencyKey of ['', 'a b', 'x'.repeat(201)]) {
    const refused = await api.refused('execute', { lockId }, { idempotencyKey })
    expect([refused.code, refused.httpStatus]).toEqual(['VALIDATION_ERROR', 400])
  }
  await api.ok('execute', { lockId }, { idempotencyKey: 'x'.repeat(200) })
})
