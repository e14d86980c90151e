import type { Json } from '../../../src/core/ports.ts'
import type { Progress } from '../../../src/core/swap/progress.ts'
import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, defineStatuses, failed, paidByWord, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import {
  altered,
  ARBITRUM_USDT,
  ARBITRUM_USDT_ID,
  BASE_USDC,
  BASE_USDC_ID,
  NOW_MS,
  rewritten,
  XLM_ID,
} from './exchanges.ts'

const ADDRESS = '0x76b4c56085ED136a8744D52bE956396624a730E8'
const DEPOSIT = '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'
const TRACKING = {
  depositAddress: ADDRESS,
  originAsset: BASE_USDC_ID,
  destinationAsset: ARBITRUM_USDT_ID,
  submitted: '',
  amountIn: '100000000',
  depositBefore: '2026-09-30T21:13:05.000Z',
}
/** What has arrived of the 100 USDC of the recordings, and of the 57.3995009 XLM of the live one. */
const ALL: Progress = { receivedIn: 100_000_000n }
const PART: Progress = { receivedIn: 40_000_000n }
const LIVE: Progress = { receivedIn: 573_995_009n }
const LIVE_ADDRESS = '65a251832363711522493b599b5dec00a69c504aa2c5a0ec55caf87ae1f8a723'
/** The recorded swap stayed inside the ledger; its USDC on NEAR is not in the catalog, so the coin of NEAR stands for it. */
const live = {
  src: 'stellar:native',
  dst: 'near:native',
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

/** 40 of 100 USDC have arrived. */
function tooLittle(name: string, note: string, reply: Reply, tracking: Json = TRACKING, hash = ''): StatusCase {
  const report = pending('awaiting_deposit', { inboundHash: DEPOSIT, progress: { ...PART, note } })
  return statusCase(name, reply, report, { tracking, hash })
}

/** A payout without amount, by a text that names no transaction. */
const HASHLESS = altered('status-success-evm.synthetic.json', {
  'swapDetails.amountOut': null,
  'swapDetails.destinationChainTxHashes': [{ hash: 'hello' }],
})

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
    pending('confirming', { inboundHash: DEPOSIT, progress: PART }),
  ),
  tooLittle(
    'too little has arrived: what is missing, where to and until when',
    `40 USDC of 100 USDC arrived. Send the missing 60 USDC to the same address, ${ADDRESS}, before 2026-09-30T21:13:05.000Z; else it is refunded, less 0.0024 USDC`,
    rewritten('status-incomplete-deposit.synthetic.json', ['"refundFee": "0"', '"refundFee": "2400"']),
  ),
  tooLittle(
    'no more is asked for than was agreed, whatever the reply states',
    `40 USDC of 100 USDC arrived. Send the missing 60 USDC to the same address, ${ADDRESS}, before 2026-09-30T21:13:05.000Z; else it is refunded`,
    rewritten('status-incomplete-deposit.synthetic.json', ['"minAmountIn": "100000000"', '"minAmountIn": "900000000"']),
  ),
  tooLittle(
    'what is enough to be swapped needs nothing more',
    '40 USDC of 100 USDC arrived. Nothing is to be sent: what is not swapped is refunded',
    rewritten('status-incomplete-deposit.synthetic.json', ['"minAmountIn": "100000000"', '"minAmountIn": "40000000"']),
  ),
  tooLittle(
    'what would come too late is not asked for',
    '40 USDC of 100 USDC arrived, and more would come too late: send nothing, it is refunded',
    'status-incomplete-deposit.synthetic.json',
    { ...TRACKING, depositBefore: '2026-09-30T20:20:00.000Z' },
  ),
  tooLittle(
    'of a swap of an earlier version nothing is said that is not known',
    'Less than was agreed has arrived. Unless the rest comes in time, it is refunded',
    'status-incomplete-deposit.synthetic.json',
    { depositAddress: ADDRESS, originAsset: BASE_USDC_ID, destinationAsset: ARBITRUM_USDT_ID, submitted: '' },
  ),
  tooLittle(
    'of a deposit that we know nothing more is asked for, whatever is said to have arrived',
    `NEAR Intents says that 40 USDC of 100 USDC arrived with the deposit ${DEPOSIT}. Send nothing more: wait, or give its support the address ${ADDRESS} and that hash. What is not swapped is refunded`,
    'status-incomplete-deposit.synthetic.json',
    TRACKING,
    DEPOSIT,
  ),
  statusCase(
    'nor where nothing is said to have arrived',
    rewritten('status-incomplete-deposit.synthetic.json', ['"depositedAmount": "40000000"', '"depositedAmount": "0"']),
    pending('awaiting_deposit', {
      inboundHash: DEPOSIT,
      progress: {
        note: `NEAR Intents says that 0 USDC of 100 USDC arrived with the deposit ${DEPOSIT}. Send nothing more: wait, or give its support the address ${ADDRESS} and that hash. What is not swapped is refunded`,
      },
    }),
    { hash: DEPOSIT },
  ),
  {
    name: 'the recorded swap that waits for its deposit',
    src: 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    dst: 'zcash:native',
    tracking: {
      depositAddress: 'E5RdW4ip1B4wx1Loy83zr2dVadYywJazHvB22JBKq1Dg',
      originAsset: 'nep141:sol-5ce3bf3a31af18be40ba30f721101b4341690186.omft.near',
      destinationAsset: 'nep141:zec.omft.near',
      submitted: '',
    },
    exchanges: [reading('status-pending-deposit-live.json', 'E5RdW4ip1B4wx1Loy83zr2dVadYywJazHvB22JBKq1Dg')],
    expected: pending('awaiting_deposit'),
  },
  {
    ...live,
    name: 'the swap is running',
    exchanges: [reading('status-pending.json', LIVE_ADDRESS)],
    expected: pending('swapping', { progress: LIVE }),
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
    expected: pending('swapping', { progress: LIVE, tracking: { ...live.tracking, submitted: 'deposit hash' } }),
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
      progress: ALL,
    }),
  ),
  {
    ...live,
    name: 'paid out more than was quoted',
    exchanges: [reading('status-success.json', LIVE_ADDRESS)],
    expected: paidOut({
      outboundHash: '4nMkmkcbJdaHADqNn2dhnAsSzWjXoqvAs8PKpYHAqiu6',
      deliveredOut: 13327582n,
      progress: LIVE,
    }),
  },
  statusCase(
    'a success without proof is not yet one',
    rewritten('status-pending-deposit.synthetic.json', ['PENDING_DEPOSIT', 'SUCCESS']),
    pending('paying_out', { tracking: { ...TRACKING, successSeenAtMs: NOW_MS } }),
  ),
  statusCase(
    'a success without any details ends by its word, some minutes later',
    rewritten('status-pending-deposit.synthetic.json', ['PENDING_DEPOSIT', 'SUCCESS']),
    paidByWord('NEAR Intents'),
    { tracking: { ...TRACKING, successSeenAtMs: NOW_MS - 180_000 } },
  ),
  statusCase(
    'a success whose only hash is none of the destination chain, and without an amount, waits for better',
    HASHLESS,
    pending('paying_out', {
      inboundHash: DEPOSIT,
      progress: ALL,
      tracking: { ...TRACKING, successSeenAtMs: NOW_MS },
    }),
  ),
  statusCase(
    'and ends by the word of NEAR Intents, some minutes later',
    HASHLESS,
    { ...paidByWord('NEAR Intents', { inboundHash: DEPOSIT }), progress: ALL },
    { tracking: { ...TRACKING, successSeenAtMs: NOW_MS - 180_000 } },
  ),
  statusCase(
    'refunded: the second hash of the source chain is the refund',
    'status-refund.synthetic.json',
    refunded({
      inboundHash: DEPOSIT,
      refundHash: '0xc3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3',
      reason: 'PARTIAL_DEPOSIT',
      progress: { ...ALL, refundedIn: 99_997_600n },
    }),
  ),
  statusCase(
    'a refund whose hash is not there yet does not pass the deposit for it',
    rewritten('status-failed.synthetic.json', ['"FAILED"', '"REFUNDED"']),
    refunded({ inboundHash: DEPOSIT, reason: 'The deposit was refunded', progress: PART }),
  ),
  statusCase(
    'failed',
    'status-failed.synthetic.json',
    failed('The swap is stuck at the provider: give its support the deposit address', {
      inboundHash: DEPOSIT,
      progress: PART,
    }),
  ),
  ...(['FAILED', 'REFUNDED'] as const).map((word) =>
    statusCase(
      `what is called ${word} beside its payout, without a refund, is paid`,
      rewritten('status-success-evm.synthetic.json', ['"SUCCESS"', `"${word}"`]),
      paidOut({
        inboundHash: DEPOSIT,
        outboundHash: '0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2',
        deliveredOut: 99741220n,
        reason: `NEAR Intents calls it ${word.toLowerCase()}, but states its payout and no refund`,
        progress: ALL,
      }),
    ),
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
