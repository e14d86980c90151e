import { json, refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineQuotes, unaskedCase } from '../../support/case-makers.ts'
import type { CaseRequest, ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import {
  ARBITRUM_USDT,
  asking,
  BASE_USDC,
  BASE_USDC_ID,
  altered,
  rewritten,
  listing,
  STELLAR_WALLET,
  WALLET,
  XLM_ID,
} from './exchanges.ts'

const REFUND_TO = 'bc1qpjqsdj3qvfl4hzfa49p28ns9xkpl73cyg9exzn'
const PLACEHOLDER = '0x112628cfDBd5b845967e7583a5cc179f0cF40C3B'

/** 100 USDC on Base for USDT on Arbitrum. */
export const stables: CaseRequest = {
  src: BASE_USDC,
  dst: ARBITRUM_USDT,
  amount: '100',
  depositor: WALLET,
  recipient: WALLET,
}
const stablesRoute: ExpectedRoute = {
  routeId: 'near-intents-3d8fc24c1c7ad3b4',
  amountOut: '99.74122',
  minimumOut: '99.242513',
  srcUsd: '99.99',
  dstUsd: '99.7312',
  fees: ['protocol_fee 0.2 USDC 0.19998', 'bridge_fee 0.0082 USDT0 0.008199'],
  steps: ['swap NEAR Intents'],
  estimatedTimeSec: 35,
  display: { refundFee: '0.0024 USDC' },
}
const { display: _refund, ...withoutRefundFee } = stablesRoute
const bitcoin: CaseRequest = {
  src: 'bitcoin:native',
  dst: BASE_USDC,
  amount: '0.001',
  slippageBps: 100,
  depositor: REFUND_TO,
  recipient: WALLET,
}

/** What is sent for `bitcoin`, but for what the reader adds. */
export const BITCOIN_BODY = {
  slippageTolerance: 100,
  originAsset: 'nep141:btc.omft.near',
  destinationAsset: BASE_USDC_ID,
  amount: '100000',
  refundTo: REFUND_TO,
  deadline: '2026-10-01T00:13:05.000Z',
}

/** What is sent for 10 XLM, but for what the reader adds. */
export const STELLAR_BODY = { depositMode: 'MEMO', originAsset: XLM_ID, refundTo: STELLAR_WALLET }

/** A recording with 10 XLM in place of 100 USDC, which have as many base units. */
export function stellarQuote(name: string, ...changes: readonly (readonly [string, string])[]) {
  return rewritten(
    name,
    [BASE_USDC_ID, XLM_ID],
    [`"refundTo": "${WALLET}"`, `"refundTo": "${STELLAR_WALLET}"`],
    ['"amountInFormatted": "100.0"', '"amountInFormatted": "10.0"'],
    ...changes,
  )
}

const stablesCase = defineQuotes(stables, (reply) => [listing(), asking(reply)])

const refused = (name: string, message: string, expected: Parameters<typeof stablesCase>[2]) =>
  stablesCase(name, json({ message }, 400), expected)

/** A reply whose amounts contradict each other. */
const contradicting = (what: string, ...changes: readonly (readonly [from: string, to: string])[]) =>
  stablesCase(`${what} is refused`, rewritten('quote-evm-dry.synthetic.json', ...changes), BAD_REPLY)

const mismatched = (what: string, from: string, to: string) =>
  stablesCase(
    `a quote for another ${what} than asked for is refused`,
    rewritten('quote-evm-dry.synthetic.json', [from, to]),
    BAD_REPLY,
  )

/** Quotes without a partner token. */
export const quotes: readonly QuoteCase[] = [
  stablesCase('a token to another chain', { status: 201, file: 'quote-evm-dry.synthetic.json' }, [stablesRoute]),
  {
    name: 'a native coin of a chain without contracts, with the fee of an integrator',
    request: bitcoin,
    exchanges: [listing(), asking({ status: 201, file: 'quote-btc.synthetic.json' }, BITCOIN_BODY)],
    expected: {
      routes: [
        {
          routeId: 'near-intents-44534cd346de5a7d',
          amountOut: '83.284843',
          minimumOut: '82.451994',
          srcUsd: '83.70',
          dstUsd: '83.2765',
          fees: [
            'integrator_fee 0.0000015 BTC 0.12555',
            'protocol_fee 0.000002 BTC 0.1674',
            'bridge_fee 0.0024 USDC 0.002399',
          ],
          steps: ['swap NEAR Intents'],
          estimatedTimeSec: 807,
          display: {
            refundFee: '0.000015 BTC',
            warnings: ['A refund would cost 0.000015 BTC, which is 1.5 % of the amount'],
          },
        },
      ],
    },
  },
  stablesCase(
    'an amount of which a refund would leave nothing has no route',
    rewritten('quote-evm-dry.synthetic.json', ['"refundFee": "2400"', '"refundFee": "100000000"']),
    'below_minimum',
  ),
  contradicting('a least output above the expected one', ['"minAmountOut": "99242513"', '"minAmountOut": "99741221"']),
  mismatched('recipient by a message', '"recipientType"', '"customRecipientMsg": "attacker.near", "recipientType"'),
  {
    name: 'a coin whose deposits need a memo',
    request: { ...stables, src: 'stellar:native', amount: '10', depositor: STELLAR_WALLET },
    exchanges: [listing(), asking(stellarQuote('quote-evm-dry.synthetic.json'), STELLAR_BODY)],
    expected: {
      routes: [
        {
          ...stablesRoute,
          routeId: 'near-intents-aedf1d41f50098d8',
          fees: ['protocol_fee 0.02 XLM 0.19998', 'bridge_fee 0.0082 USDT0 0.008199'],
          display: { refundFee: '0.00024 XLM' },
        },
      ],
    },
  },
  {
    name: 'without wallets the price is asked for with addresses that nobody owns',
    request: { src: BASE_USDC, dst: ARBITRUM_USDT, amount: '100' },
    exchanges: [
      listing(),
      asking(
        { ...rewritten('quote-evm-dry.synthetic.json', [WALLET, PLACEHOLDER]), status: 201 },
        { refundTo: PLACEHOLDER, recipient: PLACEHOLDER },
      ),
    ],
    expected: { routes: [stablesRoute] },
  },
  stablesCase(
    'a coin that has no price has no value and no fees in dollars',
    rewritten(
      'quote-evm-dry.synthetic.json',
      ['"amountInUsd": "99.9900",', '"amountInUsd": "0",'],
      ['"amountOutUsd": "99.7312",', ''],
    ),
    [
      {
        ...stablesRoute,
        srcUsd: undefined,
        dstUsd: undefined,
        fees: ['protocol_fee 0.2 USDC ?', 'bridge_fee 0.0082 USDT0 ?'],
      },
    ],
  ),
  stablesCase(
    'a deposit whose refund costs nothing, or whose cost is not stated as a number, says nothing of it',
    rewritten('quote-evm-dry.synthetic.json', ['"refundFee": "2400"', '"refundFee": 2400']),
    [withoutRefundFee],
  ),
  contradicting('an output of 100 times as much as it writes out', [
    '"amountOut": "99741220"',
    '"amountOut": "9974122000"',
  ]),
  contradicting('an input in other decimals than it writes out', [
    '"amountInFormatted": "100.0"',
    '"amountInFormatted": "0.0001"',
  ]),
  contradicting(
    'an output of 100 times as much as its own prices make of it',
    ['"amountOut": "99741220"', '"amountOut": "9974122000"'],
    ['"amountOutFormatted": "99.741220"', '"amountOutFormatted": "9974.122"'],
  ),
  contradicting(
    'an output that is worth 100 times what is sent',
    ['"amountOut": "99741220"', '"amountOut": "9974122000"'],
    ['"amountOutFormatted": "99.741220"', '"amountOutFormatted": "9974.122"'],
    ['"amountOutUsd": "99.7312"', '"amountOutUsd": "9973.12"'],
  ),
  stablesCase(
    'amounts that are written out in another way are not held against it',
    rewritten(
      'quote-evm-dry.synthetic.json',
      ['"amountOutFormatted": "99.741220"', '"amountOutFormatted": "99,741220"'],
      ['"amountInFormatted": "100.0"', '"amountInFormatted": 100'],
    ),
    [stablesRoute],
  ),
  {
    name: 'a list of prices that lags does not lose the route',
    request: stables,
    exchanges: [
      listing(rewritten('tokens-wide.synthetic.json', ['"price": 1,', '"price": 0.5,'])),
      asking({ status: 201, file: 'quote-evm-dry.synthetic.json' }),
    ],
    expected: { routes: [stablesRoute] },
  },
  {
    name: 'at lock market makers are given more time, and a second chance',
    request: { ...stables, forLock: true },
    exchanges: [
      listing(),
      asking(refusal('error-no-route.json'), { quoteWaitingTimeMs: 3000 }),
      asking({ status: 201, file: 'quote-evm-dry.synthetic.json' }, { quoteWaitingTimeMs: 5000 }),
    ],
    expected: { routes: [stablesRoute] },
  },
  {
    name: 'the published example, which answers another amount than it echoes, is refused',
    request: {
      src: 'arbitrum:0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      dst: 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      amount: '0.001',
      slippageBps: 100,
      depositor: '0x2527D02599Ba641c19FEa793cD0F167589a0f10D',
      recipient: '13QkxhNMrTPxoCkRdYdJ65tFuwXPhL5gLS2Z5Nr6gjRK',
    },
    exchanges: [
      listing(),
      asking('quote-evm.openapi-example.json', {
        slippageTolerance: 100,
        originAsset: 'nep141:arb-0xaf88d065e77c8cc2239327c5edb3a432268e5831.omft.near',
        destinationAsset: 'nep141:sol-5ce3bf3a31af18be40ba30f721101b4341690186.omft.near',
        amount: '1000',
        refundTo: '0x2527D02599Ba641c19FEa793cD0F167589a0f10D',
        recipient: '13QkxhNMrTPxoCkRdYdJ65tFuwXPhL5gLS2Z5Nr6gjRK',
      }),
    ],
    expected: BAD_REPLY,
  },
  {
    name: 'a recorded quote that pays inside the ledger instead of on the chain is refused',
    request: {
      src: 'stellar:native',
      dst: 'near:native',
      amount: '57.3995009',
      slippageBps: 100,
      depositor: STELLAR_WALLET,
      recipient: '0c279aaeb803608f60bf8eac25a52570e4a32551f5feb854f0f0355f028760ed',
    },
    exchanges: [
      listing(),
      asking('quote-intents-live.json', {
        depositMode: 'MEMO',
        slippageTolerance: 100,
        originAsset: XLM_ID,
        destinationAsset: 'nep141:wrap.near',
        amount: '573995009',
        refundTo: STELLAR_WALLET,
        recipient: '0c279aaeb803608f60bf8eac25a52570e4a32551f5feb854f0f0355f028760ed',
      }),
    ],
    expected: BAD_REPLY,
  },
  mismatched('recipient', `"recipient": "${WALLET}"`, '"recipient": "0x3434343434343434343434343434343434343434"'),
  mismatched('refund address', `"refundTo": "${WALLET}"`, '"refundTo": "0x3434343434343434343434343434343434343434"'),
  mismatched('source asset', `"originAsset": "${BASE_USDC_ID}"`, '"originAsset": "nep141:base.omft.near"'),
  mismatched('destination', '"recipientType": "DESTINATION_CHAIN"', '"recipientType": "INTENTS"'),
  mismatched('deposit type', '"depositType": "ORIGIN_CHAIN"', '"depositType": "INTENTS"'),
  mismatched('refund type', '"refundType": "ORIGIN_CHAIN"', '"refundType": "INTENTS"'),
  mismatched('amount', '"amountIn": "100000000"', '"amountIn": "100000001"'),
  mismatched('slippage', '"slippageTolerance": 50', '"slippageTolerance": 500'),
  mismatched('kind of swap', '"EXACT_INPUT"', '"EXACT_OUTPUT"'),
  {
    name: 'below the minimum of the bridge',
    request: { ...stables, amount: '1' },
    exchanges: [listing(), asking(refusal('error-below-minimum.json'), { amount: '1000000' })],
    expected: { noRoute: 'below_minimum', minimum: '8.51613' },
  },
  stablesCase(
    'below a minimum in dollars, which is no amount of the asset',
    refusal('error-temporary-limit.json'),
    'below_minimum',
  ),
  stablesCase(
    'fees and a duration that cannot be read are told as unknown, not a reason to lose the route',
    altered('quote-evm-dry.synthetic.json', {
      'quoteRequest.appFees.0.fee': 'some',
      'quote.withdrawFee': 8_200,
      'quote.timeEstimate': undefined,
      'quoteRequest.deadline': 'soon',
    }),
    [
      {
        ...stablesRoute,
        fees: [],
        estimatedTimeSec: 300,
        display: {
          refundFee: '0.0024 USDC',
          warnings: ['NEAR Intents states a fee that cannot be read, so the fees of this route are incomplete'],
        },
      },
    ],
  ),
  stablesCase('no liquidity', refusal('error-no-liquidity.json'), 'no_liquidity'),
  stablesCase('no market maker answers', refusal('error-no-route.json'), 'no_liquidity'),
  refused('a pair that is not quoted', 'Quoting for this pair is not available', 'pair_unsupported'),
  refused('an asset that is no longer accepted', 'tokenOut is not valid', 'pair_unsupported'),
  refused('a wallet that is not served', 'recipient is not valid', 'needs_change'),
  refused('an unknown refusal', 'Something else', BAD_REPLY),
  {
    name: 'a placeholder that is not accepted asks for the wallet',
    request: { src: BASE_USDC, dst: ARBITRUM_USDT, amount: '100', recipient: WALLET },
    exchanges: [
      listing(),
      asking({ status: 400, text: '{"message":["refundTo is not valid"]}' }, { refundTo: PLACEHOLDER }),
    ],
    expected: { noRoute: 'needs_wallet' },
  },
  unaskedCase(
    'no placeholder is promised anything',
    { src: BASE_USDC, dst: ARBITRUM_USDT, amount: '100', recipient: WALLET, forLock: true },
    { noRoute: 'needs_wallet' },
  ),
  unaskedCase(
    'a confidential swap without a partner token is not made a public one',
    { ...stables, confidentiality: 'basic' },
    { noRoute: 'needs_key' },
  ),
  unaskedCase('native NEAR is no source: whether a deposit is NEAR or wrapped NEAR is not said plainly', {
    src: 'near:native',
    dst: BASE_USDC,
    amount: '1',
    depositor: '0c279aaeb803608f60bf8eac25a52570e4a32551f5feb854f0f0355f028760ed',
    recipient: WALLET,
  }),
  unaskedCase('a chain that is not served costs no request', { src: 'cosmos:native', dst: BASE_USDC, amount: '1' }),
  {
    name: 'an asset that is not listed',
    request: stables,
    exchanges: [listing('tokens.json')],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'another coin without address does not pass for the native one',
    request: { src: 'ethereum:native', dst: 'bitcoin:native', amount: '1' },
    exchanges: [listing(rewritten('tokens.json', ['"symbol": "ETH"', '"symbol": "USDC"']))],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'an asset that is counted in other decimals is refused',
    request: { src: 'ethereum:native', dst: 'bitcoin:native', amount: '1' },
    exchanges: [listing(rewritten('tokens.json', ['"decimals": 8', '"decimals": 18']))],
    expected: BAD_REPLY,
  },
  {
    name: 'a list with an entry of an unknown kind still lists the others',
    request: stables,
    exchanges: [
      listing(rewritten('tokens-wide.synthetic.json', ['"symbol": "ZEC"', '"symbol": 7'])),
      asking({ status: 201, file: 'quote-evm-dry.synthetic.json' }),
    ],
    expected: { routes: [stablesRoute] },
  },
]
