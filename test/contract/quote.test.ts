import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { asList, asObject, asText, microUsd } from '../support/contract-fields.ts'
import { routeOf, routesOf } from '../support/contract-steps.ts'
import {
  ALICE,
  BASE_ETH,
  BASE_USDC,
  BITCOIN_WALLET,
  BOB,
  BRIDGE,
  BTC,
  ETH,
  INTENTS,
  LOCKABLE,
  pair,
  REQUEST,
  SOL,
  SOLANA_WALLET,
  USDC,
  USDT,
} from '../support/contract-world.ts'

const providersOf = (routes: readonly Readonly<Record<string, unknown>>[]) =>
  routes.map(({ provider }) => asText(provider))

contract('a quote lists the routes of every provider, best first', async (api) => {
  const routes = await routesOf(api, REQUEST)
  expect(new Set(providersOf(routes)).size).toBeGreaterThan(1)
  const sources = asList((await api.ok('sources'))['data']).map((source) => asObject(source)['key'])
  for (const provider of providersOf(routes)) expect(sources).toContain(provider)
  expect(new Set(routes.map(({ provider, routeId }) => `${String(provider)} ${String(routeId)}`)).size).toBe(
    routes.length,
  )
  for (const route of routes) {
    expect(asObject(route['src'])).toMatchObject({ formatted: '1000', currency: 'USDC' })
    expect(asObject(route['dst'])).toMatchObject({ currency: 'USDC' })
  }
  const kept = routes.map((route) => {
    const onTop = asList(asObject(route['fees'])['items'])
      .map((item) => asObject(item))
      .filter(({ included, amountUsd }) => included === false && amountUsd !== undefined)
      .reduce((sum, { amountUsd }) => sum + microUsd(asText(amountUsd)), 0n)
    return microUsd(asText(asObject(route['dst'])['usd'])) - onTop
  })
  expect(kept).toEqual([...kept].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)))
})

contract('wallets are optional on a quote', async (api) => {
  const without = await routesOf(api, REQUEST)
  const withWallets = await routesOf(api, { ...REQUEST, depositor: ALICE, recipient: BOB })
  expect(providersOf(withWallets).sort()).toEqual(providersOf(without).sort())
})

contract('assets of every family can be quoted', async (api) => {
  const requests = [
    { ...pair(ETH, BASE_ETH), amount: '1.5' },
    { ...pair(ETH, USDC), amount: '0.75' },
    { ...pair(USDC, USDT), amount: '250.5' },
    { ...pair(BTC, ETH), amount: '0.05', depositor: BITCOIN_WALLET, recipient: ALICE },
    { ...pair(SOL, BASE_USDC), amount: '12.345678901', depositor: SOLANA_WALLET, recipient: ALICE },
    { ...pair(USDC, BTC), amount: '5000', depositor: ALICE, recipient: BITCOIN_WALLET },
  ]
  for (const request of requests) {
    const routes = await routesOf(api, request)
    expect(routes.length, JSON.stringify(request)).toBeGreaterThan(0)
    for (const route of routes) expect(asObject(route['src'])['formatted']).toBe(request.amount)
  }
})

contract('addresses of EVM assets are taken in any letter case, and native coins by their names', async (api) => {
  const plain = await routesOf(api, REQUEST)
  expect(await routesOf(api, { ...REQUEST, srcAddress: USDC.address.toLowerCase() })).toEqual(plain)
  const native = await routesOf(api, { ...pair(ETH, BASE_USDC), amount: '1' })
  for (const srcAddress of ['native', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']) {
    expect(await routesOf(api, { ...pair(ETH, BASE_USDC), srcAddress, amount: '1' })).toEqual(native)
  }
})

contract('no route is an empty list, not an error', async (api) => {
  expect(await api.ok('quote', { ...REQUEST, amount: '1000.0404' })).toEqual({ data: [] })
})

contract('slow providers are waited for', async (api, world) => {
  const quick = await routesOf(api, REQUEST)
  const answer = routesOf(api, { ...REQUEST, amount: '1000.0100' })
  // Four providers, each with its deadline and its delay, and the deadline of the whole.
  for (let turn = 0; turn < 100_000 && world.clock.sleepers() < 9; turn += 1) await setImmediate()
  await world.clock.advance(3_000)
  expect(providersOf(await answer).sort()).toEqual(providersOf(quick).sort())
})

contract('excluded providers are left out, and unknown ones do not matter', async (api) => {
  const all = providersOf(await routesOf(api, REQUEST))
  for (const provider of new Set(all)) {
    expect(providersOf(await routesOf(api, { ...REQUEST, exclude: [provider] }))).toEqual(
      all.filter((candidate) => candidate !== provider),
    )
  }
  expect(providersOf(await routesOf(api, { ...REQUEST, exclude: ['NO_SUCH_PROVIDER'] }))).toEqual(all)
  expect(await api.ok('quote', { ...REQUEST, exclude: [...new Set(all)] })).toEqual({ data: [] })
  expect(providersOf(await routesOf(api, { ...REQUEST, exclude: [] }))).toEqual(all)
})

contract('slippage from 0 to 10000 basis points is taken', async (api) => {
  for (const slippage of [0, 1, 100, 9999, 10000]) {
    expect((await routesOf(api, { ...REQUEST, slippage })).length, String(slippage)).toBeGreaterThan(0)
  }
})

contract('public and basic confidentiality are taken; only the intents provider cares', async (api) => {
  const open = await routesOf(api, { ...REQUEST, confidentiality: 'public' })
  expect(open).toEqual(await routesOf(api, REQUEST))
  const basic = await routesOf(api, { ...REQUEST, confidentiality: 'basic' })
  expect(providersOf(basic)).toContain(INTENTS)
  const others = (routes: typeof open) => routes.filter(({ provider }) => provider !== INTENTS)
  expect(others(basic)).toEqual(others(open))
})

contract('amounts are taken to the last digit', async (api) => {
  for (const amount of ['0.5', '.5', '5.', '1000.000001', '007', '1.10']) {
    await api.ok('quote', { ...REQUEST, amount })
  }
  const { src } = await routeOf(api, INTENTS, { ...pair(ETH, BASE_ETH), amount: '1.123456789012345678' })
  expect(asObject(src)['formatted']).toBe('1.123456789012345678')
  const huge = await routesOf(api, { ...REQUEST, amount: '1234567890123456789012345678901234567890' })
  for (const route of huge) {
    expect(asObject(route['src'])['formatted']).toBe('1234567890123456789012345678901234567890')
  }
})

contract('a quote for another amount does not take away the route of the first', async (api) => {
  const lockable = { ...LOCKABLE, provider: BRIDGE }
  const { routeId } = await routeOf(api, BRIDGE, LOCKABLE)
  const other = await routeOf(api, BRIDGE, { ...LOCKABLE, amount: '2000' })
  expect(asObject((await api.ok('lock', { ...lockable, routeId }))['src'])['formatted']).toBe('1000')
  const second = await api.ok('lock', { ...lockable, amount: '2000', routeId: other['routeId'] })
  expect(asObject(second['src'])['formatted']).toBe('2000')
})

contract('unknown request fields are ignored', async (api) => {
  const plain = await routesOf(api, REQUEST)
  expect(await routesOf(api, { ...REQUEST, colour: 'red', exec: { value: '1' }, provider: 5 })).toEqual(plain)
})
