import { describe, expect, test } from 'vitest'
import type { CatalogChain } from '../../../src/core/assets/catalog.ts'
import { paymentUri } from '../../../src/wallet/terms/payment-uri.ts'

const chain = (key: string, addressFamily: CatalogChain['addressFamily'], chainId = 1) => ({
  key,
  addressFamily,
  chainId,
})
const coin = (decimals: number) => ({ address: 'native', decimals, isNative: true })

const ETHEREUM = chain('ethereum', 'evm')
const BASE = chain('base', 'evm', 8453)
const BITCOIN = chain('bitcoin', 'bitcoin')
const SOLANA = chain('solana', 'solana')
const STELLAR = chain('stellar', 'stellar')
const TON = chain('ton', 'ton')
const XRPL = chain('xrpl', 'xrpl')
const ZCASH = chain('zcash', 'zcash')
const CARDANO = chain('cardano', 'cardano')
const ETH = { address: '0x0000000000000000000000000000000000000000', decimals: 18, isNative: true }
const USDC = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6, isNative: false }
const COIN = coin(8)
const PAYEE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BTC_PAYEE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const BCH_OLD = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'
const BCH_NEW = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

// Addresses of the examples of the specifications.
const SOL_PAYEE = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const SOL_USDC = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6, isNative: false }
const XLM_PAYEE = 'GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO'
const TON_PAYEE = 'EQD2NmD_lH5f5u1Kj3KfGyTvhZSX0Eg6qp2a5IQUKXxOG21n'
const TON_USDT = { address: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', decimals: 6, isNative: false }
const XRP_PAYEE = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const ADA_PAYEE = 'Ae2tdPwUPEZ76BjmWDTS7poTekAvNqBjgfthF92pSLSDVpRVnLP7meaFhVd'
const ZEC_PAYEE = 't1UxWM2wcKHaLeLo7rN6ivUp4CtsdqSwQh8'

describe('a payment link', () => {
  test('of an EVM coin names recipient, chain and base units', () => {
    expect(paymentUri(ETHEREUM, ETH, PAYEE, 1_500_000_000_000_000_001n, undefined)).toBe(
      `ethereum:${PAYEE}@1?value=1500000000000000001`,
    )
  })

  test('of a token calls its transfer on its chain', () => {
    expect(paymentUri(BASE, USDC, PAYEE.toLowerCase(), 100_000_000n, undefined)).toBe(
      `ethereum:${USDC.address}@8453/transfer?address=${PAYEE}&uint256=100000000`,
    )
  })

  test('writes the largest amounts out, without an exponent', () => {
    expect(paymentUri(ETHEREUM, ETH, PAYEE, 2n ** 256n - 1n, undefined)).toBe(
      `ethereum:${PAYEE}@1?value=${2n ** 256n - 1n}`,
    )
    expect(paymentUri(ETHEREUM, ETH, PAYEE, 2n ** 256n, undefined)).toBeUndefined()
  })

  test.each([
    [BITCOIN, BTC_PAYEE, 1n, `bitcoin:${BTC_PAYEE}?amount=0.00000001`],
    [BITCOIN, BTC_PAYEE, 123_456_789n, `bitcoin:${BTC_PAYEE}?amount=1.23456789`],
    [BITCOIN, BTC_PAYEE, 200_000_000n, `bitcoin:${BTC_PAYEE}?amount=2`],
    [
      chain('litecoin', 'litecoin'),
      'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      50_000_000n,
      'litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1?amount=0.5',
    ],
    [
      chain('dogecoin', 'dogecoin'),
      'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD',
      10_000_000_000n,
      'dogecoin:DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD?amount=100',
    ],
    [
      chain('dash', 'dash'),
      'XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj',
      150_000_000n,
      'dash:XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj?amount=1.5',
    ],
    [chain('bitcoin-cash', 'bitcoincash'), BCH_NEW, 1_000_000n, `${BCH_NEW}?amount=0.01`],
    [chain('bitcoin-cash', 'bitcoincash'), BCH_NEW.slice(12), 1_000_000n, `${BCH_NEW}?amount=0.01`],
    // ZIP-321: the example of its transfer amounts, and BIP-21's form with a single payment.
    [ZCASH, ZEC_PAYEE, 50_000_000n, `zcash:${ZEC_PAYEE}?amount=0.5`],
  ])('of $key says the amount in whole coins, exactly (%#)', (on, address, units, expected) => {
    expect(paymentUri(on, COIN, address, units, undefined)).toBe(expected)
  })

  test('of Cardano is the one of CIP-13, in ADA', () => {
    expect(paymentUri(CARDANO, coin(6), ADA_PAYEE, 2_500_000n, undefined)).toBe(`web+cardano:${ADA_PAYEE}?amount=2.5`)
  })

  test.each([
    ['1 SOL, with a memo', coin(9), 1_000_000_000n, 'OrderId1234', 'amount=1&memo=OrderId1234'],
    ['0.01 USDC', SOL_USDC, 10_000n, 'OrderId5678', `amount=0.01&spl-token=${SOL_USDC.address}&memo=OrderId5678`],
    ['less than a coin', coin(9), 1n, undefined, 'amount=0.000000001'],
  ])('of Solana is the transfer request of Solana Pay: %s', (_name, asset, units, memo, query) => {
    expect(paymentUri(SOLANA, asset, SOL_PAYEE, units, memo)).toBe(`solana:${SOL_PAYEE}?${query}`)
  })

  test.each([
    ['skdjfasf', '&memo=skdjfasf&memo_type=MEMO_TEXT'],
    ['text:10 %', '&memo=10%20%25&memo_type=MEMO_TEXT'],
    ['text:12345', '&memo=12345&memo_type=MEMO_TEXT'],
    ['id:12345', '&memo=12345&memo_type=MEMO_ID'],
    [`hash:${'fb'.repeat(32)}`, `&memo=${'%2B%2Fv7'.repeat(10)}%2B%2Fs%3D&memo_type=MEMO_HASH`],
    [undefined, ''],
  ])('of Stellar is the pay operation of SEP-7, with the memo %s', (memo, ending) => {
    expect(paymentUri(STELLAR, coin(7), XLM_PAYEE, 1_201_234_567n, memo)).toBe(
      `web+stellar:pay?destination=${XLM_PAYEE}&amount=120.1234567${ending}`,
    )
  })

  test.each([
    ['in nanocoins', coin(9), TON_PAYEE, 7_000n, 'just message', `${TON_PAYEE}?amount=7000&text=just%20message`],
    ['of a jetton', TON_USDT, TON_PAYEE, 100_000n, undefined, `${TON_PAYEE}?jetton=${TON_USDT.address}&amount=100000`],
    [
      'to a raw address, written so that wallets read it',
      coin(9),
      '0:f63660ff947e5fe6ed4a8f729f1b24ef859497d0483aaa9d9ae48414297c4e1b',
      1n,
      undefined,
      'UQD2NmD_lH5f5u1Kj3KfGyTvhZSX0Eg6qp2a5IQUKXxOGzCi?amount=1',
    ],
  ])('of TON is a transfer %s', (_name, asset, address, units, text, expected) => {
    expect(paymentUri(TON, asset, address, units, text)).toBe(`ton://transfer/${expected}`)
  })

  test.each([
    ['a destination tag', '123', '&dt=123'],
    ['the largest tag', '4294967295', '&dt=4294967295'],
    ['no tag', undefined, ''],
  ])('of the XRP Ledger is the one of XLS-2, with %s', (_name, memo, ending) => {
    expect(paymentUri(XRPL, coin(6), XRP_PAYEE, 30_000_000n, memo)).toBe(`xrpl:?to=${XRP_PAYEE}&amount=30${ending}`)
  })

  test('keeps signs of a memo from ending a part of the link, a word of a shell, or a link in a chat', () => {
    expect(paymentUri(SOLANA, coin(9), SOL_PAYEE, 1_000_000_000n, "a&b=c#d?e+f/g:h (i) 'j'!*")).toBe(
      `solana:${SOL_PAYEE}?amount=1&memo=a%26b%3Dc%23d%3Fe%2Bf%2Fg%3Ah%20%28i%29%20%27j%27%21%2A`,
    )
  })

  test.each([
    ['a line end', 'a\nb'],
    ['an escape', 'a\x1b[2Jb'],
    ['a letter outside of ASCII', 'ä'],
    ['a direction mark', 'a\u202eb'],
  ])('is not made for a memo with %s', (_name, memo) => {
    expect(paymentUri(SOLANA, coin(9), SOL_PAYEE, 1n, memo)).toBeUndefined()
    expect(paymentUri(TON, coin(9), TON_PAYEE, 1n, memo)).toBeUndefined()
    expect(paymentUri(STELLAR, coin(7), XLM_PAYEE, 1n, memo)).toBeUndefined()
  })

  test.each([
    // BIP-21 has no field for it, a wallet drops what it does not know, and without it the money would be lost.
    ['a Bitcoin payment that needs a memo', () => paymentUri(BITCOIN, COIN, BTC_PAYEE, 1n, '=:ETH.ETH:0xabc')],
    // ZIP-321: a link with a memo for a transparent address is invalid.
    ['a transparent Zcash payment that needs a memo', () => paymentUri(ZCASH, COIN, ZEC_PAYEE, 1n, '=:e:0xabc')],
    ['a Cardano payment that needs a memo', () => paymentUri(CARDANO, coin(6), ADA_PAYEE, 1n, '=:e:0xabc')],
    ['a payment in gas coin that needs a memo', () => paymentUri(ETHEREUM, ETH, PAYEE, 1n, 'SWAP:BTC.BTC')],
    // A memo of a payment on the XRP Ledger is no tag, and XLS-2 has no field for it.
    ['an XRP payment that needs a memo', () => paymentUri(XRPL, coin(6), XRP_PAYEE, 1n, '=:e:0xabc')],
    ['an XRP payment whose tag is too large', () => paymentUri(XRPL, coin(6), XRP_PAYEE, 1n, '4294967296')],
    ['an XRP payment whose tag begins with zero', () => paymentUri(XRPL, coin(6), XRP_PAYEE, 1n, '0123')],
    ['a Stellar memo of open type', () => paymentUri(STELLAR, coin(7), XLM_PAYEE, 1n, '12345')],
    ['a Stellar text of 29 bytes', () => paymentUri(STELLAR, coin(7), XLM_PAYEE, 1n, 'x'.repeat(29))],
    ['a Stellar token, whose issuer is not known', () => paymentUri(STELLAR, USDC, XLM_PAYEE, 1n, undefined)],
    [
      'a chain that shares the addresses of Solana',
      () => paymentUri(chain('fogo', 'solana'), coin(9), SOL_PAYEE, 1n, ''),
    ],
    [
      'a chain that shares the addresses of TON',
      () => paymentUri(chain('everscale', 'ton'), coin(9), TON_PAYEE, 1n, ''),
    ],
    ['a chain without such links', () => paymentUri(chain('cosmos', 'bech32:cosmos'), coin(6), COSMOS_PAYEE, 1n, '')],
    ['an address of another chain', () => paymentUri(BITCOIN, COIN, PAYEE, 1n, undefined)],
    ['an address with a wrong letter', () => paymentUri(ETHEREUM, ETH, PAYEE.replace('d8dA', 'd8da'), 1n, undefined)],
    ['an old address of Bitcoin Cash', () => paymentUri(chain('bitcoin-cash', 'bitcoincash'), COIN, BCH_OLD, 1n, '')],
    ['nothing to pay', () => paymentUri(ETHEREUM, ETH, PAYEE, 0n, undefined)],
    ['a token sent to its own contract', () => paymentUri(BASE, USDC, USDC.address, 1n, undefined)],
    ['a mint as recipient of itself', () => paymentUri(SOLANA, SOL_USDC, SOL_USDC.address, 1n, undefined)],
    ['a token without an address', () => paymentUri(BASE, { ...USDC, address: 'usdc' }, PAYEE, 1n, undefined)],
    ['a coin of other decimals', () => paymentUri(BITCOIN, { ...COIN, decimals: 11 }, BTC_PAYEE, 1n, undefined)],
    ['a TON coin of other decimals', () => paymentUri(TON, coin(6), TON_PAYEE, 1n, undefined)],
    ['a token on Bitcoin', () => paymentUri(BITCOIN, { ...COIN, isNative: false }, BTC_PAYEE, 1n, undefined)],
  ])('is not made for %s', (_name, make) => {
    expect(make()).toBeUndefined()
  })

  test('takes an empty memo as none', () => {
    expect(paymentUri(BITCOIN, COIN, BTC_PAYEE, 100_000_000n, '')).toBe(`bitcoin:${BTC_PAYEE}?amount=1`)
  })
})

const COSMOS_PAYEE = 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7'
