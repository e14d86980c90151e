import { BAD_REPLY } from '../../support/case-makers.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { indexedPools, vaults } from './exchanges.ts'

const AVAX_USDC = 'AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E'

/** What THORChain says it swaps. */
export const DISCOVERIES: readonly DiscoveryCase[] = [
  {
    name: 'the pools that trade are listed in the decimals of their own chains, with RUNE',
    exchanges: [vaults('inbound_addresses.json'), indexedPools()],
    expected: {
      assets: [
        'thorchain:RUNE native 8',
        'avalanche:AVAX 0x0000000000000000000000000000000000000000 18',
        'avalanche:USDC 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E 6',
        'bitcoin-cash:BCH native 8',
        'bsc:BNB 0x0000000000000000000000000000000000000000 18',
      ],
    },
  },
  {
    name: 'chains that are halted or have no vault, staged pools and unknown chains are left out',
    exchanges: [
      vaults('inbound_addresses-2026.synthetic.json'),
      indexedPools(
        json([
          { asset: 'BTC.BTC', status: 'available', nativeDecimal: '8' },
          { asset: 'XRP.XRP', status: 'available', nativeDecimal: '6' },
          { asset: 'ZEC.ZEC', status: 'available', nativeDecimal: '8' },
          { asset: 'SOL.SOL', status: 'available', nativeDecimal: '9' },
          { asset: 'BNB.AVA-645', status: 'available', nativeDecimal: '8' },
          { asset: AVAX_USDC, status: 'staged', nativeDecimal: '6' },
        ]),
      ),
    ],
    expected: { assets: ['thorchain:RUNE native 8', 'bitcoin:BTC native 8'] },
  },
  {
    name: 'a contract in capitals gets its letter case back, or is left out where nobody knows it',
    exchanges: [
      vaults(
        json([
          { chain: 'TRON', halted: false },
          { chain: 'SOL', halted: false },
          { chain: 'ETH', halted: false },
        ]),
      ),
      indexedPools(
        json([
          { asset: 'TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T', status: 'available', nativeDecimal: '6' },
          { asset: 'TRON.USDX-TXYZQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T', status: 'available', nativeDecimal: '6' },
          { asset: 'SOL.USDC-EPJFWDD5AUFQSSQEM2QN1XZYBAPC8G4WEGGKZWYTDT1V', status: 'available', nativeDecimal: '6' },
          { asset: 'ETH.USDC-0XA0B8', status: 'available', nativeDecimal: '6' },
        ]),
      ),
    ],
    expected: {
      assets: [
        'thorchain:RUNE native 8',
        'tron:USDT TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 6',
        'solana:USDC EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v 6',
      ],
    },
  },
  {
    name: 'a token whose decimals nobody states is left out, while coins are known; synthetic and repeated pools too',
    exchanges: [
      vaults('inbound_addresses.json'),
      indexedPools(
        json([
          { asset: AVAX_USDC, status: 'Available', nativeDecimal: '-1' },
          { asset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', status: 'Available' },
          { asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', status: 'Available', nativeDecimal: '77' },
          { asset: 'THOR.TCY', status: 'Available', nativeDecimal: '-1' },
          { asset: 'THOR.NEWCOIN', status: 'Available', nativeDecimal: '8' },
          { asset: 'GAIA.ATOM', status: 'Available', nativeDecimal: '-1' },
          { asset: 'ETH/ETH', status: 'Available', nativeDecimal: '18' },
          { asset: 'BTC~BTC', status: 'Available', nativeDecimal: '8' },
          { asset: 'GAIA.ATOM', status: 'Available', nativeDecimal: '6' },
        ]),
      ),
    ],
    expected: { assets: ['thorchain:RUNE native 8', 'thorchain:TCY tcy 8', 'cosmos:ATOM native 6'] },
  },
  {
    name: 'nothing is listed while all trading is paused',
    exchanges: [vaults('inbound_addresses-halted.json'), indexedPools()],
    expected: { assets: [] },
  },
  {
    name: 'a list of no pools at all is none',
    exchanges: [vaults('inbound_addresses.json'), indexedPools({ text: '[]' })],
    expected: BAD_REPLY,
  },
]
