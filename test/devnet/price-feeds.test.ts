import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AssetUnits } from '../../src/core/money/valuation.ts'
import { systemClock } from '../../src/io/clock.ts'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import { createJsonRpc } from '../../src/io/rpc/json-rpc.ts'
import { readPriceTables } from '../../src/io/data-files.ts'
import { createPriceBook } from '../../src/prices/book.ts'
import { describeOnChains } from './describe-on-chains.ts'
import { setFeed, setSequencer } from './price-feeds.ts'
import { type Devnet, NATIVE, openDevnet } from './world.ts'

describeOnChains('prices of the local chains', () => {
  let devnet: Devnet
  let http: Awaited<ReturnType<typeof openPooledHttp>>
  beforeEach(async () => {
    ;[devnet, http] = await Promise.all([openDevnet(), openPooledHttp()])
  })
  afterEach(async () => {
    await Promise.all([devnet.close(), http.close()])
  })

  const openBook = (only?: 'ethereum' | 'base') => {
    const chains = [devnet.ethereum, devnet.base].filter(({ key }) => only === undefined || key === only)
    return createPriceBook({
      clock: systemClock,
      data: readPriceTables,
      nodes: (chainId) => {
        const chain = chains.find((one) => one.chainId === chainId)
        if (chain === undefined) return Promise.resolve(undefined)
        const list = { isOwn: true, nodes: [{ url: chain.url, operator: 'own' }], laggingBlocks: 5, blockMs: 12_000 }
        return Promise.resolve(
          createJsonRpc(http.fetch, list, {
            timeoutMs: 4_000,
            chain: { ...chain, name: chain.key },
            health: undefined,
          }),
        )
      },
    })
  }
  const lowOf = async (asset: AssetUnits, only?: 'ethereum' | 'base') => (await openBook(only).value(asset))?.usdLow
  const ether = (chainId: number) => ({ chainId, address: NATIVE, decimals: 18, units: 10n ** 18n })
  const dai = (chainId: number, units = 100n * 10n ** 18n) => {
    const { address } = { address: chainId === 1 ? devnet.ethereum.tokens.dai : devnet.base.tokens.dai }
    return { chainId, address, decimals: 18, units }
  }

  it('are those of feeds, and of a pool for a bridged token', async () => {
    expect(await Promise.all([lowOf(ether(1)), lowOf(ether(8_453)), lowOf(dai(1))])).toEqual([
      1_988_000_000n,
      1_995_000_000n,
      99_650_000n,
    ])
    const bridged = await openBook().value(dai(8_453))
    expect([bridged?.by, bridged?.usdLow]).toEqual(['parity', expect.toSatisfy((low: bigint) => low > 99_000_000n)])
  })

  it('change as they are told, and are not used when they break a rule', async () => {
    await setFeed(devnet.ethereum, 'ETH', { price: '1000' })
    expect(await lowOf(ether(1))).toBe(994_000_000n)
    for (const state of [
      { price: '0' },
      { price: '-1' },
      { price: '2000', updatedSec: 1n },
      { price: '2000', description: 'BTC / USD' },
    ]) {
      await setFeed(devnet.ethereum, 'ETH', state)
      expect(await lowOf(ether(1), 'ethereum')).toBeUndefined()
    }
    const { timestamp } = await devnet.base.client.getBlock()
    await setSequencer(devnet.base.client, 0, timestamp - 600n)
    expect(await lowOf(ether(8_453), 'base')).toBeUndefined()
  })
})
