import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineStatuses, failed, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import { ARBITRUM_USDT, ARBITRUM_USDT_ID, BASE_USDC, BASE_USDC_ID, rewritten, XLM_ID } from './exchanges.ts'

const ADDRESS = '0x76b4c56085ED136a8744D52bE956396624a730E8'
const DEPOSIT = '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'
const TRACKING = {
  depositAddress: ADDRESS,
  originAsset: BASE_USDC_ID,
  destinationAsset: ARBITRUM_USDT_ID,
  submitted: '',
}
const LIVE_ADDRESS = '65a251832363711522493b599b5dec00a69c504aa2c5a0ec55caf87ae1f8a723'
/** The recorded swap stayed inside the ledger; its USDC on NEAR is not in the catalog, so another with 6 decimals stands for it. */
const live = {
  src: 'stellar:native',
  dst: BASE_USDC,
  tracking: {
    depositAddress: LIVE_ADDRESS,
    originAsset: XLM_ID,
    destinationAsset: 'nep141:17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1',
    submitted: '',
  },
}
const evm = { src: BASE_USDC, dst: ARBITRUM_USDT, tracking: TRACKING }

function reading(reply: Reply, depositAddress = ADDRESS): Exchange {
  return { method: 'GET', path: '/v0/status', query: { depositAddress }, reply }
}

function submitting(txHash: string, depositAddress: string, reply: Reply): Exchange {
  return { method: 'POST', path: '/v0/deposit/submit', body: { txHash, depositAddress }, reply }
}

const statusCase = defineStatuses(evm, (reply) => reading(reply))

/** How swaps go on. */
export const statuses: readonly StatusCase[] = [
  statusCase('nothing has arrived', 'status-pending-deposit.synthetic.json', pending('awaiting_deposit')),
  statusCase(
    'a deposit address that is not known yet is a deposit not seen yet',
    refusal('error-deposit-address-not-found.synthetic.json', 404),
    pending('awaiting_deposit'),
  ),
  statusCase(
    'a deposit that waits for confirmations',
    rewritten('status-incomplete-deposit.synthetic.json', ['INCOMPLETE_DEPOSIT', 'KNOWN_DEPOSIT_TX']),
    pending('confirming', { inboundHash: DEPOSIT }),
  ),
  statusCase(
    'too little has arrived',
    'status-incomplete-deposit.synthetic.json',
    pending('awaiting_deposit', { inboundHash: DEPOSIT }),
  ),
  {
    ...live,
    name: 'the swap is running',
    exchanges: [reading('status-pending.json', LIVE_ADDRESS)],
    expected: pending('swapping'),
  },
  statusCase(
    'a status that is new to us is a running swap',
    rewritten('status-pending-deposit.synthetic.json', ['PENDING_DEPOSIT', 'ROUTING']),
    pending('swapping'),
  ),
  {
    ...live,
    name: 'a reported hash is handed in once, and its answer is the status',
    hash: 'deposit hash',
    exchanges: [
      reading(
        rewritten('status-pending.json', ['"status": "PROCESSING"', '"status": "PENDING_DEPOSIT"']),
        LIVE_ADDRESS,
      ),
      submitting('deposit hash', LIVE_ADDRESS, 'status-pending.json'),
    ],
    expected: pending('swapping', { tracking: { ...live.tracking, submitted: 'deposit hash' } }),
  },
  {
    ...evm,
    name: 'a hash that is not accepted does no harm',
    hash: DEPOSIT,
    exchanges: [
      reading('status-pending-deposit.synthetic.json'),
      submitting(DEPOSIT, ADDRESS, { status: 500, text: '{"message":"oops"}' }),
    ],
    expected: pending('awaiting_deposit', { tracking: { ...TRACKING, submitted: DEPOSIT } }),
  },
  statusCase('a hash is not handed in twice', 'status-pending-deposit.synthetic.json', pending('awaiting_deposit'), {
    hash: DEPOSIT,
    tracking: { ...TRACKING, submitted: DEPOSIT },
  }),
  {
    ...evm,
    name: 'a memo names the deposit too',
    tracking: { ...TRACKING, depositMemo: '42' },
    exchanges: [
      {
        method: 'GET',
        path: '/v0/status',
        query: { depositAddress: ADDRESS, depositMemo: '42' },
        reply: 'status-pending-deposit.synthetic.json',
      },
    ],
    expected: pending('awaiting_deposit'),
  },
  statusCase(
    'paid out',
    'status-success-evm.synthetic.json',
    paidOut({
      inboundHash: DEPOSIT,
      outboundHash: '0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2',
      deliveredOut: 99741220n,
    }),
  ),
  {
    ...live,
    name: 'paid out more than was quoted',
    exchanges: [reading('status-success.json', LIVE_ADDRESS)],
    expected: paidOut({ outboundHash: '4nMkmkcbJdaHADqNn2dhnAsSzWjXoqvAs8PKpYHAqiu6', deliveredOut: 13327582n }),
  },
  statusCase(
    'a success without proof is not yet one',
    rewritten('status-pending-deposit.synthetic.json', ['PENDING_DEPOSIT', 'SUCCESS']),
    pending('paying_out'),
  ),
  statusCase(
    'refunded: the second hash of the source chain is the refund',
    'status-refund.synthetic.json',
    refunded({
      inboundHash: DEPOSIT,
      refundHash: '0xc3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3',
      reason: 'PARTIAL_DEPOSIT',
    }),
  ),
  statusCase(
    'a refund whose hash is not there yet does not pass the deposit for it',
    rewritten('status-failed.synthetic.json', ['"FAILED"', '"REFUNDED"']),
    refunded({ inboundHash: DEPOSIT, reason: 'The deposit was refunded' }),
  ),
  statusCase(
    'failed',
    'status-failed.synthetic.json',
    failed('The swap is stuck at the provider: give its support the deposit address', { inboundHash: DEPOSIT }),
  ),
  statusCase('the status of a swap from another asset is refused', 'status-success-evm.synthetic.json', BAD_REPLY, {
    tracking: { ...TRACKING, originAsset: XLM_ID },
  }),
  statusCase('the status of a swap to another asset is refused', 'status-success-evm.synthetic.json', BAD_REPLY, {
    tracking: { ...TRACKING, destinationAsset: XLM_ID },
  }),
  {
    ...evm,
    name: 'the status of another swap is refused',
    tracking: { ...TRACKING, depositAddress: '0x3434343434343434343434343434343434343434' },
    exchanges: [reading('status-success-evm.synthetic.json', '0x3434343434343434343434343434343434343434')],
    expected: BAD_REPLY,
  },
]
