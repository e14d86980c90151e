import { encodeFunctionData, parseAbi } from 'viem'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { cctp } from '../../../src/providers/cctp/manifest.ts'
import {
  BAD_REPLY,
  clientExec,
  definePrepares,
  defineQuotes,
  defineStatuses,
  failed,
  paidOut,
  pending,
  unaskedCase,
  UNAVAILABLE,
} from '../../support/case-makers.ts'
import { ALICE, BOB, lock, MALLORY, USDC, word } from '../../support/case-assets.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { ProviderCases, QuoteCase } from '../../support/provider-suite.ts'
import { openRecordings } from '../../support/recordings.ts'
import { burnMessage, FORWARD_HOOK, MESSAGE_TRANSMITTER, type MessageFields, TOKEN_MESSENGER } from './messages.ts'

const { altered } = openRecordings(import.meta.url)

const HASH = `0x${'ab'.repeat(32)}`
const MINT_HASH = `0x${'cd'.repeat(32)}`
const FEES = 'quote-fees-forward-openapi-example.json'
const ALLOWANCE = 'fast-burn-allowance.json'
const CRONOS_USDC = '0x3D7F2C478aAfdB65542BCB44bCeeC05849999d2D'
const NOT_FOUND: Reply = { status: 404, file: 'error-404-not-found.json' }

/** The same in the other form that the service has for it. */
const UNKNOWN: Reply = { status: 404, text: '{"error":"Message hash not found"}' }

const bridging = { src: `ethereum:${USDC.ethereum}`, dst: `base:${USDC.base}`, amount: '1000' }

const asksFees = (reply: Reply, path = '0/6'): Exchange => ({
  method: 'GET',
  path: `/v2/burn/USDC/fees/${path}`,
  query: { forward: 'true' },
  reply,
})
const asksAllowance = (reply: Reply = ALLOWANCE): Exchange => ({
  method: 'GET',
  path: '/v2/fastBurn/USDC/allowance',
  reply,
})

/** 0.1 USDC for Circle, 0.00011 for minting: at most a fifth more of the one, and 0.00016 for the other. */
const fast = {
  routeId: 'cctp-4d4fdafa5a8263a9',
  amountOut: '999.89989',
  minimumOut: '999.87984',
  priceImpactBps: 0,
  fees: ['cctp_fee 0.1 USDC ?', 'destination_gas 0.00011 USDC ?', 'source_gas 0.00015 ETH ? on top'],
  steps: ['bridge CCTP Fast'],
  estimatedTimeSec: 40,
}
const standard = {
  ...fast,
  routeId: 'cctp-fdc0c62d262ad17f',
  amountOut: '999.99989',
  minimumOut: '999.99984',
  fees: ['destination_gas 0.00011 USDC ?', 'source_gas 0.00015 ETH ? on top'],
  steps: ['bridge CCTP Standard'],
  estimatedTimeSec: 1160,
}
const quote = defineQuotes<Reply>(bridging, (fees) => [asksFees(fees), asksAllowance()])
const quoteWith = defineQuotes<Reply>(bridging, (allowance) => [asksFees(FEES), asksAllowance(allowance)])
const quoteFrom = (src: string, path: string, amount = '1000') =>
  defineQuotes<Reply>({ src, dst: `base:${USDC.base}`, amount }, (fees) => asksFees(fees, path))

const FAST_AND_STANDARD = 'a fast and a standard burn, each with what Circle takes'
const STANDARD = 'a standard burn alone, where too little may be burnt fast'

const toCronos = { ...bridging, dst: `cronos:${CRONOS_USDC}` }
const asksPlainFees = (reply: Reply): Exchange => ({ method: 'GET', path: '/v2/burn/USDC/fees/0/32', reply })
const quoteToCronos = defineQuotes<Reply>(toCronos, (fees) => [asksPlainFees(fees), asksAllowance()])
const CLAIMED = 'burns to a chain where somebody has to claim them, and what that costs'
const claimed = {
  ...fast,
  display: {
    warnings: [
      'needs-claim: nobody pays out by itself: a second transaction on Cronos is needed (swapcli claim), which any account with coin there can send',
    ],
  },
}
const ON_TOP = ['source_gas 0.00015 ETH ? on top', 'destination_gas 0.0002 CRO ? on top']
const claimedFast = {
  ...claimed,
  routeId: 'cctp-79ca49d31649905c',
  amountOut: '999.9',
  minimumOut: '999.879001',
  fees: ['cctp_fee 0.1 USDC ?', ...ON_TOP],
  estimatedTimeSec: 20,
}
const claimedStandard = {
  ...claimed,
  routeId: 'cctp-ddfe9efd3e8492ba',
  amountOut: '1000',
  minimumOut: '999.999001',
  fees: ON_TOP,
  steps: ['bridge CCTP Standard'],
  estimatedTimeSec: 1140,
}

const claimOnBase = {
  display: {
    warnings: [
      'needs-claim: nobody pays out by itself: a second transaction on Base is needed (swapcli claim), which any account with coin there can send',
    ],
  },
}
const ETH_ON_TOP = ['source_gas 0.00015 ETH ? on top', 'destination_gas 0.0002 ETH ? on top']
const claimedOnBaseFast = {
  ...claimedFast,
  ...claimOnBase,
  routeId: 'cctp-5fb16e1bdb1a9ab1',
  fees: ['cctp_fee 0.1 USDC ?', ...ETH_ON_TOP],
}
const claimedOnBase = {
  ...claimedStandard,
  ...claimOnBase,
  routeId: 'cctp-f7ce263a57af737f',
  fees: ETH_ON_TOP,
}

const quotes: readonly QuoteCase[] = [
  quote(FAST_AND_STANDARD, FEES, [fast, standard], { request: { ...bridging, ...lock } }),
  quoteWith(STANDARD, { text: '{"allowance":999.99,"lastUpdated":"2026-01-15T12:00:00Z"}' }, [standard], {
    request: { ...bridging, ...lock },
  }),
  quoteWith('a standard burn alone, where Circle does not say how much', { status: 404, text: '{}' }, [standard]),
  quote('a share of a fraction of a basis point, rounded up', altered(FEES, { '0.minimumFee': 1.3000001 }), [
    {
      ...fast,
      amountOut: '999.869889',
      minimumOut: '999.843838',
      fees: ['cctp_fee 0.130001 USDC ?', ...fast.fees.slice(1)],
    },
    standard,
  ]),
  quote(
    'the level in its other name, and no highest one',
    altered(FEES, { '1.forwardFee.+med': 110, '1.forwardFee.medium': undefined, '1.forwardFee.high': undefined }),
    [fast, { ...standard, minimumOut: '999.99989' }],
  ),
  quote(
    'no more than the slippage is risked',
    FEES,
    [
      { ...fast, minimumOut: '999.89989' },
      { ...standard, minimumOut: '999.99989' },
    ],
    {
      request: { ...bridging, slippageBps: 0 },
    },
  ),
  quoteFrom(`polygon:${USDC.polygon}`, '7/6')('a chain without fast burns asks for no allowance', FEES, [
    {
      ...standard,
      routeId: 'cctp-7cdf073b09712329',
      fees: ['destination_gas 0.00011 USDC ?', 'source_gas 0.00015 POL ? on top'],
      estimatedTimeSec: 30,
    },
  ]),
  quote(
    'burns that somebody has to claim, where Circle states no fee for minting there',
    'quote-fees.json',
    [claimedOnBaseFast, claimedOnBase],
    { request: { ...bridging, ...lock } },
  ),
  quote('the same with a share of a fraction of a basis point', 'quote-fees-fractional.json', [
    {
      ...claimedOnBaseFast,
      amountOut: '999.87',
      minimumOut: '999.843001',
      fees: ['cctp_fee 0.13 USDC ?', ...ETH_ON_TOP],
    },
    claimedOnBase,
  ]),
  quote(
    'a fee for minting at the lowest level alone is none: it may not be enough',
    altered(FEES, { '0.forwardFee': { low: 5 }, '1.forwardFee': { low: 5 } }),
    [claimedOnBaseFast, claimedOnBase],
  ),
  quote(
    'a standard burn that somebody has to claim, where Circle states the fee for minting of a fast one alone',
    altered(FEES, { '1.forwardFee': null }),
    [fast, claimedOnBase],
  ),
  quote('a share in text', altered(FEES, { '0.minimumFee': '1' }), [fast, standard]),
  quote('a row that cannot be read hides no other one', altered(FEES, { '0.minimumFee': null }), [standard]),
  quote('a pair that Circle does not know', NOT_FOUND, 'pair_unsupported'),
  quote('a pair that Circle does not know, in its other words', UNKNOWN, 'pair_unsupported'),
  quote(
    'a page that is not there',
    { status: 404, text: '{"message":"no Route matched with those values"}' },
    BAD_REPLY,
  ),
  quote('a list without fees', { text: '[]' }, 'pair_unsupported'),
  quote(
    'an amount that minting would use up',
    FEES,
    { noRoute: 'below_minimum', minimum: '0.000161' },
    {
      request: { ...bridging, amount: '0.00016' },
    },
  ),
  quote('a share above the whole amount is none', altered(FEES, { '0.minimumFee': 10_001 }), [standard]),
  quote('a share below nothing is none', altered(FEES, { '0.minimumFee': -1 }), [standard]),
  quote('a list of nothing that can be read', { text: '[{"finalityThreshold":1000,"minimumFee":"low"}]' }, BAD_REPLY),
  unaskedCase('bridged USDC', { ...bridging, src: 'arbitrum:0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8' }),
  unaskedCase('another token', { ...bridging, dst: 'base:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2' }),
  unaskedCase('a coin', { ...bridging, src: 'ethereum:native', amount: '1' }),
  unaskedCase('one chain', { ...bridging, dst: bridging.src }),
  unaskedCase('a chain that is not in the table', {
    ...bridging,
    dst: 'bsc:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  }),
  unaskedCase('Solana', { ...bridging, dst: `solana:${USDC.solana}` }),
  quoteToCronos(CLAIMED, 'quote-fees.json', [claimedFast, claimedStandard], { request: { ...toCronos, ...lock } }),
  quoteToCronos(
    'an amount that the highest fee of a burn would use up',
    'quote-fees.json',
    { noRoute: 'below_minimum', minimum: '0.001' },
    { request: { ...toCronos, amount: '0.000999' } },
  ),
]

const hex = (units: number) => word(units.toString(16))
/** What the marks of the lock leave of the highest fees. */
const FAST_MAX = 119_287
const STANDARD_MAX = 124

const CLAIMED_MAX = 120_126

const BURN = {
  chainId: 1,
  to: TOKEN_MESSENGER,
  token: USDC.ethereum,
  amount: '1000000000',
  approvals: ['1000000000'],
  symbol: 'USDC',
}
const burn = (maxFee: number, finality: number) =>
  clientExec({
    ...BURN,
    data: `0x779b432d${hex(1_000_000_000)}${hex(6)}${word(BOB)}${word(USDC.ethereum)}${hex(0)}${hex(maxFee)}${hex(finality)}${hex(256)}${hex(32)}${FORWARD_HOOK.slice(2)}`,
    description: 'Burn USDC on Ethereum; Circle mints it on Base',
  })
const prepared = (maxFee: number, finality: number) => ({
  exec: burn(maxFee, finality),
  providerResult: { execution: 'client', status: 'awaiting_deposit' } as const,
  needsHash: true,
  tracking: { depositor: ALICE, recipient: BOB, amount: '1000000000', maxFee: maxFee.toString() },
})
const prepareFast = definePrepares<Reply>(FAST_AND_STANDARD, (fees) => asksFees(fees))
const prepareStandard = definePrepares<Reply>(STANDARD, (fees) => asksFees(fees))

const prepares = [
  prepareFast('a fast burn with the hook of the forwarding service', FEES, prepared(FAST_MAX, 1000)),
  prepareStandard('a standard burn', FEES, prepared(STANDARD_MAX, 2000)),
  prepareStandard(
    'fees that rose within the locked ones',
    altered(FEES, { '1.forwardFee.medium': 124 }),
    prepared(STANDARD_MAX, 2000),
  ),
  prepareStandard('fees that rose above them', altered(FEES, { '1.forwardFee.medium': 125 }), UNAVAILABLE),
  prepareStandard('a fee that is gone', 'quote-fees.json', UNAVAILABLE),
  prepareStandard('a pair that is gone', NOT_FOUND, UNAVAILABLE),
  definePrepares<Reply>(CLAIMED, asksPlainFees)('a burn that somebody has to claim', 'quote-fees.json', {
    ...prepared(CLAIMED_MAX, 1000),
    exec: clientExec({
      ...BURN,
      data: `0x8e0250ee${hex(1_000_000_000)}${hex(32)}${word(BOB)}${word(USDC.ethereum)}${hex(0)}${hex(CLAIMED_MAX)}${hex(1000)}`,
      description: 'Burn USDC on Ethereum; a second transaction mints it on Cronos',
    }),
  }),
]

const fields = {
  sourceDomain: 0,
  destinationDomain: 6,
  nonce: `0x${word('1')}`,
  burnToken: USDC.ethereum,
  mintRecipient: BOB,
  amount: 1_000_000_000n,
  messageSender: ALICE,
  maxFee: BigInt(FAST_MAX),
  feeExecuted: 100_110n,
} as const satisfies MessageFields

type Row = Readonly<Record<string, unknown>>
/** The message of the burn, attested. */
const attested = (changes: Partial<MessageFields> = {}, more: Row = {}): Row => ({
  message: burnMessage({ ...fields, ...changes }),
  attestation: `0x${'11'.repeat(130)}`,
  eventNonce: fields.nonce,
  cctpVersion: 2,
  status: 'complete',
  decodedMessage: null,
  ...more,
})
const rows = (...messages: readonly Row[]): Reply => ({ text: JSON.stringify({ messages }) })
/** A number of which no node says whether it was used. */
const UNREAD = { nonce: `0x${word('2')}` } as const

const asksStatus = (reply: Reply): Exchange => ({
  method: 'GET',
  path: '/v2/messages/0',
  query: { transactionHash: HASH },
  reply,
})
/** By Circle's limit. */
const PAUSES = { pollAfterMs: 5_000, leastPauseMs: 5_000 }
const status = defineStatuses<Reply>(
  { src: bridging.src, dst: bridging.dst, hash: HASH, tracking: prepared(FAST_MAX, 1000).tracking },
  asksStatus,
)
const statusAfter = defineStatuses<Reply>(
  { src: bridging.src, dst: bridging.dst, hash: HASH, tracking: prepared(FAST_MAX, 1000).tracking },
  (reattested) => [
    asksStatus(rows(attested({ expirationBlock: 100n }))),
    { method: 'POST', path: `/v2/reattest/${fields.nonce}`, reply: reattested },
  ],
)
const waiting = (stage: 'confirming' | 'paying_out', note: string, more: Row = {}) =>
  pending(stage, { inboundHash: HASH, progress: { note }, ...PAUSES, ...more })
/** What anybody can send to have the attested burn minted. */
const claimable = (why: string, changes: Partial<MessageFields> = {}) =>
  pending('paying_out', {
    inboundHash: HASH,
    ...PAUSES,
    progress: {
      note: `${why}: mint it with swapcli claim tx_1`,
      claim: {
        chainId: 8453,
        to: MESSAGE_TRANSMITTER,
        data: encodeFunctionData({
          abi: parseAbi(['function receiveMessage(bytes message, bytes attestation)']),
          args: [burnMessage({ ...fields, ...changes }), `0x${'11'.repeat(130)}`],
        }).toLowerCase(),
      },
    },
  })
const FORWARDING = 'Circle has attested the burn; its forwarding service mints on Base'
const RENEWED = 'The attestation has expired before it was used; a new one has been asked for'

/** Where no node of the destination answers. */
const UNANSWERED = 'No node of Base answers, so that nothing shows whether it was minted'

const statuses = [
  status(
    'a burn that waits for its block',
    'status-messages-pending.synthetic.json',
    waiting('confirming', 'Circle waits for the block of the burn'),
  ),
  {
    ...status('a burn that was not sent', 'status-messages-empty.synthetic.json', pending('awaiting_deposit')),
    hash: '',
    exchanges: [],
  },
  status(
    'a burn that Circle has not seen',
    'status-messages-empty.synthetic.json',
    pending('confirming', { ...PAUSES }),
  ),
  status('a burn that Circle does not find', NOT_FOUND, pending('confirming', { ...PAUSES })),
  status('a burn that Circle does not find, in its other words', UNKNOWN, pending('confirming', { ...PAUSES })),
  status(
    'a row without a message waits for its block',
    rows({ message: null, attestation: null, status: 'pending_confirmations' }),
    waiting('confirming', 'Circle waits for the block of the burn'),
  ),
  status(
    'a row without a message hides no other one',
    rows({ message: null, attestation: null, status: null }, attested(UNREAD)),
    waiting('paying_out', UNANSWERED),
  ),
  status('a burn that was reverted', NOT_FOUND, failed('The call was reverted: only its network fee was spent'), {
    receipt: 'reverted',
  }),
  status(
    'a fast burn that became a slow one',
    'status-messages-delayed-insufficient-fee.synthetic.json',
    waiting('confirming', 'The fee is below what a fast transfer costs now, so Circle waits for the final block'),
  ),
  status(
    'a delay without a known reason',
    altered('status-messages-delayed-insufficient-fee.synthetic.json', { 'messages.0.delayReason': 'solar_flare' }),
    waiting('confirming', 'Circle waits for the block of the burn'),
  ),
  status('a burn that is attested', rows(attested()), waiting('paying_out', FORWARDING)),
  status(
    'a burn that the forwarding service says to have minted, of which the chain knows nothing',
    rows(attested({}, { forwardState: 'COMPLETE', forwardTxHash: MINT_HASH })),
    waiting('paying_out', FORWARDING),
  ),
  status(
    'a mint that failed is not lost',
    rows(attested({}, { forwardState: 'FAILED' })),
    claimable("Circle's forwarding service did not mint on Base. Nothing is lost"),
  ),
  status(
    'a burn without a message to the forwarding service waits for whoever claims it',
    rows(attested({ hookData: '0x' })),
    claimable('Circle has attested the burn, and nobody mints it on Base by itself', { hookData: '0x' }),
  ),
  {
    ...status(
      'a mint that does not come in time is not lost',
      rows(attested()),
      claimable(
        'Circle has attested the burn, but its forwarding service has not minted on Base in time. Nothing is lost',
      ),
    ),
    ageSec: 961,
  },
  status(
    'a mint that only Circle speaks of, while no node answers',
    rows(attested(UNREAD, { forwardState: 'CONFIRMED', forwardTxHash: MINT_HASH })),
    waiting('paying_out', UNANSWERED),
  ),
  status(
    'a mint that only Circle speaks of, when no node has answered for long',
    rows(attested(UNREAD, { forwardState: 'CONFIRMED', forwardTxHash: MINT_HASH })),
    paidOut({
      inboundHash: HASH,
      outboundHash: MINT_HASH,
      reason: "Minted by the word of Circle's forwarding service: it was not seen on Base, whose nodes did not answer",
    }),
    { ageSec: 961 },
  ),
  status(
    'a mint that Circle has only begun, while no node answers',
    rows(attested(UNREAD, { forwardState: 'PENDING', forwardTxHash: MINT_HASH })),
    waiting('paying_out', UNANSWERED),
    { ageSec: 961 },
  ),
  status(
    'ours among other burns of the transaction',
    rows(attested({ mintRecipient: MALLORY }), attested()),
    waiting('paying_out', FORWARDING),
  ),
  statusAfter(
    'an attestation that expired is asked for anew',
    'reattest-success.json',
    waiting('paying_out', RENEWED, {
      tracking: { ...prepared(FAST_MAX, 1000).tracking, reattestedAtMs: Date.UTC(2026, 0, 15, 12) },
    }),
  ),
  {
    ...status(
      'it is asked for once in five minutes',
      rows(attested({ expirationBlock: 100n })),
      waiting('paying_out', RENEWED),
    ),
    tracking: { ...prepared(FAST_MAX, 1000).tracking, reattestedAtMs: Date.UTC(2026, 0, 15, 11, 56) },
  },
  statusAfter(
    'Circle does not renew it',
    { status: 400, text: '{"code":400,"message":"no"}' },
    waiting('paying_out', 'The attestation has expired before it was used; Circle does not give a new one yet'),
  ),
  status(
    'an attestation that has not expired',
    rows(attested({ expirationBlock: 101n })),
    waiting('paying_out', FORWARDING),
  ),
  status('the burn of somebody else on other chains', 'status-messages-complete-sandbox.json', BAD_REPLY),
  ...(
    [
      ['recipient', { mintRecipient: MALLORY }],
      ['depositor', { messageSender: MALLORY }],
      ['amount', { amount: 1_000_000_001n }],
      ['token', { burnToken: MALLORY }],
      ['highest fee', { maxFee: BigInt(FAST_MAX) - 1n }],
      ['fee above the highest', { feeExecuted: BigInt(FAST_MAX) + 1n }],
      ['source', { sourceDomain: 3 }],
      ['destination', { destinationDomain: 3 }],
      ['contract', { tokenMessenger: MALLORY }],
      ['caller', { destinationCaller: MALLORY }],
    ] as const
  ).map(([name, changes]) => status(`a burn with another ${name} is not ours`, rows(attested(changes)), BAD_REPLY)),
  status(
    'a message without a number is not attested',
    rows(attested({ nonce: `0x${word('0')}` })),
    waiting('confirming', 'Circle waits for the block of the burn'),
  ),
  status(
    'a message without an attestation',
    rows(attested({}, { attestation: 'PENDING' })),
    waiting('confirming', 'Circle waits for the block of the burn'),
  ),
]

const USDC_OF_TABLE: readonly string[] = [
  'ethereum:USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6',
  'base:USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6',
  'arbitrum:USDC 0xaf88d065e77c8cC2239327C5EDb3A432268e5831 6',
  'optimism:USDC 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85 6',
  'polygon:USDC 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359 6',
  'avalanche:USDC 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E 6',
  'hyperevm:USDC 0xb88339CB7199b77E23DB6E890353E22632Ba630f 6',
  'linea:USDC 0x176211869cA2b568f2A7D4EE941E073a821EE1ff 6',
  'unichain:USDC 0x078D782b760474a361dDA0AF3839290b0EF57AD6 6',
  'sonic:USDC 0x29219dd400f2Bf60E5a23d13Be72B486D4038894 6',
  'worldchain:USDC 0x79A02482A880bCE3F13e09Da970dC34db4CD24d1 6',
  'injective:USDC 0xa00C59fF5a080D2b954d0c75e46E22a0c371235a 6',
  'sei:USDC 0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392 6',
  `cronos:USDC ${CRONOS_USDC} 6`,
  'xlayer:USDC 0xB6CEceAB302E2E4948951eE7843FC24E92933061 6',
  'ink:USDC 0x2D270e6886d130D724215A266106e6832161EAEd 6',
  'xdc:USDC 0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1 6',
  'plume:USDC 0x222365EF19F7947e5484218551B56bb3965Aa7aF 6',
  'plasma:USDC 0x2d661C89D812261039AF9764eceaAee884f5F67F 6',
  'monad:USDC 0x754704Bc059F8C67012fEd69BC8A327a5aafb603 6',
  'morph:USDC 0xCfb1186F4e93D60E60a8bDd997427D1F33bc372B 6',
  'pharos:USDC 0xC879C018dB60520F4355C26eD1a6D572cdAC1815 6',
  'arc:USDC 0x3600000000000000000000000000000000000000 6',
]

export const cases: ProviderCases = {
  provider: cctp,
  url: import.meta.url,
  node: (method, [call]) => {
    if (method === 'eth_gasPrice') return '0x3b9aca00'
    if (method === 'eth_blockNumber') return '0x64'
    const { data = '' } = (call ?? {}) as { readonly data?: string }
    // Nothing was minted of the first number.
    if (method === 'eth_call' && data === `0xfeb61724${word('1')}`) return `0x${word('0')}`
    throw new RpcError('no such method', -32601)
  },
  quotes,
  prepares,
  statuses,
  discoveries: [
    {
      name: 'the USDC of its table, unasked',
      exchanges: [],
      expected: { assets: USDC_OF_TABLE },
    },
  ],
  tolerates: [
    // Without it there is a standard burn.
    { of: 'quote', path: '/v2/fastBurn', gives: 'an answer' },
  ],
  needs: [
    {
      of: ['quote', 'prepare'],
      path: '/v2/burn/',
      fields: [
        ...['*', '*.finalityThreshold', '*.minimumFee', '*.forwardFee'],
        ...['*.forwardFee.medium', '*.forwardFee.high'],
      ],
      changes: true,
      why: 'each row is a route of its own; what minting takes, and by how much that may rise',
    },
    {
      of: ['quote'],
      path: '/v2/fastBurn/',
      fields: ['allowance'],
      changes: true,
      why: 'without it there is no fast burn',
    },
    {
      of: ['status'],
      path: '/v2/messages/',
      fields: ['messages', 'messages.*'],
      why: 'the attested message',
    },
  ],
}
