import { BAD_REPLY, defineQuotes } from '../../support/case-makers.ts'
import type { ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import { refusal, json } from '../../support/recordings.ts'
import { swapQuery } from '../thorchain-family/exchanges.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'
import { BTC_TO_ETH, BTC_TO_ETH_QUERY, EARLY, LATE, PAID_IN_BITCOIN, pools, quoted, vaults } from './exchanges.ts'

const USDC = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'
const AFFILIATE_WALLET = '0x3021c479f7f8c9f1d5c7d8523ba5e22c0bcb5430'

const priced = (route: Omit<ExpectedRoute, 'steps'>) => ({ routes: [{ ...route, steps: ['swap THORChain'] }] })

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

const btcCase = defineQuotes(BTC_TO_ETH, (answer) => [vaults(LATE), quoted(BTC_TO_ETH_QUERY, answer)])

/** Bitcoin for USDC to a recipient whose memo does not fit into an OP_RETURN output. */
const LONG = {
  request: {
    ...BTC_TO_ETH,
    dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    recipient: '0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a',
  },
  query: { ...BTC_TO_ETH_QUERY, to_asset: USDC, destination: '0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a' },
  memo: `=:${USDC}:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:118500000/1/0`,
} as const

/** A case that the node refuses first, and then answers with further outputs. */
const longCase = (name: string, answer: Parameters<typeof quoted>[1], expected: QuoteCase['expected']): QuoteCase => ({
  name,
  request: LONG.request,
  exchanges: [
    ...[vaults(LATE), pools(), quoted(LONG.query, refusal('error-memo-too-long.json', 400))],
    quoted({ ...LONG.query, extended: 'true' }, answer),
  ],
  expected,
})

/** The outputs of that memo, one of them changed. @param at which @param change what is said of it instead */
function withOutputs(at: number, change: object) {
  const outputs = [
    { type: 'op_return', data: Buffer.from(`${LONG.memo.slice(0, 79)}^`).toString('hex'), amount: 0 },
    { type: 'address', data: 'bc1qxs6kvdeh8yexzsf489jnzvpk89sn5vf3hm9czf', amount: 294 },
    { type: 'address', data: 'bc1q8q6nqvpsxqcz7vf0xqqqqqqqqqqqqqqqqx2x2v', amount: 294 },
  ]
  const vout = outputs.map((output, index) => (index === at ? { ...output, ...change } : output))
  return reply({ memo: LONG.memo, expected_amount_out: '2035299208', vout }, { asset: USDC })
}

/** Outputs of a node that do not carry its memo. */
const LIES: readonly (readonly [what: string, answer: Parameters<typeof quoted>[1]])[] = [
  ['an output for somebody else', withOutputs(1, { data: WALLETS.bitcoin })],
  ['another beginning of the memo', withOutputs(0, { data: '3d' })],
  ['an output of more than the chain needs', withOutputs(2, { amount: 295 })],
  ['an output of another kind', withOutputs(2, { type: 'op_return' })],
  ['a memo without its outputs', reply({ memo: LONG.memo, expected_amount_out: '2035299208' }, { asset: USDC })],
]

const longMemos: readonly QuoteCase[] = [
  longCase(
    'BTC to USDC: a memo of more than 80 bytes, whose further outputs are those that are made of it here',
    'quote-btc-extended-vout.synthetic.json',
    priced({
      routeId: 'thorchain-e472cd525a9528db',
      amountOut: '20.352992',
      minimumOut: '1.185',
      priceImpactBps: 18,
      fees: ['liquidity_fee 0.020373 USDC ?', 'destination_gas 0.000549 USDC ?', 'source_gas 0.00001 BTC ? on top'],
      estimatedTimeSec: 1674,
      expiresAt: '2024-08-02T05:08:36.000Z',
    }),
  ),
  longCase('a memo that is too long for further outputs too has no route', refusal('error-memo-too-long.json', 400), {
    noRoute: 'pair_unsupported',
  }),
  ...LIES.map(([what, answer]) => longCase(`${what} is no way to carry a memo`, answer, BAD_REPLY)),
]

const answered: readonly QuoteCase[] = [
  {
    name: 'BNB to BTC: a native coin that its router takes',
    request: {
      src: 'bsc:native',
      dst: 'bitcoin:native',
      amount: '136',
      slippageBps: 10_000,
      depositor: WALLETS.evm,
      recipient: PAID_IN_BITCOIN,
    },
    exchanges: [
      vaults(LATE),
      quoted(swapQuery('BSC.BNB', 'BTC.BTC', '13600000000', PAID_IN_BITCOIN), 'quote-evm.json'),
    ],
    expected: priced({
      routeId: 'thorchain-f52aca18982fb3b3',
      amountOut: '0.97940466',
      minimumOut: '0',
      priceImpactBps: 32,
      fees: ['liquidity_fee 0.00156992 BTC ?', 'destination_gas 0.00004062 BTC ?', 'source_gas 0.00008 BNB ? on top'],
      estimatedTimeSec: 2688,
      expiresAt: '2025-01-07T08:54:49.000Z',
    }),
  },
  btcCase(
    'BTC to ETH: a deposit with OP_RETURN',
    'quote-btc.json',
    priced({
      routeId: 'thorchain-db83d456970ea994',
      amountOut: '20.35299208',
      minimumOut: '0',
      priceImpactBps: 18,
      fees: ['liquidity_fee 0.02037232 ETH ?', 'destination_gas 0.0005484 ETH ?', 'source_gas 0.00001 BTC ? on top'],
      estimatedTimeSec: 1674,
      expiresAt: '2024-08-02T05:08:36.000Z',
    }),
  ),
  {
    name: 'without wallets there is a price but no memo, and the slippage decides the minimum',
    request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '1' },
    exchanges: [
      vaults(EARLY),
      quoted(swapQuery('BTC.BTC', 'ETH.ETH', '100000000', undefined, 50), 'quote-btc-no-destination.json'),
    ],
    expected: priced({
      routeId: 'thorchain-db83d456970ea994',
      amountOut: '17.70607901',
      priceImpactBps: 42,
      fees: ['liquidity_fee 0.03834248 ETH ?', 'destination_gas 0.01 ETH ?'],
      estimatedTimeSec: 4920,
      expiresAt: '2024-03-10T16:19:14.000Z',
    }),
  },
  {
    name: 'RUNE to ETH: a message on its own chain, which has no vault',
    request: { ...BTC_TO_ETH, src: 'thorchain:native', amount: '20', depositor: WALLETS.thorchain },
    exchanges: [
      vaults(LATE),
      quoted(swapQuery('THOR.RUNE', 'ETH.ETH', '2000000000', WALLETS.paidInEther), 'quote-rune.synthetic.json'),
    ],
    expected: priced({
      routeId: 'thorchain-df52cd4fa63a094b',
      amountOut: '0.0249',
      minimumOut: '0',
      priceImpactBps: 10,
      fees: ['liquidity_fee 0.000012 ETH ?', 'destination_gas 0.0005484 ETH ?'],
      estimatedTimeSec: 30,
      expiresAt: '2026-09-21T14:13:20.000Z',
    }),
  },
  {
    name: 'BTC to USDC: a limit that holds the slippage, and an abbreviated asset that fits no other pool',
    request: { ...BTC_TO_ETH, dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', slippageBps: 100 },
    exchanges: [
      vaults(LATE),
      pools(),
      quoted(
        { ...BTC_TO_ETH_QUERY, to_asset: USDC, liquidity_tolerance_bps: '100' },
        reply(
          {
            memo: `=:ETH.USDC-8:${WALLETS.paidInEther.toLowerCase()}:6693300000099/1/0`,
            expected_amount_out: '6760909090999',
          },
          { asset: USDC, outbound: '123456789', liquidity: '1' },
        ),
      ),
    ],
    expected: priced({
      routeId: 'thorchain-e472cd525a9528db',
      // 1e8 to six decimals: what comes out is rounded down, what is taken is rounded up.
      amountOut: '67609.090909',
      minimumOut: '66933',
      priceImpactBps: 6,
      fees: ['liquidity_fee 0.000001 USDC ?', 'destination_gas 1.234568 USDC ?'],
      estimatedTimeSec: 624,
      expiresAt: '2024-03-10T16:19:14.000Z',
    }),
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
        swapQuery('GAIA.ATOM', 'BCH.BCH', '1234567800', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 200),
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
    expected: priced({
      routeId: 'thorchain-39195a0dbc257360',
      amountOut: '0.346',
      minimumOut: '0.34',
      priceImpactBps: 6,
      fees: ['destination_gas 0.00105 BCH ?'],
      estimatedTimeSec: 624,
      expiresAt: '2024-03-10T16:19:14.000Z',
    }),
  },
]

const unrouted: readonly QuoteCase[] = [
  {
    name: 'an amount below the recommended minimum of a good quote has no route',
    request: { ...BTC_TO_ETH, amount: '0.0001' },
    exchanges: [vaults(LATE), quoted({ ...BTC_TO_ETH_QUERY, amount: '10000' }, 'quote-btc.json')],
    expected: { noRoute: 'below_minimum', minimum: '0.0001076' },
  },
  {
    name: 'a destination chain whose trading is paused has no route',
    request: { ...BTC_TO_ETH, dst: 'xrpl:native', recipient: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' },
    exchanges: [vaults(LATE)],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'a destination chain that is halted has no route',
    request: { ...BTC_TO_ETH, dst: 'zcash:native', recipient: WALLETS.zcash },
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
]

const wrong: readonly QuoteCase[] = [
  btcCase('an asset of the network itself is not shown', 'quote-trade-asset.json', BAD_REPLY),
  btcCase('a tolerance it calls out of range is not shown', refusal('error-tolerance-range.json'), BAD_REPLY),
  {
    name: 'an affiliate nobody asked for is not shown',
    request: { ...BTC_TO_ETH, recipient: AFFILIATE_WALLET },
    exchanges: [
      vaults(LATE),
      quoted({ ...BTC_TO_ETH_QUERY, destination: AFFILIATE_WALLET }, 'quote-btc-affiliate.json'),
    ],
    expected: BAD_REPLY,
  },
]

export const QUOTES: readonly QuoteCase[] = [...answered, ...longMemos, ...unrouted, ...wrong]
