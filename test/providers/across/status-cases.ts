import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineStatuses, failed, paidByWord, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { StatusReport } from '../../../src/providers/contract.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { ALICE, BOB, USDC } from '../../support/case-assets.ts'
import { altered, key, NOW_SEC, SPOKE_POOL, WETH_ARBITRUM } from './exchanges.ts'

const HASH = '0x98e81ff0d66222e920881dc956762bd8ef45a42babbf39f837d3b7c89fdd73a8'
const baseToPolygon = {
  src: `base:${USDC.base}`,
  dst: `polygon:${USDC.polygon}`,
  hash: HASH,
  tracking: { bridged: 'USDC.e', depositor: ALICE, recipient: BOB, amountIn: '1000000' },
}
const state = (reply: Reply, hash = HASH): Exchange => ({
  method: 'GET',
  path: '/deposit/status',
  query: { depositTxnRef: hash },
  headers: key,
  reply,
})

/** The transfer that takes USDC of Base out of a wallet. */
const sentBy = (wallet: string, amount: bigint) => ({
  token: USDC.base.toLowerCase(),
  from: wallet.toLowerCase(),
  to: SPOKE_POOL.toLowerCase(),
  amount,
})

/** How long after its estimate the word of Across counts where no node answers. */
const OLD = { ageSec: 960, nodesFail: true }
function byWord(report: StatusReport, chain = 'Polygon'): StatusReport {
  if (report.status === 'PENDING') return report
  const reason = `${report.reason ?? 'Paid out'}. This is the word of Across: it was not seen on ${chain}, as too few nodes answered`
  return { ...report, reason }
}
const PAID = paidOut({
  inboundHash: HASH,
  outboundHash: '0x08897d29b4ef00a65282c4c67a0c75fc826512927b3c95ae763c79ce9baef107',
})
const unconfirmed = (what: string, chain: string) =>
  pending('paying_out', {
    inboundHash: HASH,
    progress: { note: `Across calls the deposit ${what}; too few nodes answered to confirm it on ${chain}` },
  })

const statusCase = defineStatuses(baseToPolygon, (reply) => state(reply))

/** The time at which the cases play. */
const NOW_MS = NOW_SEC * 1000
/** A fill by a transaction that Across does not name, and one that it has called so for some milliseconds. */
const UNTOLD = altered('status-success.json', { fillTx: null, fillTxnRef: null })
const filledFor = (ms: number) => ({
  ...OLD,
  tracking: { ...baseToPolygon.tracking, filledSeenAtMs: NOW_MS - ms },
})

/** What becomes of deposits. */
export const statuses: readonly StatusCase[] = [
  {
    name: 'waits for the deposit until its hash is known',
    ...baseToPolygon,
    hash: '',
    exchanges: [],
    expected: pending('awaiting_deposit'),
  },
  statusCase(
    'a deposit that is not found yet is pending',
    refusal('status-not-found-404.synthetic.json', 404),
    pending('confirming'),
  ),
  statusCase(
    'a deposit that is not found because it was reverted is a failure',
    refusal('status-not-found-404.synthetic.json', 404),
    failed('The deposit was reverted: only its network fee was spent'),
    { receipt: 'reverted' },
  ),
  statusCase(
    'a deposit that waits for its relayer is pending',
    'status-pending.synthetic.json',
    pending('swapping', { inboundHash: HASH }),
  ),
  statusCase(
    'a deposit that waits for a slow fill is pending',
    'status-slow-fill-requested.synthetic.json',
    pending('swapping', { inboundHash: HASH }),
  ),
  statusCase(
    'a deposit that is not final on its chain is confirming',
    altered('status-pending.synthetic.json', { status: 'deposit-pending' }),
    pending('confirming', { inboundHash: HASH }),
  ),
  statusCase(
    'an expired deposit is pending until it is refunded',
    'status-expired.synthetic.json',
    pending('swapping', {
      inboundHash: HASH,
      progress: { note: 'No relayer paid out in time: Across returns the deposit, mostly within some hours' },
      pollAfterMs: 120_000,
    }),
  ),
  statusCase(
    'a state nobody knows is pending',
    altered('status-pending.synthetic.json', { status: 'somethingNew' }),
    pending('swapping', { inboundHash: HASH }),
  ),
  statusCase(
    'a filled deposit that no node confirms is not paid yet',
    'status-success.json',
    unconfirmed('filled', 'Polygon'),
    { ...OLD, ageSec: 959 },
  ),
  statusCase(
    'nor where the deposit itself is in no block yet',
    'status-success.json',
    unconfirmed('filled', 'Polygon'),
  ),
  statusCase(
    'a filled deposit that no node confirms is a success by the word of Across, a quarter of an hour late',
    'status-success.json',
    byWord(PAID),
    OLD,
  ),
  statusCase('a filled deposit of our token from our wallet is a success', 'status-success.json', byWord(PAID), {
    ...OLD,
    receipt: { state: 'success', transfers: [sentBy(ALICE, 1_000_000n)] },
  }),
  statusCase('a filled deposit from another wallet is not taken for ours', 'status-success.json', BAD_REPLY, {
    receipt: { state: 'success', transfers: [sentBy(BOB, 1_000_000n)] },
    nodesFail: true,
  }),
  statusCase('a filled deposit of another token is not taken for ours', 'status-success.json', BAD_REPLY, {
    receipt: { state: 'success', transfers: [{ ...sentBy(ALICE, 1_000_000n), token: WETH_ARBITRUM.toLowerCase() }] },
    nodesFail: true,
  }),
  statusCase(
    'a refunded deposit of more than we sent is not taken for ours',
    'status-refund.synthetic.json',
    BAD_REPLY,
    { receipt: { state: 'success', transfers: [sentBy(ALICE, 1_000_001n)] }, nodesFail: true },
  ),
  {
    name: 'letter case of the hash does not matter',
    ...baseToPolygon,
    hash: `0x${HASH.slice(2).toUpperCase()}`,
    exchanges: [state('status-success.json', `0x${HASH.slice(2).toUpperCase()}`)],
    ...OLD,
    expected: byWord(PAID),
  },
  {
    name: 'a filled deposit without actions is a success',
    src: `ethereum:${USDC.ethereum}`,
    dst: `base:${USDC.base}`,
    hash: '0x77b8dc8877c4015e06b682e9d7515d7d6432c3b0e617084fd6acb9532906ec61',
    tracking: { bridged: 'USDC', depositor: ALICE, amountIn: '1000000' },
    exchanges: [
      state('status-success-captured.json', '0x77b8dc8877c4015e06b682e9d7515d7d6432c3b0e617084fd6acb9532906ec61'),
    ],
    expected: paidOut({
      inboundHash: '0x77b8dc8877c4015e06b682e9d7515d7d6432c3b0e617084fd6acb9532906ec61',
      outboundHash: '0xe2d2361de170a8c437a6b2a91ca280365327038186aebc39264ad840e15f6bd0',
    }),
  },
  {
    name: 'a filled deposit is a success under the newer names alone',
    ...baseToPolygon,
    hash: '0x0e44727151684ef4cfe7744aad88007cf55b155a64f5f9047fb9d2fa53780967',
    exchanges: [
      state(
        'status-success-openapi-example.json',
        '0x0e44727151684ef4cfe7744aad88007cf55b155a64f5f9047fb9d2fa53780967',
      ),
    ],
    ...OLD,
    expected: byWord(
      paidOut({
        inboundHash: '0x0e44727151684ef4cfe7744aad88007cf55b155a64f5f9047fb9d2fa53780967',
        outboundHash: '0x0e7b85f1c49c4c89f3b381f12a24d6838be16a41021ab16645bae9dcd1278238',
      }),
    ),
  },
  statusCase(
    'a filled deposit is a success without a word about its actions',
    altered('status-success.json', { actionsSucceeded: undefined }),
    byWord(PAID),
    OLD,
  ),
  statusCase('a status alone is enough', { text: '{"status":"pending"}' }, pending('swapping')),
  statusCase(
    'a fill without hash is not a success yet',
    UNTOLD,
    pending('paying_out', { inboundHash: HASH, tracking: { ...baseToPolygon.tracking, filledSeenAtMs: NOW_MS } }),
    { nodesFail: true },
  ),
  statusCase(
    'a fill without hash where no node tells more is a success by the word of Across, some minutes later',
    UNTOLD,
    byWord(paidByWord('Across', { inboundHash: HASH })),
    filledFor(180_000),
  ),
  statusCase(
    'a slow fill without hash ends too',
    altered('status-success.json', { status: 'slowFilled', fillTx: null, fillTxnRef: undefined }),
    byWord(paidByWord('Across', { inboundHash: HASH })),
    filledFor(180_000),
  ),
  statusCase(
    'a fill without hash does not end a minute too early',
    UNTOLD,
    pending('paying_out', {
      inboundHash: HASH,
      tracking: { ...baseToPolygon.tracking, filledSeenAtMs: NOW_MS - 120_000 },
    }),
    filledFor(120_000),
  ),
  statusCase('a fill without hash of another deposit does not end ours', UNTOLD, BAD_REPLY, {
    ...filledFor(180_000),
    receipt: { state: 'success', transfers: [sentBy(BOB, 1_000_000n)] },
  }),
  statusCase(
    'a fill without hash whose swap failed is a failure in the end',
    altered('status-success.json', { fillTx: null, fillTxnRef: null, actionsSucceeded: false }),
    byWord(failed('The swap on Polygon failed: the recipient got USDC.e instead of USDC', { inboundHash: HASH })),
    filledFor(180_000),
  ),
  statusCase(
    'a fill whose swap failed left the recipient with the bridged token',
    altered('status-success.json', { actionsSucceeded: false }),
    byWord(
      failed('The swap on Polygon failed: the recipient got USDC.e instead of USDC', {
        inboundHash: HASH,
        outboundHash: '0x08897d29b4ef00a65282c4c67a0c75fc826512927b3c95ae763c79ce9baef107',
      }),
    ),
    OLD,
  ),
  statusCase(
    'a refunded deposit that no node confirms is no refund yet',
    'status-refund.synthetic.json',
    unconfirmed('returned', 'Base'),
  ),
  statusCase(
    'a refunded deposit that no node confirms is a refund with its hash by the word of Across, a quarter of an hour late',
    'status-refund.synthetic.json',
    byWord(
      refunded({
        inboundHash: HASH,
        refundHash: '0x00000000000000000000000000000000000000000000000000000000000000bb',
        reason: 'No relayer paid out in time, so Across returned the deposit',
      }),
      'Base',
    ),
    OLD,
  ),
  statusCase(
    'a deposit that failed is a failure',
    altered('status-pending.synthetic.json', { status: 'deposit-failed' }),
    failed('The deposit transaction failed', { inboundHash: HASH }),
    { receipt: 'reverted' },
  ),
  statusCase(
    'a deposit that is called failed although its chain shows that it succeeded goes on',
    altered('status-pending.synthetic.json', { status: 'deposit-failed' }),
    pending('swapping', {
      inboundHash: HASH,
      progress: { note: 'Across calls the deposit failed, but Base contradicts it: the transaction succeeded' },
    }),
    { receipt: { state: 'success', transfers: [sentBy(ALICE, 1_000_000n)] }, nodesFail: true },
  ),
  statusCase(
    'a deposit that is called failed while no node answers is not failed at once',
    altered('status-pending.synthetic.json', { status: 'deposit-failed' }),
    pending('confirming', {
      inboundHash: HASH,
      progress: { note: 'Across calls the deposit failed, but Base does not show that so far' },
    }),
    { receipt: 'unknown' },
  ),
  statusCase(
    'a fill by a text that is no hash is one by no transaction',
    altered('status-success.json', { fillTx: 'hello', fillTxnRef: 'hello' }),
    pending('paying_out', { inboundHash: HASH, tracking: { ...baseToPolygon.tracking, filledSeenAtMs: NOW_MS } }),
    { nodesFail: true },
  ),
  statusCase('the fill of a deposit to another chain is not taken for ours', 'status-success.json', BAD_REPLY, {
    dst: `ethereum:${USDC.ethereum}`,
  }),
  statusCase('the fill of a deposit from another chain is not taken for ours', 'status-success.json', BAD_REPLY, {
    src: `ethereum:${USDC.ethereum}`,
  }),
  {
    name: 'the fill of another deposit is not taken for ours',
    ...baseToPolygon,
    hash: `0x${'12'.repeat(32)}`,
    exchanges: [state('status-success.json', `0x${'12'.repeat(32)}`)],
    expected: BAD_REPLY,
  },
]
