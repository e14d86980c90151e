import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { ARBITRUM_USDT_ID, asking, BASE_USDC_ID, rewritten, serverPrepared, textOf, WALLET } from './exchanges.ts'
import { BITCOIN_BODY, STELLAR_BODY, stellarQuote } from './quote-cases.ts'

const FIRM = { dry: false, quoteWaitingTimeMs: 3000 }
const EVM_ADDRESS = '0x76b4c56085ED136a8744D52bE956396624a730E8'
const STELLAR_ADDRESS = 'GA7CH2AWAA4VSSRTRFHWKZHBWE2IXPL2ACENILCKZNZ65LWVTQAJ3GCF'
const BTC_ADDRESS = 'bc1q5dspp2mj2f0gd2an0n23hwrnr6uhtjd5ajehns'

function refused(name: string, from: string, to: string): PrepareCase {
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
  ['"minAmountOut": "99242513"', '"minAmountOut": "99143013"'],
] as const
const LOWER_BUT_TIGHT = [
  ['"amountOut": "99741220"', '"amountOut": "99641220"'],
  ['"minAmountOut": "99242513"', '"minAmountOut": "99242655"'],
  ['"slippageTolerance": 50', '"slippageTolerance": 40'],
] as const
const withDepositMemo = rewritten('quote-evm.synthetic.json', [
  `"depositAddress": "${EVM_ADDRESS}"`,
  `"depositAddress": "${EVM_ADDRESS}", "depositMemo": "0123456789"`,
])
const lower = rewritten('quote-evm.synthetic.json', ...LOWER)
const lowerButTight = rewritten('quote-evm.synthetic.json', ...LOWER_BUT_TIGHT)

const evmSwap = (proof: string) =>
  serverPrepared(
    { depositAddress: EVM_ADDRESS },
    '22222222-2222-4222-8222-222222222222',
    '2026-10-01T22:37:38.460Z',
    proof,
  )

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
      '2026-09-30T21:13:05.000Z',
      textOf('quote-btc.synthetic.json'),
      { originAsset: 'nep141:btc.omft.near', destinationAsset: BASE_USDC_ID },
    ),
  },
  firmCase(
    'a memo is handed on as text',
    withDepositMemo,
    serverPrepared(
      { depositAddress: EVM_ADDRESS, depositMemo: '0123456789' },
      '22222222-2222-4222-8222-222222222222',
      '2026-10-01T22:37:38.460Z',
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
    rewritten(
      'quote-evm.synthetic.json',
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
      asking(rewritten('quote-evm.synthetic.json', ...LOWER, ['"slippageTolerance": 50', '"slippageTolerance": 40']), {
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
      asking(stellarQuote('quote-evm.synthetic.json', [EVM_ADDRESS, STELLAR_ADDRESS]), { ...STELLAR_BODY, ...FIRM }),
    ],
    expected: BAD_REPLY,
  },
  refused(
    'another recipient is refused',
    `"recipient": "${WALLET}"`,
    '"recipient": "0x3434343434343434343434343434343434343434"',
  ),
  refused(
    'another refund address is refused',
    `"refundTo": "${WALLET}"`,
    '"refundTo": "0x3434343434343434343434343434343434343434"',
  ),
  refused('another destination asset is refused', ARBITRUM_USDT_ID, 'nep141:arb.omft.near'),
  refused('another amount is refused', '"amountIn": "100000000"', '"amountIn": "90000000"'),
  refused('a deposit address of another chain is refused', EVM_ADDRESS, BTC_ADDRESS),
  refused('no deposit address is refused', `"${EVM_ADDRESS}"`, 'null'),
  refused(
    'a deposit address that has expired is refused',
    '"deadline": "2026-10-01T22:37:38.460Z"',
    '"deadline": "2026-09-30T20:13:05.000Z"',
  ),
]
