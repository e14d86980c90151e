import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { ARBITRUM_USDT_ID, asking, BASE_USDC_ID, rewritten, serverPrepared, textOf, WALLET } from './exchanges.ts'
import { QUOTE_KEY } from '../../../src/providers/near-intents/signature.ts'
import { signed } from './signing.ts'
import { BITCOIN_BODY, STELLAR_BODY, stellarQuote } from './quote-cases.ts'

const OTHER_ADDRESS = '0x000000000000000000000000000000000000bAd1'
const DEADLINE = '2026-09-30T21:13:05.000Z'
/** When the deposit address of the recording dies. */
const LIFE = '2026-10-03T21:13:05.000Z'
const FIRM = { dry: false, quoteWaitingTimeMs: 3000 }
const EVM_ADDRESS = '0x76b4c56085ED136a8744D52bE956396624a730E8'
const STELLAR_ADDRESS = 'GA7CH2AWAA4VSSRTRFHWKZHBWE2IXPL2ACENILCKZNZ65LWVTQAJ3GCF'
const BTC_ADDRESS = 'bc1q5dspp2mj2f0gd2an0n23hwrnr6uhtjd5ajehns'

/** A quote that the provider has signed with these changes. */
const firm = (...changes: readonly (readonly [from: string, to: string])[]) =>
  signed(rewritten('quote-evm.synthetic.json', ...changes))

/** The same is refused, however well it is signed. */
function refused(name: string, ...changes: readonly (readonly [from: string, to: string])[]): PrepareCase {
  return {
    name,
    quote: 'a token to another chain',
    exchanges: [asking(firm(...changes), FIRM)],
    expected: BAD_REPLY,
  }
}

/** What is changed in a quote after it was signed. */
function tampered(name: string, from: string, to: string): PrepareCase {
  return {
    name,
    quote: 'a token to another chain',
    exchanges: [asking(rewritten('quote-evm.synthetic.json', [from, to]), FIRM)],
    expected: BAD_REPLY,
  }
}

/** The quote of the lock, lower by a little: its own minimum would be below the promised 99.242513. */
const LOWER = [
  ['"amountOut": "99741220"', '"amountOut": "99641220"'],
  ['"amountOutFormatted": "99.741220"', '"amountOutFormatted": "99.641220"'],
  ['"minAmountOut": "99242513"', '"minAmountOut": "99143013"'],
] as const
const LOWER_BUT_TIGHT = [
  ['"amountOut": "99741220"', '"amountOut": "99641220"'],
  ['"minAmountOut": "99242513"', '"minAmountOut": "99242655"'],
  ['"slippageTolerance": 50', '"slippageTolerance": 40'],
] as const
const withDepositMemo = firm([
  `"depositAddress": "${EVM_ADDRESS}"`,
  `"depositAddress": "${EVM_ADDRESS}", "depositMemo": "0123456789"`,
])
const withEmptyRedirections = firm([
  '"recipientType"',
  '"customRecipientMsg": "", "virtualChainRecipient": null, "rebates": [], "recipientType"',
])
const lower = firm(...LOWER)
const lowerButTight = firm(...LOWER_BUT_TIGHT)

const evmSwap = (proof: string, depositBefore = DEADLINE) =>
  serverPrepared({ depositAddress: EVM_ADDRESS }, '22222222-2222-4222-8222-222222222222', depositBefore, proof)

const firmCase = definePrepares('a token to another chain', (reply) => asking(reply, FIRM))

/** What execute makes of public routes. */
export const prepares: readonly PrepareCase[] = [
  firmCase(
    'a token: the firm quote creates the deposit address',
    { status: 201, file: 'quote-evm.synthetic.json' },
    evmSwap(textOf('quote-evm.synthetic.json')),
  ),
  {
    name: 'a native coin of a chain without contracts',
    quote: 'a native coin of a chain without contracts, with the fee of an integrator',
    exchanges: [asking({ status: 201, file: 'quote-btc.synthetic.json' }, { ...BITCOIN_BODY, ...FIRM })],
    expected: serverPrepared(
      { depositAddress: BTC_ADDRESS },
      '11111111-1111-4111-8111-111111111111',
      '2026-10-01T00:13:05.000Z',
      textOf('quote-btc.synthetic.json'),
      {
        ...{ refund: '0.000015 BTC', amountIn: '100000' },
        ...{ originAsset: 'nep141:btc.omft.near', destinationAsset: BASE_USDC_ID },
      },
    ),
  },
  firmCase(
    'a memo is handed on as text',
    withDepositMemo,
    serverPrepared(
      { depositAddress: EVM_ADDRESS, depositMemo: '0123456789' },
      '22222222-2222-4222-8222-222222222222',
      DEADLINE,
      withDepositMemo.text,
    ),
  ),
  {
    name: 'a price that fell a little is asked for again with the slippage that is left of the promise',
    quote: 'a token to another chain',
    exchanges: [asking(lower, FIRM), asking(lowerButTight, { ...FIRM, slippageTolerance: 40 })],
    expected: evmSwap(lowerButTight.text),
  },
  firmCase(
    'a price that fell below the promise is not taken',
    firm(
      ['"amountOut": "99741220"', '"amountOut": "99242512"'],
      ['"minAmountOut": "99242513"', '"minAmountOut": "98746299"'],
    ),
    UNAVAILABLE,
  ),
  {
    name: 'a price that goes on falling is not taken',
    quote: 'a token to another chain',
    exchanges: [
      asking(lower, FIRM),
      asking(firm(...LOWER, ['"slippageTolerance": 50', '"slippageTolerance": 40']), {
        ...FIRM,
        slippageTolerance: 40,
      }),
    ],
    expected: UNAVAILABLE,
  },
  firmCase('a pair that is no longer quoted is unavailable', refusal('error-no-liquidity.json'), UNAVAILABLE),
  {
    name: 'a deposit address without the memo that it needs is refused',
    quote: 'a coin whose deposits need a memo',
    exchanges: [
      asking(signed(stellarQuote('quote-evm.synthetic.json', [EVM_ADDRESS, STELLAR_ADDRESS], ['"SIMPLE"', '"MEMO"'])), {
        ...STELLAR_BODY,
        ...FIRM,
      }),
    ],
    expected: BAD_REPLY,
  },
  refused('another recipient is refused', [
    `"recipient": "${WALLET}"`,
    '"recipient": "0x3434343434343434343434343434343434343434"',
  ]),
  refused('another refund address is refused', [
    `"refundTo": "${WALLET}"`,
    '"refundTo": "0x3434343434343434343434343434343434343434"',
  ]),
  refused('another destination asset is refused', [ARBITRUM_USDT_ID, 'nep141:arb.omft.near']),
  refused('another amount is refused', ['"amountIn": "100000000"', '"amountIn": "90000000"']),
  refused('a deposit that must be larger than was agreed is refused', [
    '"minAmountIn": "100000000"',
    '"minAmountIn": "100000001"',
  ]),
  refused('a deposit address of another chain is refused', [EVM_ADDRESS, BTC_ADDRESS]),
  refused('no deposit address is refused', [`"${EVM_ADDRESS}"`, 'null']),
  refused('a price that is signed, with a deposit address beside it, is refused', ['"dry": false', '"dry": true']),
  refused('another deposit mode is refused', ['"SIMPLE"', '"MEMO"']),
  refused('another deadline than was asked for is refused', [
    `"deadline": "${DEADLINE}"`,
    '"deadline": "2026-09-30T21:33:05.000Z"',
  ]),
  refused('a deposit address whose deadline has passed is refused, whatever that of its request is', [
    `"deadline": "${LIFE}"`,
    '"deadline": "2026-09-30T20:13:05.000Z"',
  ]),
  refused('a deposit address that dies before a deposit can be paid and confirmed is refused', [
    `"deadline": "${LIFE}"`,
    '"deadline": "2026-09-30T20:28:04.000Z"',
  ]),
  refused('a deposit address without its deadline is refused', [`"deadline": "${LIFE}",`, '']),
  ...['virtualChainRecipient', 'virtualChainRefundRecipient'].flatMap((name) => [
    refused(`a signed request with ${name} is refused: it was not asked for`, [
      '"recipientType"',
      `"${name}": "${OTHER_ADDRESS}", "recipientType"`,
    ]),
    refused(`a signed quote with ${name} is refused`, ['"amountIn"', `"${name}": "${OTHER_ADDRESS}", "amountIn"`]),
  ]),
  refused('a signed message that names another receiver is refused', [
    '"amountIn"',
    '"customRecipientMsg": "{\\"receiver_id\\":\\"attacker.near\\"}", "amountIn"',
  ]),
  refused('shares of the payout for others are refused', [
    '"recipientType"',
    '"rebates": [{"recipient": "attacker.near", "share": 50}], "recipientType"',
  ]),
  firmCase(
    'members for other recipients that are empty are those of any quote',
    withEmptyRedirections,
    evmSwap(withEmptyRedirections.text),
  ),
  refused('higher app fees than were quoted are refused', ['"fee": 20', '"fee": 21']),
  refused('app fees that cannot be read are refused', ['"fee": 20', '"fee": "some"']),
  refused('a least output above the expected one is refused', [
    '"minAmountOut": "99242513"',
    '"minAmountOut": "99741221"',
  ]),
  firmCase(
    'a refund that would cost the whole amount is not offered',
    firm(['"refundFee": "2400"', '"refundFee": "100000000"']),
    UNAVAILABLE,
  ),
  firmCase(
    'a refund that became dear since the quote is not taken',
    firm(['"refundFee": "2400"', '"refundFee": "1000000"']),
    UNAVAILABLE,
  ),
  refused('a quote that was signed long ago is refused', [
    '"timestamp": "2026-09-30T20:1',
    '"timestamp": "2026-09-30T20:0',
  ]),
  firmCase(
    'the deadline of a deposit address that dies before refunds begin is the one to pay by',
    firm([`"deadline": "${LIFE}"`, '"deadline": "2026-09-30T20:40:00.000Z"']),
    evmSwap(firm([`"deadline": "${LIFE}"`, '"deadline": "2026-09-30T20:40:00.000Z"']).text, '2026-09-30T20:40:00.000Z'),
  ),
  tampered(
    'a deposit address that was replaced is refused: the signature is of another quote',
    EVM_ADDRESS,
    '0x3434343434343434343434343434343434343434',
  ),
  tampered('a quote without its signature is refused', '"signature": "ed25519:', '"unsigned": "ed25519:'),
  {
    name: 'a quote that another key has signed than that of production is refused',
    settings: { QUOTE_KEY },
    quote: 'a token to another chain',
    exchanges: [asking('quote-evm.synthetic.json', FIRM)],
    expected: BAD_REPLY,
  },
]
