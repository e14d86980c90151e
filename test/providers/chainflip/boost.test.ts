import { expect, test } from 'vitest'
import { chainflipAdapter } from '../../../src/providers/chainflip/adapter.ts'
import type { ProviderCall, ProviderContext, ProviderLock } from '../../../src/providers/contract.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerWith, createProviderContext } from '../../support/provider-context.ts'
import { BTC_WALLET, EVM_WALLET, NOW_MS, textOf } from './exchanges.ts'

/*
 * The suite locks the first route of a quote; these are the others of a recorded one.
 */

const RECORDED: Readonly<Record<string, string>> = {
  '/v2/quote': 'quote-btc-dca-boost.json',
  '/api/openSwapDepositChannel': 'open-deposit-channel-btc.synthetic.json',
}

test.each([
  {
    variant: 'regular-boost',
    minimumOut: 4050372519063366624n,
    sent: { minPriceX128: '138255746743188430203447233543719506911065666217287', maxBoostFeeBps: 30 },
  },
  {
    variant: 'dca-boost',
    minimumOut: 4050374812839963515n,
    sent: {
      minPriceX128: '138255825032529012797381974588148998269132967664569',
      maxBoostFeeBps: 30,
      dcaParams: { numberOfChunks: 3, chunkIntervalBlocks: 2 },
    },
  },
])('a channel for $variant: the largest boost fee is part of the promised price', async (item) => {
  const calls: ProviderCall[] = []
  await chainflipAdapter.prepare(await lockOf(item.variant, item.minimumOut), contextOf(calls))
  const { minPriceX128, ...rest } = item.sent
  expect(calls.map(({ body }) => body)).toEqual([
    undefined,
    {
      srcAsset: { chain: 'Bitcoin', asset: 'BTC' },
      destAsset: { chain: 'Ethereum', asset: 'ETH' },
      destAddress: EVM_WALLET,
      amount: '10000000',
      fillOrKillParams: { refundAddress: BTC_WALLET, retryDurationBlocks: 150, minPriceX128 },
      ...rest,
    },
  ])
})

function contextOf(calls: ProviderCall[]): ProviderContext {
  const http = answerWith(({ path }) => JSON.parse(textOf(RECORDED[path] ?? '')), calls)
  return createProviderContext({ clock: createFakeClock(NOW_MS), http })
}

async function lockOf(variant: string, minimumOut: bigint): Promise<ProviderLock> {
  const catalog = await openBundledCatalog()
  const side = async (chainKey: string) => {
    const chain = await catalog.chain(chainKey)
    const asset = await catalog.asset(chainKey, 'native')
    if (chain === undefined || asset === undefined) throw new Error(`the bundled catalog has no ${chainKey}`)
    return { chain, asset, priceUsd: undefined }
  }
  return {
    lockId: 'lock_1',
    routeId: 'chainflip-1',
    src: await side('bitcoin'),
    dst: await side('ethereum'),
    amountIn: 10_000_000n,
    amountText: '0.1',
    amountOut: 4080934615929730944n,
    minimumOut,
    slippageBps: 50,
    confidentiality: 'public',
    depositor: BTC_WALLET,
    recipient: EVM_WALLET,
    estimatedTimeSec: 720,
    state: { variant },
  }
}
