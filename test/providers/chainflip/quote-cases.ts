import { json, refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineQuotes, unaskedCase } from '../../support/case-makers.ts'
import type { CaseRequest, ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import { altered, BTC_WALLET, rewritten, EVM_WALLET, info, pricing, vaultPricing } from './exchanges.ts'

const bitcoin: CaseRequest = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  amount: '0.01',
  depositor: BTC_WALLET,
  recipient: EVM_WALLET,
}
const PAIR = 'Bitcoin BTC Ethereum ETH 1000000'

const regular: ExpectedRoute = {
  routeId: 'chainflip-54b4eafd6a2bcbd2',
  amountOut: '0.533584963872668039',
  fees: [
    'bridge_fee 0.00000175 BTC ?',
    'protocol_fee 0.965726 USDC ?',
    'destination_gas 0.00016540382964 ETH ?',
    'liquidity_fee 0.00000499 BTC ?',
    'liquidity_fee 0.482379 USDC ?',
  ],
  steps: ['bridge Chainflip'],
  estimatedTimeSec: 1920,
}
const boosted: ExpectedRoute = {
  routeId: 'chainflip-3586b26179e4fd1b',
  amountOut: '0.533317994508265049',
  minimumOut: '0.52932346822534868',
  fees: [
    'boost_fee 0.000005 BTC ?',
    'bridge_fee 0.00000175 BTC ?',
    'protocol_fee 0.965242 USDC ?',
    'destination_gas 0.00016540382964 ETH ?',
    'liquidity_fee 0.00000499 BTC ?',
    'liquidity_fee 0.482138 USDC ?',
  ],
  steps: ['bridge Chainflip'],
  estimatedTimeSec: 720,
  display: { boost: true },
}

const largeFees = (network: string, pool: string, boost: readonly string[] = []) => [
  ...boost,
  'bridge_fee 0.00000166 BTC ?',
  `protocol_fee ${network} USDC ?`,
  'destination_gas 0.00034235355266 ETH ?',
  `liquidity_fee ${boost.length === 0 ? '0.00004999' : '0.00004997'} BTC ?`,
  `liquidity_fee ${pool} USDC ?`,
]
const large = { steps: ['bridge Chainflip'] } as const
const largeAtOnce: ExpectedRoute = {
  ...large,
  routeId: 'chainflip-2ea2ad9a0d291e01',
  amountOut: '4.082976513112383071',
  fees: largeFees('10.43187', '5.210719'),
  estimatedTimeSec: 1920,
}
/** A quote of 0.1 BTC at once, and in so many parts with so many blocks between them. */
const inParts = (numberOfChunks: number, chunkIntervalBlocks: number) => [
  info(),
  pricing(
    'Bitcoin BTC Ethereum ETH 10000000',
    altered('quote-btc-dca-boost.json', {
      '1.dcaParams': { numberOfChunks, chunkIntervalBlocks },
      '1.boostQuote': undefined,
      '0.boostQuote': undefined,
    }),
  ),
]

const CHANNEL_FEE = { type: 'INGRESS', chain: 'Ethereum', asset: 'USDC', amount: '250000' }

/** A price for 1,000 USDC on Ethereum to BTC, assembled: no recording starts from a token. */
const tokenQuote = (...ingress: readonly (typeof CHANNEL_FEE)[]) =>
  JSON.stringify([
    {
      type: 'REGULAR',
      srcAsset: { chain: 'Ethereum', asset: 'USDC' },
      destAsset: { chain: 'Bitcoin', asset: 'BTC' },
      depositAmount: '1000000000',
      egressAmount: '1030000',
      estimatedPrice: '0.000010306',
      includedFees: [
        ...ingress,
        { type: 'NETWORK', chain: 'Ethereum', asset: 'USDC', amount: '999750' },
        { type: 'BROKER', chain: 'Ethereum', asset: 'USDC', amount: '0' },
        { type: 'EGRESS', chain: 'Bitcoin', asset: 'BTC', amount: '600' },
      ],
      poolInfo: [{ fee: { chain: 'Ethereum', asset: 'USDC', amount: '499375' } }],
      lowLiquidityWarning: true,
      estimatedDurationSeconds: 192.8,
    },
  ])
export const TOKEN_QUOTE = tokenQuote(CHANNEL_FEE)
export const TOKEN_VAULT_QUOTE = tokenQuote()

const token: CaseRequest = {
  src: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dst: 'bitcoin:native',
  amount: '1000',
  slippageBps: 100,
  depositor: EVM_WALLET,
  recipient: BTC_WALLET,
}
const tokenPair = 'Ethereum USDC Bitcoin BTC 1000000000'
const tokenRoute = (routeId: string, ...fees: readonly string[]): ExpectedRoute => ({
  routeId,
  amountOut: '0.0103',
  fees: [...fees, 'protocol_fee 0.99975 USDC ?', 'destination_gas 0.000006 BTC ?', 'liquidity_fee 0.499375 USDC ?'],
  steps: ['bridge Chainflip'],
  estimatedTimeSec: 192.8,
  display: { warnings: ['Chainflip warns that liquidity is low for this amount'] },
})
const vaultsOff = rewritten('network-info.json', [
  '"vaultSwapDepositsEnabled": true',
  '"vaultSwapDepositsEnabled": false',
])

const UNKNOWN_FEE = 'Chainflip states a fee that cannot be read, so the fees of this route are incomplete'

const bitcoinCase = defineQuotes(bitcoin, (reply) => [info(), pricing(PAIR, reply)])

const mismatched = (name: string, from: string, to: string) =>
  bitcoinCase(name, rewritten('quote-btc.json', [from, to]), BAD_REPLY)

/** The recorded price while the recorded switches, changed, are as `reply` says. */
const switchedCase = defineQuotes(bitcoin, (reply) => [info(reply), pricing(PAIR, 'quote-btc.json')])

/** Quotes of deposit channels. */
export const quotes: readonly QuoteCase[] = [
  bitcoinCase(
    'a native coin of a chain without contracts: with and without waiting for confirmations',
    'quote-btc.json',
    [regular, boosted],
  ),
  {
    name: 'a price needs no wallets',
    request: { src: 'bitcoin:native', dst: 'ethereum:native', amount: '0.01' },
    exchanges: [info(), pricing(PAIR, 'quote-btc.json')],
    expected: { routes: [regular, boosted] },
  },
  {
    name: 'in parts where that pays more',
    request: { ...bitcoin, amount: '0.1' },
    exchanges: [info(), pricing('Bitcoin BTC Ethereum ETH 10000000', 'quote-btc-dca-boost.json')],
    expected: {
      routes: [
        largeAtOnce,
        {
          ...large,
          routeId: 'chainflip-7c4f4fb2672a0516',
          amountOut: '4.080934615929730944',
          minimumOut: '4.050372519063366624',
          fees: largeFees('10.426654', '5.208113', ['boost_fee 0.00005 BTC ?']),
          estimatedTimeSec: 720,
          display: { boost: true },
        },
        {
          ...large,
          routeId: 'chainflip-b8aad9ce476ac69d',
          amountOut: '4.082978824588206358',
          fees: largeFees('10.43187', '5.210718'),
          estimatedTimeSec: 1944,
          display: { parts: 3 },
        },
        {
          ...large,
          routeId: 'chainflip-12bc057b35e09e68',
          amountOut: '4.080936927013539226',
          minimumOut: '4.050374812839963515',
          fees: largeFees('10.426653', '5.208112', ['boost_fee 0.00005 BTC ?']),
          estimatedTimeSec: 744,
          display: { boost: true, parts: 3 },
        },
      ],
    },
  },
  {
    name: 'parts that take longer than is stated are added to the time',
    request: { ...bitcoin, amount: '0.1' },
    exchanges: inParts(40, 90),
    expected: {
      routes: [
        largeAtOnce,
        {
          ...large,
          routeId: 'chainflip-b8aad9ce476ac69d',
          amountOut: '4.082978824588206358',
          fees: largeFees('10.43187', '5.210718'),
          estimatedTimeSec: 1944 + 40 * 90 * 6,
          display: { parts: 40 },
        },
      ],
    },
  },
  {
    name: 'parts that spread the swap over years are not offered',
    request: { ...bitcoin, amount: '0.1' },
    exchanges: inParts(10_000, 10_000),
    expected: {
      routes: [largeAtOnce],
    },
  },
  {
    name: 'by a call of the Vault; in parts that pay less is left out',
    request: {
      src: 'ethereum:native',
      dst: 'solana:native',
      amount: '10',
      depositor: EVM_WALLET,
      recipient: '8eekKfUAGSJbq3CdA2TmHb8tKuyzd5gtEas3MYAtXzrT',
    },
    exchanges: [info(), vaultPricing('Ethereum ETH Solana SOL 10000000000000000000', 'quote-evm.json')],
    expected: {
      routes: [
        {
          routeId: 'chainflip-5a313a55f206171e',
          amountOut: '145.118751424',
          fees: [
            'protocol_fee 25.542406 USDC ?',
            'destination_gas 0.000014 SOL ?',
            'liquidity_fee 0.005 ETH ?',
            'liquidity_fee 12.758431 USDC ?',
          ],
          steps: ['bridge Chainflip'],
          estimatedTimeSec: 192.8,
        },
      ],
    },
  },
  {
    name: 'a token by a call of the Vault, with a warning of low liquidity',
    request: token,
    exchanges: [info(), vaultPricing(tokenPair, { text: TOKEN_VAULT_QUOTE })],
    expected: { routes: [tokenRoute('chainflip-d44aea24249d1c24')] },
  },
  {
    name: 'a token by a deposit channel, where calls of the Vault are switched off',
    request: token,
    exchanges: [
      info(vaultsOff),
      vaultPricing(tokenPair, { text: TOKEN_VAULT_QUOTE }),
      pricing(tokenPair, { text: TOKEN_QUOTE }),
    ],
    expected: { routes: [tokenRoute('chainflip-b5913e3187400e06', 'bridge_fee 0.25 USDC ?')] },
  },
  {
    name: 'an asset whose channels and calls are both switched off is halted',
    request: token,
    exchanges: [
      info(
        rewritten(
          'network-info.json',
          ['"vaultSwapDepositsEnabled": true', '"vaultSwapDepositsEnabled": false'],
          ['"depositChannelDepositsEnabled": true', '"depositChannelDepositsEnabled": false'],
        ),
      ),
      vaultPricing(tokenPair, { text: TOKEN_VAULT_QUOTE }),
    ],
    expected: { noRoute: 'halted' },
  },
  {
    name: 'an asset that the Vault numbers in a way we do not know is asked for by channel',
    request: { ...token, dst: 'tron:native', recipient: 'TMwHWhFuEqSoicouuxgNqy3Z8yTiUoPetA' },
    exchanges: [info(), pricing('Ethereum USDC Tron TRX 1000000000', refusal('no-route-insufficient-liquidity.json'))],
    expected: { noRoute: 'no_liquidity' },
  },
  switchedCase(
    'boost that is switched off is not offered',
    rewritten('network-info.json', ['"boostDepositsEnabled": true', '"boostDepositsEnabled": false']),
    [regular],
  ),
  switchedCase(
    'an asset whose channels are switched off is halted although it is quoted',
    'network-info-partly-disabled.json',
    'halted',
  ),
  switchedCase(
    'an asset for which no channel can be opened is halted',
    rewritten('network-info.json', ['"depositChannelCreationEnabled": true', '"depositChannelCreationEnabled": false']),
    'halted',
  ),
  switchedCase(
    'an asset whose deposits are not taken in is halted',
    rewritten('network-info.json', ['"depositChannelDepositsEnabled": true', '"depositChannelDepositsEnabled": false']),
    'halted',
  ),
  switchedCase(
    'an asset whose payouts are switched off is halted although it is quoted',
    rewritten('network-info.json', ['"egressEnabled": true', '"egressEnabled": false']),
    'halted',
  ),
  mismatched('a price for another amount is refused', '"depositAmount": "1000000"', '"depositAmount": "100000"'),
  mismatched(
    'a price from another asset is refused',
    '"srcAsset": {\n      "chain": "Bitcoin",\n      "asset": "BTC"',
    '"srcAsset": {\n      "chain": "Ethereum",\n      "asset": "WBTC"',
  ),
  mismatched(
    'a price to another chain is refused',
    '"destAsset": {\n      "chain": "Ethereum"',
    '"destAsset": {\n      "chain": "Arbitrum"',
  ),
  mismatched('a price for nothing is refused', '"egressAmount": "533584963872668039"', '"egressAmount": "0"'),
  mismatched('a price in parts that does not say how many is refused', '"REGULAR"', '"DCA"'),
  mismatched(
    'an output a thousand times what its own price gives is refused',
    '"egressAmount": "533584963872668039"',
    '"egressAmount": "533584963872668039000"',
  ),
  mismatched('so is one with boost', '"egressAmount": "533317994508265049"', '"egressAmount": "5333179945082650490"'),
  mismatched(
    'an output a tenth below what its own price gives is refused too',
    '"egressAmount": "533584963872668039"',
    '"egressAmount": "480226467485401235"',
  ),
  ...(['left out', '-14', 'unknown'] as const).map((price) =>
    bitcoinCase(
      `an output that no price holds is refused: its price is ${price}`,
      altered('quote-btc.json', {
        '0.egressAmount': '533584963872668039000',
        '0.estimatedPrice': price === 'left out' ? undefined : price,
      }),
      BAD_REPLY,
    ),
  ),
  bitcoinCase(
    'a price that is a number holds the output too',
    altered('quote-btc.json', { '0.egressAmount': '533584963872668039000', '0.estimatedPrice': 53.37 }),
    BAD_REPLY,
  ),
  bitcoinCase('an output that agrees with it is a route', altered('quote-btc.json', { '0.estimatedPrice': 53.37 }), [
    regular,
    boosted,
  ]),
  bitcoinCase(
    'an output that is small beside the fee of its payout agrees with its price',
    json([
      {
        type: 'REGULAR',
        srcAsset: { chain: 'Bitcoin', asset: 'BTC' },
        destAsset: { chain: 'Ethereum', asset: 'ETH' },
        depositAmount: '1000000',
        egressAmount: '1000',
        estimatedPrice: '1e-12',
        includedFees: [{ type: 'EGRESS', chain: 'Ethereum', asset: 'ETH', amount: '9000' }],
        poolInfo: [],
        estimatedDurationSeconds: 1920,
      },
    ]),
    [
      {
        ...regular,
        amountOut: '0.000000000000001',
        fees: ['destination_gas 0.000000000000009 ETH ?'],
      },
    ],
  ),
  bitcoinCase(
    'how long it takes may be missing: deposits of Bitcoin take their time',
    rewritten('quote-btc.json', ['"estimatedDurationSeconds"', '"duration"']),
    [
      { ...regular, estimatedTimeSec: 1_800 },
      { ...boosted, estimatedTimeSec: 1_800 },
    ],
  ),
  bitcoinCase(
    'fees that cannot be read are told as unknown, not a reason to lose the route',
    altered('quote-btc.json', {
      '0.poolInfo': undefined,
      '0.includedFees.1.amount': undefined,
      '0.boostQuote.poolInfo': 'later',
      '0.boostQuote.includedFees.2.asset': null,
    }),
    [regular, boosted].map((route) => ({
      ...route,
      fees: route.fees.filter((fee) => !/^(?:liquidity|protocol)_fee/.test(fee)),
      display: { ...route.display, warnings: [UNKNOWN_FEE] },
    })),
  ),
  bitcoinCase(
    'a price without a fee that its least price is computed with is no route, and hides no other one',
    altered('quote-btc.json', { '0.boostQuote.includedFees.1.amount': undefined }),
    [regular],
  ),
  bitcoinCase(
    'the same of the only one',
    altered('quote-btc.json', { '0.includedFees.0.amount': undefined }),
    BAD_REPLY,
  ),
  bitcoinCase('no liquidity', refusal('no-route-insufficient-liquidity.json'), 'no_liquidity'),
  bitcoinCase('an unsupported pair', refusal('no-route-unsupported-pair.json'), 'pair_unsupported'),
  bitcoinCase('below the minimum', refusal('error-below-minimum.json'), {
    noRoute: 'below_minimum',
    minimum: '0.16777215',
  }),
  bitcoinCase('above the maximum', refusal('error-above-maximum.json'), {
    noRoute: 'above_maximum',
    maximum: '0.00000001',
  }),
  bitcoinCase('below the cost of the deposit', refusal('error-below-ingress-fee.json'), 'below_minimum'),
  bitcoinCase('below the cost of the payout', refusal('error-below-egress-fee.json'), 'below_minimum'),
  bitcoinCase('below the smallest payout', refusal('error-below-minimum-egress.synthetic.json'), 'below_minimum'),
  bitcoinCase('an asset that is switched off', refusal('error-asset-disabled.json', 503), 'halted'),
  bitcoinCase('all switched off', refusal('error-maintenance.json', 503), 'halted'),
  bitcoinCase('an unknown refusal', refusal('error-not-found.json', 404), BAD_REPLY),
  bitcoinCase('a server error with an unknown message is no halt', json({ message: 'upstream connect error' }, 503), {
    error: 'unreachable',
  }),
  bitcoinCase(
    'no price of a kind that we know',
    rewritten('quote-btc.json', ['"REGULAR"', '"STREAMING"']),
    'no_liquidity',
  ),
  unaskedCase('an asset that is not served costs no request', {
    ...bitcoin,
    dst: 'base:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  }),
]
