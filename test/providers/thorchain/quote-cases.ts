import { unaskedCase } from '../../support/case-makers.ts'
import type { NoRouteCode } from '../../../src/core/api/documents.ts'
import type { Reply } from '../../support/provider-lab.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import { json, pools, quoted, vaults } from './exchanges.ts'
import { WALLETS } from './wallets.ts'

const LATE = 'inbound_addresses-2026.synthetic.json'
const EARLY = 'inbound_addresses.json'

/** One bitcoin for ether, at any price: the recorded memo has no limit. */
const BTC_TO_ETH = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  amount: '1',
  slippageBps: 10_000,
  depositor: WALLETS.bitcoin,
  recipient: WALLETS.paidInEther,
} as const
const BTC_TO_ETH_QUERY = {
  from_asset: 'BTC.BTC',
  to_asset: 'ETH.ETH',
  amount: '100000000',
  destination: WALLETS.paidInEther,
} as const

/** A reply in the shape of the recorded ones, to say what no recording says. */
function reply(fields: Readonly<Record<string, unknown>>, fees: Readonly<Record<string, unknown>>) {
  return json({
    inbound_address: 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr',
    outbound_delay_seconds: 24,
    fees: { affiliate: '0', outbound: '0', liquidity: '0', total: '0', slippage_bps: 3, total_bps: 3, ...fees },
    expiry: 1710087554,
    dust_threshold: '10000',
    recommended_min_amount_in: '10760',
    total_swap_seconds: 624,
    ...fields,
  })
}

/** The recorded BTC to ETH quote with another memo. */
function withMemo(memo: string | undefined, expected = '2035299208') {
  return reply({ memo, expected_amount_out: expected }, { asset: 'ETH.ETH' })
}

const answered: readonly QuoteCase[] = [
  {
    name: 'BNB to BTC: a native coin that its router takes',
    request: {
      src: 'bsc:native',
      dst: 'bitcoin:native',
      amount: '136',
      slippageBps: 10_000,
      depositor: WALLETS.evm,
      recipient: WALLETS.paidInBitcoin,
    },
    exchanges: [
      vaults(LATE),
      quoted(
        { from_asset: 'BSC.BNB', to_asset: 'BTC.BTC', amount: '13600000000', destination: WALLETS.paidInBitcoin },
        'quote-evm.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-f52aca18982fb3b3',
          amountOut: '0.97940466',
          minimumOut: '0',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 32,
          fees: [
            'liquidity_fee 0.00156992 BTC ?',
            'destination_gas 0.00004062 BTC ?',
            'source_gas 0.00008 BNB ? on top',
          ],
          steps: ['swap THORChain'],
          estimatedTimeSec: 2688,
          expiresAt: '2025-01-07T08:54:49.000Z',
        },
      ],
    },
  },
  {
    name: 'BTC to ETH: a deposit with OP_RETURN',
    request: BTC_TO_ETH,
    exchanges: [vaults(LATE), quoted(BTC_TO_ETH_QUERY, 'quote-btc.json')],
    expected: {
      routes: [
        {
          routeId: 'thorchain-db83d456970ea994',
          amountOut: '20.35299208',
          minimumOut: '0',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 18,
          fees: [
            'liquidity_fee 0.02037232 ETH ?',
            'destination_gas 0.0005484 ETH ?',
            'source_gas 0.00001 BTC ? on top',
          ],
          steps: ['swap THORChain'],
          estimatedTimeSec: 1674,
          expiresAt: '2024-08-02T05:08:36.000Z',
        },
      ],
    },
  },
  {
    name: 'without wallets there is a price but no memo, and the slippage decides the minimum',
    request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '1' },
    exchanges: [
      vaults(EARLY),
      quoted(
        { from_asset: 'BTC.BTC', to_asset: 'ETH.ETH', amount: '100000000', liquidity_tolerance_bps: '50' },
        'quote-btc-no-destination.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-db83d456970ea994',
          amountOut: '17.70607901',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 42,
          fees: ['liquidity_fee 0.03834248 ETH ?', 'destination_gas 0.01 ETH ?'],
          steps: ['swap THORChain'],
          estimatedTimeSec: 4920,
          expiresAt: '2024-03-10T16:19:14.000Z',
        },
      ],
    },
  },
  {
    name: 'RUNE to ETH: a message on its own chain, which has no vault',
    request: {
      src: 'thorchain:native',
      dst: 'ethereum:native',
      amount: '20',
      slippageBps: 10_000,
      depositor: WALLETS.thorchain,
      recipient: WALLETS.paidInEther,
    },
    exchanges: [
      vaults(LATE),
      quoted(
        { from_asset: 'THOR.RUNE', to_asset: 'ETH.ETH', amount: '2000000000', destination: WALLETS.paidInEther },
        'quote-rune.synthetic.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-df52cd4fa63a094b',
          amountOut: '0.0249',
          minimumOut: '0',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 10,
          fees: ['liquidity_fee 0.000012 ETH ?', 'destination_gas 0.0005484 ETH ?'],
          steps: ['swap THORChain'],
          estimatedTimeSec: 30,
          expiresAt: '2026-09-21T14:13:20.000Z',
        },
      ],
    },
  },
  {
    name: 'BTC to USDC: a limit that holds the slippage, and an abbreviated asset that fits no other pool',
    request: { ...BTC_TO_ETH, dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', slippageBps: 100 },
    exchanges: [
      vaults(LATE),
      pools(),
      quoted(
        {
          ...BTC_TO_ETH_QUERY,
          to_asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
          liquidity_tolerance_bps: '100',
        },
        reply(
          {
            memo: `=:ETH.USDC-8:${WALLETS.paidInEther.toLowerCase()}:6693300000099/1/0`,
            expected_amount_out: '6760909090999',
          },
          { asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', outbound: '123456789', liquidity: '1' },
        ),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-e472cd525a9528db',
          // 1e8 to six decimals: what comes out is rounded down, what is taken is rounded up.
          amountOut: '67609.090909',
          minimumOut: '66933',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 6,
          fees: ['liquidity_fee 0.000001 USDC ?', 'destination_gas 1.234568 USDC ?'],
          steps: ['swap THORChain'],
          estimatedTimeSec: 624,
          expiresAt: '2024-03-10T16:19:14.000Z',
        },
      ],
    },
  },
  {
    name: 'ATOM to BCH: six decimals in, cashaddr without prefix out, short code and written-out exponent',
    request: {
      src: 'cosmos:native',
      dst: 'bitcoin-cash:native',
      amount: '12.345678',
      slippageBps: 200,
      depositor: WALLETS.cosmos,
      recipient: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    },
    exchanges: [
      vaults(EARLY),
      quoted(
        {
          from_asset: 'GAIA.ATOM',
          to_asset: 'BCH.BCH',
          amount: '1234567800',
          destination: 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
          liquidity_tolerance_bps: '200',
        },
        reply(
          {
            inbound_address: 'cosmos1hal0a2ywtd5qt97zfc2mmjwelxwlshgj3wp2uh',
            memo: '=:c:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a:34e6',
            expected_amount_out: '34600000',
            dust_threshold: '',
          },
          { asset: 'BCH.BCH', outbound: '105000' },
        ),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-39195a0dbc257360',
          amountOut: '0.346',
          minimumOut: '0.34',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 6,
          fees: ['destination_gas 0.00105 BCH ?'],
          steps: ['swap THORChain'],
          estimatedTimeSec: 624,
          expiresAt: '2024-03-10T16:19:14.000Z',
        },
      ],
    },
  },
  {
    name: 'BTC to ETH with a limit of one percent below the price',
    request: { ...BTC_TO_ETH, slippageBps: 100 },
    exchanges: [
      vaults(LATE),
      quoted(
        { ...BTC_TO_ETH_QUERY, liquidity_tolerance_bps: '100' },
        withMemo(`=:e:${WALLETS.paidInEther}:2014946215/1/0`),
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'thorchain-db83d456970ea994',
          amountOut: '20.35299208',
          minimumOut: '20.14946215',
          srcUsd: '',
          dstUsd: '',
          priceImpactBps: 6,
          fees: [],
          steps: ['swap THORChain'],
          estimatedTimeSec: 624,
          expiresAt: '2024-03-10T16:19:14.000Z',
        },
      ],
    },
  },
]

const REFUSALS: readonly (readonly [file: string, status: number, code: NoRouteCode, minimum?: string])[] = [
  ['error-bad-asset.json', 400, 'pair_unsupported'],
  ['no-route-pool-not-found.json', 400, 'pair_unsupported'],
  ['error-below-dust.json', 400, 'below_minimum'],
  ['error-below-minimum.json', 400, 'below_minimum', '0.00017895'],
  ['error-legacy-shape.synthetic.json', 200, 'below_minimum', '0.00017895'],
  ['error-memo-too-long.json', 400, 'pair_unsupported'],
  ['error-price-limit.json', 500, 'price_impact'],
  ['error-trading-halted.json', 501, 'halted'],
  ['error-wrong-destination-chain.json', 500, 'pair_unsupported'],
]

const refused: readonly QuoteCase[] = REFUSALS.map(([file, status, code, minimum]) => ({
  name: `${file} with ${status} is ${code}`,
  request: BTC_TO_ETH,
  exchanges: [vaults(LATE), quoted(BTC_TO_ETH_QUERY, { file, status })],
  expected: { noRoute: code, ...(minimum === undefined ? {} : { minimum }) },
}))

const unrouted: readonly QuoteCase[] = [
  {
    name: 'an amount below the recommended minimum of a good quote has no route',
    request: { ...BTC_TO_ETH, amount: '0.0001' },
    exchanges: [vaults(LATE), quoted({ ...BTC_TO_ETH_QUERY, amount: '10000' }, 'quote-btc.json')],
    expected: { noRoute: 'below_minimum', minimum: '0.0001076' },
  },
  {
    name: 'an amount that the network would count as zero is not even asked for',
    request: { ...BTC_TO_ETH, src: 'bsc:native', dst: 'bitcoin:native', amount: '0.000000009999999999' },
    exchanges: [vaults(LATE)],
    expected: { noRoute: 'below_minimum', minimum: '0.00000001' },
  },
  {
    name: 'a destination chain whose trading is paused has no route',
    request: { ...BTC_TO_ETH, dst: 'xrpl:native', recipient: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' },
    exchanges: [vaults(LATE)],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'a destination chain that is halted has no route',
    request: { ...BTC_TO_ETH, dst: 'zcash:native', recipient: 't1QLmq7VDqCBwq9rfVGcANZTQ3ZhNJ5orA2' },
    exchanges: [vaults(LATE)],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'a pause of all trading stops every pair',
    request: { ...BTC_TO_ETH, src: 'thorchain:native', depositor: WALLETS.thorchain },
    exchanges: [vaults('inbound_addresses-halted.json')],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'a chain without a vault has no route',
    request: { ...BTC_TO_ETH, src: 'base:native', depositor: WALLETS.evm },
    exchanges: [vaults(EARLY)],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'a token without an open pool has no route',
    request: { ...BTC_TO_ETH, dst: 'ethereum:0x6B175474E89094C44Da98b954EedeAC495271d0F' },
    exchanges: [vaults(LATE), pools()],
    expected: { noRoute: 'pair_unsupported' },
  },
  unaskedCase('a chain that it only pays out on is no source', {
    ...BTC_TO_ETH,
    src: 'solana:native',
    depositor: 'Vote111111111111111111111111111111111111111',
  }),
  unaskedCase('a chain that it does not know has no route', { ...BTC_TO_ETH, dst: 'polygon:native' }),
  unaskedCase('a deposit from a Taproot address would not be seen', { ...BTC_TO_ETH, depositor: WALLETS.taproot }),
  unaskedCase(
    'without any slippage no limit would be written, so there is no route',
    { ...BTC_TO_ETH, slippageBps: 0 },
    { noRoute: 'price_impact' },
  ),
  {
    name: 'a memo that does not fit into an OP_RETURN output has no route',
    request: BTC_TO_ETH,
    exchanges: [
      vaults(LATE),
      quoted(BTC_TO_ETH_QUERY, withMemo(`=:ETH.ETH:${WALLETS.paidInEther}/${WALLETS.bitcoin}:20149462159/1/0`)),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
]

/** Replies that must never be shown: what they instruct is not what was asked for. */
const WRONG_REPLIES: readonly (readonly [string, Reply])[] = [
  ['a memo that pays another recipient', withMemo(`=:ETH.ETH:${WALLETS.evm}:0/1/0`)],
  ['a memo for another asset', withMemo(`=:s:${WALLETS.paidInEther}:0/1/0`)],
  ['a memo that abbreviates an asset it need not', withMemo(`=:ETH.E:${WALLETS.paidInEther}:0/1/0`)],
  ['a memo that refunds somebody else', withMemo(`=:e:${WALLETS.paidInEther}/${WALLETS.paidInBitcoin}:0/1/0`)],
  ['a memo of another kind', withMemo(`+:ETH.ETH:${WALLETS.paidInEther}`)],
  ['a memo with control characters', withMemo(`=:e:${WALLETS.paidInEther}:0/1/0\n`)],
  ['a memo with more parts than a swap has', withMemo(`=:e:${WALLETS.paidInEther}:0/1/0:::a:b`)],
  ['no memo', withMemo(undefined)],
  ['an asset of the network itself', { file: 'quote-trade-asset.json' }],
  ['a tolerance it calls out of range', { file: 'error-tolerance-range.json', status: 400 }],
  ['a refusal in words nobody knows', { ...json({ code: 3, message: 'the moon is full', details: [] }), status: 400 }],
  ['a refusal without words', { text: '{}', status: 400 }],
]

const wrong: readonly QuoteCase[] = WRONG_REPLIES.map(([what, answer]) => ({
  name: `${what} is not shown`,
  request: BTC_TO_ETH,
  exchanges: [vaults(LATE), quoted(BTC_TO_ETH_QUERY, answer)],
  expected: { error: 'bad_response' },
}))

const USDC_QUERY = { ...BTC_TO_ETH_QUERY, to_asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48' }

const ambiguous: readonly QuoteCase[] = [
  {
    name: 'an affiliate nobody asked for is not shown',
    request: { ...BTC_TO_ETH, recipient: '0x3021c479f7f8c9f1d5c7d8523ba5e22c0bcb5430' },
    exchanges: [
      vaults(LATE),
      quoted(
        { ...BTC_TO_ETH_QUERY, destination: '0x3021c479f7f8c9f1d5c7d8523ba5e22c0bcb5430' },
        'quote-btc-affiliate.json',
      ),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'an abbreviation that fits two pools is not shown',
    request: { ...BTC_TO_ETH, dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    exchanges: [
      vaults(LATE),
      pools(
        json([
          { asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', status: 'Available' },
          { asset: 'ETH.USDC-0X0000000000000000000000000000000000000001', status: 'Available' },
        ]),
      ),
      quoted(
        USDC_QUERY,
        reply(
          { memo: `=:ETH.USDC:${WALLETS.paidInEther}:0/1/0`, expected_amount_out: '6760909090999' },
          { asset: USDC_QUERY.to_asset },
        ),
      ),
    ],
    expected: { error: 'bad_response' },
  },
]

const limits: readonly QuoteCase[] = [
  ['a limit one unit below the slippage', '2014946214/1/0'],
  ['no limit', '0/1/0'],
  ['an empty limit', ''],
].map(([what, limit]) => ({
  name: `${String(what)} is not shown`,
  request: { ...BTC_TO_ETH, slippageBps: 100 },
  exchanges: [
    vaults(LATE),
    quoted(
      { ...BTC_TO_ETH_QUERY, liquidity_tolerance_bps: '100' },
      withMemo(`=:e:${WALLETS.paidInEther}:${String(limit)}`),
    ),
  ],
  expected: { error: 'bad_response' },
}))

const unwell: readonly QuoteCase[] = [
  {
    name: 'a node behind the network is unreachable',
    request: BTC_TO_ETH,
    exchanges: [
      vaults(LATE),
      quoted(BTC_TO_ETH_QUERY, { ...json({ error: 'refusing quote on node with stale state' }), status: 500 }),
    ],
    expected: { error: 'unreachable' },
  },
  {
    name: 'a server error in words nobody knows is unreachable',
    request: BTC_TO_ETH,
    exchanges: [vaults(LATE), quoted(BTC_TO_ETH_QUERY, { ...json({ code: 13, message: 'panic' }), status: 500 })],
    expected: { error: 'unreachable' },
  },
]

export const QUOTES: readonly QuoteCase[] = [
  ...answered,
  ...refused,
  ...unrouted,
  ...wrong,
  ...ambiguous,
  ...limits,
  ...unwell,
]
