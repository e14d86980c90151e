import { BAD_REPLY } from '../../support/case-makers.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { indexedPools, vaults } from './exchanges.ts'

/** The pools of the recording that trade with both lists of vaults. */
const OPEN = [
  'mayachain:CACAO native 10',
  'ethereum:USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7 6',
  'bitcoin:BTC native 8',
  'ethereum:ETH 0x0000000000000000000000000000000000000000 18',
  'thorchain:RUNE native 8',
  'ethereum:USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6',
  'dash:DASH native 8',
]

/** What Maya Protocol says it swaps. */
export const DISCOVERIES: readonly DiscoveryCase[] = [
  {
    name: 'the pools that trade are listed with CACAO; a token whose decimals are unknown is left out',
    exchanges: [vaults('inbound_addresses.json'), indexedPools()],
    expected: { assets: [...OPEN, 'kujira:KUJI native 6'] },
  },
  {
    name: 'the coins of a chain that is halted are left out',
    exchanges: [vaults('inbound_addresses-2026.synthetic.json'), indexedPools()],
    expected: { assets: OPEN },
  },
  {
    name: 'coins keep the decimals of their chains, whatever the network counts in; a suspended pool is left out',
    exchanges: [
      vaults('inbound_addresses-2026.synthetic.json'),
      indexedPools(
        json([
          { asset: 'MAYA.MAYA', status: 'available', nativeDecimal: '-1' },
          { asset: 'XRD.XRD', status: 'available', nativeDecimal: '-1' },
          { asset: 'ARB.ETH', status: 'available', nativeDecimal: 18 },
          { asset: 'ZEC.ZEC', status: 'suspended', nativeDecimal: '8' },
        ]),
      ),
    ],
    expected: {
      assets: [
        'mayachain:CACAO native 10',
        'mayachain:MAYA maya 4',
        'radix:XRD native 18',
        'arbitrum:ETH 0x0000000000000000000000000000000000000000 18',
      ],
    },
  },
  {
    name: 'rows that cannot be read, and decimals that are no number, cost their own asset alone',
    exchanges: [
      vaults('inbound_addresses.json'),
      indexedPools(
        json([
          { asset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', status: 'available', nativeDecimal: 'six' },
          { asset: 'DASH.DASH', status: true },
          { asset: 'BTC.BTC', status: 'available', nativeDecimal: 'eight' },
        ]),
      ),
    ],
    expected: { assets: ['mayachain:CACAO native 10', 'bitcoin:BTC native 8'] },
  },
  {
    name: 'a list of nothing that can be read is an error',
    exchanges: [vaults('inbound_addresses.json'), indexedPools(json([{ asset: 'BTC.BTC', status: true }]))],
    expected: BAD_REPLY,
  },
]
