import { expect, it } from 'vitest'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { lifi } from '../../../src/providers/lifi/manifest.ts'
import type { ProviderCall } from '../../../src/providers/contract.ts'
import { answerWith, createProviderContext, createQuoteRequest } from '../../support/provider-context.ts'

/** Which calls a quote, a status and a list of assets make, as path and whether the budget covers them. */
async function callsWith(settings: Readonly<Record<string, string>>): Promise<readonly (readonly [string, boolean])[]> {
  const calls: ProviderCall[] = []
  const body = { status: 'NOT_FOUND', routes: [], chains: [{ id: 1, mainnet: true }], tokens: {} }
  const context = createProviderContext({
    setting: (name) => settings[name],
    receipt: () => Promise.resolve({ state: 'pending' }),
    http: answerWith(() => body, calls),
  })
  const adapter = await lifi.load()
  const request = await createQuoteRequest('ethereum:native', 'base:native', { amountIn: 1n })
  const { src, dst } = request
  await adapter.quote(request, context)
  await adapter.status(
    {
      transactionId: 'tx_1',
      hash: `0x${'1'.repeat(64)}`,
      executedAtMs: 0,
      hashKnownAtMs: 0,
      src,
      dst,
      estimatedTimeSec: 1,
      tracking: { transactionId: null, tool: 'across', depositor: NATIVE_EVM_ADDRESS },
    },
    context,
  )
  await adapter.assets?.(context, [src.chain, dst.chain])
  return calls.map((call) => [call.path, call.outsideBudget !== true])
}

it('the budget of 75 quotes in two hours covers quotes without a key, and nothing else', async () => {
  expect(lifi.manifest.budget).toEqual({ requests: 75, perMs: 7_200_000 })
  expect(await callsWith({})).toEqual([
    ['/advanced/routes', true],
    ['/status', false],
    ['/chains', false],
    ['/tokens', false],
  ])
})

it('with a key nothing spends the budget', async () => {
  expect(await callsWith({ API_KEY: 'key-1' })).toEqual([
    ['/advanced/routes', false],
    ['/status', false],
    ['/chains', false],
    ['/tokens', false],
  ])
})
