import { pending, UNAVAILABLE } from '../../../support/case-makers.ts'
import { thorchain } from '../../../../src/providers/thorchain/manifest.ts'
import { json } from '../../../support/recordings.ts'
import type { ProviderCases } from '../../../support/provider-suite.ts'
import { swapQuery } from '../../thorchain-family/exchanges.ts'
import { routerDeposit } from '../../thorchain-family/expected.ts'
import { neededOfQuotes } from '../../thorchain-family/shared-cases.ts'
import { WALLETS } from '../../thorchain-family/wallets.ts'
import { BTC_TO_ETH, BTC_TO_ETH_QUERY, NOW_MS, PAID_IN_BITCOIN, pools, quoted, vaults } from '../exchanges.ts'

const VAULTS = 'inbound_addresses-2026.synthetic.json'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const RECORDED_WALLET = '0x3021c479f7f8c9f1d5c7d8523ba5e22c0bcb5430'
const MEMO = `=:BTC.BTC:${PAID_IN_BITCOIN}:1468000/0/0:dx:10`
const AFFILIATE = { affiliate: 'dx', affiliate_bps: '10' }
const QUERY = {
  ...swapQuery('ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', 'BTC.BTC', '150000000000', PAID_IN_BITCOIN, 171),
  ...AFFILIATE,
}

/** THORChain with the affiliate of the recordings. */
export const AFFILIATE_CASES: ProviderCases = {
  provider: thorchain,
  url: import.meta.url,
  nowMs: NOW_MS,
  settings: { AFFILIATE: 'dx', AFFILIATE_BPS: '10' },
  quotes: [
    {
      name: 'USDC to BTC: the affiliate that is set is asked for, shown as a fee and found in the memo',
      request: {
        src: `ethereum:${USDC}`,
        dst: 'bitcoin:native',
        amount: '1500',
        slippageBps: 171,
        depositor: WALLETS.evm,
        recipient: PAID_IN_BITCOIN,
      },
      exchanges: [vaults(VAULTS), pools(), quoted(QUERY, 'quote-evm-erc20.synthetic.json')],
      expected: {
        routes: [
          {
            routeId: 'thorchain-d15d48c33dd812cd',
            amountOut: '0.01493508',
            minimumOut: '0.01468',
            priceImpactBps: 12,
            fees: [
              'liquidity_fee 0.0000093 BTC ?',
              'destination_gas 0.00004062 BTC ?',
              'integrator_fee 0.000015 BTC ?',
              // 150,000 gas at 15 gwei.
              'source_gas 0.00225 ETH ? on top',
            ],
            steps: ['swap THORChain'],
            estimatedTimeSec: 36,
            expiresAt: '2026-09-21T14:13:20.000Z',
          },
        ],
      },
    },
    {
      name: 'BTC to ETH with the affiliate of the recording',
      request: { ...BTC_TO_ETH, recipient: RECORDED_WALLET },
      exchanges: [
        vaults(VAULTS),
        quoted({ ...BTC_TO_ETH_QUERY, destination: RECORDED_WALLET, ...AFFILIATE }, 'quote-btc-affiliate.json'),
      ],
      expected: {
        routes: [
          {
            routeId: 'thorchain-db83d456970ea994',
            amountOut: '20.17703535',
            minimumOut: '0',
            priceImpactBps: 80,
            fees: [
              'liquidity_fee 0.08303006 ETH ?',
              'destination_gas 0.0005484 ETH ?',
              'integrator_fee 0.0203642 ETH ?',
              'source_gas 0.00001 BTC ? on top',
            ],
            steps: ['swap THORChain'],
            estimatedTimeSec: 1662,
            expiresAt: '2024-08-02T05:16:10.000Z',
          },
        ],
      },
    },
    {
      name: 'an affiliate that the network does not know makes the provider unavailable',
      request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '1', slippageBps: 10_000 },
      exchanges: [
        vaults(VAULTS),
        quoted(
          { ...swapQuery('BTC.BTC', 'ETH.ETH', '100000000'), ...AFFILIATE },
          json({ code: 3, message: 'bad affiliate params: unknown: invalid request', details: [] }, 400),
        ),
      ],
      expected: UNAVAILABLE,
    },
  ],
  prepares: [
    {
      name: 'a token is approved to the amount for the router, then deposited with the memo',
      quote: 'USDC to BTC: the affiliate that is set is asked for, shown as a fee and found in the memo',
      exchanges: [vaults(VAULTS), quoted(QUERY, 'quote-evm-erc20.synthetic.json')],
      expected: routerDeposit({
        chainId: 1,
        router: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146',
        vault: '0x5A206b77D4D40a9d507BAbB195DD2dda9F9424f4',
        token: [USDC, 'USDC'],
        amount: 1_500_000_000n,
        memo: MEMO,
        expiresAt: '2024-03-10T16:15:00.000Z',
        description: 'Deposit 1500 USDC with THORChain for BTC',
        recipient: PAID_IN_BITCOIN,
        toAsset: 'BTC.BTC',
      }),
    },
  ],
  statuses: [
    {
      name: 'a deposit with an affiliate waits for its hash like any other',
      src: `ethereum:${USDC}`,
      dst: 'bitcoin:native',
      tracking: { memo: MEMO, recipient: PAID_IN_BITCOIN, toAsset: 'BTC.BTC', deposit: 'router' },
      exchanges: [],
      expected: pending('awaiting_deposit'),
    },
  ],
  needs: neededOfQuotes({ path: 'thorchain' }),
}
