import { type Address, getAddress, parseUnits } from 'viem'
import { tokens } from '../devnet/addresses.ts'
import { asObject } from '../support/contract-fields.ts'
import {
  DAI,
  deposit,
  ITSELF,
  LEAST,
  many,
  manyForever,
  ME,
  pairs,
  parts,
  path,
  ROUTER,
  single,
  SPOKE_POOL,
  UNITS,
  USDC,
  v2,
  V2_ROUTER,
  wayOf,
  WETH,
} from './calls.ts'
import { type Call, calling, coinOf, stepsOf, withCoin } from './execution.ts'
import { approveFor } from './hostile-contracts.ts'
import { type Change, type Json, type Lies, put } from './hostile-server.ts'
import type { NeighbourCase, Payment, Scene } from './range.ts'
import { coinFeeOf, PAYS } from './server-cases.ts'

/*
 * Honest payments in their variety, each beside attacks on what it shows: none may be refused, and none goes beyond.
 */

type Who = NeighbourCase['who']
type Text = readonly [amount: string, from: string, to: string]

const BOB = getAddress(`0x${'b0'.repeat(20)}`)

/** A payment over an honest server. */
const over = (who: Who, name: string, swap: Text, more: Partial<Payment> = {}): NeighbourCase => ({
  who,
  name,
  swap,
  ...more,
})
/** The same by the service of this machine. */
const own = (name: string, swap: Text, more: Partial<Payment> = {}): NeighbourCase =>
  over('provider', name, swap, { through: 'service', ...more })
const words = ([amount, from, to]: Text) => `${amount} ${from} to ${to}`

/** What 100 dollars are of each asset. */
const HUNDRED = { USDC: '100', DAI: '100', USDT: '100', ETH: '0.05', WETH: '0.05' } as const
type Name = keyof typeof HUNDRED
const hundred = (chain: string, from: Name, to: Name, there = chain): Text => [
  HUNDRED[from],
  `${chain}:${from}`,
  `${there}:${to}`,
]

/** Every pair of the assets of a chain. */
const pairsOf = (chain: string, names: readonly Name[]): readonly Text[] =>
  names.flatMap((from) => names.filter((to) => to !== from).map((to) => hundred(chain, from, to)))

/** No pools of the devnet lead from the one to the other by two. */
const isWithoutPool = ([, from, to]: Text) => [from, to].every((one) => /USDT|DAI/.test(one))

const PAIRS: readonly NeighbourCase[] = [
  ...pairsOf('base', ['USDC', 'DAI', 'ETH', 'WETH']).map((swap) => over('server', words(swap), swap)),
  ...pairsOf('ethereum', ['USDC', 'USDT', 'DAI', 'ETH', 'WETH'])
    .filter((swap) => !isWithoutPool(swap))
    .map((swap) => own(words(swap), swap)),
]

const AMOUNTS: readonly NeighbourCase[] = [
  ...['0.01', '0.5', '1', '1.000001', '12.345678', '99.999999', '640', '1000'].map((amount) =>
    over('server', `${amount} dollars`, [amount, 'base:USDC', 'base:DAI']),
  ),
  ...['0.00001', '0.0005', '0.123456789012345678', '1', '1.9'].map((amount) =>
    own(`${amount} coins`, [amount, 'base:ETH', 'base:USDC']),
  ),
  ...['0.000001', '0.25', '1.5', '2'].map((amount) =>
    over('server', `${amount} wrapped coins unwrapped`, [amount, 'base:WETH', 'base:ETH']),
  ),
  own('a price that moves by the swap', ['20000', 'base:USDC', 'base:DAI'], {
    funds: { usdc: parseUnits('20000', 6) },
  }),
  over('server', 'more than most swap', ['25', 'ethereum:ETH', 'ethereum:USDC'], { funds: { eth: coinOf('30') } }),
  over('server', 'everything of a token', ['1000', 'base:DAI', 'base:USDC']),
]

const across = (chain: string, there: string, from: Name, to: Name) => hundred(chain, from, to, there)
const ways: readonly Text[] = (
  [
    ['base', 'ethereum'],
    ['ethereum', 'base'],
  ] as const
).flatMap(([chain, there]) => [
  across(chain, there, 'USDC', 'USDC'),
  across(chain, there, 'DAI', 'DAI'),
  across(chain, there, 'ETH', 'ETH'),
  across(chain, there, 'WETH', 'ETH'),
])
const BRIDGES: readonly NeighbourCase[] = [
  ...ways.map((swap) => over('server', `bridge ${words(swap)}`, swap, { provider: 'ACROSS' })),
  ...ways.map((swap) => own(`bridge ${words(swap)}`, swap, { provider: 'ACROSS' })),
  own('bridge of five dollars', ['5', 'base:USDC', 'ethereum:USDC'], { provider: 'ACROSS' }),
  own('bridge of all dollars', ['1000', 'ethereum:USDC', 'base:USDC'], { provider: 'ACROSS' }),
  own('bridge to somebody else', ['100', 'base:USDC', 'ethereum:USDC'], {
    provider: 'ACROSS',
    recipient: BOB,
    options: { recipient: BOB },
  }),
  over('server', 'bridge to somebody else', ['0.05', 'ethereum:ETH', 'base:ETH'], {
    provider: 'ACROSS',
    recipient: BOB,
    options: { recipient: BOB },
  }),
  own('bridge, of which a thousandth may be lost', ['100', 'base:USDC', 'ethereum:USDC'], {
    provider: 'ACROSS',
    options: { slippage: '10' },
  }),
]

const option = (name: string, options: Record<string, string | boolean>, more: Partial<Payment> = {}) =>
  over('server', `option ${name}`, PAYS, { options, ...more })
const OPTIONS: readonly NeighbourCase[] = [
  ...['5', '10', '30', '50', '100', '300', '1000'].map((slippage) => option(`--slippage ${slippage}`, { slippage })),
  ...['1', '90', '98.9', '98.98'].map((minReceive) => option(`--min-receive ${minReceive}`, { minReceive })),
  ...['1.5', '2', '50'].map((maxLoss) => option(`--max-loss ${maxLoss}`, { maxLoss })),
  ...['1usd', '20usd', '3%', '40%'].map((maxCost) => option(`--max-cost ${maxCost}`, { maxCost })),
  option('--max-fee', { maxFee: '50' }),
  option('--approve unlimited', { approve: 'unlimited' }, { leavesAllowance: true }),
  option('--approve exact', { approve: 'exact' }),
  option('--accept without need', { accept: 'unknown-call,deposit' }),
  option('--trust-server', { trustServer: true }),
  option('--nonce', { nonce: '0' }),
  option('--exclude', { exclude: 'ACROSS' }),
  ...['fastest', 'cheapest', 'safest', 'best'].map((rank) => option(`--rank ${rank}`, { rank })),
  option('--timeout', { timeout: '60', wait: true }),
  option('--wait', { wait: true }),
  option('--recipient', { recipient: BOB }, { recipient: BOB }),
  option('--recipient, in small letters', { recipient: BOB.toLowerCase() }, { recipient: BOB }),
  option(
    '--recipient of a contact',
    { recipient: '@bob' },
    { recipient: BOB, settings: () => ({ 'contact.bob': BOB }) },
  ),
  option('with a recipient as a setting', {}, { recipient: BOB, settings: () => ({ 'recipient.evm': BOB }) }),
  option('with a slippage as a setting', {}, { settings: () => ({ slippage: '30' }) }),
  option('with the account by name', { wallet: 'main' }),
  option('with all bounds at once', { slippage: '30', minReceive: '99', maxLoss: '2', maxCost: '2usd', maxFee: '90' }),
]

const allowed = (token: Address, units: bigint, spender = ROUTER): Partial<Payment> => ({
  before: ({ src, payer }: Scene) => approveFor(src.chain, payer, token, spender, units),
})
const { usdt } = tokens.ethereum
const MAINNET_ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const ALLOWANCES: readonly NeighbourCase[] = [
  over('server', 'an allowance of the amount', PAYS, allowed(USDC, UNITS)),
  over('server', 'an allowance of less', PAYS, allowed(USDC, 1n)),
  over('server', 'an allowance of more', PAYS, allowed(USDC, UNITS * 3n)),
  over('server', 'an allowance for ever', PAYS, allowed(USDC, 2n ** 256n - 1n)),
  own('an allowance for ever', PAYS, allowed(USDC, 2n ** 256n - 1n)),
  own(
    'an allowance of USDT that is too small',
    ['100', 'ethereum:USDT', 'ethereum:ETH'],
    allowed(usdt, 5n, MAINNET_ROUTER),
  ),
  own(
    'an allowance of USDT that is enough',
    ['100', 'ethereum:USDT', 'ethereum:ETH'],
    allowed(usdt, UNITS, MAINNET_ROUTER),
  ),
  over(
    'server',
    'an allowance of USDT that is too small',
    ['100', 'ethereum:USDT', 'ethereum:WETH'],
    allowed(usdt, 7n, MAINNET_ROUTER),
  ),
  own('an allowance for a bridge', ['100', 'base:USDC', 'ethereum:USDC'], {
    ...{ provider: 'ACROSS', ...allowed(USDC, 2n ** 255n, SPOKE_POOL) },
  }),
  own('an allowance for another contract', PAYS, allowed(USDC, 2n ** 200n, V2_ROUTER)),
]

type Make = (scene: Scene) => Call['data'] | Call
const call = (name: string, make: Make, more: Partial<Payment> = {}): NeighbourCase =>
  over('calldata', name, PAYS, {
    lies: (scene) => ({
      execute: (told) => {
        const made = make(scene)
        return calling(told, typeof made === 'string' ? { to: ROUTER, data: made } : made)
      },
    }),
    ...more,
  })
const COIN = { tokenOut: WETH, fee: 500, amountOutMinimum: coinOf('0.0495') }
const TO_COIN: Partial<Payment> = { swap: ['100', 'base:USDC', 'base:ETH'] }
const TO_WETH: Partial<Payment> = { swap: ['100', 'base:USDC', 'base:WETH'] }
const FROM_COIN: Partial<Payment> = { swap: ['0.05', 'base:ETH', 'base:USDC'] }
const LEAST_WETH = coinOf('0.0495')
const LEAST_USDC = parseUnits('98.96', 6)
const coinSwap = (payer: Address) =>
  single(payer, {
    ...{ tokenIn: WETH, tokenOut: USDC, fee: 500 },
    ...{ amountIn: coinOf('0.05'), amountOutMinimum: LEAST_USDC },
  })
const coinCall = (data: Call['data'], to = ROUTER): Call => ({ to, data, value: coinOf('0.05') })

const CALLS: readonly NeighbourCase[] = [
  call('single, alone', ({ payer }) => single(payer)),
  call('single, to the caller by its short name', () => many([single(ME)])),
  call('single, at least all', ({ payer }) => many([single(payer, { amountOutMinimum: parseUnits('99.9', 18) })])),
  call('a path of one pool', ({ payer }) => many([path(payer, wayOf(USDC, 100, DAI))])),
  call('a path there and back and there', ({ payer }) =>
    many([path(payer, wayOf(USDC, 100, DAI, 100, USDC, 100, DAI))]),
  ),
  call('two swaps of half', ({ payer }) =>
    many([
      single(payer, { amountIn: UNITS / 2n, amountOutMinimum: LEAST / 2n }),
      single(payer, { amountIn: UNITS / 2n, amountOutMinimum: LEAST / 2n + 1n }),
    ]),
  ),
  call('many within many', ({ payer }) => many([manyForever([single(payer)])])),
  call('a swap and a sweep', ({ payer }) => many([single(ITSELF), parts.sweep(DAI, LEAST, payer)])),
  call('a sweep with a small fee above the floor', ({ payer }) =>
    many([single(ITSELF), parts.sweepWithFee(DAI, parseUnits('99.5', 18), payer, 10n, BOB)]),
  ),
  call('a swap, and the rest of the coin given back', ({ payer }) => many([single(payer), parts.refund()])),
  call('the router’s own pairs', ({ payer }) => many([pairs.exactIn(payer, [USDC, WETH], UNITS, coinOf('0.0494'))]), {
    ...TO_WETH,
    options: { slippage: '150' },
  }),
  call('a coin unwrapped', ({ payer }) => many([single(ITSELF, COIN), parts.unwrap(LEAST_WETH, payer)]), TO_COIN),
  call('a coin unwrapped for somebody else', () => many([single(ITSELF, COIN), parts.unwrap(LEAST_WETH, BOB)]), {
    ...TO_COIN,
    recipient: BOB,
    options: { recipient: BOB },
  }),
  call('wrapped coins', ({ payer }) => many([single(payer, COIN)]), TO_WETH),
  call('a swap of the coin', ({ payer }) => coinCall(many([coinSwap(payer)])), FROM_COIN),
  call(
    'a swap of the coin, with the rest given back',
    ({ payer }) => coinCall(many([coinSwap(payer), parts.refund()])),
    FROM_COIN,
  ),
  call(
    'a pair of V2',
    ({ payer }) => ({ to: V2_ROUTER, data: v2.exactIn(payer, [USDC, WETH], UNITS, coinOf('0.0494')) }),
    { ...TO_WETH, options: { slippage: '150' } },
  ),
  call(
    'a pair of V2 for the coin',
    ({ payer }) => ({ to: V2_ROUTER, data: v2.coinOut(payer, [USDC, WETH], UNITS, coinOf('0.0494')) }),
    { ...TO_COIN, options: { slippage: '150' } },
  ),
  call(
    'a pair of V2 of the coin',
    ({ payer }) => coinCall(v2.coinIn(payer, [WETH, USDC], parseUnits('98.9', 6)), V2_ROUTER),
    { ...FROM_COIN, options: { slippage: '150' } },
  ),
  call(
    'a pair of V2 that may be taxed',
    ({ payer }) => ({ to: V2_ROUTER, data: v2.taxed(payer, [USDC, WETH], UNITS, coinOf('0.0494')) }),
    { ...TO_WETH, options: { slippage: '150' } },
  ),
  ...(
    [
      ['of a little more', { outputAmount: parseUnits('99.98', 6) }],
      ['with all of it', { outputAmount: UNITS }],
      ['with hours to fill', { fillSec: Math.floor(Date.now() / 1000) + 4 * 3_600 }],
    ] as const
  ).map(([name, changes]) =>
    call(`a deposit for a bridge ${name}`, (scene) => deposit(scene, changes), {
      swap: ['100', 'base:USDC', 'ethereum:USDC'],
      provider: 'ACROSS',
    }),
  ),
]

const payload = (name: string, change: (told: Json) => Json, more: Partial<Payment> = {}): NeighbourCase =>
  over('server', `payload: ${name}`, PAYS, { lies: () => ({ execute: change }), ...more })
const without =
  (...names: string[]) =>
  (told: Json) =>
    put(told, Object.fromEntries(names.map((name) => [`exec.${name}`, undefined])))
const COIN_SWAP: Partial<Payment> = { swap: ['0.05', 'base:ETH', 'base:USDC'] }
const PAYLOADS: readonly NeighbourCase[] = [
  payload('no steps', without('allSteps')),
  payload(
    'no fields but steps',
    without(
      'providerTarget',
      'providerCalldata',
      'value',
      'srcToken',
      'srcAmount',
      'approvalTarget',
      'approvalToken',
      'approvalAmount',
    ),
  ),
  payload('no token and no amount', without('srcToken', 'srcAmount')),
  payload('no value', without('value')),
  payload('no token to approve', without('approvalToken')),
  payload('no amount to approve', without('approvalAmount')),
  payload('no meta', without('meta')),
  payload('addresses in small letters', (told) =>
    put(told, {
      'exec.providerTarget': ROUTER.toLowerCase(),
      'exec.srcToken': USDC.toLowerCase(),
      'exec.approvalTarget': ROUTER.toLowerCase(),
    }),
  ),
  payload('calldata in large letters', (told) => {
    const { providerCalldata } = asObject(told['exec'])
    return put(told, {
      'exec.providerCalldata': `0x${String(providerCalldata).slice(2).toUpperCase()}`,
    })
  }),
  payload('steps without chain and words', (told) =>
    put(told, { 'exec.allSteps': stepsOf(told).map(({ to, data, value }) => ({ to, data, value })) }),
  ),
  payload('a step that is no transaction', (told) =>
    put(told, { 'exec.allSteps': [...stepsOf(told), { type: 'note', description: 'Wait' }] }),
  ),
  payload('members of another server', (told) =>
    put(told, { 'exec.routerVersion': '2', note: 'hello', 'providerResult.requestId': 'r1' }),
  ),
  payload('the coin as nothing', (told) => put(told, { 'exec.srcToken': '' }), COIN_SWAP),
  payload('the coin as zeros', (told) => put(told, { 'exec.srcToken': `0x${'0'.repeat(40)}` }), COIN_SWAP),
  payload(
    'the coin as a stand-in',
    (told) => put(told, { 'exec.srcToken': '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }),
    COIN_SWAP,
  ),
  payload(
    'a deposit that was accepted',
    (told) => put(told, { exec: undefined, providerResult: { execution: 'server', depositAddress: BOB } }),
    { promisedTo: BOB, options: { accept: 'deposit' } },
  ),
  payload(
    'a deposit of the coin that was accepted',
    (told) => put(told, { exec: undefined, providerResult: { execution: 'server', depositAddress: BOB } }),
    { ...COIN_SWAP, promisedTo: BOB, options: { accept: 'deposit' } },
  ),
  payload(
    'a deposit in time that was accepted',
    (told) =>
      put(told, {
        exec: undefined,
        providerResult: {
          execution: 'server',
          depositAddress: BOB,
          depositBefore: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
    { promisedTo: BOB, options: { accept: 'deposit' } },
  ),
]

const told = (name: string, lies: Lies, more: Partial<Payment> = {}): NeighbourCase =>
  over('server', `terms: ${name}`, PAYS, { lies: () => lies, ...more })
const both = (change: Change): Lies => ({ quote: change, lock: change })
const gives =
  (formatted: string): Change =>
  (document) =>
    put(document, { 'dst.formatted': formatted })
const LITTLE = coinOf('0.0001')
const TERMS: readonly NeighbourCase[] = [
  told(
    'no least',
    both((document) => put(document, { minimumReceived: undefined })),
  ),
  told(
    'a least just at the slippage',
    both((document) => put(document, { minimumReceived: '98.988120435567529485' })),
  ),
  told(
    'values',
    both((document) => put(document, { 'src.usd': '100.02', 'dst.usd': '99.97' })),
  ),
  told(
    'zeros behind the amount',
    both((document) => put(document, { 'src.formatted': '100.00' })),
  ),
  told(
    'a small price impact',
    both((document) => put(document, { priceImpactBps: 12 })),
  ),
  told(
    'a price impact for the better',
    both((document) => put(document, { priceImpactBps: -3 })),
  ),
  told('a lock of a little less', { lock: gives('99.95') }),
  told('a lock of a little more', { lock: gives('99.9881') }),
  told('an execution of a little less', { execute: (document) => put(document, { 'quote.dst.formatted': '99.97' }) }),
  told(
    'warnings',
    both((document) => put(document, { warnings: ['Pools are thin today'] })),
  ),
  told('a lock of an hour', {
    lock: (document) => put(document, { expiresAt: new Date(Date.now() + 3_600_000).toISOString(), ttlMs: 3_600_000 }),
  }),
  told('a fee on top that is not taken', both(coinFeeOf(LITTLE)), { options: { accept: 'fee-on-top' } }),
  told(
    'a fee on top that was agreed to',
    { ...both(coinFeeOf(LITTLE)), execute: (document) => withCoin(document, LITTLE) },
    {
      options: { accept: 'fee-on-top' },
      swap: ['0.05', 'base:ETH', 'base:USDC'],
      lies: () => ({ ...both(coinFeeOf(LITTLE)), execute: (document) => withCoin(document, coinOf('0.05') + LITTLE) }),
    },
  ),
  told('members that nobody knows', {
    quote: (document) => put(document, { score: 0.9, tags: ['best'] }),
    lock: (document) => put(document, { nonce: '1' }),
  }),
  told(
    'a name of a provider in two lines',
    both((document) => put(document, { 'steps.0.name': 'Uniswap\nV3' })),
  ),
  told('a status that says little', { track: (document) => put(document, { stage: 'thinking' }) }),
]

const bridged = (name: string, change: Change, more: Partial<Payment> = {}): NeighbourCase =>
  own(`reply: ${name}`, ['100', 'base:USDC', 'ethereum:USDC'], {
    provider: 'ACROSS',
    provides: () => ({ quote: change }),
    ...more,
  })
const REPLIES: readonly NeighbourCase[] = [
  bridged('no end of the quote', (reply) => put(reply, { quoteExpiryTimestamp: undefined })),
  bridged('no fees', (reply) => put(reply, { fees: undefined })),
  bridged('members that nobody knows', (reply) => put(reply, { gasless: false, provider: 'across' })),
  bridged('a fill of minutes', (reply) => put(reply, { expectedFillTime: 600 })),
  bridged('a least below its amount', (reply) => put(reply, { minOutputAmount: String(parseUnits('99.5', 6)) })),
]

export const HONEST_SWAPS: readonly NeighbourCase[] = [...PAIRS, ...AMOUNTS, ...BRIDGES]
export const HONEST_CHOICES: readonly NeighbourCase[] = [
  ...OPTIONS,
  ...ALLOWANCES,
  ...CALLS,
  ...PAYLOADS,
  ...TERMS,
  ...REPLIES,
]
