import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  matchAsset,
  matchChain,
  parseAssetReference,
  type ReferenceCatalog,
  resolveChain,
  unresolvedAsset,
  writeReference,
} from '../../../src/core/assets/asset-reference.ts'
import { type CatalogAsset, NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { ASSET_FORMS, EVIDENCES } from '../../../src/core/assets/evidence.ts'
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
      proposed: BOB_A,
      heldBy: [],
      why: '"bob" may mean any of 2 assets',
      message:
        `"bob" may mean any of 2 assets: ethereum:0xB0B195aEFA3650A6908f15CdaC7D92F8a5791B0B (BOB; issuer's), ` +
        "ethereum:0xDF347911910b6c9A4286bA8E2EE5ea4a39eB2134 (BoB, Bob's Repair; issuer's)",
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
      candidates: [ARB_ON_ETHEREUM, ARB, ARB_ETH],
    })
    expect(await matchAsset(catalog, 'MATIC')).toMatchObject({ kind: 'ambiguous', candidates: [MATIC, POL] })
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
      candidates: [{ symbol: 'TWIN.B' }, E_ON_TWIN],
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
    expect(await matchAsset(catalog, 'ethereum:USCD')).toEqual({
      kind: 'unknown',
      chain: ethereum,
      message: 'The catalog has no "USCD" on Ethereum (ethereum)',
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
    await expect(resolveAsset(catalog, 'ethereum:USCD')).rejects.toMatchObject({ hint: 'Did you mean ethereum:USDC?' })
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
    expect(match.message.length).toBeLessThan(420)
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

describe('a symbol', () => {
  const solana = chain('solana', 900, {
    shortname: 'sol',
    name: 'Solana',
    type: 'OTHER',
    caip2: null,
    addressFamily: 'solana',
    nativeSymbol: 'SOL',
  })
  const coins = [native(ethereum, 'Ether'), native(solana, 'Solana'), native(polygon, 'Polygon')]
  const addresses = [USDC, ARB, MATIC, BOB_A].map(({ address }) => address)

  /** A row of a symbol that is in no way famous, unless said otherwise. */
  const row = (at: number, rest: Partial<CatalogAsset>, key = 'ethereum') =>
    token(key, rest.symbol ?? 'XYZ', key === 'solana' ? `So${at}` : (addresses[at] ?? ''), rest)
  const open = (...rows: readonly CatalogAsset[]) =>
    createCatalog({
      data: catalogData([ethereum, solana, polygon], [...coins, ...rows]),
      store: memoryCatalogStore(),
    })
  const outcome = async (text: string, ...rows: readonly CatalogAsset[]) => {
    const match = await matchAsset(open(...rows), text)
    if (match.kind === 'ok') return { ok: match.asset, others: match.others ?? 0 }
    return match.kind === 'ambiguous' ? { asked: match.candidates } : match.kind
  }

  const issued = row(0, { evidence: 'issuer', form: 'issuer' })
  const bridged = row(1, { evidence: 'two_lists', form: 'other_bridge' })
  const listed = row(2, { evidence: 'one_list' })
  const dead = row(3, { evidence: 'issuer', form: 'dead', successor: `ethereum:${USDC.address}` })
  const elsewhere = row(0, { evidence: 'two_lists' }, 'solana')

  test.each<[string, readonly CatalogAsset[], unknown]>([
    ['the one of its issuer', [bridged, issued, listed, dead], { ok: issued, others: 3 }],
    ['the only one', [issued], { ok: issued, others: 0 }],
    ['the one of two lists where no issuer has one', [listed, bridged, dead], { ok: bridged, others: 2 }],
    ['none of two of issuers', [row(0, {}), row(1, {}), bridged], { asked: [row(0, {}), row(1, {}), bridged] }],
    [
      'none of two of two lists',
      [bridged, { ...bridged, address: 'b' }],
      { asked: [bridged, { ...bridged, address: 'b' }] },
    ],
    ['none of one list', [listed], { asked: [listed] }],
    ['none of a provider', [row(0, { evidence: 'provider' })], { asked: [row(0, { evidence: 'provider' })] }],
    ['none of a contract', [row(0, { evidence: 'contract' })], { asked: [row(0, { evidence: 'contract' })] }],
    ['no dead one, and it comes last', [dead, listed], { asked: [listed, dead] }],
  ])('means on its chain %s, however it is written', async (_name, rows, expected) => {
    for (const text of ['ethereum:XYZ', 'xyz@eth', 'ETH.XYZ', 'XYZ']) {
      expect(await outcome(text, ...rows), text).toEqual(expected)
    }
  })

  test('means on its chain the one of an issuer that is called so too; the word alone is asked about', async () => {
    const renamed = row(0, { symbol: 'P', altSymbols: ['XYZ'] })
    for (const text of ['ethereum:XYZ', 'xyz@eth', 'ETH.XYZ']) {
      expect(await outcome(text, renamed, bridged), text).toEqual({ ok: renamed, others: 1 })
    }
    expect(await outcome('XYZ', renamed, bridged)).toEqual({ asked: [bridged, renamed] })
  })

  test('means the coin of its chain where the program brings the chain along, not where only a provider lists it', async () => {
    const coin = native(polygon, 'Polygon', { altSymbols: ['OLD'], evidence: 'provider' })
    const rival = token('polygon', 'POL', USDC.address)
    const added = createCatalog({ data: catalogData([polygon], [coin, rival]), store: memoryCatalogStore() })
    expect(await matchAsset(added, 'polygon:POL')).toEqual({ kind: 'ok', chain: polygon, asset: rival, others: 1 })
    expect(await matchAsset(added, 'polygon:OLD')).toMatchObject({ kind: 'ambiguous', candidates: [coin] })
    // The word alone is no chain's by right where only a provider says that there is such a chain.
    expect(await matchAsset(added, 'POL')).toEqual({ kind: 'ok', chain: polygon, asset: rival, others: 1 })
    const alone = createCatalog({ data: catalogData([polygon], [coin]), store: memoryCatalogStore() })
    expect(await matchAsset(alone, 'POL')).toMatchObject({ kind: 'ambiguous', candidates: [coin] })
    expect(await matchAsset(alone, 'polygon:POL')).toMatchObject({ kind: 'ambiguous', candidates: [coin] })
    expect(await matchAsset(alone, `polygon:${coin.address}`)).toEqual({ kind: 'ok', chain: polygon, asset: coin })
  })

  test('alone means the best backed of all chains', async () => {
    expect(await outcome('XYZ', listed, elsewhere)).toEqual({ ok: elsewhere, others: 1 })
    expect(await outcome('XYZ', issued, elsewhere)).toEqual({ ok: issued, others: 1 })
    expect(await outcome('XYZ', bridged, elsewhere)).toEqual({ asked: [elsewhere, bridged] })
    expect(await outcome('XYZ', listed, { ...elsewhere, form: 'dead' })).toMatchObject({
      asked: [listed, { form: 'dead' }],
    })
  })

  test.each<[string, Partial<CatalogAsset>, boolean]>([
    ['its issuer', { evidence: 'issuer', form: 'issuer' }, true],
    ['its issuer, in no known form', { evidence: 'issuer', form: null }, true],
    ['the wrapped coin', { evidence: 'issuer', form: 'wrapped_native' }, true],
    ['its issuer, as two lists confirm', { evidence: 'two_lists', form: 'issuer' }, true],
    ['its issuer, as one list says', { evidence: 'one_list', form: 'issuer' }, false],
    ['the bridge of its chain, on two lists', { evidence: 'two_lists', form: 'canonical_bridge' }, true],
    ['the bridge of its chain, on one list', { evidence: 'one_list', form: 'canonical_bridge' }, false],
    ['another bridge, of which the list of the issuer knows', { evidence: 'issuer', form: 'other_bridge' }, false],
    ['another bridge', { evidence: 'two_lists', form: 'other_bridge' }, false],
    ['a wrapped coin of two lists', { evidence: 'two_lists', form: 'wrapped_native' }, false],
    ['two lists, in no known form', { evidence: 'two_lists', form: null }, false],
    ['a dead one of its issuer', { evidence: 'issuer', form: 'dead' }, false],
  ])('that is famous means what comes from %s: %o', async (_name, backing, isMeant) => {
    for (const symbol of ['WETH', 'wbtc', 'TRUMP', 'U5DC']) {
      const famous = row(0, { symbol, ...backing })
      const expected = isMeant ? { ok: famous, others: 0 } : { asked: [famous] }
      for (const text of [`ethereum:${symbol}`, symbol]) expect(await outcome(text, famous), text).toEqual(expected)
    }
  })

  test("that is famous is nobody's address", async () => {
    const named = token('solana', 'usdt', 'usdt', { evidence: 'provider' })
    expect(await outcome('solana:usdt', named)).toEqual({ asked: [named] })
    expect(await outcome('usdt', { ...named, symbol: 'X' })).toEqual({ asked: [{ ...named, symbol: 'X' }] })
  })

  test('that is too weakly backed is told why, who holds it elsewhere, and how to name it; nothing weak is proposed', async () => {
    const matched = await matchAsset(open(listed, elsewhere), 'ethereum:xyz')
    expect(matched).toEqual({
      kind: 'ambiguous',
      candidates: [listed],
      heldBy: [elsewhere],
      why: '"xyz" on Ethereum (ethereum) is known only to one list',
      message:
        `"xyz" on Ethereum (ethereum) is known only to one list: ethereum:${listed.address} (XYZ, XYZ token; one list)` +
        '; elsewhere called so: solana:So0 (XYZ, XYZ token; two lists)',
    })
    const hint = 'Write the one you mean by its address, as chain:ADDRESS'
    await expect(resolveAsset(open(listed), 'ethereum:XYZ')).rejects.toMatchObject({ code: 'VALIDATION_ERROR', hint })
    await expect(resolveAsset(open(dead), 'XYZ')).rejects.toMatchObject({
      message: `"XYZ" is dead: ethereum:${dead.address} (XYZ, XYZ token; issuer's, dead, now ethereum:${USDC.address})`,
      hint,
    })
    await expect(resolveAsset(open(row(0, { symbol: 'WETH', evidence: 'two_lists' })), 'WETH')).rejects.toMatchObject({
      message: expect.stringMatching(/^"WETH" is not the issuer's own and not of the bridge of its chain: /) as string,
      hint,
    })
  })

  test('that is spelt nearly so is suggested where it may be meant, and else nothing is', async () => {
    const suggested = async (...rows: readonly CatalogAsset[]) => {
      const [here, anywhere] = [
        await matchAsset(open(...rows), 'ethereum:XYZA'),
        await matchAsset(open(...rows), 'XYZA'),
      ]
      return [here, anywhere].map((match) => (match.kind === 'unknown' ? match.suggestions : match.kind))
    }
    expect(await suggested(listed, dead)).toEqual([[], []])
    const better = row(1, { symbol: 'XYZB', evidence: 'issuer' })
    expect(await suggested(bridged, better, listed)).toEqual([
      ['ethereum:XYZB', 'ethereum:XYZ'],
      ['ethereum:XYZB', 'ethereum:XYZ'],
    ])
  })

  test('that a row spells with letters of its own is found as a keyboard writes it, after those that are spelt so', async () => {
    const tether = row(0, { symbol: 'USD\u20ae0', form: 'issuer' })
    expect(await outcome('ethereum:usdt0', tether)).toEqual({ ok: tether, others: 0 })
    expect(await outcome('USDT0', tether)).toEqual({ ok: tether, others: 0 })
    expect(await outcome('ethereum:USD\u20ae0', tether)).toEqual({ ok: tether, others: 0 })
    const plain = row(1, { symbol: 'USDT0', evidence: 'one_list' })
    // The sign of the tugrik is a T, on both sides.
    expect(await outcome('ethereum:USDT0', tether, plain)).toEqual({ ok: tether, others: 1 })
    expect(await outcome('USD\u20ae0', tether, plain)).toEqual({ ok: tether, others: 1 })
    // A digit is no letter.
    expect(await outcome('ethereum:USDTO', tether)).toBe('unknown')
    expect(await outcome('ethereum:USDT', tether)).toBe('unknown')
  })

  test('in foreign letters is asked about, whatever stands behind the one that it looks like', async () => {
    const usdc = row(0, { symbol: 'USDC', form: 'issuer' })
    for (const text of ['USD\u0421', '\uff35SDC', 'U\u0405DC']) {
      for (const written of [text, `ethereum:${text}`, `ETH.${text}`]) {
        expect(await outcome(written, usdc), written).toEqual({ asked: [usdc] })
      }
    }
    const match = await matchAsset(open(usdc), 'ethereum:USD\u0421')
    expect(match).toMatchObject({
      why: 'Nothing on Ethereum (ethereum) is spelt "USD\u0421", only something that looks like it',
      heldBy: [],
    })
    expect(await outcome('ethereum:U5DC', usdc)).toBe('unknown')
  })

  test('writes a row where it means that, and else its address does', async () => {
    const catalogOf = open(issued, listed, elsewhere, dead)
    expect(await writeReference(catalogOf, issued)).toBe('ethereum:XYZ')
    expect(await writeReference(catalogOf, elsewhere)).toBe('solana:XYZ')
    for (const each of [listed, dead]) expect(await writeReference(catalogOf, each)).toBe(`ethereum:${each.address}`)
    expect(await writeReference(catalogOf, native(polygon, 'Polygon'))).toBe('polygon:POL')
  })

  const symbols = ['XYZ', 'xyz', 'USDC', 'WETH', 'USD\u20ae0', 'USDT0', 'USD\u0421', 'POL', 'BTC']
  const anyRow = fc.record({
    key: fc.constantFrom('ethereum', 'solana', 'polygon'),
    symbol: fc.constantFrom(...symbols),
    altSymbols: fc.subarray(symbols, { maxLength: 2 }),
    evidence: fc.constantFrom(...EVIDENCES),
    form: fc.constantFrom(...ASSET_FORMS.filter((form) => form !== 'native'), null),
  })

  test('never means a dead row or one that fewer than two lists know, whatever the catalog has; an address means each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 12 }), async (parts) => {
        const rows = parts.map(({ key, symbol, ...rest }, at) =>
          token(key, symbol, key === 'solana' ? `Mint${at}` : `0x${String(at).padStart(40, '1')}`, rest),
        )
        const catalogOf = open(...rows)
        for (const symbol of symbols) {
          for (const text of [symbol, `ethereum:${symbol}`, `${symbol}@solana`, `POL.${symbol}`]) {
            const match = await matchAsset(catalogOf, text)
            if (match.kind !== 'ok') continue
            expect(['issuer', 'two_lists'], text).toContain(match.asset.evidence)
            expect(match.asset.form, text).not.toBe('dead')
          }
        }
        for (const each of rows) {
          expect(await matchAsset(catalogOf, `${each.chain}:${each.address}`)).toMatchObject({
            kind: 'ok',
            asset: each,
          })
          expect(await matchAsset(catalogOf, await writeReference(catalogOf, each))).toMatchObject({ asset: each })
        }
      }),
    )
  })
})
