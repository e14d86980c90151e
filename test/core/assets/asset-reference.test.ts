import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  matchAsset,
  matchChain,
  parseAssetReference,
  type ReferenceCatalog,
  resolveChain,
  unresolvedAsset,
} from '../../../src/core/assets/asset-reference.ts'
import { type CatalogAsset, NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { catalogData, chain, memoryCatalogStore, native, token } from '../../support/catalog-data.ts'

const resolveAsset = async (catalog: ReferenceCatalog, text: string): Promise<CatalogAsset> => {
  const match = await matchAsset(catalog, text)
  if (match.kind === 'ok') return match.asset
  throw unresolvedAsset(match)
}

const ethereum = chain('ethereum', 1, { shortname: 'eth', name: 'Ethereum' })
const bitcoin = chain('bitcoin', 20, {
  shortname: 'btc',
  name: 'Bitcoin',
  type: 'UTXO',
  caip2: 'bip122:000000000019d6689c085ae165831e93',
  addressFamily: 'bitcoin',
  nativeSymbol: 'BTC',
})
const arbitrum = chain('arbitrum', 42161, { shortname: 'arb', name: 'Arbitrum One' })
const polygon = chain('polygon', 137, { shortname: 'pol', name: 'Polygon', nativeSymbol: 'POL' })
const cosmos = chain('cosmos', 30, {
  shortname: 'atom',
  name: 'Cosmos Hub',
  type: 'COSMOS',
  caip2: 'cosmos:cosmoshub-4',
  addressFamily: 'bech32:cosmos',
  nativeSymbol: 'ATOM',
})
const tron = chain('tron', 31, {
  shortname: 'trx',
  name: 'Tron',
  type: 'OTHER',
  caip2: 'tron:0x2b6653dc',
  addressFamily: 'tron',
  nativeSymbol: 'TRX',
})
const sei = chain('sei', 1329, { shortname: 'sei', name: 'Sei', nativeSymbol: 'SEI' })
const seiCosmos = chain('sei-cosmos', 32, {
  shortname: 'seic',
  name: 'Sei',
  type: 'COSMOS',
  caip2: 'cosmos:pacific-1',
  addressFamily: 'bech32:sei',
  nativeSymbol: 'SEI',
})
const twinA = chain('twin-a', 40, { shortname: 'twin', name: 'Twin A' })
const twinB = chain('twin-b', 41, { shortname: 'twb', name: 'Twin' })

const ETH = native(ethereum, 'Ether', { caip19: 'eip155:1/slip44:60' })
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { name: 'USD Coin' })
const ARB_ON_ETHEREUM = token('ethereum', 'ARB', '0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1', { name: 'Arbitrum' })
const BOB_A = token('ethereum', 'BOB', '0xB0B195aEFA3650A6908f15CdaC7D92F8a5791B0B', { name: 'BOB' })
const BOB_B = token('ethereum', 'BoB', '0xDF347911910b6c9A4286bA8E2EE5ea4a39eB2134', { name: "Bob's Repair" })
const FAKE_ETH = token('ethereum', 'ETH', '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', { name: 'Not Ether' })
const BTC = native(bitcoin, 'Bitcoin', { caip19: 'bip122:000000000019d6689c085ae165831e93/slip44:0' })
const BITCOIN_MEME = token('ethereum', 'BITCOIN', '0x72e4f9F808C49A2a61dE9C5896298920Dc4EEEa9')
const ARB_ETH = native(arbitrum, 'Ether')
const ARB = token('arbitrum', 'ARB', '0x912CE59144191C1204E64559FE8253a0e49E6548', { name: 'Arbitrum' })
const USDC_E = token('arbitrum', 'USDC.e', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', { name: 'Bridged USDC' })
const ARB_USDC = token('arbitrum', 'USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', { name: 'USD Coin' })
const POL = native(polygon, 'Polygon Ecosystem Token', { altSymbols: ['MATIC'] })
const MATIC = token('ethereum', 'MATIC', '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0', { name: 'Matic' })
const ATOM = native(cosmos, 'Cosmos', { altSymbols: ['uatom'] })
const IBC = token('cosmos', 'OSMO', 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC')
const CW20 = token('cosmos', 'DOG', 'cw20:cosmos1dog')
const TRX = native(tron, 'Tron')
const TRON_USDT = token('tron', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { name: 'Tether' })
const SEI = native(sei, 'Sei')
const SEI_COSMOS = native(seiCosmos, 'Sei')
const E_ON_TWIN = token('twin-a', 'B', '0x0D8775F648430679A709E98d2b0Cb6250d2887EF')
const DOTTED_TWIN = token('cosmos', 'TWIN-A.B', 'factory/x/b')

const catalog = createCatalog({
  data: catalogData(
    [ethereum, bitcoin, arbitrum, polygon, cosmos, tron, sei, seiCosmos, twinA, twinB],
    [
      ...[ETH, USDC, ARB_ON_ETHEREUM, BOB_A, BOB_B, FAKE_ETH, BITCOIN_MEME, MATIC, BTC, ARB_ETH, ARB, USDC_E, ARB_USDC],
      ...[POL, ATOM, IBC, CW20, TRX, TRON_USDT, SEI, SEI_COSMOS, E_ON_TWIN, DOTTED_TWIN],
    ],
    { gaia: 'cosmos', matic: 'polygon', 'tron:27lqcw': 'tron' },
  ),
  store: memoryCatalogStore(),
})

describe('the form of a reference', () => {
  const usdc = USDC.address
  test.each([
    ['ethereum:USDC', { form: 'colon', chain: 'ethereum', token: 'USDC' }],
    [` ethereum : ${usdc} `, { form: 'colon', chain: 'ethereum', token: usdc }],
    ['sui:0x2::coin::COIN', { form: 'colon', chain: 'sui', token: '0x2::coin::COIN' }],
    ['USDC@ethereum', { form: 'at', chain: 'ethereum', token: 'USDC' }],
    ['USDC@eip155:1', { form: 'at', chain: 'eip155:1', token: 'USDC' }],
    ['ETH.USDC', { form: 'dotted', chain: 'ETH', token: 'USDC' }],
    ['BTC.BTC', { form: 'dotted', chain: 'BTC', token: 'BTC' }],
    [`ETH.USDC-${usdc}`, { form: 'dotted', chain: 'ETH', token: usdc, symbol: 'USDC' }],
    [`eip155:1/erc20:${usdc}`, { form: 'caip19', chain: 'eip155:1', token: usdc }],
    ['eip155:1/slip44:60', { form: 'caip19', chain: 'eip155:1', token: 'slip44:60' }],
    [usdc, { form: 'address', token: usdc }],
    ['eth', { form: 'word', token: 'eth' }],
    ['USD₮0', { form: 'word', token: 'USD₮0' }],
    ['osmosis:ibc/27394FB0', { form: 'colon', chain: 'osmosis', token: 'ibc/27394FB0' }],
  ])('is told from its text: %s', (text, reference) => {
    expect(parseAssetReference(text)).toEqual({ kind: 'ok', ...reference })
  })

  test('is refused where a part is missing, or where it hides something', () => {
    for (const text of ['', '  ', ':', '@', ':USDC', 'ethereum:', '@ethereum', 'USDC@', 'a'.repeat(257)]) {
      expect(parseAssetReference(text).kind, text).toBe('bad')
    }
    expect(parseAssetReference('ethereum:US\u200bDC')).toEqual({
      kind: 'bad',
      message: '"ethereum:US\\u{200b}DC" has invisible characters: type it again',
    })
  })
})

describe('a chain', () => {
  test('is found by key, shortname, name, alias, chain id and CAIP-2 id, in any letter case', async () => {
    const texts = ['arbitrum', 'ARBITRUM', 'arb', 'Arbitrum One', ' arbitrum ', '42161', 'eip155:42161', 'EIP155:42161']
    for (const text of texts)
      expect(await matchChain(catalog, text), text).toEqual({ kind: 'ok', chain: arbitrum, also: [] })
    expect(await resolveChain(catalog, 'GAIA')).toBe(cosmos)
    expect(await resolveChain(catalog, 'cosmos_hub'.replace('_', ' '))).toBe(cosmos)
  })

  test('is found by its exact key even if another has the same name, which is told', async () => {
    expect(await matchChain(catalog, 'Sei')).toEqual({ kind: 'ok', chain: sei, also: [seiCosmos] })
    expect(await resolveChain(catalog, 'sei-cosmos')).toBe(seiCosmos)
  })

  test('is ambiguous where the text is the shortname of one and the name of another', async () => {
    expect(await matchChain(catalog, 'twin')).toEqual({ kind: 'ambiguous', candidates: [twinA, twinB] })
    await expect(resolveChain(catalog, 'twin')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: '"twin" names several chains: twin-a (Twin A), twin-b (Twin)',
      hint: 'Write the key of the one you mean, such as twin-a',
    })
  })

  test('is unknown otherwise; what is nearest is suggested and never taken', async () => {
    expect(await matchChain(catalog, 'etherum')).toEqual({ kind: 'unknown', suggestions: [ethereum] })
    await expect(resolveChain(catalog, 'etherum')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Unknown chain "etherum"',
      hint: 'Did you mean ethereum?',
    })
    await expect(resolveChain(catalog, 'no\u001b[2Jwhere')).rejects.toMatchObject({
      message: 'Unknown chain "no\\u{1b}[2Jwhere"',
      hint: 'See them all: swapcli chains',
    })
    for (const text of ['', '0', '-1', '1.0', '__proto__', 'constructor', '1e0']) {
      expect((await matchChain(catalog, text)).kind, text).toBe('unknown')
    }
  })
})

describe('an asset', () => {
  test.each([
    ['ethereum:USDC', USDC],
    ['eth:usdc', USDC],
    ['1:USDC', USDC],
    ['USDC@arb', ARB_USDC],
    ['USDC@eip155:1', USDC],
    [`ethereum:${USDC.address.toLowerCase()}`, USDC],
    ['ETH.USDC', USDC],
    ['ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', USDC],
    ['TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T', TRON_USDT],
    ['GAIA.ATOM', ATOM],
    ['BTC.BTC', BTC],
    [`eip155:1/erc20:${USDC.address}`, USDC],
    ['eip155:1/slip44:60', ETH],
    ['bip122:000000000019d6689c085ae165831e93/slip44:0', BTC],
    ['ethereum', ETH],
    ['eth', ETH],
    ['ETH', ETH],
    ['bitcoin', BTC],
    ['arbitrum', ARB_ETH],
    ['cosmos hub', ATOM],
    ['42161', ARB_ETH],
    ['tron:0x2b6653dc', TRX],
    ['tron:27Lqcw', TRX],
    ['cosmos:cosmoshub-4', ATOM],
    ['cosmos:uatom', ATOM],
    ['polygon:MATIC', POL],
    ['bitcoin:native', BTC],
    ['arbitrum:native', ARB_ETH],
    ['arbitrum:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', ARB_ETH],
    [USDC.address, USDC],
    [USDC.address.toLowerCase(), USDC],
    [TRON_USDT.address, TRON_USDT],
    [IBC.address, IBC],
    [`cosmos:${IBC.address}`, IBC],
    [CW20.address, CW20],
    [`cosmos:${CW20.address}`, CW20],
    ['USDC.e', USDC_E],
    ['arb:USDC.e', USDC_E],
    ['osmo', IBC],
  ])('is found: %s', async (text, asset) => {
    const match = await matchAsset(catalog, text)
    expect(match).toEqual({ kind: 'ok', chain: await catalog.chain(asset.chain), asset })
    expect(await resolveAsset(catalog, text)).toBe(asset)
  })

  test('of a native symbol is the native coin, whatever tokens share it', async () => {
    expect(await resolveAsset(catalog, 'ethereum:ETH')).toBe(ETH)
    expect(await resolveAsset(catalog, `ethereum:${FAKE_ETH.address}`)).toBe(FAKE_ETH)
  })

  test('of a symbol that two tokens of the chain have is ambiguous, and both are listed with their addresses', async () => {
    expect(await matchAsset(catalog, 'ethereum:bob')).toEqual({
      kind: 'ambiguous',
      candidates: [BOB_A, BOB_B],
      message:
        '"bob" may mean any of 2 assets: ethereum:0xB0B195aEFA3650A6908f15CdaC7D92F8a5791B0B (BOB), ' +
        "ethereum:0xDF347911910b6c9A4286bA8E2EE5ea4a39eB2134 (BoB, Bob's Repair)",
    })
    const error = await resolveAsset(catalog, 'ethereum:BOB').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SwapError)
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      hint: 'Write the one you mean, such as ethereum:0xB0B195aEFA3650A6908f15CdaC7D92F8a5791B0B',
    })
  })

  test('without a chain is ambiguous where several chains have the symbol', async () => {
    expect(await matchAsset(catalog, 'usdc')).toMatchObject({ kind: 'ambiguous', candidates: [USDC, ARB_USDC] })
  })

  test('is ambiguous where one word is the shortname or alias of a chain and a token of another name', async () => {
    expect(await matchAsset(catalog, 'arb')).toMatchObject({
      kind: 'ambiguous',
      candidates: [ARB_ETH, ARB_ON_ETHEREUM, ARB],
    })
    expect(await matchAsset(catalog, 'MATIC')).toMatchObject({ kind: 'ambiguous', candidates: [POL, MATIC] })
  })

  test('is ambiguous where one word names two chains', async () => {
    expect(await matchAsset(catalog, 'sei')).toMatchObject({ kind: 'ambiguous', candidates: [SEI, SEI_COSMOS] })
    expect(await resolveAsset(catalog, 'sei:SEI')).toBe(SEI)
  })

  test('is ambiguous where a dotted text is a token of a chain and a symbol of another', async () => {
    expect(await matchAsset(catalog, 'sei.b')).toMatchObject({ kind: 'unknown' })
    const dotted = createCatalog({
      data: catalogData([twinA, cosmos], [E_ON_TWIN, ATOM, { ...DOTTED_TWIN, symbol: 'TWIN.B' }]),
      store: memoryCatalogStore(),
    })
    expect(await matchAsset(dotted, 'TWIN.B')).toMatchObject({
      kind: 'ambiguous',
      candidates: [E_ON_TWIN, { symbol: 'TWIN.B' }],
    })
  })

  test('with a contract of another symbol is unknown: THORChain names both', async () => {
    expect(await matchAsset(catalog, `ETH.USDT-${USDC.address}`)).toMatchObject({ kind: 'unknown', chain: ethereum })
  })

  test('with an address that breaks EIP-55 is unknown, and that is said', async () => {
    const broken = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48'
    expect(await matchAsset(catalog, `ethereum:${broken}`)).toEqual({
      kind: 'unknown',
      chain: ethereum,
      message: `The letter case of "${broken}" breaks its EIP-55 checksum: a character is wrong, so copy it again`,
      suggestions: [],
    })
    expect((await matchAsset(catalog, broken)).kind).toBe('unknown')
  })

  test('is unknown otherwise; what is nearest is suggested and never taken', async () => {
    expect(await matchAsset(catalog, 'ethereum:USDD')).toEqual({
      kind: 'unknown',
      chain: ethereum,
      message: 'The catalog has no "USDD" on Ethereum (ethereum)',
      suggestions: ['ethereum:USDC'],
    })
    expect(await matchAsset(catalog, 'etherum:USDC')).toEqual({
      kind: 'unknown',
      message: 'Unknown chain "etherum"',
      suggestions: ['ethereum'],
    })
    expect(await matchAsset(catalog, 'bitcon')).toEqual({
      kind: 'unknown',
      message: 'Unknown asset or chain "bitcon"',
      suggestions: ['bitcoin', 'ethereum:BITCOIN'],
    })
    await expect(resolveAsset(catalog, 'ethereum:USDD')).rejects.toMatchObject({ hint: 'Did you mean ethereum:USDC?' })
    expect(await matchAsset(catalog, `ethereum:${BTC.address}x`)).toMatchObject({ kind: 'unknown', chain: ethereum })
  })

  test('lists at most eight candidates and counts the rest', async () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      chain(`chain-${index}`, 100 + index, { shortname: `c${index}` }),
    )
    const crowded = createCatalog({
      data: catalogData(
        many,
        many.map(({ key }) => token(key, 'USDC', NATIVE_EVM_ADDRESS.replace(/0$/, '1'), { name: 'USDC' })),
      ),
      store: memoryCatalogStore(),
    })
    const match = await matchAsset(crowded, 'USDC')
    if (match.kind !== 'ambiguous') throw new Error(match.kind)
    expect(match.candidates).toHaveLength(11)
    expect(match.message.match(/chain-\d+:0x/g)).toHaveLength(8)
    expect(match.message.endsWith(', and 3 more')).toBe(true)
  })

  test('of a hostile name is listed with everything hidden made visible', async () => {
    const evil = 'U\u202eCDS'
    const hostile = createCatalog({
      data: catalogData(
        [ethereum],
        [
          ETH,
          token('ethereum', 'USDC', USDC.address, { name: `${evil}\u001b[2J` }),
          token('ethereum', 'USDC', MATIC.address, { name: 'n'.repeat(500) }),
        ],
      ),
      store: memoryCatalogStore(),
    })
    const match = await matchAsset(hostile, 'ethereum:USDC')
    if (match.kind !== 'ambiguous') throw new Error(match.kind)
    expect(match.message).toContain('U\\u{202e}CDS\\u{1b}[2J')
    expect(match.message.length).toBeLessThan(400)
  })

  test('never throws but for what a user can act on, and never prints a control code, whatever is typed', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'ethereum',
        'ETH',
        ':',
        '@',
        '.',
        '/',
        'USDC',
        '-',
        '0x',
        '__proto__',
        'eip155:1',
        '\u001b]52;',
        '%',
      ),
    )
    const typed = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const match = await matchAsset(catalog, text)
        if (match.kind !== 'ok') expect(match.message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})
