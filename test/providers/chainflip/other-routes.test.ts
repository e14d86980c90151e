import { expect, test } from 'vitest'
import { chainflipAdapter } from '../../../src/providers/chainflip/adapter.ts'
import { defined } from '../../../src/core/defined.ts'
import type { ProviderCall, ProviderContext, ProviderLock } from '../../../src/providers/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerWith, createProviderContext, createProviderLock } from '../../support/provider-context.ts'
import { BTC_WALLET, EVM_WALLET, NOW_MS, textOf } from './exchanges.ts'

/*
 * The suite locks the first route of a quote; these are the others of a recorded one.
 */

interface Parts {
  readonly numberOfChunks: number
  readonly chunkIntervalBlocks: number
}

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
  await chainflipAdapter.prepare(await lockOf(item), contextOf(calls))
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

const IN_PARTS = {
  variant: 'dca-boost',
  minimumOut: 4050374812839963515n,
  sent: { dcaParams: { numberOfChunks: 3, chunkIntervalBlocks: 2 } },
}

test.each([
  ['more of them', { numberOfChunks: 4, chunkIntervalBlocks: 2 }],
  ['longer between two', { numberOfChunks: 3, chunkIntervalBlocks: 3 }],
])('parts that take longer than was agreed to open no channel: %s', async (_, now) => {
  const calls: ProviderCall[] = []
  const work = chainflipAdapter.prepare(await lockOf(IN_PARTS), contextOf(calls, now))
  await expect(work).rejects.toMatchObject({
    code: 'unavailable',
    message: 'It would now spread the swap over more time than was agreed to',
  })
  expect(calls).toHaveLength(1)
})

test('parts that take no longer are taken', async () => {
  const calls: ProviderCall[] = []
  const faster = { numberOfChunks: 2, chunkIntervalBlocks: 3 }
  await chainflipAdapter.prepare(await lockOf(IN_PARTS), contextOf(calls, faster))
  expect(calls[1]?.body).toMatchObject({ dcaParams: faster })
})

test('a swap that was agreed to at once is not divided', async () => {
  const work = chainflipAdapter.prepare(await lockOf({ ...IN_PARTS, sent: {} }), contextOf([]))
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
})

/** @param now parts of the backend's price. @default those recorded */
function contextOf(calls: ProviderCall[], now?: Parts): ProviderContext {
  const http = answerWith(({ path }) => {
    const text = textOf(RECORDED[path] ?? '')
    return JSON.parse(
      now === undefined ? text : text.replace(/"dcaParams": {[^}]*}/g, `"dcaParams": ${JSON.stringify(now)}`),
    )
  }, calls)
  return createProviderContext({ clock: createFakeClock(NOW_MS), http })
}

interface Agreed {
  readonly variant: string
  readonly minimumOut: bigint
  readonly sent: { readonly dcaParams?: Parts }
}

function lockOf({ variant, minimumOut, sent: { dcaParams } }: Agreed): Promise<ProviderLock> {
  return createProviderLock('bitcoin:native', 'ethereum:native', {
    amountIn: 10_000_000n,
    amountOut: 4080934615929730944n,
    minimumOut,
    depositor: BTC_WALLET,
    recipient: EVM_WALLET,
    state: { variant, ...defined({ dcaParams: dcaParams && { ...dcaParams } }) },
  })
}
