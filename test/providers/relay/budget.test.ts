import { expect, it } from 'vitest'
import { relay } from '../../../src/providers/relay/manifest.ts'
import type { ProviderCall } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { answerWith, createProviderContext } from '../../support/provider-context.ts'

it('a list of assets does not spend the budget of quotes', async () => {
  const calls: ProviderCall[] = []
  const http = answerWith(({ path }) => (path === '/chains' ? { chains: [{ id: 10 }] } : []), calls)
  const context = createProviderContext({ http })
  const adapter = await relay.load()
  const chains = await (await openBundledCatalog()).chains()
  expect(await adapter.assets?.(context, chains)).toEqual([])
  expect(calls.map((call) => [call.path, call.outsideBudget])).toEqual([
    ['/chains', true],
    ['/currencies/v2', true],
  ])
})
