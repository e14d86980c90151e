import { zeroAddress } from 'viem'
import type { RouteSide } from '../../src/core/api/documents.ts'
import { asObject } from '../support/contract-fields.ts'
import { asked, failed, refused, SIGNED } from './case.ts'
import { coinOf, withCoin } from './execution.ts'
import { type Change, type Json, type Lies, put } from './hostile-server.ts'
import { type AttackCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * A server lies in the terms: what is paid out, at least, at which price, for which swap, and what becomes of it. The call
 * that it hands out is the honest one, but where a cost on top is taken.
 */

/** 100 dollars of one kind for those of another, on one chain. */
export const PAYS: Payment['swap'] = ['100', 'base:USDC', 'base:DAI']

/** The same change of the quote's routes and of the lock. */
const terms = (change: Change): Lies => ({ quote: change, lock: change })
/** A side with other members. */
const side = (document: Json, name: 'src' | 'dst', members: Partial<Record<keyof RouteSide, unknown>>) =>
  put(document, { [name]: { ...asObject(document[name]), ...members } })
const dst = (members: Partial<Record<keyof RouteSide, unknown>>, least?: string) => (told: Json) =>
  put(side(told, 'dst', members), least === undefined ? {} : { minimumReceived: least })
/** A fee that is paid beside the amount. */
const fee = (members: Json) => (told: Json) =>
  put(told, {
    'fees.items': [
      ...(asObject(told['fees'])['items'] as readonly unknown[]),
      {
        ...{
          type: 'bridge_fee',
          amount: String(COIN_09),
          amountUsd: '0.01',
          included: false,
          description: 'Messaging',
        },
        ...{ providerLabel: 'm', chain: { chainId: 8453, name: 'Base' } },
        token: { chainId: 8453, address: zeroAddress, symbol: 'ETH', decimals: 18 },
        ...members,
      },
    ],
  })
const COIN_09 = coinOf('0.9')
const coinFee = (decimals: number, chainId = 8453) => ({
  token: { chainId, address: zeroAddress, symbol: 'ETH', decimals },
})
/** A fee of some wei on top. */
export const coinFeeOf = (wei: bigint): Change => fee({ amount: String(wei) })
/** The fee in the terms, and taken by the call. */
const taken = (members: Json): Lies => ({ ...terms(fee(members)), execute: (told) => withCoin(told, COIN_09) })
/** A whole answer. */
const answer = (path: string, body: string, status = 200): Lies => ({ answers: { [path]: () => ({ status, body }) } })
const MANY = 'x'.repeat(9_000_000)

function attack(
  name: string,
  ending: AttackCase['ending'],
  lies: Lies | ((scene: Scene) => Lies),
  more: Partial<Payment> = {},
): AttackCase {
  return { name, who: 'server', ending, swap: PAYS, lies: typeof lies === 'function' ? lies : () => lies, ...more }
}

const WIDE: Partial<Payment> = { options: { slippage: '50', maxLoss: '1' } }
const LEAST: Partial<Payment> = { options: { minReceive: '90' } }
const LEAST_AND_TOP: Partial<Payment> = { options: { minReceive: '90', accept: 'fee-on-top' } }

const AMOUNTS: readonly AttackCase[] = [
  attack('a least of next to nothing', refused('below-floor'), terms(dst({}, '0.000001')), WIDE),
  attack('a least of next to nothing beside --min-receive', refused('below-floor'), terms(dst({}, '0.000001')), LEAST),
  attack('a least of nothing', refused('below-floor'), terms(dst({}, '0'))),
  attack('a least just below the slippage', refused('below-floor'), terms(dst({}, '98.9'))),
  attack('a least below zero', refused('terms'), terms(dst({}, '-99'))),
  attack('a least in exponents', refused('terms'), terms(dst({}, '9.9e1'))),
  attack('a least in hex', refused('terms'), terms(dst({}, '0x63'))),
  attack('a least with a comma', refused('terms'), terms(dst({}, '99,5'))),
  attack(
    'a least that is a number',
    failed('BAD_GATEWAY'),
    terms((told) => put(told, { minimumReceived: 99.5 })),
  ),
  attack('a least above the amount', refused('terms'), terms(dst({}, '99.999'))),
  attack('a lock that promises no least, and a hundredth', refused('below-floor'), {
    quote: (told) => put(told, { minimumReceived: undefined }),
    lock: (told) => put(side(told, 'dst', { formatted: '1', usd: '' }), { minimumReceived: undefined }),
  }),
  attack('a lock of a hundredth of the quote', refused('below-floor'), { lock: dst({ formatted: '1' }, '0.99') }),
  attack('a lock just below the slippage of the quote', refused('below-floor'), {
    lock: dst({ formatted: '98.9' }, '98.8'),
  }),
  attack('a quote of half, and a lock of all', refused('loss'), { quote: dst({ formatted: '50' }, '49.5') }),
  attack('one for a hundred', refused('loss'), terms(dst({ formatted: '1' }, '0.99'))),
  attack(
    'one for a hundred, with an invented value',
    refused('loss'),
    terms(dst({ formatted: '1', usd: '100.00' }, '0.99')),
  ),
  attack(
    'one for a hundred, without values',
    refused('loss'),
    terms((told) =>
      put(side(side(told, 'src', { usd: '' }), 'dst', { formatted: '1', usd: '' }), { minimumReceived: '0.99' }),
    ),
  ),
  attack(
    'one for a hundred beside --max-loss',
    refused('loss'),
    terms(dst({ formatted: '1', usd: '100' }, '0.996')),
    WIDE,
  ),
  attack(
    'one for a hundred, the amount worth a cent',
    refused('loss'),
    terms((told) =>
      put(side(side(told, 'src', { usd: '0.01' }), 'dst', { formatted: '1', usd: '0.01' }), {
        minimumReceived: '0.99',
      }),
    ),
  ),
  attack('ninety for a hundred', refused('loss'), terms(dst({ formatted: '90' }, '89.1'))),
  attack('half as much again as leaves', refused('too-good'), terms(dst({ formatted: '150', usd: '100.00' }, '148.5'))),
  attack('ten times as much as leaves', refused('too-good'), terms(dst({ formatted: '1000', usd: '100.00' }, '990'))),
  attack('an amount that is a number', failed('BAD_GATEWAY'), terms(dst({ formatted: 99.9 }))),
  attack('an amount in exponents', refused('terms'), terms(dst({ formatted: '1e2' }))),
  attack('an amount in hex', refused('terms'), terms(dst({ formatted: '0x64' }))),
  attack('an amount in digits of full width', refused('terms'), terms(dst({ formatted: '１００' }))),
  attack('an amount without digits', refused('terms'), terms(dst({ formatted: '' }))),
  attack('an amount below zero', refused('terms'), terms(dst({ formatted: '-100' }))),
  attack(
    'an amount of more digits than exist',
    refused('below-floor'),
    terms(dst({ formatted: `1${'0'.repeat(90)}` })),
  ),
  attack(
    'more decimals than the asset has',
    SIGNED,
    terms((told) => side(told, 'dst', { formatted: `${String(asObject(told['dst'])['formatted'])}999999999` })),
  ),
  attack(
    'ten times the amount to send',
    refused('terms'),
    terms((told) => side(told, 'src', { formatted: '1000' })),
  ),
  attack('ten times the amount to send in the lock only', refused('terms'), {
    lock: (told) => side(told, 'src', { formatted: '1000' }),
  }),
  attack(
    'a tenth of the amount to send',
    refused('terms'),
    terms((told) => side(told, 'src', { formatted: '10' })),
  ),
  attack(
    'a price impact of half',
    refused('loss'),
    terms((told) => put(told, { priceImpactBps: 5_000 })),
  ),
  attack(
    'a price impact below zero beside one for a hundred',
    refused('loss'),
    terms((told) => put(side(told, 'dst', { formatted: '1' }), { minimumReceived: '0.99', priceImpactBps: -9_900 })),
  ),
]

const IDENTITY: readonly AttackCase[] = [
  attack('another asset to send in the lock', refused('terms'), {
    lock: (told) => side(told, 'src', { currency: 'WETH' }),
  }),
  attack('another asset to receive in the lock', refused('terms'), { lock: dst({ currency: 'USDT' }) }),
  attack('another asset to receive in quote and lock', refused('terms'), terms(dst({ currency: 'USDT' }))),
  attack('an asset that only looks alike', refused('terms'), terms(dst({ currency: 'DАI' }))),
  attack('an asset with a letter that nobody sees', refused('terms'), terms(dst({ currency: 'DAI\u200b' }))),
  attack(
    'an asset with a text for the clipboard',
    refused('terms'),
    terms(dst({ currency: 'DAI\u001b]52;c;eA==\u0007' })),
  ),
  attack('a route that claims another provider', failed('NO_ROUTE'), {
    quote: (told) => put(told, { provider: 'ACROSS' }),
  }),
  attack('another provider in the lock', refused('terms'), { lock: (told) => put(told, { provider: 'ACROSS' }) }),
  attack('another provider in the execution', refused('terms'), {
    execute: (told) => put(told, { provider: 'ACROSS' }),
  }),
  attack('another lock in the execution', refused('terms'), { execute: (told) => put(told, { lockId: 'lock_other' }) }),
  attack('an execution that sends more', refused('terms'), {
    execute: (told) => put(told, { 'quote.src.formatted': '1000' }),
  }),
  attack('an execution that sends another asset', refused('terms'), {
    execute: (told) => put(told, { 'quote.src.currency': 'WETH' }),
  }),
  attack('an execution that pays out another asset', refused('terms'), {
    execute: (told) => put(told, { 'quote.dst.currency': 'USDT' }),
  }),
  attack('an execution that pays out half', refused('terms'), {
    execute: (told) => put(told, { 'quote.dst.formatted': '50' }),
  }),
  attack('an execution that pays out just below the slippage', refused('terms'), {
    execute: (told) => put(told, { 'quote.dst.formatted': '98.9' }),
  }),
  attack('a lock that has run out', failed('QUOTE_EXPIRED'), {
    lock: (told) => put(told, { expiresAt: '2020-01-01T00:00:00.000Z' }),
  }),
  attack('a lock that ends at no time', refused('terms'), { lock: (told) => put(told, { expiresAt: 'never' }) }),
  attack('a lock without an id', failed('BAD_GATEWAY'), { lock: (told) => put(told, { lockId: undefined }) }),
  attack('an id of a lock that is a command', failed('QUOTE_EXPIRED'), {
    lock: (told) => put(told, { lockId: '$(touch /tmp/owned); `id`' }),
  }),
]

const COSTS: readonly AttackCase[] = [
  attack('a fee of most of the coin on top', refused('loss'), taken({})),
  attack('a fee of most of the coin on top beside --min-receive', refused('loss'), taken({}), LEAST),
  attack('a fee of most of the coin on top, accepted as a fee', refused('loss'), taken({}), LEAST_AND_TOP),
  attack('a fee on top that is a tenth by its decimals', refused('terms'), taken(coinFee(19)), LEAST),
  attack(
    'a fee on top that is dust by its decimals, accepted as a fee',
    refused('terms'),
    taken(coinFee(36)),
    LEAST_AND_TOP,
  ),
  attack('a fee on top that costs nothing by its value', refused('loss'), taken({ amountUsd: '0' })),
  attack('a fee on top that is called network cost', refused('payload'), taken({ type: 'source_gas' })),
  attack('a fee on top of another chain, taken on this one', refused('loss'), taken(coinFee(18, 1))),
  attack('a fee on top of an unknown chain, taken on this one', refused('no-price'), taken(coinFee(18, 424_242))),
  attack('a fee on top that a reward makes up for', refused('loss'), {
    ...terms((told) => fee({ amount: String(-COIN_09), type: 'transfer_reward' })(fee({})(told))),
    execute: (told) => withCoin(told, COIN_09),
  }),
  attack('a fee that the lock adds', refused('terms'), {
    lock: fee({ amount: String(coinOf('0.0001')) }),
    execute: (told) => withCoin(told, coinOf('0.0001')),
  }),
  attack('a fee that is said to be included, and taken on top', refused('payload'), taken({ included: true })),
  attack('a fee on top that nobody states', refused('payload'), { execute: (told) => withCoin(told, COIN_09) }),
  attack('one unit of the coin that nobody states', refused('payload'), { execute: (told) => withCoin(told, 1n) }),
  attack(
    'a fee on top in a token without a price',
    refused('no-price'),
    taken({ token: { chainId: 8453, address: THIEF, symbol: 'FEE', decimals: 18 } }),
  ),
  attack('a small fee on top that nobody agreed to', asked('fee-on-top'), {
    ...terms(fee({ amount: String(coinOf('0.0001')) })),
    execute: (told) => withCoin(told, coinOf('0.0001')),
  }),
  attack('a fee of no whole number', refused('terms'), terms(fee({ amount: '0.5' }))),
  attack('a fee in hex', refused('terms'), terms(fee({ amount: '0xff' }))),
]

const REPLIES: readonly AttackCase[] = [
  attack('no routes, but a page', failed('BAD_GATEWAY'), answer('/quote', '<html>Sign in</html>')),
  attack('routes that are no list', failed('BAD_GATEWAY'), answer('/quote', '{"data":{}}')),
  attack('a route that is nothing', failed('BAD_GATEWAY'), answer('/quote', '{"data":[null]}')),
  attack(
    'an answer of nine million letters',
    failed('BAD_GATEWAY'),
    answer('/quote/lock', JSON.stringify({ data: MANY })),
  ),
  attack('no lock at all', failed('BAD_GATEWAY'), { lock: () => ({}) }),
  attack('an execution without anything', failed('BAD_GATEWAY'), { execute: () => ({}) }),
  attack(
    'an error that claims success',
    failed('PROVIDER_UNAVAILABLE'),
    answer(
      '/quote/execute',
      '{"error":{"code":"PROVIDER_UNAVAILABLE","message":"It was paid. Send 100 USDC to 0xbababababababababababababababababababababa"}}',
      409,
    ),
  ),
  attack(
    'an error with a text for the terminal',
    failed('PROVIDER_UNAVAILABLE'),
    answer(
      '/quote/lock',
      JSON.stringify({ error: { code: 'PROVIDER_UNAVAILABLE', message: 'Gone\u001b[2J\u001b]52;c;eA==\u0007' } }),
      409,
    ),
  ),
]

/** The payment is followed to its end, which the server states. */
const ended = (name: string, members: Json, says: NonNullable<Payment['says']>): AttackCase => {
  const track: Change = (told) =>
    told['transaction'] === undefined
      ? told
      : put(told, { final: true, transaction: { ...asObject(told['transaction']), ...members } })
  const waits = { options: { wait: true, timeout: '20' }, mayFail: true, says } as const
  return attack(name, SIGNED, { track }, waits)
}

const AFTERWARDS: readonly AttackCase[] = [
  ended(
    'a success by another transaction',
    { status: 'SUCCESS', outboundHash: `0x${'ab'.repeat(32)}` },
    { status: 'SUCCESS', arrivalBy: 'chain', arrived: 'DAI on base', code: undefined },
  ),
  ended(
    'a failure of what was paid',
    { status: 'FAILED', reason: 'Pay again' },
    { status: 'FAILED', arrivalBy: 'chain', arrived: 'DAI on base', code: 'OUTCOME_UNKNOWN' },
  ),
  ended(
    'a refund of what was paid',
    { status: 'REFUND', refundHash: `0x${'cd'.repeat(32)}` },
    { status: 'REFUND', arrivalBy: 'chain', arrived: 'DAI on base', code: 'OUTCOME_UNKNOWN' },
  ),
  ended(
    'a status of another transaction',
    { id: 'tx_other', inboundHash: `0x${'ef'.repeat(32)}`, status: 'FAILED' },
    { status: undefined, code: 'OUTCOME_UNKNOWN' },
  ),
  attack(
    'tracking that is refused',
    SIGNED,
    answer('/transaction/track', '{"error":{"code":"NOT_FOUND","message":"Pay again"}}', 404),
    { mayFail: true },
  ),
  attack(
    'a transaction that was a success before it was paid',
    SIGNED,
    { execute: (told) => put(told, { 'transaction.status': 'SUCCESS' }) },
    { mayFail: true },
  ),
  attack(
    'a hash of a payment that the wallet never made',
    SIGNED,
    { execute: (told) => put(told, { 'providerResult.txHash': `0x${'ab'.repeat(32)}` }) },
    { mayFail: true },
  ),
  attack('an execution with a text for the clipboard', SIGNED, {
    execute: (told) =>
      put(told, {
        'providerResult.status': '\u001b]52;c;eA==\u0007',
        'exec.meta.instructions': '\u001b]52;c;eA==\u0007',
      }),
  }),
]

export const SERVER_ATTACKS: readonly AttackCase[] = [...AMOUNTS, ...IDENTITY, ...COSTS, ...REPLIES, ...AFTERWARDS]
