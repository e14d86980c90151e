import { symbiosis } from '../../../src/providers/symbiosis/manifest.ts'
import {
  BAD_REPLY,
  clientPrepared,
  defineLists,
  definePrepares,
  defineQuotes,
  defineStatuses,
  failed,
  paidByWord,
  paidOut,
  pending,
  refunded,
  unaskedCase,
} from '../../support/case-makers.ts'
import { ALICE, BOB, lock, MALLORY, NATIVE, USDC } from '../../support/case-assets.ts'
import { json, openRecordings, refusal } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest, ProviderCases } from '../../support/provider-suite.ts'

const { altered, rewritten, textAt } = openRecordings(import.meta.url)

const ROUTER = '0xf621Fb08BBE51aF70e7E0F4EA63496894166Ff7F'
const GATEWAY = '0xfCEF2Fe72413b65d3F393d278A714caD87512bcd'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const DEAD = '0x000000000000000000000000000000000000dEaD'

const V2 = 'quote-v2-ethereum-arbitrum.synthetic.json'
const RECORDED = 'quote-v1-swap-ethereum-base-usdc.json'
const WHOLE = 'quote-v1-ethereum-usdc-bnb.docs-example.json'

const token = (chainId: number, address: string, decimals: number, symbol: string) => ({
  address,
  chainId,
  decimals,
  symbol,
})

interface Sent {
  readonly src: ReturnType<typeof token>
  readonly amount: string
  readonly dst: ReturnType<typeof token>
  readonly from?: string
  readonly to?: string
  readonly path?: string
}
const asks = ({ src, amount, dst, from = DEAD, to = from, path = '/v2/quote' }: Sent, reply: Reply): Exchange => ({
  method: 'POST',
  path,
  body: {
    tokenAmountIn: { ...src, amount },
    tokenOut: dst,
    from,
    to,
    slippage: 50,
    revertableAddresses: [
      { chainId: src.chainId, address: from },
      { chainId: dst.chainId, address: to },
    ],
  },
  reply,
})
const LOCK = { from: ALICE, to: BOB, path: '/v2/swap' }

const usdt: CaseRequest = { src: `ethereum:${USDT}`, dst: `arbitrum:${USDC.arbitrum}`, amount: '100' }
const usdtSent = { src: token(1, USDT, 6, 'USDT'), amount: '100000000', dst: token(42161, USDC.arbitrum, 6, 'USDC') }
const usdc: CaseRequest = { src: `ethereum:${USDC.ethereum}`, dst: `base:${USDC.base}`, amount: '1' }
const usdcSent = { src: token(1, USDC.ethereum, 6, 'USDC'), amount: '1000000', dst: token(8453, USDC.base, 6, 'USDC') }
const bnb: CaseRequest = { src: `ethereum:${USDC.ethereum}`, dst: 'bsc:native', amount: '100', ...lock }
const bnbSent = { src: usdcSent.src, amount: '100000000', dst: token(56, '', 18, 'BNB'), ...LOCK }
const coin: CaseRequest = { src: 'ethereum:native', dst: `arbitrum:${USDC.arbitrum}`, amount: '0.1', ...lock }
const coinSent = { src: token(1, '', 18, 'ETH'), amount: '100000000000000000', dst: usdtSent.dst, ...LOCK }

/** The contracts of the assembled reply are made up. */
const known = { 'tx.to': ROUTER, approveTo: GATEWAY }
/** Calldata that names the recipient, for those that recorders have cut. */
const data = `0xa11b1198${'0'.repeat(24)}${BOB.slice(2).toLowerCase()}`
const payable = { ...known, 'tx.data': data }
/** The published call with our wallets, and the contracts of today. */
const whole = rewritten(
  WHOLE,
  ['f93d011544e89a28b5bdbdd833016cc5f26e82cd', BOB.slice(2).toLowerCase()],
  ['0xE75C7E85FE6ADd07077467064aD15847E6ba9877', ROUTER],
  ['0x25bEE8C21D1d0ec2852302fd7E674196EA298eC6', GATEWAY],
)
const onTop = {
  'fees.0.value': { symbol: 'ETH', address: '', chainId: 1, decimals: 18, amount: '150000000000000' },
}

const route = {
  routeId: 'symbiosis-0302f2d1e7daeb97',
  amountOut: '99.263949',
  minimumOut: '97.269184',
  fees: ['bridge_fee 0.25 USDC ?'],
  steps: ['bridge Symbiosis'],
  estimatedTimeSec: 43,
}
const wholeRoute = {
  routeId: 'symbiosis-b89549c5568231f8',
  amountOut: '0.398882787580482273',
  fees: ['bridge_fee 0.75 BUSD ?'],
  steps: ['bridge Symbiosis'],
  estimatedTimeSec: 120,
}
const coinRoute = { ...route, routeId: 'symbiosis-692588ff9164c5de', fees: ['messaging_fee 0.00015 ETH ? on top'] }

const price = defineQuotes<Reply>(usdt, (reply) => asks(usdtSent, reply))
const recorded = defineQuotes<Reply>(usdc, (reply) => asks(usdcSent, reply))
const locked = defineQuotes<Reply>(bnb, (reply) => asks(bnbSent, reply))
const lockedUsdt = defineQuotes<Reply>({ ...usdt, ...lock }, (reply) => asks({ ...usdtSent, ...LOCK }, reply))
const lockedCoin = defineQuotes<Reply>(coin, (reply) => asks(coinSent, reply))

const LOCK_WHOLE = 'a published call'
const LOCK_RESET = 'a call for a token whose allowance is taken back first'
const LOCK_COIN = 'a call of the coin, with a fee on top'
const coinCall = { ...payable, ...onTop, 'tx.value': '100150000000000000' }

const quotes = [
  price('a price without wallets', altered(V2, known), [route]),
  price('a price without a call', altered(V2, { tx: undefined, approveTo: undefined }), [route]),
  recorded('a recorded price in the older form', RECORDED, [
    {
      ...route,
      routeId: 'symbiosis-893a67b6a4f2a8c1',
      amountOut: '0.499177',
      minimumOut: '0.496183',
      fees: ['bridge_fee 0.25 USDbC ?'],
      estimatedTimeSec: 18,
    },
  ]),
  locked(LOCK_WHOLE, whole, [wholeRoute]),
  lockedUsdt(LOCK_RESET, altered(V2, payable), [route]),
  lockedCoin(LOCK_COIN, altered(V2, coinCall), [coinRoute]),
  price('fees by their words', altered(V2, { ...known, 'fees.0.description': 'Partner fee' }), [
    { ...route, fees: ['integrator_fee 0.25 USDC ?'] },
  ]),
  price('the cost of a miner', altered(V2, { ...known, 'fees.0.description': 'Miner fee' }), [
    { ...route, fees: ['destination_gas 0.25 USDC ?'] },
  ]),
  price('contracts that are not known', V2, 'pair_unsupported'),
  price('a gateway that is not known', altered(V2, { 'tx.to': ROUTER }), 'pair_unsupported'),
  locked('the contracts of three years ago', WHOLE, 'pair_unsupported'),
  defineQuotes<Reply>({ ...usdt, src: 'ethereum:native', amount: '0.1' }, (reply) =>
    asks({ ...coinSent, from: DEAD, to: DEAD, path: '/v2/quote' }, reply),
  )('a router that is not known, for the coin', V2, 'pair_unsupported'),
  defineQuotes<Reply>({ src: `base:${USDC.base}`, dst: 'ethereum:native', amount: '100' }, (reply) =>
    asks({ src: usdcSent.dst, amount: '100000000', dst: coinSent.src }, reply),
  )('a transaction of TON', 'quote-v2-ton-usdt-eth.partial.json', 'pair_unsupported'),
  price('another asset', altered(V2, { ...known, 'tokenAmountOut.address': USDT }), BAD_REPLY),
  price('another chain', altered(V2, { ...known, 'tokenAmountOutMin.chainId': 8453 }), BAD_REPLY),
  price('a least above what is expected', altered(V2, { ...known, 'tokenAmountOutMin.amount': '99263950' }), BAD_REPLY),
  lockedUsdt('a lock without a call', altered(V2, { tx: undefined }), BAD_REPLY),
  lockedUsdt('a call on another chain', altered(V2, { ...payable, 'tx.chainId': 8453 }), BAD_REPLY),
  lockedUsdt(
    'a call for somebody else',
    altered(V2, { ...payable, 'tx.data': data.replace(BOB.slice(2).toLowerCase(), MALLORY.slice(2)) }),
    BAD_REPLY,
  ),
  lockedUsdt('a call that carries the coin', altered(V2, { ...payable, 'tx.value': '1' }), BAD_REPLY),
  lockedCoin(
    'a call that carries more than is stated',
    altered(V2, { ...coinCall, 'tx.value': '100150000000000001' }),
    BAD_REPLY,
  ),
  lockedCoin('a call without its fee', altered(V2, { ...coinCall, 'tx.value': '100000000000000000' }), BAD_REPLY),
  price('a reply without any amount is no route', json({}), 'no_liquidity'),
  price('a reply whose amount that arrives is null is no route', json({ tokenAmountOut: null }), 'no_liquidity'),
  price(
    'a reply with a token that arrives and no amount of it is no route',
    altered(V2, { ...known, 'tokenAmountOut.amount': undefined }),
    'no_liquidity',
  ),
  price('an amount that cannot be read', altered(V2, { ...known, 'tokenAmountOut.amount': 'all' }), BAD_REPLY),
  price('an amount that is too low', refusal('error-amount-too-low.synthetic.json'), 'below_minimum'),
  price('a pair without a route', refusal('no-route.synthetic.json'), 'no_liquidity'),
  price('a fee above the amount', json({ errors: [{ message: 'Amount less than fee' }] }, 400), 'below_minimum'),
  price('an amount that is too high', json({ errors: ['Amount is too high'] }, 400), 'above_maximum'),
  price('an impact that is too high', json({ message: 'Price impact is too high' }, 400), 'price_impact'),
  price('a pair that is not supported', json({ message: 'Unsupported pair' }, 400), 'pair_unsupported'),
  price('a slippage', json({ message: 'Slippage is too low' }, 400), 'needs_change'),
  price('an address', json({ message: 'Invalid address' }, 400), 'needs_change'),
  unaskedCase('a slippage that it does not take', { ...usdt, slippageBps: 19 }, { noRoute: 'needs_change' }),
  unaskedCase('within one chain', { ...usdt, dst: 'ethereum:native' }),
  unaskedCase('from Solana', { ...usdt, src: `solana:${USDC.solana}` }),
  unaskedCase('to Bitcoin', { ...usdt, dst: 'bitcoin:native' }),
  unaskedCase('from a chain where refunds go elsewhere', { ...usdt, src: 'abstract:native' }),
]

const facts = { tracking: { depositor: ALICE, recipient: BOB }, needsHash: true }
const call = (asset: string, out: string, chain: string) => ({
  chainId: 1,
  to: ROUTER,
  spender: GATEWAY,
  description: `Send ${asset} through Symbiosis, which pays ${out} on ${chain}`,
})
const prepares = [
  definePrepares<Reply>(LOCK_WHOLE, () => [])(
    'the gateway takes the token for the router',
    WHOLE,
    clientPrepared(
      {
        ...call('USDC', 'BNB', 'BNB Smart Chain'),
        data: textAt(WHOLE, 'tx.data').replaceAll(
          'f93d011544e89a28b5bdbdd833016cc5f26e82cd',
          BOB.slice(2).toLowerCase(),
        ),
        token: USDC.ethereum,
        amount: '100000000',
        approvals: ['100000000'],
        symbol: 'USDC',
      },
      facts,
    ),
  ),
  definePrepares<Reply>(LOCK_RESET, () => [])(
    'an allowance is taken back first where the token wants it so',
    V2,
    clientPrepared(
      {
        ...call('USDT', 'USDC', 'Arbitrum'),
        data,
        token: USDT,
        amount: '100000000',
        approvals: ['0', '100000000'],
        symbol: 'USDT',
      },
      facts,
    ),
  ),
  definePrepares<Reply>(LOCK_COIN, () => [])(
    'the coin goes along with the fee',
    V2,
    clientPrepared(
      { ...call('ETH', 'USDC', 'Arbitrum'), data, amount: coinSent.amount, value: '100150000000000000' },
      facts,
    ),
  ),
]

const HASH = '0x9e1c0b6f3a2d4e5f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f'
const status = defineStatuses<Reply>(
  { src: usdt.src, dst: usdt.dst, hash: HASH, tracking: facts.tracking },
  (reply) => ({
    method: 'GET',
    path: `/v2/tx/1/${HASH}`,
    reply,
  }),
)
const DONE = 'status-success.synthetic.json'
const BACK = 'status-reverted.synthetic.json'
const UNTOLD = altered(DONE, { tx: null, '+transitTokenSent': null })
/** An end that does not say of which transaction. */
const UNNAMED = pending('confirming', {
  progress: {
    note: 'Symbiosis states an end without the transaction that it is of, so that it is not taken for that of this swap',
  },
})
/** The time at which the cases play. */
const NOW_MS = Date.UTC(2026, 0, 15, 12)
const inbound = { inboundHash: HASH }
const outbound = { ...inbound, outboundHash: textAt(DONE, 'tx.hash') }
const paid = { symbol: 'USDC', address: USDC.arbitrum, chainId: 42161, decimals: 6, amount: '99000000' }
const statuses = [
  status('a swap that is under way', 'status-pending.synthetic.json', pending('swapping')),
  {
    ...status('a swap that was not sent', 'status-pending.synthetic.json', pending('awaiting_deposit')),
    hash: '',
    exchanges: [],
  },
  status('a swap that it has not seen', 'status-not-found.synthetic.json', pending('confirming')),
  status('a swap that it does not find', json({ message: 'not found' }, 404), pending('confirming')),
  status(
    'a swap that was reverted on its chain',
    'status-not-found.synthetic.json',
    failed('The call was reverted: only its network fee was spent'),
    { receipt: 'reverted' },
  ),
  status('a refusal to answer', json({}, 400), BAD_REPLY),
  status('a swap that was paid', DONE, paidOut(outbound)),
  status('a swap that was paid without a word about the payout is not believed yet', UNTOLD, {
    ...pending('paying_out', inbound),
    tracking: { ...facts.tracking, successSeenAtMs: NOW_MS },
  }),
  status(
    'a swap that was paid without a word about the payout ends some minutes later',
    UNTOLD,
    paidByWord('Symbiosis', inbound),
    { tracking: { ...facts.tracking, successSeenAtMs: NOW_MS - 180_000 } },
  ),
  status(
    'how much was paid',
    altered(DONE, { 'tx.+tokenAmount': paid }),
    paidOut({ ...outbound, deliveredOut: 99_000_000n }),
  ),
  status(
    'a swap that could not be finished pays the token between the chains',
    altered(DONE, { '+transitTokenSent': { ...paid, symbol: 'WETH', address: MALLORY, decimals: 18, amount: '5' } }),
    paidOut({ ...outbound, reason: 'Paid out as 0.000000000000000005 WETH' }),
  ),
  status(
    'a swap that is stuck waits for its sender',
    'status-stuck.synthetic.json',
    pending('swapping', {
      ...inbound,
      progress: {
        note: 'It is stuck between the chains; if it stays so, its sender can take it back at app.symbiosis.finance',
      },
      pollAfterMs: 60_000,
    }),
  ),
  status(
    'a swap that was reverted',
    BACK,
    refunded({
      ...inbound,
      refundHash: textAt(BACK, 'tx.hash'),
      reason: 'The swap was reverted, and its money returned',
    }),
  ),
  status(
    'what a revert returned',
    altered(BACK, { '+transitTokenSent': paid }),
    refunded({
      ...inbound,
      refundHash: textAt(BACK, 'tx.hash'),
      reason: 'The swap was reverted, and its money returned: 99 USDC',
    }),
  ),
  status('a code to come', altered(DONE, { 'status.code': 7 }), pending('swapping', inbound)),
  status('another transaction', altered(DONE, { 'txIn.hash': textAt(DONE, 'tx.hash') }), BAD_REPLY),
  status('a payout of a transaction that it does not name', altered(DONE, { txIn: null }), UNNAMED),
  status('a payout of a transaction without a hash', altered(DONE, { 'txIn.hash': undefined }), UNNAMED),
  status('a return of a transaction that it does not name', altered(BACK, { txIn: undefined }), UNNAMED),
  status(
    'a payout that it states without its transaction, of a call that its chain shows as reverted',
    altered(DONE, { txIn: null }),
    failed('The call was reverted: only its network fee was spent'),
    { receipt: 'reverted' },
  ),
  status('another source chain', altered(DONE, { 'txIn.chainId': 8453 }), BAD_REPLY),
]

const lists = defineLists<Reply>((reply) => ({ method: 'GET', path: '/v2/tokens', reply }))
const listed = (fields: ReturnType<typeof token>) => ({
  ...fields,
  name: fields.symbol,
  icons: { large: 'https://example.org/x.png' },
})

export const cases: ProviderCases = {
  provider: symbiosis,
  url: import.meta.url,
  quotes,
  prepares,
  statuses,
  discoveries: [
    lists(
      'the tokens of the chains that are served, the coin without an address',
      json([
        listed(coinSent.src),
        listed(usdtSent.dst),
        { ...listed(usdtSent.src), decimals: 'six' },
        listed(token(85918, '', 9, 'TON')),
        { ...listed(usdcSent.dst), icons: null },
      ]),
      { assets: [`ethereum:ETH ${NATIVE} 18`, `arbitrum:USDC ${USDC.arbitrum} 6`, `base:USDC ${USDC.base} 6`] },
    ),
  ],
  // A swap that it has not seen is answered so.
  tolerates: [
    // What has no amount that arrives says that there is no route.
    { of: 'quote', path: '/v2/quote', faults: ['an empty object', 'the wrong types'], gives: 'an answer' },
    { of: 'status', path: '/v2/tx', faults: ['404'], gives: 'an answer' },
  ],
  needs: [
    {
      of: ['quote'],
      path: '/v2/',
      fields: ['tokenAmountOut', 'tokenAmountOutMin'].flatMap((name) =>
        ['address', 'chainId', 'decimals', 'amount'].map((field) => `${name}.${field}`),
      ),
      why: 'what arrives',
    },
    {
      of: ['quote'],
      path: '/v2/',
      fields: ['tokenAmountOutMin'],
      changes: true,
      why: 'without a stated least it follows from the slippage',
    },
    {
      of: ['quote'],
      path: '/v2/',
      fields: ['tx.**', 'approveTo'],
      why: 'the call, and what it carries',
    },
    { of: ['status'], path: '/v2/tx', fields: ['status.code'], why: 'what became of it' },
    {
      of: ['status'],
      path: '/v2/tx',
      fields: ['txIn', 'txIn.hash'],
      changes: true,
      why: 'the end of a transaction that is not named may be that of another swap',
    },
    {
      of: ['status'],
      path: '/v2/tx',
      fields: ['tx', 'tx.hash'],
      changes: true,
      why: 'without hash and amount of the payout it waits for them some minutes',
    },
  ],
}
