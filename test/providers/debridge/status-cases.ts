import { json } from '../../support/recordings.ts'
import { BAD_REPLY, defineStatuses, failed, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { BOB, SOLANA_BOB, USDC } from '../../support/case-assets.ts'
import { altered } from './exchanges.ts'

const ORDER = '0x997cde21a489d060dd83c897c7e69bc5aa3d56398cc1129fbe34f3bc439b6db9'
const OTHER = `0x${'77'.repeat(32)}`
const HASH = `0x${'00'.repeat(31)}a1`
const PAYOUT = `0x${'00'.repeat(31)}a2`
/** The time at which the cases play. */
const NOW_MS = Date.UTC(2026, 0, 15, 12)
const key = { accesstoken: 'key-of-the-test' }

const orderIds = (reply: Reply): Exchange => ({
  method: 'GET',
  path: `/dln/tx/${HASH}/order-ids`,
  query: key,
  reply,
})
const state = (reply: Reply, id = ORDER): Exchange => ({
  method: 'GET',
  path: `/dln/order/${id}/status`,
  query: key,
  reply,
})
const details = (reply: Reply, id = ORDER): Exchange => ({
  method: 'GET',
  path: `/dln/order/${id}`,
  query: key,
  reply,
})
const tracked = (reply: Reply): Exchange => ({ method: 'GET', path: `/api/Orders/${ORDER}`, reply })
/** The recorded order pays a token that the catalog lacks: here it pays USDC. */
const paysUsdc = (changes: Record<string, unknown> = {}) =>
  altered('order-details.partial.json', { 'orderStruct.takeOffer.tokenAddress': USDC.solana, ...changes })

const kept = { orderId: ORDER, recipient: SOLANA_BOB, found: false }
const found = { ...kept, found: true }
const toSolana = { src: `hyperevm:${USDC.hyperevm}`, dst: `solana:${USDC.solana}`, tracking: kept }
const sent = { ...toSolana, hash: HASH, tracking: found }

const reportedCase = defineStatuses(toSolana, (reply) => orderIds(reply))

const openCase = defineStatuses(toSolana, (reply) => state(reply))

const sentCase = defineStatuses(sent, (reply) => state(reply))

/** What becomes of orders. */
export const statuses: readonly StatusCase[] = [
  openCase(
    'an order that nobody made yet waits for the deposit',
    altered('status-pending.synthetic.json', { status: 'None' }),
    pending('awaiting_deposit'),
  ),
  openCase(
    'an order that is not known yet waits for the deposit',
    { text: '{}', status: 404 },
    pending('awaiting_deposit'),
  ),
  openCase(
    'an order is followed before its transaction is reported',
    'status-pending.synthetic.json',
    pending('swapping', { tracking: found }),
  ),
  reportedCase(
    'a transaction that is not indexed yet is confirming',
    { text: '{"orderIds":[]}' },
    pending('confirming'),
    { hash: HASH },
  ),
  reportedCase(
    'a transaction that is not known yet is confirming',
    { text: '{}', status: 404 },
    pending('confirming'),
    { hash: HASH },
  ),
  reportedCase(
    'a transaction that made no order because it was reverted is a failure',
    { text: '{"orderIds":[]}' },
    failed('The deposit was reverted: only its network fee was spent'),
    { hash: HASH, receipt: 'reverted' },
  ),
  {
    name: 'a reported transaction leads to its order',
    ...toSolana,
    hash: HASH,
    exchanges: [orderIds('order-ids-by-tx.synthetic.json'), state('status-pending.synthetic.json')],
    expected: pending('swapping', { tracking: found }),
  },
  {
    name: 'another order of a reported transaction is followed when it pays the same',
    ...toSolana,
    hash: HASH,
    exchanges: [
      orderIds(json({ orderIds: [OTHER] })),
      details(paysUsdc({ orderId: OTHER }), OTHER),
      state(altered('status-pending.synthetic.json', { orderId: OTHER }), OTHER),
    ],
    expected: pending('swapping', { tracking: { ...found, orderId: OTHER } }),
  },
  {
    name: 'another order of a reported transaction is not taken for ours when it pays somebody else',
    ...toSolana,
    hash: HASH,
    exchanges: [
      orderIds(json({ orderIds: [OTHER] })),
      details(
        paysUsdc({
          orderId: OTHER,
          'orderStruct.takeOffer.amount': '1',
          'orderStruct.receiverDst': USDC.solana,
        }),
        OTHER,
      ),
    ],
    expected: BAD_REPLY,
  },
  sentCase(
    'an order that nobody fills never comes back by itself, and after some minutes that is said',
    'status-pending.synthetic.json',
    pending('swapping', {
      tracking: found,
      progress: {
        note: `Nobody has filled the order yet, and nothing comes back by itself: its USDC stays locked until it is filled, or until ${SOLANA_BOB} cancels it on Solana`,
      },
    }),
    { ageSec: 300 },
  ),
  {
    ...sentCase(
      'on an EVM chain the wallet that paid can cancel an order that nobody fills',
      'status-pending.synthetic.json',
      pending('swapping', {
        tracking: found,
        progress: {
          note: 'Nobody has filled the order yet, and nothing comes back by itself: its USDC stays locked until it is filled, or until the wallet that paid cancels it on Base',
        },
      }),
      { ageSec: 30 * 86_400 },
    ),
    dst: `base:${USDC.base}`,
  },
  {
    name: 'a filled order is a success with amount and hash',
    ...sent,
    exchanges: [state('status-success.json'), details(paysUsdc()), tracked('stats-order-fulfilled.synthetic.json')],
    expected: paidOut({ outboundHash: PAYOUT, deliveredOut: 5786315492n }),
  },
  {
    name: 'a filled order tells the deposit that nobody reported',
    ...toSolana,
    exchanges: [
      state(altered('status-success.json', { status: 'SentUnlock' })),
      details(paysUsdc()),
      tracked('stats-order-fulfilled.synthetic.json'),
    ],
    expected: paidOut({ inboundHash: HASH, outboundHash: PAYOUT, deliveredOut: 5786315492n }),
  },
  {
    name: 'a filled order waits a little for the hash of its payout',
    ...sent,
    exchanges: [state('status-success.json'), details(paysUsdc()), tracked({ text: '{}', status: 404 })],
    expected: pending('paying_out', { tracking: { ...found, filledAtMs: NOW_MS }, pollAfterMs: 3_000 }),
  },
  {
    name: 'a filled order that was seen by a clock that was ahead waits from now on',
    ...sent,
    tracking: { ...found, filledAtMs: NOW_MS + 864_000_000 },
    exchanges: [state('status-success.json'), details(paysUsdc()), tracked({ text: '{}', status: 404 })],
    expected: pending('paying_out', { tracking: { ...found, filledAtMs: NOW_MS }, pollAfterMs: 3_000 }),
  },
  {
    name: 'a filled order is a success without hash when none shows up within a minute',
    ...sent,
    tracking: { ...found, filledAtMs: NOW_MS - 60_000 },
    exchanges: [
      state(altered('status-success.json', { status: 'ClaimedUnlock' })),
      details(paysUsdc()),
      tracked(altered('stats-order-fulfilled.synthetic.json', { fulfilledDstEventMetadata: null })),
    ],
    expected: paidOut({ deliveredOut: 5786315492n, reason: 'deBridge does not tell the transaction that paid' }),
  },
  {
    name: 'the hash of another order is not taken',
    ...sent,
    tracking: { ...found, filledAtMs: NOW_MS - 60_000 },
    exchanges: [
      state('status-success.json'),
      details(paysUsdc()),
      tracked(altered('stats-order-fulfilled.synthetic.json', { 'orderId.stringValue': OTHER })),
    ],
    expected: paidOut({ deliveredOut: 5786315492n, reason: 'deBridge does not tell the transaction that paid' }),
  },
  {
    name: 'letter case of addresses does not matter on EVM chains',
    ...sent,
    src: `base:${USDC.base}`,
    dst: `arbitrum:${USDC.arbitrum}`,
    tracking: { ...found, recipient: BOB },
    exchanges: [
      state('status-success.json'),
      details(
        paysUsdc({
          'orderStruct.takeOffer.chainId': '42161',
          'orderStruct.takeOffer.tokenAddress': USDC.arbitrum.toLowerCase(),
          'orderStruct.takeOffer.amount': '9775827',
          'orderStruct.receiverDst': BOB.toLowerCase(),
        }),
      ),
      tracked('stats-order-fulfilled.synthetic.json'),
    ],
    expected: paidOut({ outboundHash: PAYOUT, deliveredOut: 9775827n }),
  },
  {
    name: 'a filled order of a token that we did not ask for is no success',
    ...sent,
    exchanges: [state('status-success.json'), details('order-details.partial.json')],
    expected: BAD_REPLY,
  },
  {
    name: 'a filled order on another chain is no success',
    ...sent,
    exchanges: [state('status-success.json'), details(paysUsdc({ 'orderStruct.takeOffer.chainId': 1 }))],
    expected: BAD_REPLY,
  },
  sentCase(
    'a status of another order is not taken for ours',
    altered('status-success.json', { orderId: OTHER }),
    BAD_REPLY,
  ),
  sentCase(
    'an order that is being cancelled is pending until the deposit is back',
    'status-refund-requested.synthetic.json',
    pending('paying_out', { tracking: found, pollAfterMs: 30_000 }),
  ),
  sentCase(
    'an order whose deposit is back is a refund',
    'status-refund.synthetic.json',
    refunded({ reason: 'The order was cancelled and its deposit returned' }),
  ),
  sentCase(
    'a state nobody knows is pending',
    altered('status-pending.synthetic.json', { status: 'SomethingNew' }),
    pending('swapping', { tracking: found }),
  ),
]
