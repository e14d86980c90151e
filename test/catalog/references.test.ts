import { describe, expect, test } from 'vitest'
import { matchAsset } from '../../src/core/assets/asset-reference.ts'
import { mayAnswer } from '../../src/core/assets/symbols/answer.ts'
import { isReservedSymbol, RESERVED_SYMBOLS } from '../../src/core/assets/symbols/reserved.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { createCatalog } from '../../src/service/catalog/catalog.ts'
import { memoryCatalogStore } from '../support/catalog-data.ts'
import { readFacts } from './make-catalog.ts'

/*
 * What famous symbols mean with the bundled catalog.
 */

interface Reference {
  readonly reference: string
  /** An address, `native`, or `unknown` where nothing of that symbol is bundled there. */
  readonly expected: string
}

const data = createDataFiles()
const catalog = createCatalog({ data, store: memoryCatalogStore() })
const assets = data.chains().flatMap(({ key }) => data.assets(key))
const references = readFacts<Reference>('references')

/** What a text means: an address, `native`, `unknown`, or `asked`, with the symbol that is proposed. */
async function meaning(text: string): Promise<string> {
  const match = await matchAsset(catalog, text)
  if (match.kind === 'ok') return match.asset.isNative ? 'native' : match.asset.address
  return match.kind === 'unknown' ? 'unknown' : `asked ${match.proposed?.symbol ?? ''}`.trim()
}

describe('famous references', () => {
  test('mean what their issuers and the lists say, all of them', async () => {
    expect(references.length).toBeGreaterThanOrEqual(240)
    const wrong: string[] = []
    for (const { reference, expected } of references) {
      const given = await meaning(reference)
      if (given.toLowerCase() !== expected.toLowerCase()) wrong.push(`${reference}: ${given}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  test('mean the same in any letter case, and written the other ways', async () => {
    for (const { reference, expected } of references.filter((_, at) => at % 4 === 0)) {
      const [chain = '', symbol = ''] = reference.split(/:(.*)/s)
      for (const text of [reference.toLowerCase(), reference.toUpperCase(), `${symbol}@${chain}`]) {
        expect((await meaning(text)).toLowerCase(), text).toBe(expected.toLowerCase())
      }
    }
  })

  test('by the symbol alone never mean a coin that is not of that name on its own chain', async () => {
    const symbols = new Set(references.map(({ reference }) => reference.replace(/^[^:]*:/, '')))
    const wrong: string[] = []
    for (const symbol of symbols) {
      const match = await matchAsset(catalog, symbol)
      if (match.kind !== 'ok' || match.asset.isNative) continue
      const { chain, address } = match.asset
      const listed = references.find(({ reference }) => reference === `${chain}:${symbol}`)
      if (listed?.expected.toLowerCase() !== address.toLowerCase()) wrong.push(`${symbol}: ${chain}:${address}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['solana:BTC', 'asked'],
    ['solana:XRP', 'asked'],
    ['solana:DOGE', 'unknown'],
    ['moonbeam:USDC', 'asked'],
    ['harmony:USDT', 'asked'],
    ['tron:USDC', 'asked'],
    ['gnosis:USDC', 'asked'],
    ['avalanche:TRUMP', 'unknown'],
    ['ethereum:DOGE', 'unknown'],
    ['JUP', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'],
    ['PYTH', 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'],
    ['PYUSD', '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8'],
    ['xlayer:USDC', '0xB6CEceAB302E2E4948951eE7843FC24E92933061'],
    ['morph:USDC', '0xCfb1186F4e93D60E60a8bDd997427D1F33bc372B'],
    ['arbitrum:USDT', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    ['arbitrum:USDT0', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    ['arbitrum:USD\u20ae0', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    ['arbitrum:USDTO', 'unknown'],
    ['USD\u20ae', 'asked USDT'],
    ['USD\u20ae0', 'asked USDT0'],
    ['ton:USD\u20ae', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ['polygon:USD\u20ae0', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    ['BUSD', 'asked'],
    ['optimism:BUSD', 'asked'],
    ['TRIBE', 'asked'],
    ['renBTC', 'asked'],
    ['arbitrum:SOL', 'asked'],
    ['solana:SOL', 'native'],
    ['fantom:DAI', 'asked'],
    ['moonbeam:ETH', 'asked'],
    ['ethereum:USDD', '0x4f8e5DE400DE08B164E7421B3EE387f461beCD1A'],
    ['ethereum:PAX', 'unknown'],
    ['ethereum:REP', 'unknown'],
    ['ethereum:TON', 'unknown'],
    ['FRAX', 'asked FRAX'],
    ['ORDI', 'asked'],
    ['stable:USDT', 'native'],
    ['celo:USDT', '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e'],
    ['ethereum:RNDR', '0x6De037ef9aD2725EB40118Bb1702EBb27e4Aeb24'],
    ['polygon:MATIC', 'native'],
    ['story:IP', 'native'],
    ['sonic:FTM', 'native'],
    ['kaia:KLAY', 'native'],
    ['eos:EOS', 'native'],
    ['vaulta:A', 'native'],
    ['ton:TON', 'native'],
    ['ethereum:MKR', '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'],
    ['ethereum:SKY', '0x56072C95FAA701256059aa122697B133aDEd9279'],
    ['ethereum:STX', 'asked'],
    ['ethereum:USDS', '0xdC035D45d973E3EC169d2276DDab16f1e407384F'],
  ])('%s means %s', async (text, expected) => {
    expect(await meaning(text)).toBe(expected)
  })
})

describe('reserved symbols', () => {
  /** Of coins whose chain the catalog lacks, of dead ones, and of some that several claim. */
  const HOLDERLESS = `STX KAS SAI EURT BUSD ORDI SATS TAO WIN BTT NEO IOTA USDH USDM NEIRO`.split(' ')

  test('have somebody who may answer to them', () => {
    const silent = RESERVED_SYMBOLS.filter(
      (symbol) =>
        !assets.some(
          (asset) =>
            [asset.symbol, ...asset.altSymbols].some((name) => name.toLowerCase() === symbol.toLowerCase()) &&
            (asset.isNative || mayAnswer(asset, symbol)),
        ),
    )
    expect(silent.filter((symbol) => !HOLDERLESS.includes(symbol))).toEqual([])
    expect(RESERVED_SYMBOLS.length).toBeGreaterThanOrEqual(150)
  })

  test('mean nothing else on any chain: by them only rows of the facts and of the bridges of chains are taken', async () => {
    const stated = new Set(
      readFacts<{ chain: string; address: string }>('assets').map((fact) => `${fact.chain} ${fact.address}`),
    )
    const wrong: string[] = []
    for (const asset of assets.filter(({ symbol, isNative }) => !isNative && isReservedSymbol(symbol))) {
      const match = await matchAsset(catalog, `${asset.chain}:${asset.symbol}`)
      if (match.kind !== 'ok' || match.asset.isNative) continue
      const { chain, address, form, evidence } = match.asset
      const isKnown = stated.has(`${chain} ${address}`) || form === 'canonical_bridge' || evidence === 'issuer'
      if (!isKnown) wrong.push(`${chain}:${asset.symbol} ${address}`)
    }
    expect(wrong).toEqual([])
  })
})
