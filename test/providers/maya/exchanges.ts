import { refusal } from '../../support/recordings.ts'
import { familyExchanges, swapQuery } from '../thorchain-family/exchanges.ts'
import type { FamilyFacts } from '../thorchain-family/shared-cases.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'

/** Epoch milliseconds at which the cases play: before every recorded price has expired. */
export const NOW_MS = Date.parse('2024-07-23T22:40:00Z')

export const VAULTS = 'inbound_addresses.json'

/** Destination of the recorded quotes from ETH to BTC. */
export const PAID_IN_BITCOIN = 'bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8'

export const BTC_TO_ETH = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  amount: '0.0175',
  slippageBps: 102,
  depositor: WALLETS.bitcoin,
  recipient: WALLETS.paidInEther,
} as const
export const BTC_TO_ETH_QUERY = swapQuery('BTC.BTC', 'ETH.ETH', '1750000', WALLETS.paidInEther, 102)

const exchanges = familyExchanges('mayachain', 3, 'pools.synthetic.json')
export const { vaults, pools, quoted, followed, indexed, indexedPools } = exchanges

/** Maya Protocol in the cases of the family. */
export const FACTS: FamilyFacts = {
  name: 'Maya Protocol',
  exchanges,
  path: 'mayachain',
  nowMs: NOW_MS,
  vaultsFile: VAULTS,
  request: BTC_TO_ETH,
  query: BTC_TO_ETH_QUERY,
  routeId: 'maya-4f008cccc47d8dbf',
  expectedOut: 33_590_000n,
  limit: 33_247_382n,
  parts: '/3/0',
  vault: 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5ua',
  misspeltVault: 'bc1qywkdg8kw4hkdjvrw4kucsttkjcmkguz2k3z5uq',
  statesExpiry: false,
  usualExpiry: '2024-07-23T22:55:00.000Z',
  refusals: [
    ['error-below-minimum.synthetic.json', 400, 'below_minimum', '0.00691576'],
    ['error-below-outbound-fee.synthetic.json', 500, 'below_minimum'],
    ['error-trading-halted.synthetic.json', 501, 'halted'],
    ['no-route-pool-not-found.synthetic.json', 200, 'pair_unsupported'],
  ],
  halted: refusal('error-trading-halted.synthetic.json', 501),
  payoutChain: ['zcash:native', WALLETS.zcash],
  deposit: {
    src: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    dst: 'thorchain:native',
    hash: '4C8A83C316B0247AE293F3D5A0B07974DE4083F220BF5551ACF20E66D17BC252',
    tracking: {
      memo: '=:THOR.RUNE:thor1qvlul0ujfrq27ja7uxrp8r7my9juegz0ug3nsg:0/4/0',
      recipient: 'thor1qvlul0ujfrq27ja7uxrp8r7my9juegz0ug3nsg',
      toAsset: 'THOR.RUNE',
      deposit: 'router',
    },
  },
  unobserved: 'status-unobserved.synthetic.json',
  streaming: 'status-pending.synthetic.json',
  streamed: { receivedIn: 104_347_826n, parts: { done: 4, total: 23 } },
}
