import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PriceBook } from '../../../src/core/money/valuation.ts'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { createCatalog, createSwapService } from '../../../src/service/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { USDC, wallets } from '../../support/case-assets.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { fixedPrices } from '../../support/fixed-prices.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'

const token = { chainId: 8453, chainName: 'Base', address: '', symbol: 'ETH', decimals: 18 }
const provider = anyProvider(anyManifest({ key: 'ANY' }), {
  prepare: () =>
    Promise.resolve({
      providerResult: { execution: 'server', depositAddress: wallets.recipient },
      ...{ tracking: null, needsHash: false },
    }),
  quote: () =>
    Promise.resolve({
      status: 'routes',
      routes: [
        {
          routeId: 'route-1',
          amountOut: 9_900_000n,
          fees: [
            {
              type: 'protocol_fee',
              amount: 10n ** 15n,
              token,
              included: false,
              description: 'Fee',
              providerLabel: 'fee',
            },
          ],
          steps: [],
          estimatedTimeSec: 20,
          state: null,
        },
      ],
    }),
})
const REQUEST = {
  ...{ srcChain: 'base', srcAddress: USDC.base, dstChain: 'arbitrum', dstAddress: USDC.arbitrum },
  ...{ amount: '10', slippage: 50, provider: 'ANY', ...wallets },
}

const PRICES = fixedPrices({ 8453: 2_000_000_000n })

/** A service whose prices are these. */
async function open(prices: PriceBook) {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-lock-costs-'))
  const clock = createFakeClock()
  const store = await openStore({ path: join(home, 'live.db'), now: () => clock.now() })
  const catalogData = createDataFiles()
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData, providers: [provider] },
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: () => Promise.resolve(prices),
    publicNodes: () => undefined,
    setting: () => undefined,
    userAgent: 'swapcli/test',
    random: () => 0,
    openHttp: openPooledHttp,
    onError: () => undefined,
  })
  onTestFinished(async () => {
    await service.close()
    await rm(home, { recursive: true, force: true })
  })
  return { service, clock }
}

test('a lock waits for the value of a cost on top', async () => {
  let answer = () => undefined as void
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const { service, clock } = await open({ ...PRICES, value: (amount) => waiting.then(() => PRICES.value(amount)) })
  let isLocked = false
  const locking = service.lock(REQUEST).finally(() => (isLocked = true))
  await clock.advance(10)
  expect(isLocked).toBe(false)
  answer()
  const lock = await locking
  expect(lock.fees.items.map(({ amountUsd }) => amountUsd)).toEqual(['2.00'])
  expect(lock.warnings).toBeUndefined()
})

test('a lock waits for the values of both sides where its provider states none, and its swap counts in what was swapped', async () => {
  let answer = () => undefined as void
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const exactly = (usd: bigint) => ({ usdLow: usd, usdHigh: usd, sources: ['a test'], by: 'oracle' as const })
  const { service, clock } = await open({
    ...PRICES,
    valueSwap: async () => {
      await waiting
      return { kind: 'same', src: exactly(10_000_000n), dst: exactly(9_900_000n), onTop: 0n, unvalued: [] }
    },
  })
  let isLocked = false
  const locking = service.lock(REQUEST).finally(() => (isLocked = true))
  await clock.advance(10)
  expect(isLocked).toBe(false)
  answer()
  const { src, dst, lockId } = await locking
  expect([src.usd, dst.usd]).toEqual(['10.00', '9.90'])
  await service.execute({ lockId })
  const { data } = await service.history({})
  expect(data.map(({ amountUsd, ...rest }) => [amountUsd, 'unvalued' in rest])).toEqual([[10, false]])
})
