import { describe, expect, it } from 'vitest'
import { mapInBatches, toListedAsset } from '../../../src/providers/kit/listed-asset.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

const stated = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  isNative: false,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  image: 'https://example.com/usdc.png',
}

async function chainOf(key: string) {
  const chain = await (await openBundledCatalog()).chain(key)
  if (chain === undefined) throw new Error(`the bundled catalog has no ${key}`)
  return chain
}

describe('an asset of a provider as the catalog has it', () => {
  it('has the checksum of its address and its CAIP-19 id on an EVM chain', async () => {
    const chain = await chainOf('ethereum')
    expect(toListedAsset(chain, stated, 7)).toEqual({
      chain,
      asset: {
        chain: 'ethereum',
        address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        symbol: 'USDC',
        altSymbols: [],
        name: 'USD Coin',
        decimals: 6,
        image: 'https://example.com/usdc.png',
        isNative: false,
        caip19: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        addedAt: 7,
        evidence: 'provider',
        form: null,
      },
    })
  })

  it('keeps an address whose checksum is broken, for the import to refuse', async () => {
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606Eb48'
    const { asset } = toListedAsset(await chainOf('ethereum'), { ...stated, address }, 7)
    expect(asset.address).toBe(address)
  })

  it('has our address of the coin, whatever the provider writes', async () => {
    const coin = { ...stated, address: 'bitcoin', isNative: true }
    expect(toListedAsset(await chainOf('bitcoin'), coin, 7).asset).toMatchObject({ address: 'native', caip19: null })
    expect(toListedAsset(await chainOf('base'), coin, 7).asset).toMatchObject({
      address: '0x0000000000000000000000000000000000000000',
      caip19: null,
    })
  })

  it.each([undefined, 'http://example.com/a.png', 'https://example.com/a b.png', `https://${'a'.repeat(500)}`])(
    'has no image for %s',
    async (image) => {
      expect(toListedAsset(await chainOf('ethereum'), { ...stated, image }, 7).asset.image).toBe('')
    },
  )
})

describe('asking a few at once', () => {
  it('keeps the order of the items and never has more than so many under way', async () => {
    let running = 0
    let most = 0
    const answers = await mapInBatches([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1
      most = Math.max(most, running)
      // The first of two ends after the second.
      for (let turn = item % 2 === 0 ? 1 : 9; turn > 0; turn--) await Promise.resolve()
      running -= 1
      return [item, item * 10]
    })
    expect(answers).toEqual([1, 10, 2, 20, 3, 30, 4, 40, 5, 50])
    expect(most).toBe(2)
  })

  it('asks for nothing more after a failure, which is told when what was asked for has ended', async () => {
    const started: number[] = []
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked = mapInBatches([1, 2, 3], 2, async (item) => {
      started.push(item)
      if (item === 1) throw new Error('no list')
      await gate
      return []
    })
    let told = false
    asked.catch(() => {
      told = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toBe(false)
    release()
    await expect(asked).rejects.toThrow('no list')
    expect(started).toEqual([1, 2])
  })
})
