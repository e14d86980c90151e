import { describe, expect, test } from 'vitest'
import { paymentUri } from '../../../src/wallet/terms/payment-uri.ts'

const ETHEREUM = { chainId: 1, addressFamily: 'evm' } as const
const BASE = { chainId: 8453, addressFamily: 'evm' } as const
const BITCOIN = { chainId: 20000000000001, addressFamily: 'bitcoin' } as const
const LITECOIN = { chainId: 20000000000003, addressFamily: 'litecoin' } as const
const DOGECOIN = { chainId: 20000000000004, addressFamily: 'dogecoin' } as const
const BITCOIN_CASH = { chainId: 20000000000002, addressFamily: 'bitcoincash' } as const
const SOLANA = { chainId: 1151111081099710, addressFamily: 'solana' } as const
const ETH = { address: '0x0000000000000000000000000000000000000000', decimals: 18, isNative: true }
const USDC = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6, isNative: false }
const COIN = { address: 'native', decimals: 8, isNative: true }
const PAYEE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BTC_PAYEE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const BCH_OLD = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'
const BCH_NEW = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

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
    ['bitcoin', BITCOIN, BTC_PAYEE, 1n, `bitcoin:${BTC_PAYEE}?amount=0.00000001`],
    ['bitcoin', BITCOIN, BTC_PAYEE, 123_456_789n, `bitcoin:${BTC_PAYEE}?amount=1.23456789`],
    ['bitcoin', BITCOIN, BTC_PAYEE, 200_000_000n, `bitcoin:${BTC_PAYEE}?amount=2`],
    [
      'litecoin',
      LITECOIN,
      'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      50_000_000n,
      'litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1?amount=0.5',
    ],
    [
      'dogecoin',
      DOGECOIN,
      'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD',
      10_000_000_000n,
      'dogecoin:DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD?amount=100',
    ],
    ['bitcoin cash', BITCOIN_CASH, BCH_NEW, 1_000_000n, `${BCH_NEW}?amount=0.01`],
    ['bitcoin cash', BITCOIN_CASH, BCH_NEW.slice(12), 1_000_000n, `${BCH_NEW}?amount=0.01`],
  ])('of %s says the amount in whole coins, exactly (%#)', (_name, chain, address, units, expected) => {
    expect(paymentUri(chain, COIN, address, units, undefined)).toBe(expected)
  })

  test.each([
    ['a payment that needs a memo', () => paymentUri(BITCOIN, COIN, BTC_PAYEE, 1n, '=:ETH.ETH:0xabc')],
    ['a payment in gas coin that needs a memo', () => paymentUri(ETHEREUM, ETH, PAYEE, 1n, 'SWAP:BTC.BTC')],
    [
      'a chain without such links',
      () => paymentUri(SOLANA, COIN, 'So11111111111111111111111111111111111111112', 1n, ''),
    ],
    ['an address of another chain', () => paymentUri(BITCOIN, COIN, PAYEE, 1n, undefined)],
    ['an address with a wrong letter', () => paymentUri(ETHEREUM, ETH, PAYEE.replace('d8dA', 'd8da'), 1n, undefined)],
    ['an old address of Bitcoin Cash', () => paymentUri(BITCOIN_CASH, COIN, BCH_OLD, 1n, undefined)],
    ['nothing to pay', () => paymentUri(ETHEREUM, ETH, PAYEE, 0n, undefined)],
    ['a token sent to its own contract', () => paymentUri(BASE, USDC, USDC.address, 1n, undefined)],
    ['a token without an address', () => paymentUri(BASE, { ...USDC, address: 'usdc' }, PAYEE, 1n, undefined)],
    ['a coin of other decimals', () => paymentUri(BITCOIN, { ...COIN, decimals: 11 }, BTC_PAYEE, 1n, undefined)],
    ['a token on Bitcoin', () => paymentUri(BITCOIN, { ...COIN, isNative: false }, BTC_PAYEE, 1n, undefined)],
  ])('is not made for %s', (_name, make) => {
    expect(make()).toBeUndefined()
  })

  test('takes an empty memo as none', () => {
    expect(paymentUri(BITCOIN, COIN, BTC_PAYEE, 100_000_000n, '')).toBe(`bitcoin:${BTC_PAYEE}?amount=1`)
  })
})
