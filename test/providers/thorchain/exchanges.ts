import { refusal } from '../../support/recordings.ts'
import { familyExchanges, swapQuery } from '../thorchain-family/exchanges.ts'
import type { FamilyFacts } from '../thorchain-family/shared-cases.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'

/** Epoch milliseconds at which the cases play: before every recorded price has expired. */
export const NOW_MS = Date.parse('2024-03-10T16:00:00Z')

/** Vaults of two days: chains that are new on the later one, and vaults that the early one is changing. */
export const EARLY = 'inbound_addresses.json'
export const LATE = 'inbound_addresses-2026.synthetic.json'

/** Destination of the recorded quotes to BTC. */
export const PAID_IN_BITCOIN = 'bc1qrdg6a8wkjhnwdd3s6v4f3spupxpnz30px9468w'

/** One bitcoin for ether, at any price: the recorded memo has no limit. */
export const BTC_TO_ETH = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  amount: '1',
  slippageBps: 10_000,
  depositor: WALLETS.bitcoin,
  recipient: WALLETS.paidInEther,
} as const
export const BTC_TO_ETH_QUERY = swapQuery('BTC.BTC', 'ETH.ETH', '100000000', WALLETS.paidInEther)

const exchanges = familyExchanges('thorchain', 1, 'pools.json')
export const { vaults, pools, quoted, followed, indexed, indexedPools } = exchanges

/** THORChain in the cases of the family. */
export const FACTS: FamilyFacts = {
  name: 'THORChain',
  exchanges,
  path: 'thorchain',
  nowMs: NOW_MS,
  vaultsFile: LATE,
  request: { ...BTC_TO_ETH, slippageBps: 100 },
  query: { ...BTC_TO_ETH_QUERY, liquidity_tolerance_bps: '100' },
  routeId: 'thorchain-db83d456970ea994',
  expectedOut: 2_035_299_208n,
  limit: 2_014_946_215n,
  parts: '/1/0',
  vault: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
  misspeltVault: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwq',
  statesExpiry: true,
  usualExpiry: '2024-03-10T16:15:00.000Z',
  refusals: [
    ['error-bad-asset.json', 400, 'pair_unsupported'],
    ['no-route-pool-not-found.json', 400, 'pair_unsupported'],
    ['error-below-dust.json', 400, 'below_minimum'],
    ['error-below-minimum.json', 400, 'below_minimum', '0.00017895'],
    ['error-legacy-shape.synthetic.json', 200, 'below_minimum', '0.00017895'],
    ['error-price-limit.json', 500, 'price_impact'],
    ['error-trading-halted.json', 501, 'halted'],
    ['error-wrong-destination-chain.json', 500, 'needs_change'],
  ],
  halted: refusal('error-trading-halted.json'),
  payoutChain: ['solana:native', 'Vote111111111111111111111111111111111111111'],
  deposit: {
    src: 'bitcoin:native',
    dst: 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    hash: '2BC884C03438AAD437ABE2C18D97B5A7CAB9312F68C59CECBB3AD5715FE4C15D',
    tracking: {
      memo: '=:TRON.USDT:TMwHWhFuEqSoicouuxgNqy3Z8yTiUoPetA:0/5/0:ej:75',
      recipient: 'TMwHWhFuEqSoicouuxgNqy3Z8yTiUoPetA',
      toAsset: 'TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T',
      deposit: 'op_return',
    },
  },
  unobserved: 'status-unobserved.json',
  streaming: 'status-pending-streaming.synthetic.json',
  streamed: { receivedIn: 23_516_479n, parts: { done: 7, total: 20 } },
}
