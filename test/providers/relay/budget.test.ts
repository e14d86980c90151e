import { expect, it } from 'vitest'
import { relay } from '../../../src/providers/relay/manifest.ts'
import type { ProviderCall, ProviderContext } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

it('a list of assets does not spend the budget of quotes', async () => {
  const calls: ProviderCall[] = []
  const context: ProviderContext = {
    clock: createFakeClock(),
    signal: new AbortController().signal,
    price: () => Promise.resolve(undefined),
    setting: () => undefined,
    receipt: () => Promise.resolve({ state: 'unknown' }),
    rpc: () => Promise.reject(new Error('no node of a chain is asked here')),
    http: {
      request: (call) => {
        calls.push(call)
        const body = call.path === '/chains' ? { chains: [{ id: 10 }] } : []
        return Promise.resolve({ status: 200, header: () => undefined, body, text: JSON.stringify(body) })
      },
    },
  }
  const adapter = await relay.load()
  const chains = await (await openBundledCatalog()).chains()
  expect(await adapter.assets?.(context, chains)).toEqual([])
  expect(calls.map((call) => [call.path, call.outsideBudget])).toEqual([
    ['/chains', true],
    ['/currencies/v2', true],
  ])
})
