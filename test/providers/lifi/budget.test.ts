import { expect, it } from 'vitest'
import { NATIVE_EVM_ADDRESS, type PricedAsset } from '../../../src/core/assets/catalog.ts'
import { lifi } from '../../../src/providers/lifi/manifest.ts'
import type { ProviderCall, ProviderQuoteRequest } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { answerWith, createProviderContext } from '../../support/provider-context.ts'

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
  const src = await ethOn('ethereum')
  const dst = await ethOn('base')
  const request: ProviderQuoteRequest = {
    src,
    dst,
    amountIn: 1n,
    amountText: '0.000000000000000001',
    slippageBps: 50,
    confidentiality: 'public',
    depositor: undefined,
    recipient: undefined,
    forLock: false,
  }
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

async function ethOn(chainKey: string): Promise<PricedAsset> {
  const catalog = await openBundledCatalog()
  const chain = await catalog.chain(chainKey)
  const asset = await catalog.asset(chainKey, 'native')
  if (chain === undefined || asset === undefined) throw new Error(`the bundled catalog has no coin of ${chainKey}`)
  return { chain, asset, priceUsd: undefined }
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
