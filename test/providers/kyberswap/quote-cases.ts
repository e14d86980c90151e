import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineQuotes, unaskedCase } from '../../support/case-makers.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import {
  ALICE,
  altered,
  asksRoute,
  BEEF,
  COIN_FILE,
  coinAsked,
  coinRequest,
  TOKEN_FILE,
  tokenAsked,
  tokenRequest,
} from './exchanges.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const ETHEREUM_USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HYPEREVM_USDC = '0xb88339CB7199b77E23DB6E890353E22632Ba630f'
const FEE_FILE = 'quote-ethereum-usdc-weth-split-with-fee.envelope-added.synthetic.json'

const coinRoute = {
  routeId: 'kyberswap-35164eefe0c57dae',
  amountOut: '2044.008772',
  minimumOut: '2023.568683',
  srcUsd: '2042.664883',
  dstUsd: '2044.13389',
  fees: ['source_gas 0.000007545303068442 ETH 0.01233 on top'],
  steps: ['swap hanji', 'swap wildcard'],
  estimatedTimeSec: 5,
}

const tokenRoute = {
  routeId: 'kyberswap-4b21fa24a3fb6274',
  amountOut: '0.24462771241823924',
  minimumOut: '0.242181435294056846',
  srcUsd: '500.101893',
  dstUsd: '499.692437',
  fees: ['source_gas 0.00001213749356775 ETH 0.019834 on top'],
  steps: ['swap uniswap-v4-fairflow', 'swap aerodrome-cl', 'swap uniswap-v4', 'swap elfomofi', 'swap maverick-v1'],
  estimatedTimeSec: 5,
}

const coinCase = defineQuotes(coinRequest, (reply) => asksRoute(coinAsked, reply))

/** A reply that does not answer the request. */
const wrong = (name: string, changes: Readonly<Record<string, unknown>>) =>
  coinCase(name, altered(COIN_FILE, changes), BAD_REPLY)

export const quoteCases: readonly QuoteCase[] = [
  coinCase('prices a coin without any wallet', COIN_FILE, [coinRoute]),
  {
    name: 'prices a coin for a lock in the same way, under the name that is set',
    request: { ...coinRequest, depositor: BEEF, recipient: BEEF, forLock: true },
    settings: { CLIENT_ID: 'our-app' },
    exchanges: [asksRoute(coinAsked, COIN_FILE, 'our-app')],
    expected: { routes: [coinRoute] },
  },
  {
    name: 'prices a token that is paid out as a coin',
    request: { ...tokenRequest, depositor: ALICE, recipient: ALICE, forLock: true },
    exchanges: [asksRoute(tokenAsked, TOKEN_FILE)],
    expected: { routes: [tokenRoute] },
  },
  {
    name: 'shows a fee that is taken for an application, and the loss of a large swap as it is',
    request: {
      src: `ethereum:${ETHEREUM_USDC}`,
      dst: `ethereum:${WETH}`,
      amount: '500000',
      slippageBps: 50,
    },
    exchanges: [
      asksRoute({ chain: 'ethereum', tokenIn: ETHEREUM_USDC, tokenOut: WETH, amountIn: '500000000000' }, FEE_FILE),
    ],
    expected: {
      routes: [
        {
          routeId: 'kyberswap-344b87714d0d9e65',
          amountOut: '254.056855508261698922',
          minimumOut: '252.786571230720390426',
          srcUsd: '499954.98481',
          dstUsd: '476008.201894',
          fees: ['source_gas 0.000058140902610266 ETH 0.108934 on top', 'integrator_fee 1250 USDC 1249.887462'],
          steps: ['swap uniswap'],
          estimatedTimeSec: 15,
        },
      ],
    },
  },
  coinCase(
    'leaves out values that it does not state, and tells the cost of storing data apart',
    altered(COIN_FILE, {
      'data.routeSummary.amountInUsd': '0',
      'data.routeSummary.amountOutUsd': '0',
      'data.routeSummary.l1FeeUsd': '0.00616501505',
    }),
    [
      {
        ...coinRoute,
        srcUsd: undefined,
        dstUsd: undefined,
        fees: [...coinRoute.fees, 'source_gas 0.000003772651534221 ETH 0.006165 on top'],
      },
    ],
  ),
  coinCase(
    'shows a fee that several receivers share on the way out',
    altered(COIN_FILE, {
      'data.routeSummary.extraFee': {
        feeAmount: '1000000,44008',
        chargeFeeBy: 'currency_out',
        isInBps: false,
        feeReceiver: '',
      },
      'data.routeSummary.route': [],
    }),
    [
      {
        ...coinRoute,
        minimumOut: '2023.568682',
        fees: [...coinRoute.fees, 'integrator_fee 1.044008 USDC 1.044071'],
        steps: ['swap KyberSwap'],
      },
    ],
  ),
  coinCase(
    'promises two units less than a price with a fee on the output, as its builds give',
    altered(COIN_FILE, {
      'data.routeSummary.extraFee': { feeAmount: '0', chargeFeeBy: 'currency_out', isInBps: true, feeReceiver: '' },
    }),
    [{ ...coinRoute, minimumOut: '2044.00877' }],
    { request: { ...coinRequest, slippageBps: 0 } },
  ),
  unaskedCase('has no route between chains, and asks nobody', { ...coinRequest, dst: `ethereum:${ETHEREUM_USDC}` }),
  unaskedCase('has no route on a chain that it does not serve, and asks nobody', {
    ...coinRequest,
    src: 'gnosis:native',
    dst: 'gnosis:0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83',
  }),
  coinCase('no route', refusal('no-route-4008.json'), 'no_liquidity'),
  coinCase('no pools', refusal('no-route-4010-no-eligible-pools.json'), 'no_liquidity'),
  coinCase('an amount that is too large', refusal('error-4009-amount-too-large.json'), 'above_maximum'),
  coinCase('a token that it does not know', refusal('error-4011-token-not-found.json'), 'pair_unsupported'),
  coinCase('a chain that it no longer serves', refusal('error-404-unknown-chain.json', 404), 'pair_unsupported'),
  coinCase('a query that it cannot read', refusal('error-4001-query-params.json'), BAD_REPLY),
  coinCase('a body that it cannot read', refusal('error-4002-body.json'), BAD_REPLY),
  coinCase('a fee that nobody asked for', refusal('error-4005-fee-gt-amount-in.json'), BAD_REPLY),
  coinCase('a failure of its own behind a 400', refusal('error-500.json'), { error: 'unreachable' }),
  coinCase('a failure code with a status that says all is well', refusal('no-route-4008.json', 200), 'no_liquidity'),
  {
    name: 'refuses a price of other tokens',
    request: { src: 'hyperevm:native', dst: `hyperevm:${HYPEREVM_USDC}`, amount: '0.1' },
    exchanges: [
      asksRoute(
        { chain: 'hyperevm', tokenIn: coinAsked.tokenIn, tokenOut: HYPEREVM_USDC, amountIn: '100000000000000000' },
        'quote-hyperevm.json',
      ),
    ],
    expected: BAD_REPLY,
  },
  coinCase(
    'refuses a price that tells one thing twice',
    {
      text: altered(COIN_FILE, {}).text.replace('"checksum":"0"', '"checksum":"0","checksum":"1"'),
    },
    BAD_REPLY,
  ),
  wrong('refuses a price of another source asset', { 'data.routeSummary.tokenIn': WETH }),
  wrong('refuses a price of another destination asset', { 'data.routeSummary.tokenOut': WETH }),
  wrong('refuses a price of another amount', { 'data.routeSummary.amountIn': '1000000000000000001' }),
  wrong('refuses another router', { 'data.routerAddress': WETH }),
  wrong('refuses an amount that is no number of units', { 'data.routeSummary.amountOut': '-2044008772' }),
]
