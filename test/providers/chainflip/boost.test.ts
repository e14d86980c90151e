import { expect, test } from 'vitest'
import { chainflipAdapter } from '../../../src/providers/chainflip/adapter.ts'
import type { ProviderCall, ProviderContext, ProviderLock } from '../../../src/providers/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerWith, createProviderContext, createProviderLock } from '../../support/provider-context.ts'
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

function lockOf(variant: string, minimumOut: bigint): Promise<ProviderLock> {
  return createProviderLock('bitcoin:native', 'ethereum:native', {
    amountIn: 10_000_000n,
    amountOut: 4080934615929730944n,
    minimumOut,
    depositor: BTC_WALLET,
    recipient: EVM_WALLET,
    state: { variant },
  })
}
