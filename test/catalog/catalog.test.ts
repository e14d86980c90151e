import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { CatalogAsset } from '../../src/core/assets/catalog.ts'
import { mayAnswer } from '../../src/core/assets/symbols/answer.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { CCTP_CHAINS } from '../../src/core/evm/cctp/chains.ts'
import { encodeCatalog } from './encode-catalog.ts'
import { foldedSymbol, keyOf, makeCatalog, readFacts, readingsByToken } from './make-catalog.ts'
import { loadReadings } from './readings-files.ts'
import { ARCHIVES, KEPT_ALONE, PACKAGES, TEXTS_OF } from './sources.ts'

/*
 * How the bundled assets are made, and whether what is bundled is what its issuers and the lists say.
 */

interface AssetFact {
  readonly chain: string
  readonly symbol: string
  readonly address: string
  readonly decimals: string
  readonly evidence: string
  readonly form: string
  readonly source: string
}

const DATA = new URL('../../src/data/', import.meta.url)

const data = createDataFiles()
const chains = data.chains()
const tokens = chains.flatMap(({ key }) => data.assets(key)).filter(({ isNative }) => !isNative)
const byKey = new Map(tokens.map((asset) => [keyOf(asset), asset]))
const readings = loadReadings()
const made = makeCatalog(chains, readings)
const facts = readFacts<AssetFact>('assets')
const readingsOf = readingsByToken(readings)

const label = ({ chain, symbol, address }: Pick<CatalogAsset, 'chain' | 'symbol' | 'address'>) =>
  `${chain}:${symbol} ${address}`

describe('the bundled files', () => {
  test('are what the readings and the facts make, to the byte', async () => {
    const { imageBases } = JSON.parse(await readFile(new URL('chains.json', DATA), 'utf8')) as { imageBases: string[] }
    const files = encodeCatalog(chains, made.assets, imageBases)
    expect((await readdir(new URL('assets', DATA))).sort()).toEqual([...files.keys()].map((key) => `${key}.tsv`).sort())
    for (const [key, text] of files) {
      expect(await readFile(new URL(`assets/${key}.tsv`, DATA), 'utf8'), key).toBe(text)
    }
  })

  test('are of packages at exact versions, each with the digest of its archive', () => {
    for (const { name, version, integrity, licence } of Object.values(PACKAGES)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(integrity, name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
      expect(licence, name).not.toBe('')
    }
    expect(PACKAGES.lifi.version).toBe('7.1.0')
  })

  test('take no names of lists whose licence does not allow it', () => {
    const named = readings.filter(({ family, name }) => name !== '' && !TEXTS_OF.includes(family))
    expect(named).toEqual([])
    expect(readings.filter(({ family }) => family === 'uniswap').length).toBeGreaterThan(500)
  })
})

describe('evidence', () => {
  test('of two lists is of two families with this symbol and these decimals, one of them not an archive', () => {
    const claimed = made.assets.filter(({ evidence }) => evidence === 'two_lists')
    const stated = new Set(facts.filter(({ evidence }) => evidence === 'two_lists').map(keyOf))
    const weak = claimed.filter(
      ({ families, ...asset }) =>
        !stated.has(keyOf(asset)) && (families.length < 2 || families.every((family) => ARCHIVES.includes(family))),
    )
    expect(weak.map(label)).toEqual([])
    expect(claimed.length).toBeGreaterThan(2500)
    for (const asset of claimed.filter(({ families }) => families.length > 0)) {
      const agreeing = readingsOf.get(keyOf(asset))?.filter(({ family }) => asset.families.includes(family))
      expect(new Set(agreeing?.map(({ decimals }) => decimals)), label(asset)).toEqual(new Set([asset.decimals]))
    }
  })

  test('of one list is of one that is kept, and never of a chain that no provider routes', () => {
    const unrouted = new Set(readFacts<{ chain: string }>('unrouted').map(({ chain }) => chain))
    const known = new Set([...facts, ...readFacts<AssetFact>('dead')].map(keyOf))
    const weak = made.assets.filter((asset) => asset.evidence === 'one_list' && !known.has(keyOf(asset)))
    expect(weak.filter(({ families }) => !families.some((family) => KEPT_ALONE.includes(family))).map(label)).toEqual(
      [],
    )
    expect(weak.filter(({ chain }) => unrouted.has(chain)).map(label)).toEqual([])
  })

  test('that a fact states names its source', () => {
    const stated = facts.filter(({ evidence }) => evidence !== 'lists')
    expect(stated.filter(({ source }) => source === '').map(label)).toEqual([])
    expect(stated.length).toBeGreaterThan(150)
  })

  test("is nothing that a symbol has twice on a chain: no two rows are the issuer's there", () => {
    const seen = new Map<string, string[]>()
    for (const asset of tokens.filter(({ evidence, form }) => evidence === 'issuer' && form !== 'dead')) {
      for (const symbol of new Set([asset.symbol, ...asset.altSymbols].map(foldedSymbol))) {
        seen.set(`${asset.chain}:${symbol}`, [...(seen.get(`${asset.chain}:${symbol}`) ?? []), asset.address])
      }
    }
    expect([...seen].filter(([, addresses]) => addresses.length > 1)).toEqual([])
  })
})

describe('what issuers say', () => {
  test('of USDC: each contract of the transfer protocol of Circle is a row of the issuer, with 6 decimals', () => {
    for (const { chainId, usdc } of CCTP_CHAINS) {
      const chain = chains.find((one) => one.chainId === chainId)
      expect(byKey.get(keyOf({ chain: chain?.key ?? '', address: usdc })), String(chainId)).toMatchObject({
        symbol: 'USDC',
        decimals: 6,
        evidence: 'issuer',
        form: 'issuer',
      })
    }
    const circle = readings.filter(({ family, address }) => family === 'circle' && address !== 'uusdc')
    const wrong = circle.filter((reading) => byKey.get(keyOf(reading))?.evidence !== 'issuer')
    expect(wrong.map(label)).toEqual([])
    expect(circle.length).toBeGreaterThan(35)
  })

  test('of the assets that prices take for one: contract, decimals, and no broken one that is not dead', async () => {
    interface Group {
      readonly name: string
      readonly members: readonly string[]
    }
    const { groups } = JSON.parse(await readFile(new URL('prices.json', DATA), 'utf8')) as { groups: readonly Group[] }
    const wrong: string[] = []
    let seen = 0
    for (const { name, members } of groups) {
      for (const member of members) {
        const [id, address = '', decimals, kind] = member.split(' ')
        const chain = chains.find(({ chainId }) => String(chainId) === id)?.key ?? ''
        if (['native', 'coin'].includes(address) || chain === '') continue
        const asset = byKey.get(keyOf({ chain, address }))
        if (asset === undefined) continue
        seen += 1
        if (String(asset.decimals) !== decimals)
          wrong.push(`${name} ${label(asset)}: ${asset.decimals}, not ${decimals}`)
        if (kind === 'broken' && asset.form !== 'dead') wrong.push(`${name} ${label(asset)} is not dead`)
        if (kind === undefined && asset.evidence === 'one_list') wrong.push(`${name} ${label(asset)} has one list`)
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(150)
  })

  test('of each fact: it is bundled as it states', () => {
    for (const fact of facts) {
      const asset = byKey.get(keyOf(fact))
      expect(asset, label(fact)).toMatchObject({ symbol: fact.symbol, address: fact.address })
      if (fact.decimals !== '') expect(asset?.decimals, label(fact)).toBe(Number(fact.decimals))
      if (fact.evidence !== 'lists') expect(asset?.evidence, label(fact)).toBe(fact.evidence)
      if (fact.form !== '') expect(asset?.form, label(fact)).toBe(fact.form)
    }
  })

  test('of USDC on Osmosis: its denomination is the hash of the channel to Noble', () => {
    const hash = createHash('sha256').update('transfer/channel-750/uusdc').digest('hex').toUpperCase()
    expect(byKey.get(`osmosis ibc/${hash}`)).toMatchObject({ symbol: 'USDC', form: 'canonical_bridge' })
  })
})

describe('dead ones', () => {
  const dead = readFacts<AssetFact & { readonly successor: string; readonly why: string }>('dead')

  test('are all bundled as dead, with the reason in the facts, and nothing else is', () => {
    expect(dead.filter(({ why }) => why === '')).toEqual([])
    expect(dead.filter((row) => byKey.get(keyOf(row))?.form !== 'dead').map(label)).toEqual([])
    expect(tokens.filter(({ form }) => form === 'dead').length).toBe(dead.length)
  })

  test('that ended everywhere leave nothing that would be taken for them', () => {
    // One of a bridge is dead by that alone, and a new contract bears the symbol of the one that it replaces.
    const ended = dead.filter(({ why }) => /^(frozen|collapsed|of Ren)/.test(why))
    const symbols = new Set(ended.map(({ symbol }) => foldedSymbol(symbol)))
    const stated = new Set(facts.map(keyOf))
    const left = tokens.filter(
      (asset) => symbols.has(foldedSymbol(asset.symbol)) && mayAnswer(asset, asset.symbol) && !stated.has(keyOf(asset)),
    )
    expect(left.map(label)).toEqual([])
  })

  test('name as successor an asset that is bundled and not dead', () => {
    for (const row of dead.filter(({ successor }) => successor !== '')) {
      const [chain = '', address = ''] = row.successor.split(/:(.*)/s)
      const successor = byKey.get(keyOf({ chain, address }))
      expect(successor?.form, label(row)).not.toBe('dead')
      expect(successor, label(row)).toBeDefined()
      expect(byKey.get(keyOf(row))?.successor, label(row)).toBe(row.successor)
    }
  })
})

test('what is left out by name is not bundled', () => {
  const rows = readFacts<AssetFact & { readonly why: string }>('left-out')
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((row) => byKey.has(keyOf(row)) || row.why === '')).toEqual([])
})
