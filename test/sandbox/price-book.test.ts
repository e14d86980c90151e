import { expect, test } from 'vitest'
import { createDataFiles } from '../../src/io/data-files.ts'
import { sandboxPrice } from '../../src/sandbox/market.ts'
import { createSandboxPriceBook } from '../../src/sandbox/price-book.ts'
import { USDC } from '../support/case-assets.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const clock = createFakeClock()
const assets = createDataFiles().assets('base')
const book = createSandboxPriceBook({
  seed: 7,
  clock,
  find: (chainId, address) => (chainId === 8_453 ? assets.find((asset) => asset.address === address) : undefined),
})
const usdc = (units: bigint) => ({ chainId: 8_453, address: USDC.base, decimals: 6, units })
const coin = assets.find(({ isNative }) => isNative)
const ether = { chainId: 8_453, address: coin?.address ?? '', decimals: 18, units: 10n ** 18n }
const nowhere = { ...ether, chainId: 1 }
const cost = { type: 'protocol_fee', description: 'Fee', providerLabel: 'fee', included: false } as const

test('the sandbox values amounts by its own market', async () => {
  const price = sandboxPrice(7, clock.now(), 'base', 'ETH', ether.address)
  expect(await book.value(ether)).toEqual({
    ...{ usdLow: price, usdHigh: price, by: 'market' },
    sources: ['the market of the sandbox'],
  })
  expect(await book.value(nowhere)).toBeUndefined()
})

test('a swap in the sandbox has the value of both sides, and of the costs on top', async () => {
  const token = { ...ether, chainName: 'Base', symbol: 'ETH' }
  const fees = [
    { ...cost, amount: 10n ** 15n, token },
    { ...cost, amount: 5n, token: { ...token, chainId: 1 }, description: 'Unknown' },
  ]
  const value = await book.valueSwap({ src: usdc(100_000_000n), dst: ether, fees })
  expect(value).toEqual({
    kind: 'priced',
    src: await book.value(usdc(100_000_000n)),
    dst: await book.value(ether),
    onTop: (await book.value({ ...ether, units: 10n ** 15n }))?.usdHigh,
    unvalued: ['Unknown'],
  })
})

test('a dead coin of a famous symbol is not worth what the coin is', async () => {
  const address = '9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E'
  const sollet = createDataFiles()
    .assets('solana')
    .find((asset) => asset.address === address)
  expect(sollet).toMatchObject({ symbol: 'BTC', form: 'dead' })
  const value = await createSandboxPriceBook({ seed: 7, clock, find: () => sollet }).value({
    ...{ chainId: 1, address, decimals: 6, units: 1_000_000n },
  })
  // What is not known by its symbol has a price between $0.01 and $9.99.
  expect(value?.usdHigh).toBeLessThan(10_100_000n)
})
