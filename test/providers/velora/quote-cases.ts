import { json, refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineQuotes, unaskedCase, UNAVAILABLE } from '../../support/case-makers.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import {
  ALICE,
  altered,
  asksPrice,
  asksSwap,
  BEEF,
  COIN_FILE,
  COIN_OUT_FILE,
  coinOutRequest,
  coinOutTerms,
  coinRequest,
  coinTerms,
  NATIVE,
  PARTNER_FILE,
  priceOf,
  TOKEN_FILE,
  tokenRequest,
  textAt,
  tokenTerms,
  USDC,
  WETH,
} from './exchanges.ts'

const coinRoute = {
  routeId: 'velora-35164eefe0c57dae',
  amountOut: '2042.63123',
  srcUsd: '2036.43',
  dstUsd: '2042.525012',
  fees: ['source_gas 0.000005592139184749 ETH 0.011388 on top', 'protocol_fee 0.204284 USDC 0.204274'],
  steps: ['swap WooFiV2', 'swap AerodromeSlipstream', 'swap AerodromeSlipstreamNewFactory'],
  estimatedTimeSec: 5,
}

/** The call guarantees this, after the fee. */
const coinLocked = { ...coinRoute, minimumOut: '2022.204917' }
const coinOutRoute = {
  routeId: 'velora-4b21fa24a3fb6274',
  amountOut: '0.244760389307288851',
  srcUsd: '499.9575',
  dstUsd: '498.691949',
  fees: ['source_gas 0.000001337933811636 ETH 0.002726 on top', 'protocol_fee 0.000024478486779407 ETH 0.049875'],
  steps: ['swap PancakeswapV3'],
  estimatedTimeSec: 5,
}
const tokenRoute = {
  routeId: 'velora-a84dad2f79b3c120',
  amountOut: '0.254899574742698015',
  srcUsd: '499.958',
  dstUsd: '500.092572',
  fees: ['source_gas 0.0000009570535709 ETH 0.001882 on top', 'protocol_fee 0.000025492506724943 WETH 0.050015'],
  steps: ['swap AerodromeSlipstream', 'swap UniswapV3'],
  estimatedTimeSec: 5,
}

const coinLock = { ...coinRequest, depositor: BEEF, recipient: BEEF, forLock: true }
const coinWallets = { userAddress: BEEF }

const word = (hex: string) => hex.padStart(64, '0')
const coinData = textAt(COIN_FILE, 'txParams.data')
const AMOUNT = word('de0b6b3a7640000')
const MINIMUM = word('788b7bf6')
const METADATA = '3ac112b3fc23774383bb10eb05b1951a4e000000000000000000000000028dc6ec'

/** Calldata of the coin swap with another word: `from` must stand in it once. */
function dataWith(from: string, to: string) {
  if (coinData.split(from).length !== 2) throw new Error(`${from} does not stand in the calldata once`)
  return { 'txParams.data': coinData.replace(from, to) }
}

/** Calldata of the coin swap in the form for one exchange: its terms stand behind a pointer. */
function exchangeData(selector: string, beneficiary: string): string {
  const terms = [
    NATIVE.slice(2).toLowerCase(),
    USDC.slice(2).toLowerCase(),
    AMOUNT,
    MINIMUM,
    '79c3323a',
    '0',
    beneficiary,
  ]
  const fee = '45a6e007c874ffc6321d6fb90eac272dd6864bfa100000000000000000000001'
  return `${selector}${['60', fee, '180', ...terms, '100', '0', '0'].map(word).join('')}`
}

const coinLockCase = defineQuotes(coinLock, (reply) => asksSwap(coinTerms, coinWallets, reply))

const coinPriceCase = defineQuotes(coinRequest, (reply) => asksPrice(coinTerms, reply))

/** A price that does not answer the request. */
const wrongPrice = (name: string, changes: Readonly<Record<string, unknown>>) =>
  coinPriceCase(name, priceOf(COIN_FILE, changes), BAD_REPLY)

/** A call that does not do what was asked for. */
const wrongCall = (name: string, changes: Readonly<Record<string, unknown>>) =>
  coinLockCase(name, altered(COIN_FILE, changes), BAD_REPLY)

/** A price that is refused in these words. */
const refusedCase = (name: string, status: number, error: string, expected: Parameters<typeof coinPriceCase>[2]) =>
  coinPriceCase(name, json({ error }, status), expected)

export const quoteCases: readonly QuoteCase[] = [
  coinPriceCase('prices a coin without any wallet', priceOf(COIN_FILE), [coinRoute]),
  {
    name: 'asks the same with wallets',
    request: { ...coinRequest, depositor: BEEF, recipient: ALICE },
    exchanges: [asksPrice(coinTerms, priceOf(COIN_FILE))],
    expected: { routes: [coinRoute] },
  },
  coinLockCase('locks a coin with the call that its calldata backs', COIN_FILE, [coinLocked]),
  {
    name: 'locks a token that is paid out as a coin',
    request: { ...coinOutRequest, depositor: ALICE, recipient: ALICE, forLock: true },
    exchanges: [asksSwap(coinOutTerms, { userAddress: ALICE }, COIN_OUT_FILE)],
    expected: { routes: [{ ...coinOutRoute, minimumOut: '0.242312785414215962' }] },
  },
  {
    name: 'prices a token that is paid out as a coin',
    request: coinOutRequest,
    exchanges: [asksPrice(coinOutTerms, priceOf(COIN_OUT_FILE))],
    expected: { routes: [coinOutRoute] },
  },
  {
    name: 'locks a token for a token',
    request: { ...tokenRequest, depositor: ALICE, recipient: ALICE, forLock: true },
    exchanges: [asksSwap(tokenTerms, { userAddress: ALICE }, TOKEN_FILE)],
    expected: { routes: [{ ...tokenRoute, minimumOut: '0.252350578995271035' }] },
  },
  {
    name: 'prices a token for a token without counting coins, and flags a large impact',
    request: tokenRequest,
    exchanges: [asksPrice(tokenTerms, priceOf(TOKEN_FILE, { 'priceRoute.maxImpactReached': true }))],
    expected: {
      routes: [
        {
          ...tokenRoute,
          fees: ['source_gas 0 ETH 0.001882 on top', 'protocol_fee 0.000025492506724943 WETH 0.050015'],
          display: { warnings: ['Velora warns that the price impact is higher than it recommends'] },
        },
      ],
    },
  },
  {
    name: 'takes a higher fee from the output',
    request: { ...tokenRequest, depositor: BEEF, recipient: BEEF, forLock: true },
    exchanges: [asksSwap(tokenTerms, coinWallets, PARTNER_FILE)],
    expected: {
      routes: [
        {
          ...tokenRoute,
          amountOut: '0.257446913945410841',
          minimumOut: '0.254872444805956731',
          srcUsd: '499.934',
          dstUsd: '499.712182',
          fees: [
            'source_gas 0.00000052495130622 ETH 0.001023 on top',
            'protocol_fee 0.000257704618563975 WETH 0.500213',
          ],
          steps: ['swap PancakeswapV3'],
        },
      ],
    },
  },
  coinPriceCase(
    'leaves out values that it does not state',
    priceOf(COIN_FILE, {
      'priceRoute.srcUSD': '0',
      'priceRoute.destUSD': '0.0000000000',
      'priceRoute.gasCostUSD': '0',
      'priceRoute.partnerFee': 0,
      'priceRoute.bestRoute': [],
    }),
    [
      {
        ...coinRoute,
        amountOut: '2042.835514',
        srcUsd: undefined,
        dstUsd: undefined,
        fees: [],
        unknownCosts: ['Network cost of the swap'],
        steps: ['swap Velora'],
      },
    ],
  ),
  {
    name: 'locks a swap that pays out to another wallet, as its calldata says',
    request: { ...coinLock, recipient: ALICE },
    exchanges: [
      asksSwap(
        coinTerms,
        { userAddress: BEEF, receiver: ALICE },
        altered(COIN_FILE, dataWith(METADATA + word('0'), METADATA + word(ALICE.slice(2).toLowerCase()))),
      ),
    ],
    expected: { routes: [coinLocked] },
  },
  ...['0xe8bb3b6c', '0x876a02f6'].map((selector) => ({
    name: `locks a call of one exchange alone (${selector})`,
    request: coinLock,
    exchanges: [asksSwap(coinTerms, coinWallets, altered(COIN_FILE, { 'txParams.data': exchangeData(selector, '0') }))],
    expected: { routes: [coinLocked] },
  })),
  wrongCall('refuses a call of one exchange alone that pays out to another wallet', {
    'txParams.data': exchangeData('0x876a02f6', ALICE.slice(2).toLowerCase()),
  }),
  coinLockCase(
    'locks a call that is too long to keep',
    altered(COIN_FILE, { 'txParams.data': coinData + '00'.repeat(30_000) }),
    [coinLocked],
  ),
  unaskedCase('has no lock without wallets', { ...coinRequest, forLock: true }, { noRoute: 'needs_wallet' }),
  unaskedCase('has no route between chains, and asks nobody', { ...coinRequest, dst: 'ethereum:native' }),
  unaskedCase('has no route on a chain that it does not serve, and asks nobody', {
    ...coinRequest,
    src: 'linea:native',
    dst: 'linea:0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
  }),
  coinPriceCase('no route', refusal('no-route.json', 404), 'no_liquidity'),
  coinLockCase('a swap that moves the price too far', refusal('error-max-impact.synthetic.json'), 'price_impact'),
  refusedCase('a price that it distrusts', 400, 'Bad USD price', 'price_impact'),
  refusedCase('an amount that is too small', 400, 'Amount 1 is too small to proceed', 'below_minimum'),
  refusedCase('tokens that it does not know', 400, 'Invalid tokens', 'pair_unsupported'),
  refusedCase('a token that it does not find', 404, 'Token not found', 'pair_unsupported'),
  refusedCase('a chain that it no longer serves', 422, 'Unsupported chain', 'pair_unsupported'),
  refusedCase('a failure of its own', 400, 'Internal Error while computing the price', { error: 'unreachable' }),
  refusedCase('a price that took too long', 400, 'Price Timeout', { error: 'unreachable' }),
  refusedCase('a stale price', 400, 'Stale priceRoute', UNAVAILABLE),
  refusedCase('a price that changed', 400, 'The rate has changed, please re-query', UNAVAILABLE),
  refusedCase('a wallet without the means is told to its owner', 400, 'Not enough USDC allowance', 'needs_change'),
  refusedCase('a rate limit behind a 400', 400, 'Rate limited', { error: 'rate_limited' }),
  refusedCase('a failure of its prices', 400, 'Error while handling price request', { error: 'unreachable' }),
  coinPriceCase(
    'values of null are not stated',
    priceOf(COIN_FILE, { 'priceRoute.srcUSD': null, 'priceRoute.destUSD': null, 'priceRoute.gasCostUSD': null }),
    [
      {
        ...coinRoute,
        srcUsd: undefined,
        dstUsd: undefined,
        fees: ['protocol_fee 0.204284 USDC ?'],
        unknownCosts: ['Network cost of the swap'],
      },
    ],
  ),
  refusedCase('a request that it finds invalid', 400, 'Validation failed', BAD_REPLY),
  {
    name: 'refuses the old version, whose spender is another contract',
    request: {
      src: 'ethereum:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      dst: 'ethereum:0xE41d2489571d322189246DaFA5ebDe1F4699F498',
      amount: '1',
      slippageBps: 100,
      depositor: '0xe0b3700e0aadcb18ed8d4bff648bc99896a18ad1',
      recipient: '0xe0b3700e0aadcb18ed8d4bff648bc99896a18ad1',
      forLock: true,
    },
    exchanges: [
      asksSwap(
        {
          ...coinTerms,
          network: '1',
          chainId: '1',
          srcToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
          destToken: '0xE41d2489571d322189246DaFA5ebDe1F4699F498',
          destDecimals: '18',
        },
        { userAddress: '0xe0b3700e0aadcb18ed8d4bff648bc99896a18ad1' },
        'quote-swap-v5-ethereum-weth-zrx-sell.json',
      ),
    ],
    expected: BAD_REPLY,
  },
  wrongPrice('refuses a price on another chain', { 'priceRoute.network': 1 }),
  wrongPrice('refuses a price of another source asset', { 'priceRoute.srcToken': WETH }),
  wrongPrice('refuses a price with other decimals', { 'priceRoute.srcDecimals': 17 }),
  wrongPrice('refuses a price of another destination asset', { 'priceRoute.destToken': WETH }),
  wrongPrice('refuses a price with other decimals of the output', { 'priceRoute.destDecimals': 18 }),
  wrongPrice('refuses a price of another amount', { 'priceRoute.srcAmount': '999999999999999999' }),
  wrongPrice('refuses a price of an exact output', { 'priceRoute.side': 'BUY' }),
  wrongPrice('refuses another router', { 'priceRoute.contractAddress': USDC }),
  wrongPrice('refuses another spender', { 'priceRoute.tokenTransferProxy': USDC }),
  wrongCall('refuses a call for another wallet', { 'txParams.from': ALICE }),
  wrongCall('refuses a call of another contract', { 'txParams.to': USDC }),
  wrongCall('refuses a call on another chain', { 'txParams.chainId': 1 }),
  wrongCall('refuses a value beyond the amount', { 'txParams.value': '1000000000000000001' }),
  wrongCall('refuses a function that it cannot read', { 'txParams.data': `0xd85ca173${coinData.slice(10)}` }),
  wrongCall('refuses calldata that is cut short', { 'txParams.data': coinData.slice(0, 500) }),
  wrongCall('refuses calldata that takes another amount', dataWith(AMOUNT + MINIMUM, word('1') + MINIMUM)),
  wrongCall('refuses calldata that guarantees too little', dataWith(AMOUNT + MINIMUM, AMOUNT + word('788b7bf4'))),
  wrongCall(
    'refuses calldata that pays out to another wallet',
    dataWith(METADATA + word('0'), METADATA + word(ALICE.slice(2).toLowerCase())),
  ),
  wrongCall('refuses a fee that the price does not state', { 'priceRoute.partnerFee': 0.02 }),
]
