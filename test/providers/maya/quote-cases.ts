import { BAD_REPLY, defineQuotes } from '../../support/case-makers.ts'
import type { CaseRequest, ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { swapQuery } from '../thorchain-family/exchanges.ts'
import { unknownFee } from '../thorchain-family/shared-cases.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'
import { BTC_TO_ETH, BTC_TO_ETH_QUERY, PAID_IN_BITCOIN, pools, quoted, VAULTS, vaults } from './exchanges.ts'

const LATE = 'inbound_addresses-2026.synthetic.json'
/** Destination of the recorded quotes from RUNE to BTC. */
const PAID_FOR_RUNE = 'bc1qxhmdufsvnuaaaer4ynz88fspdsxq2h9e9cetdj'

const ETH_TO_BTC = {
  src: 'ethereum:native',
  dst: 'bitcoin:native',
  amount: '1',
  slippageBps: 61,
  depositor: WALLETS.evm,
  recipient: PAID_IN_BITCOIN,
} as const

const priced = (route: Omit<ExpectedRoute, 'steps'>) => ({ routes: [{ ...route, steps: ['swap Maya Protocol'] }] })

/** Old nodes leave out the fee of the pools. */
const UNKNOWN_FEE = unknownFee('Maya Protocol')

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

const btcCase = defineQuotes(BTC_TO_ETH, (answer) => [vaults(VAULTS), quoted(BTC_TO_ETH_QUERY, answer)])

const bareCase = defineQuotes({ src: 'bitcoin:native', dst: 'ethereum:native', amount: '1' }, (answer) => [
  vaults(VAULTS),
  quoted(swapQuery('BTC.BTC', 'ETH.ETH', '100000000', undefined, 50), answer),
])

const RUNE_TO_BTC: CaseRequest = {
  src: 'thorchain:native',
  dst: 'bitcoin:native',
  amount: '10000',
  slippageBps: 10_000,
  depositor: WALLETS.thorchain,
  recipient: PAID_FOR_RUNE,
}
const runeCase = defineQuotes(RUNE_TO_BTC, (answer) => [
  vaults(VAULTS),
  quoted(swapQuery('THOR.RUNE', 'BTC.BTC', '1000000000000', PAID_FOR_RUNE), answer),
])

const answered: readonly QuoteCase[] = [
  btcCase(
    'BTC to ETH: a deposit with OP_RETURN',
    'quote-btc-full.synthetic.json',
    priced({
      routeId: 'maya-4f008cccc47d8dbf',
      amountOut: '0.3359',
      minimumOut: '0.3325',
      priceImpactBps: 48,
      fees: ['liquidity_fee 0.00812 ETH ?', 'destination_gas 0.0036 ETH ?', 'source_gas 0.00003 BTC ? on top'],
      estimatedTimeSec: 684,
      expiresAt: '2026-09-21T14:13:20.000Z',
    }),
  ),
  {
    name: 'ETH to BTC: a native coin that its router takes, with a limit from the price without fees',
    request: ETH_TO_BTC,
    exchanges: [
      vaults(VAULTS),
      quoted(swapQuery('ETH.ETH', 'BTC.BTC', '100000000', PAID_IN_BITCOIN, 61), 'quote-evm.json'),
    ],
    expected: priced({
      routeId: 'maya-318e218852db06c7',
      amountOut: '0.05248264',
      minimumOut: '0.05216435',
      priceImpactBps: 22,
      fees: ['liquidity_fee 0.00003244 BTC ?', 'destination_gas 0.0000911 BTC ?', 'source_gas 0.00008 ETH ? on top'],
      estimatedTimeSec: 600,
      expiresAt: '2024-07-23T22:58:45.000Z',
    }),
  },
  bareCase(
    'without wallets there is a price but no memo; an old node leaves most fields out, and a fee with them',
    'quote-btc.json',
    priced({
      routeId: 'maya-db83d456970ea994',
      amountOut: '17.03141348',
      fees: ['destination_gas 0.012 ETH ?'],
      display: UNKNOWN_FEE,
      estimatedTimeSec: 4440,
    }),
  ),
  bareCase(
    'a memo of nothing is none',
    'quote-btc-no-destination.json',
    priced({
      routeId: 'maya-db83d456970ea994',
      amountOut: '17.40667871',
      priceImpactBps: 375,
      fees: ['destination_gas 0.0036 ETH ?'],
      estimatedTimeSec: 4320,
    }),
  ),
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
        swapQuery('MAYA.CACAO', 'ZEC.ZEC', '6305170239596', WALLETS.zcash, 100),
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
    expected: priced({
      routeId: 'maya-a534a1d4c32cb919',
      amountOut: '3.02898722',
      minimumOut: '2.99869735',
      fees: ['destination_gas 0.00015 ZEC ?'],
      display: UNKNOWN_FEE,
      // No block is shorter than six seconds.
      estimatedTimeSec: 6,
      expiresAt: '2024-07-23T22:58:45.000Z',
    }),
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
        swapQuery('THOR.RUNE', 'MAYA.MAYA', '10000000000', WALLETS.maya, 300),
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
    expected: priced({
      routeId: 'maya-61537529d0b65ca0',
      amountOut: '10',
      minimumOut: '9.7',
      fees: ['destination_gas 0.0001 MAYA ?'],
      display: UNKNOWN_FEE,
      estimatedTimeSec: 86_400,
      expiresAt: '2024-07-23T22:58:45.000Z',
    }),
  },
  {
    name: 'USDC to BTC: a token by the name of its pool',
    request: { ...ETH_TO_BTC, src: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '3500' },
    exchanges: [
      vaults(VAULTS),
      pools(),
      quoted(
        swapQuery(
          'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
          'BTC.BTC',
          '350000000000',
          PAID_IN_BITCOIN,
          61,
        ),
        reply(
          {
            inbound_address: '0xe2991999342a6ed8521ed49903f7267f31363a46',
            router: '0xe3985E6b61b814F7Cdb188766562ba71b446B46d',
            memo: `=:BTC.BTC:${PAID_IN_BITCOIN}:5216435/3/0`,
            expected_amount_out: '5248264',
          },
          { asset: 'BTC.BTC', outbound: '9110' },
        ),
      ),
    ],
    expected: priced({
      routeId: 'maya-dab46f97be56485f',
      amountOut: '0.05248264',
      minimumOut: '0.05216435',
      fees: ['destination_gas 0.0000911 BTC ?'],
      display: UNKNOWN_FEE,
      estimatedTimeSec: 6,
      expiresAt: '2024-07-23T22:58:45.000Z',
    }),
  },
]

const unrouted: readonly QuoteCase[] = [
  {
    name: 'a minimum in CACAO has ten decimals',
    request: { ...BTC_TO_ETH, src: 'mayachain:native', amount: '1', depositor: WALLETS.maya },
    exchanges: [
      vaults(VAULTS),
      quoted(
        { ...BTC_TO_ETH_QUERY, from_asset: 'MAYA.CACAO', amount: '10000000000' },
        json({ error: 'amount less than min swap amount (recommended_min_amount_in: 175961500865)' }, 400),
      ),
    ],
    expected: { noRoute: 'below_minimum', minimum: '17.5961500865' },
  },
  {
    name: 'a pool so thin that 44 percent would be lost has no route',
    request: { ...ETH_TO_BTC, amount: '4000', slippageBps: 10_000 },
    exchanges: [
      vaults(VAULTS),
      quoted(swapQuery('ETH.ETH', 'BTC.BTC', '400000000000', PAID_IN_BITCOIN), 'quote-evm-high-slippage.json'),
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
]

const wrong: readonly QuoteCase[] = [
  ...['quote-rune-affiliate.json', 'quote-rune-affiliate-2.json'].map((file) =>
    runeCase(`an affiliate nobody asked for is not shown: ${file}`, file, BAD_REPLY),
  ),
  runeCase(
    'a memo in the words of THORChain is not shown: its d is DOGE, here it is DASH',
    reply({ memo: `=:d:${PAID_FOR_RUNE}:0/1/0`, expected_amount_out: '86790283' }, { asset: 'BTC.BTC' }),
    BAD_REPLY,
  ),
]

export const QUOTES: readonly QuoteCase[] = [...answered, ...unrouted, ...wrong]
