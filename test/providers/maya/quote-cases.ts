import { unaskedCase } from '../../support/case-makers.ts'
import type { NoRouteCode } from '../../../src/core/api/documents.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import { json, pools, quoted, vaults } from './exchanges.ts'
import { WALLETS } from './wallets.ts'

const VAULTS = 'inbound_addresses.json'
const LATE = 'inbound_addresses-2026.synthetic.json'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const BTC_TO_ETH = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  amount: '0.0175',
  slippageBps: 102,
  depositor: WALLETS.bitcoin,
  recipient: WALLETS.paidInEther,
} as const
const BTC_TO_ETH_QUERY = {
  from_asset: 'BTC.BTC',
  to_asset: 'ETH.ETH',
  amount: '1750000',
  destination: WALLETS.paidInEther,
  liquidity_tolerance_bps: '102',
} as const

/** A reply in the shape of the recorded ones, for the assets that none of them has. */
function reply(fields: Readonly<Record<string, unknown>>, fees: Readonly<Record<string, unknown>>) {
  return json({
    outbound_delay_blocks: 0,
    outbound_delay_seconds: 0,
    fees: { affiliate: '0', outbound: '0', ...fees },
    expiry: 1721775525,
    total_swap_seconds: 0,
    ...fields,
  })
}

const answered: readonly QuoteCase[] = [
  {
    name: 'BTC to ETH: a deposit with OP_RETURN',
    request: BTC_TO_ETH,
    exchanges: [vaults(VAULTS), quoted(BTC_TO_ETH_QUERY, 'quote-btc-full.synthetic.json')],
    expected: {
      routes: [
        {
          routeId: 'maya-4f008cccc47d8dbf',
          amountOut: '0.3359',
          minimumOut: '0.3325',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 48,
          fees: ['liquidity_fee 0.00812 ETH ?', 'destination_gas 0.0036 ETH ?', 'source_gas 0.00003 BTC ? on top'],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 684,
          expiresAt: '2026-09-21T14:13:20.000Z',
        },
      ],
    },
  },
  {
    name: 'ETH to BTC: a native coin that its router takes, with a limit from the price without fees',
    request: {
      src: 'ethereum:native',
      dst: 'bitcoin:native',
      amount: '1',
      slippageBps: 61,
      depositor: WALLETS.evm,
      recipient: WALLETS.paidInBitcoin,
    },
    exchanges: [
      vaults(VAULTS),
      quoted(
        {
          from_asset: 'ETH.ETH',
          to_asset: 'BTC.BTC',
          amount: '100000000',
          destination: WALLETS.paidInBitcoin,
          liquidity_tolerance_bps: '61',
        },
        'quote-evm.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-318e218852db06c7',
          amountOut: '0.05248264',
          minimumOut: '0.05216435',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 22,
          fees: [
            'liquidity_fee 0.00003244 BTC ?',
            'destination_gas 0.0000911 BTC ?',
            'source_gas 0.00008 ETH ? on top',
          ],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 600,
          expiresAt: '2024-07-23T22:58:45.000Z',
        },
      ],
    },
  },
  {
    name: 'without wallets there is a price but no memo; an old node leaves most fields out',
    request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '1' },
    exchanges: [
      vaults(VAULTS),
      quoted(
        { from_asset: 'BTC.BTC', to_asset: 'ETH.ETH', amount: '100000000', liquidity_tolerance_bps: '50' },
        'quote-btc.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-db83d456970ea994',
          amountOut: '17.03141348',
          srcUsd: '',
          dstUsd: '',
          fees: ['destination_gas 0.012 ETH ?'],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 4440,
        },
      ],
    },
  },
  {
    name: 'a memo of nothing is none',
    request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '1' },
    exchanges: [
      vaults(VAULTS),
      quoted(
        { from_asset: 'BTC.BTC', to_asset: 'ETH.ETH', amount: '100000000', liquidity_tolerance_bps: '50' },
        'quote-btc-no-destination.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-db83d456970ea994',
          amountOut: '17.40667871',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 375,
          fees: ['destination_gas 0.0036 ETH ?'],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 4320,
        },
      ],
    },
  },
  {
    name: 'CACAO to ZEC: ten decimals in, eight out, and a short code',
    request: {
      src: 'mayachain:native',
      dst: 'zcash:native',
      amount: '630.5170239596',
      slippageBps: 100,
      depositor: WALLETS.maya,
      recipient: WALLETS.zcash,
    },
    exchanges: [
      vaults(LATE),
      quoted(
        {
          from_asset: 'MAYA.CACAO',
          to_asset: 'ZEC.ZEC',
          amount: '6305170239596',
          destination: WALLETS.zcash,
          liquidity_tolerance_bps: '100',
        },
        reply(
          {
            memo: `=:z:${WALLETS.zcash}:299869735/3/0`,
            expected_amount_out: '302898722',
            recommended_min_amount_in: '175961500865',
          },
          { asset: 'ZEC.ZEC', outbound: '15000' },
        ),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-a534a1d4c32cb919',
          amountOut: '3.02898722',
          minimumOut: '2.99869735',
          srcUsd: '',
          dstUsd: '',
          fees: ['destination_gas 0.00015 ZEC ?'],
          steps: ['swap Maya Protocol'],
          // No block is shorter than six seconds.
          estimatedTimeSec: 6,
          expiresAt: '2024-07-23T22:58:45.000Z',
        },
      ],
    },
  },
  {
    name: 'RUNE to MAYA: eight decimals in, four out, and a day at most for delays of old nodes',
    request: {
      src: 'thorchain:native',
      dst: 'mayachain:maya',
      amount: '100',
      slippageBps: 300,
      depositor: WALLETS.thorchain,
      recipient: WALLETS.maya,
    },
    exchanges: [
      vaults(VAULTS),
      quoted(
        {
          from_asset: 'THOR.RUNE',
          to_asset: 'MAYA.MAYA',
          amount: '10000000000',
          destination: WALLETS.maya,
          liquidity_tolerance_bps: '300',
        },
        reply(
          {
            inbound_address: 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0',
            memo: `=:MAYA.MAYA:${WALLETS.maya}:97000:`,
            expected_amount_out: '100000',
            outbound_delay_seconds: 135000,
          },
          { asset: 'MAYA.MAYA', outbound: '1' },
        ),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-61537529d0b65ca0',
          amountOut: '10',
          minimumOut: '9.7',
          srcUsd: '',
          dstUsd: '',
          fees: ['destination_gas 0.0001 MAYA ?'],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 86_400,
          expiresAt: '2024-07-23T22:58:45.000Z',
        },
      ],
    },
  },
  {
    name: 'USDC to BTC: a token by the name of its pool',
    request: {
      src: `ethereum:${USDC}`,
      dst: 'bitcoin:native',
      amount: '3500',
      slippageBps: 61,
      depositor: WALLETS.evm,
      recipient: WALLETS.paidInBitcoin,
    },
    exchanges: [
      vaults(VAULTS),
      pools(),
      quoted(
        {
          from_asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
          to_asset: 'BTC.BTC',
          amount: '350000000000',
          destination: WALLETS.paidInBitcoin,
          liquidity_tolerance_bps: '61',
        },
        reply(
          {
            inbound_address: '0xe2991999342a6ed8521ed49903f7267f31363a46',
            router: '0xe3985E6b61b814F7Cdb188766562ba71b446B46d',
            memo: `=:BTC.BTC:${WALLETS.paidInBitcoin}:5216435/3/0`,
            expected_amount_out: '5248264',
          },
          { asset: 'BTC.BTC', outbound: '9110' },
        ),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'maya-dab46f97be56485f',
          amountOut: '0.05248264',
          minimumOut: '0.05216435',
          srcUsd: '',
          dstUsd: '',
          fees: ['destination_gas 0.0000911 BTC ?'],
          steps: ['swap Maya Protocol'],
          estimatedTimeSec: 6,
          expiresAt: '2024-07-23T22:58:45.000Z',
        },
      ],
    },
  },
]

const REFUSALS: readonly (readonly [file: string, status: number, code: NoRouteCode, minimum?: string])[] = [
  ['error-below-minimum.synthetic.json', 400, 'below_minimum', '0.00691576'],
  ['error-below-outbound-fee.synthetic.json', 500, 'below_minimum'],
  ['error-trading-halted.synthetic.json', 501, 'halted'],
  ['no-route-pool-not-found.synthetic.json', 200, 'pair_unsupported'],
]

const refused: readonly QuoteCase[] = REFUSALS.map(([file, status, code, minimum]) => ({
  name: `${file} with ${status} is ${code}`,
  request: BTC_TO_ETH,
  exchanges: [vaults(VAULTS), quoted(BTC_TO_ETH_QUERY, { file, status })],
  expected: { noRoute: code, ...(minimum === undefined ? {} : { minimum }) },
}))

const unrouted: readonly QuoteCase[] = [
  {
    name: 'a minimum in CACAO has ten decimals',
    request: { ...BTC_TO_ETH, src: 'mayachain:native', amount: '1', depositor: WALLETS.maya },
    exchanges: [
      vaults(VAULTS),
      quoted(
        { ...BTC_TO_ETH_QUERY, from_asset: 'MAYA.CACAO', amount: '10000000000' },
        {
          ...json({ error: 'amount less than min swap amount (recommended_min_amount_in: 175961500865)' }),
          status: 400,
        },
      ),
    ],
    expected: { noRoute: 'below_minimum', minimum: '17.5961500865' },
  },
  {
    name: 'a pool so thin that 44 percent would be lost has no route',
    request: {
      src: 'ethereum:native',
      dst: 'bitcoin:native',
      amount: '4000',
      slippageBps: 10_000,
      depositor: WALLETS.evm,
      recipient: WALLETS.paidInBitcoin,
    },
    exchanges: [
      vaults(VAULTS),
      quoted(
        { from_asset: 'ETH.ETH', to_asset: 'BTC.BTC', amount: '400000000000', destination: WALLETS.paidInBitcoin },
        'quote-evm-high-slippage.json',
      ),
    ],
    expected: { noRoute: 'price_impact' },
  },
  {
    name: 'a chain that was wound down is halted',
    request: { ...BTC_TO_ETH, dst: 'kujira:native', recipient: 'kujira1ywkdg8kw4hkdjvrw4kucsttkjcmkguz23r7846' },
    exchanges: [vaults(LATE)],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'a token whose pool is suspended has no route',
    request: { ...BTC_TO_ETH, dst: 'arbitrum:0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
    exchanges: [vaults(LATE), pools()],
    expected: { noRoute: 'pair_unsupported' },
  },
  unaskedCase('ZEC is no source: its memo needs a shielded note', {
    ...BTC_TO_ETH,
    src: 'zcash:native',
    depositor: WALLETS.zcash,
  }),
]

const RUNE_TO_BTC = {
  src: 'thorchain:native',
  dst: 'bitcoin:native',
  amount: '10000',
  slippageBps: 10_000,
  depositor: WALLETS.thorchain,
  recipient: WALLETS.paidForRune,
} as const
const RUNE_TO_BTC_QUERY = {
  from_asset: 'THOR.RUNE',
  to_asset: 'BTC.BTC',
  amount: '1000000000000',
  destination: WALLETS.paidForRune,
} as const

const wrong: readonly QuoteCase[] = [
  ...['quote-rune-affiliate.json', 'quote-rune-affiliate-2.json'].map((file) => ({
    name: `an affiliate nobody asked for is not shown: ${file}`,
    request: RUNE_TO_BTC,
    exchanges: [vaults(VAULTS), quoted(RUNE_TO_BTC_QUERY, file)],
    expected: { error: 'bad_response' as const },
  })),
  {
    name: 'a memo in the words of THORChain is not shown: its d is DOGE, here it is DASH',
    request: { ...RUNE_TO_BTC, dst: 'bitcoin:native' },
    exchanges: [
      vaults(VAULTS),
      quoted(
        RUNE_TO_BTC_QUERY,
        reply({ memo: `=:d:${WALLETS.paidForRune}:0/1/0`, expected_amount_out: '86790283' }, { asset: 'BTC.BTC' }),
      ),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'a memo that pays another recipient is not shown',
    request: BTC_TO_ETH,
    exchanges: [
      vaults(VAULTS),
      quoted(
        BTC_TO_ETH_QUERY,
        reply({ memo: `=:ETH.ETH:${WALLETS.evm}:33250000/3/0`, expected_amount_out: '33590000' }, { asset: 'ETH.ETH' }),
      ),
    ],
    expected: { error: 'bad_response' },
  },
]

export const QUOTES: readonly QuoteCase[] = [...answered, ...refused, ...unrouted, ...wrong]
