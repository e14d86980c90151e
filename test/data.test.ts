import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checkAddress, toChecksumAddress } from '../src/core/assets/address.ts'
import { matchAsset, matchChain, parseAssetReference } from '../src/core/assets/asset-reference.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../src/core/assets/catalog.ts'
import { cleanText } from '../src/core/text/clean-text.ts'
import { nodesOf, voiceOf } from '../src/core/evm/nodes.ts'
import { isSafeBaseUrl } from '../src/core/text/base-url.ts'
import { createDataFiles, createNodeFile } from '../src/io/data-files.ts'
import { createCatalog } from '../src/service/catalog/catalog.ts'
import { memoryCatalogStore } from './support/catalog-data.ts'

/*
 * The bundled catalog. The program trusts these files without a check at start, so they are checked here.
 */

const data = createDataFiles()
const chains = data.chains()
const assets = chains.flatMap(({ key }) => data.assets(key))
const byKey = new Map(chains.map((chain) => [chain.key, chain]))
const catalog = createCatalog({ data, store: memoryCatalogStore() })

function doubles<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<T>()
  return values.filter((value) => seen.size === seen.add(value).size)
}

describe('bundled chains', () => {
  test('are at least 60, of all four types, the well-known ones first', () => {
    expect(chains.length).toBeGreaterThanOrEqual(60)
    expect(new Set(chains.map(({ type }) => type))).toEqual(new Set(['EVM', 'COSMOS', 'UTXO', 'OTHER']))
    expect(chains.slice(0, 4).map(({ key }) => key)).toEqual(['ethereum', 'bitcoin', 'solana', 'base'])
  })

  test('have slugs as keys, and no two share a key, shortname, chain id or CAIP-2 id', () => {
    expect(chains.map(({ key }) => key).filter((key) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key))).toEqual([])
    expect(doubles(chains.map(({ key }) => key))).toEqual([])
    expect(doubles(chains.map(({ shortname }) => shortname))).toEqual([])
    expect(doubles(chains.map(({ chainId }) => chainId))).toEqual([])
    expect(doubles(chains.flatMap(({ caip2 }) => caip2 ?? []))).toEqual([])
  })

  test('have positive safe integers as ids: on EVM chains the one in the CAIP-2 id', () => {
    expect(chains.filter(({ chainId }) => !Number.isSafeInteger(chainId) || chainId < 1)).toEqual([])
    const wrong = chains.filter(({ type, caip2, chainId }) => type === 'EVM' && caip2 !== `eip155:${chainId}`)
    expect(wrong).toEqual([])
  })

  test('derive ids above 2^52 from the CAIP-2 id, or else the key, by SHA-256', () => {
    const derived = chains.filter(({ chainId }) => chainId >= 2 ** 52)
    expect(derived.length).toBeGreaterThan(40)
    for (const { key, caip2, chainId } of derived) {
      const digest = createHash('sha256')
        .update(caip2 ?? key)
        .digest('hex')
      expect(BigInt(chainId), key).toBe(2n ** 52n + BigInt(`0x${digest.slice(0, 13)}`))
    }
    const ids = (...keys: string[]) => keys.map((key) => byKey.get(key)?.chainId)
    expect(ids('bitcoin', 'solana', 'tron')).toEqual([20000000000001, 1151111081099710, 728126428])
  })

  test('follow address rules that this program knows', () => {
    const refusals = chains.map(({ key, addressFamily }) => [key, checkAddress(addressFamily, 'x')] as const)
    expect(refusals.filter(([, check]) => !check.ok && check.reason.includes('cannot check addresses'))).toEqual([])
    const refusal = checkAddress('no-such-family', 'x')
    expect(!refusal.ok && refusal.reason.includes('cannot check addresses')).toBe(true)
  })

  test('were added by no refresh, so that nothing bundled is new', () => {
    expect(data.release()).toBe('2026-11-30T00:00:00Z')
    expect(new Set([...chains, ...assets].map(({ addedAt }) => addedAt))).toEqual(new Set([0]))
  })
})

describe('bundled assets', () => {
  test('are some thousand and all of a bundled chain', () => {
    expect(assets.length).toBeGreaterThanOrEqual(3900)
    expect(chains.filter(({ key }) => data.assets(key).some(({ chain }) => chain !== key))).toEqual([])
    expect(data.assets('no-such-chain')).toEqual([])
  })

  test('begin on every chain with its only native coin, under the agreed address', () => {
    for (const chain of chains) {
      const natives = data.assets(chain.key).filter(({ isNative }) => isNative)
      expect(natives, chain.key).toHaveLength(1)
      expect(data.assets(chain.key)[0], chain.key).toMatchObject({
        symbol: chain.nativeSymbol,
        address: chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS,
        isNative: true,
      })
    }
  })

  test('have decimals from 0 to 36', () => {
    const wrong = assets.filter(({ decimals }) => !Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    expect(wrong).toEqual([])
  })

  test('have EIP-55 addresses on EVM chains, where every native coin has 18 decimals', () => {
    const evm = assets.filter(({ chain }) => byKey.get(chain)?.addressFamily === 'evm')
    expect(evm.length).toBeGreaterThan(3000)
    const tokens = evm.filter(({ address }) => address !== NATIVE_ADDRESS)
    expect(tokens.filter(({ address }) => toChecksumAddress(address) !== address)).toEqual([])
    expect(tokens.filter(({ address }) => !/^0x[0-9a-fA-F]{40}$/.test(address))).toEqual([])
    const natives = evm.filter(({ chain, isNative }) => isNative && byKey.get(chain)?.type === 'EVM')
    expect(natives.filter(({ decimals }) => decimals !== 18)).toEqual([])
  })

  test('know the vectors of EIP-55 as the test above uses them', () => {
    const vector = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(toChecksumAddress(vector.toLowerCase())).toBe(vector)
  })

  test('are unique by chain and address in any letter case, and by CAIP-19', () => {
    expect(doubles(assets.map(({ chain, address }) => `${chain} ${address.toLowerCase()}`))).toEqual([])
    expect(doubles(assets.flatMap(({ caip19 }) => caip19 ?? []))).toEqual([])
    expect(assets.filter(({ caip19 }) => caip19 !== null).length).toBeGreaterThan(3700)
  })

  test('have names of at least one letter or digit, short enough and without hidden characters', () => {
    const texts = [
      ...chains.flatMap(({ key, shortname, name, nativeSymbol }) => [key, shortname, name, nativeSymbol]),
      ...assets.flatMap(({ symbol, altSymbols, name, address }) => [symbol, ...altSymbols, name, address]),
    ]
    const wrong = texts.filter(
      (text) => cleanText(text) !== text || text.trim() !== text || !/[\p{L}\p{N}]/u.test(text),
    )
    expect(wrong).toEqual([])
    expect(assets.filter(({ symbol, name }) => symbol.length > 40 || name.length > 80)).toEqual([])
  })

  test('have images and explorers on https, or no image', () => {
    const urls = [
      ...chains.flatMap(({ image, explorers }) => [image, ...explorers]),
      ...assets.map(({ image }) => image),
    ]
    expect(urls.filter((url) => url !== '' && !/^https:\/\/[a-z0-9.-]+\/?[\x21-\x7e]*$/.test(url))).toEqual([])
    expect(assets.filter(({ image }) => image !== '').length).toBeGreaterThan(3500)
  })

  test('hold the coins and stablecoins that people swap, with the decimals their contracts have', () => {
    const found = ['ethereum:USDC', 'base:USDC', 'ethereum:USDT', 'bsc:USDT', 'bitcoin:BTC', 'solana:SOL', 'tron:USDT']
    const seen = found.map((label) => {
      const [chain, symbol] = label.split(':')
      const matching = data.assets(chain ?? '').filter((asset) => asset.symbol === symbol)
      return [label, matching.map(({ address, decimals }) => `${address} ${decimals}`)]
    })
    expect(seen).toEqual([
      ['ethereum:USDC', ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6']],
      ['base:USDC', ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6']],
      ['ethereum:USDT', ['0xdAC17F958D2ee523a2206206994597C13D831ec7 6']],
      ['bsc:USDT', ['0x55d398326f99059fF775485246999027B3197955 18']],
      ['bitcoin:BTC', ['native 8']],
      ['solana:SOL', ['native 9']],
      ['tron:USDT', ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 6']],
    ])
  })
})

describe('bundled aliases', () => {
  test('name bundled chains, in small letters, and say nothing that the chains say themselves', () => {
    const { input, ambiguous } = data.aliases()
    expect(input.size).toBeGreaterThan(100)
    const wrong = [...input].filter(([text, key]) => !byKey.has(key) || text !== text.toLowerCase() || byKey.has(text))
    expect(wrong).toEqual([])
    expect([...ambiguous.values()].flat().filter((key) => !byKey.has(key))).toEqual([])
  })

  test('resolve, every one, to the chain they stand for', async () => {
    const wrong: string[] = []
    for (const [text, key] of data.aliases().input) {
      const match = await matchChain(catalog, text.toUpperCase())
      if (match.kind !== 'ok' || match.chain.key !== key || match.also.length > 0) wrong.push(text)
    }
    expect(wrong).toEqual([])
  })

  test('leave nothing ambiguous: key, shortname, chain id and CAIP-2 id lead to their own chain', async () => {
    for (const chain of chains) {
      for (const text of [chain.key, chain.shortname, String(chain.chainId), chain.caip2 ?? chain.key]) {
        expect(await matchChain(catalog, text), text).toMatchObject({ kind: 'ok', chain })
      }
    }
  })
})

describe('bundled names', () => {
  test('find their native coin as chain:SYMBOL, and every asset as chain:ADDRESS', async () => {
    for (const chain of chains) {
      const [native, ...tokens] = data.assets(chain.key)
      const text = `${chain.key}:${chain.nativeSymbol}`
      expect(await matchAsset(catalog, text), text).toMatchObject({ kind: 'ok', chain, asset: native })
      for (const asset of tokens.slice(0, 20)) {
        const written = `${asset.chain}:${asset.address}`
        expect(await matchAsset(catalog, written), written).toEqual({ kind: 'ok', chain, asset })
      }
    }
  })

  test('all have an address that a reference can carry', () => {
    const refused = assets.filter(({ chain, address }) => parseAssetReference(`${chain}:${address}`).kind !== 'ok')
    expect(refused).toEqual([])
  })
})

describe('the files', () => {
  test('are read when something in them is asked for, and once', async () => {
    const twice = createDataFiles()
    expect(twice.chains()).toBe(twice.chains())
    expect(twice.assets('base')).toBe(twice.assets('base'))
    expect(twice.aliases()).toBe(twice.aliases())
    expect(twice.chains()).not.toBe(data.chains())
    expect(twice.chains()).toEqual(data.chains())
  })

  test('give the assets near a text: all that have it in a symbol or an address, in order, as the same objects', () => {
    for (const key of ['ethereum', 'solana', 'bitcoin', 'base', 'tron']) {
      const fresh = createDataFiles()
      const some = fresh.assets(key).filter((_, at, { length }) => at % Math.ceil(length / 40) === 0)
      const typed = some.flatMap(({ symbol, address, altSymbols }) => [symbol, address, ...altSymbols])
      for (const text of [
        ...typed,
        ...typed.map((one) => one.toUpperCase()),
        ...typed.map((one) => one.toLowerCase()),
      ]) {
        const [lower, near] = [text.toLowerCase(), fresh.assetsNear(key, text)]
        const matching = fresh
          .assets(key)
          .filter(({ symbol, address, altSymbols }) =>
            [symbol, address, ...altSymbols].some((name) => name.toLowerCase().includes(lower)),
          )
        expect(near.filter((asset) => matching.includes(asset))).toEqual(matching)
        expect(matching.every((asset) => near.includes(asset))).toBe(true)
      }
    }
    const lone = createDataFiles()
    const [near] = lone.assetsNear('base', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
    expect(near?.symbol).toBe('USDC')
    expect(lone.assets('base')).toContain(near)
    expect([lone.assetsNear('base', 'no such asset'), lone.assetsNear('nochain', 'USDC')]).toEqual([[], []])
    expect(lone.assetsNear('base', '')).toEqual(lone.assets('base'))
  })

  test('are small: less than a megabyte in all', async () => {
    const folder = new URL('../src/data/', import.meta.url)
    const assets = (await readdir(new URL('assets', folder))).map((name) => `assets/${name}`)
    expect(assets.map((name) => name.replace(/^assets\/(.+)\.tsv$/, '$1')).sort()).toEqual(
      chains.map(({ key }) => key).sort(),
    )
    const sizes = await Promise.all(
      ['chains.json', 'aliases.json', ...assets].map(async (name) => (await readFile(new URL(name, folder))).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000)
  })
})

describe('bundled nodes', () => {
  const publicNodes = createNodeFile()
  const evmChains = chains.filter(({ type }) => type === 'EVM')
  const nodes = (key: string) => nodesOf(undefined, publicNodes(key)).nodes

  test('are known of every EVM chain, and of three operators but on the chains that lack them', () => {
    expect(evmChains.filter(({ key }) => nodes(key).length === 0)).toEqual([])
    const fewer = evmChains.filter(({ key }) => new Set(nodes(key).map(voiceOf)).size < 3)
    expect(fewer.map(({ key }) => key).sort()).toEqual(
      `adi arc botanix hemi injective jovay nibiru redstone rise somnia superseed tempo velas viction zerog zora`.split(
        ' ',
      ),
    )
  })

  test('are reached over https, without a key, each by one operator of its chain', () => {
    for (const { key } of evmChains) {
      const urls = nodes(key).map(({ url }) => url)
      expect(urls.filter((url) => !isSafeBaseUrl(url) || !url.startsWith('https:') || url.endsWith('/'))).toEqual([])
      expect(doubles(urls)).toEqual([])
      expect(doubles(nodes(key).map(({ operator }) => operator))).toEqual([])
    }
  })

  test('begin with those that store least about who asks', () => {
    expect(
      nodes('ethereum')
        .slice(0, 3)
        .map(({ operator }) => operator),
    ).toEqual(['publicnode', '0xrpc', 'stakely'])
    expect(nodes('base')[0]).toEqual({ operator: 'publicnode', url: 'https://base.publicnode.com' })
  })
})
