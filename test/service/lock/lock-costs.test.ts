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

test('a lock waits for the value of a cost on top', async () => {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-lock-costs-'))
  const clock = createFakeClock()
  const store = await openStore({ path: join(home, 'live.db'), now: () => clock.now() })
  let answer = () => undefined as void
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const prices = fixedPrices({ 8453: 2_000_000_000n })
  const late: PriceBook = { ...prices, value: (amount) => waiting.then(() => prices.value(amount)) }
  const catalogData = createDataFiles()
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData, providers: [provider] },
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: () => Promise.resolve(late),
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
  let isLocked = false
  const locking = service.lock(REQUEST).finally(() => (isLocked = true))
  await clock.advance(10)
  expect(isLocked).toBe(false)
  answer()
  const lock = await locking
  expect(lock.fees.items.map(({ amountUsd }) => amountUsd)).toEqual(['2.00'])
  expect(lock.warnings).toBeUndefined()
})
