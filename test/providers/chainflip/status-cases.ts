import type { Reply } from '../../support/provider-lab.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { doctored, NOW_MS } from './exchanges.ts'

const USDC = 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7'
const HASH = '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'
const HOUR_MS = 60 * 60 * 1000

interface Swap {
  readonly src: string
  readonly dst: string
  readonly tracking: {
    readonly channelId: string
    readonly recipient: string
  }
}

/** The swap of the service's own tests: ETH to DOT on Asset Hub. */
const dot: Swap = {
  src: 'ethereum:native',
  dst: 'polkadot-asset-hub:native',
  tracking: { channelId: '86-Ethereum-85', recipient: '1yMmfLti1k3huRQM2c47WugwonQMqTvQ2GUFxnU7Pcs7xPo' },
}
/** A recorded swap of BTC to USDC. */
const usdc: Swap = {
  src: 'bitcoin:native',
  dst: USDC,
  tracking: { channelId: '6726421-Bitcoin-34009', recipient: '0xBBFEFB09727136A6C3DDD28BD4ABDF259B9351C1' },
}
const rejected: Swap = {
  src: 'bitcoin:native',
  dst: 'ethereum:native',
  tracking: { channelId: '3614786-Bitcoin-875', recipient: '0xac16d8adbd217576a540a625e873448cecdb21e2' },
}
/** Recordings of which another project kept a few fields: they name no channel and no recipient. */
const trimmed = (src: string, dst: string): Swap => ({
  src,
  dst,
  tracking: { channelId: '1-Bitcoin-1', recipient: 'unknown' },
})

function told(
  name: string,
  swap: Swap,
  reply: Reply,
  expected: StatusCase['expected'],
  more: Pick<StatusCase, 'hash' | 'ageSec'> = {},
): StatusCase {
  return {
    name,
    ...swap,
    ...more,
    exchanges: [{ method: 'GET', path: `/v2/swaps/${swap.tracking.channelId}`, reply }],
    expected,
  }
}

const expired = doctored('status-waiting.json', ['"isExpired": false', '"isExpired": true'])
const rejectedAgo = (ms: number) =>
  doctored('status-refund-deposit-rejected.json', [
    '"failedAt": 21689748000,\n    "failedBlockIndex"',
    `"failedAt": ${NOW_MS - ms},\n    "failedBlockIndex"`,
  ])
const notYetRefunded = (ms: number) => rejectedAgo(ms).replace('"refundEgress"', '"later"')
const refundScheduled = (ms: number) =>
  doctored(
    'status-refund-deposit-rejected.json',
    ['"txRef": "7cc616d54e33a2f7685186994120eb32b6fcbdc2344b4238db5115f6b2cf3277",', ''],
    ['"witnessedAt": 21690432000,', ''],
    ['"scheduledAt": 21689748000', `"scheduledAt": ${NOW_MS - ms}`],
  )
const REJECTED_DEPOSIT = '9dccc57dc24a62635e946b06629a01646741e728edeacfed0e30d9638e82b378'
const REJECTED = 'A screening rejected the deposit'
const NOT_REACHED = 'The promised price was not reached in time, so the deposit was refunded'
const CLOSED = 'The deposit channel closed before a deposit arrived'

/** How swaps go on. */
export const statuses: readonly StatusCase[] = [
  told('nothing has arrived', dot, { file: 'status-waiting.json' }, { status: 'PENDING', stage: 'awaiting_deposit' }),
  told(
    'a channel that is not known yet is asked about less often, since such answers are counted',
    dot,
    { status: 404, file: 'error-not-found.json' },
    { status: 'PENDING', stage: 'awaiting_deposit', pollAfterMs: 15_000 },
  ),
  told('a channel that closed empty', dot, { text: expired }, { status: 'FAILED', stage: 'done', reason: CLOSED }),
  told(
    'a channel that closed after the wallet paid may still find the deposit',
    dot,
    { text: expired },
    { status: 'PENDING', stage: 'awaiting_deposit' },
    { hash: HASH, ageSec: 7199 },
  ),
  told(
    'a deposit that is not found for hours missed its channel',
    dot,
    { text: expired },
    { status: 'FAILED', stage: 'done', reason: CLOSED },
    { hash: HASH, ageSec: 7200 },
  ),
  told(
    'the deposit is seen',
    {
      src: 'ethereum:native',
      dst: 'ethereum:0x826180541412D574cf1336d22c0C0a287822678A',
      tracking: { channelId: '1-Ethereum-1', recipient: '0xcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcf' },
    },
    { file: 'status-pending.json' },
    { status: 'PENDING', stage: 'confirming', inboundHash: '0x1234' },
  ),
  told('swapping', dot, { file: 'status-pending-swapping.json' }, { status: 'PENDING', stage: 'swapping' }),
  told(
    'a state that is new to us is a running swap',
    dot,
    { text: doctored('status-pending-swapping.json', ['"SWAPPING"', '"REBALANCING"']) },
    { status: 'PENDING', stage: 'swapping' },
  ),
  told('sending', dot, { file: 'status-pending-sending.json' }, { status: 'PENDING', stage: 'paying_out' }),
  told(
    'sending, of a trimmed recording',
    trimmed('solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'bitcoin:native'),
    { file: 'status-trimmed-usdc-to-btc-pending.json' },
    { status: 'PENDING', stage: 'paying_out' },
  ),
  told(
    'sent and not yet witnessed',
    dot,
    { file: 'status-pending-sent.json' },
    { status: 'PENDING', stage: 'paying_out', outboundHash: '0xdeadbeef' },
  ),
  told(
    'paid out',
    usdc,
    { file: 'status-success.json' },
    {
      status: 'SUCCESS',
      stage: 'done',
      inboundHash: 'ba030cf99b7b01d9455c3ab87a5d87a301b67e91640fc9c76014c6e5b97986d7',
      outboundHash: '0xc8646625910babc04b1612526c27fbac68aacf6cc489affbae69d1d430f5fcb1',
      deliveredOut: 52568658562n,
    },
  ),
  told(
    'paid out on a chain whose transactions are named by block and place',
    dot,
    { file: 'status-success-channel.json' },
    { status: 'SUCCESS', stage: 'done', outboundHash: '104-2', deliveredOut: 4192707216034n },
  ),
  told(
    'paid out after a swap in parts',
    dot,
    { file: 'status-success-dca.json' },
    { status: 'SUCCESS', stage: 'done', outboundHash: '104-2', deliveredOut: 4192707216034n },
  ),
  told(
    'filled in part: the rest was returned',
    dot,
    {
      text: doctored('status-success-dca.json', [
        '"swapEgress": {',
        '"refundEgress": {"amount": "1000", "txRef": "0xfeed", "witnessedAt": 1}, "swapEgress": {',
      ]),
    },
    { status: 'SUCCESS', stage: 'done', outboundHash: '104-2', deliveredOut: 4192707216034n, refundHash: '0xfeed' },
  ),
  told(
    'a completed swap that names no payment is not called a success',
    trimmed('ethereum:native', 'bitcoin:native'),
    { file: 'status-trimmed-eth-to-btc.json' },
    { status: 'PENDING', stage: 'paying_out' },
  ),
  told(
    'returned because the price was not reached',
    dot,
    { file: 'status-refund.json' },
    {
      status: 'REFUND',
      stage: 'done',
      refundHash: '0xd2398250c9fa869f0eb7659015549ed46178c95cedd444c3539f655068f6a7d9',
      reason: NOT_REACHED,
    },
  ),
  told(
    'returned, of a trimmed recording',
    trimmed('bitcoin:native', USDT),
    { file: 'status-trimmed-btc-to-usdt-refunded.json' },
    { status: 'REFUND', stage: 'done', reason: NOT_REACHED },
  ),
  told(
    'a rejected deposit that was returned',
    rejected,
    { file: 'status-refund-deposit-rejected.json' },
    {
      status: 'REFUND',
      stage: 'done',
      inboundHash: REJECTED_DEPOSIT,
      refundHash: '7cc616d54e33a2f7685186994120eb32b6fcbdc2344b4238db5115f6b2cf3277',
      reason: REJECTED,
    },
  ),
  told(
    'a rejected deposit whose return is not announced yet',
    rejected,
    { text: notYetRefunded(2 * HOUR_MS - 1) },
    { status: 'PENDING', stage: 'paying_out', inboundHash: REJECTED_DEPOSIT },
  ),
  told(
    'a rejected deposit that is not returned',
    rejected,
    { text: notYetRefunded(2 * HOUR_MS) },
    { status: 'FAILED', stage: 'done', inboundHash: REJECTED_DEPOSIT, reason: REJECTED },
  ),
  told(
    'a return that is announced and not sent yet',
    rejected,
    { text: refundScheduled(2 * HOUR_MS - 1) },
    { status: 'PENDING', stage: 'paying_out', inboundHash: REJECTED_DEPOSIT },
  ),
  told(
    'a return that was announced hours ago',
    rejected,
    { text: refundScheduled(2 * HOUR_MS) },
    { status: 'REFUND', stage: 'done', inboundHash: REJECTED_DEPOSIT, reason: REJECTED },
  ),
  told(
    'an output too small to be paid out',
    dot,
    { file: 'status-failed-egress-ignored.synthetic.json' },
    { status: 'FAILED', stage: 'done', reason: 'The output was too small to pay out' },
  ),
  told(
    'filled in part, and the rest too small to be returned',
    dot,
    { file: 'status-failed-refund-egress-ignored.json' },
    {
      status: 'FAILED',
      stage: 'done',
      outboundHash: '104-2',
      reason: 'The rest of the deposit was too small to refund',
    },
  ),
  told(
    'a return that failed is no return, whatever it is called',
    dot,
    {
      text: doctored('status-failed-refund-egress-ignored.json', [
        '"amount": "999844999999160000",',
        '"amount": "999844999999160000", "txRef": "0xfeed",',
      ]).replace('"state": "FAILED"', '"state": "COMPLETED"'),
    },
    { status: 'SUCCESS', stage: 'done', outboundHash: '104-2', deliveredOut: 4192707216034n },
  ),
  told(
    'the status of another channel is refused',
    { ...dot, tracking: { ...dot.tracking, channelId: '86-Ethereum-86' } },
    { file: 'status-success-channel.json' },
    { error: 'bad_response' },
  ),
  told(
    'the status of a swap to another recipient is refused',
    { ...usdc, tracking: { ...usdc.tracking, recipient: '0x1212121212121212121212121212121212121212' } },
    { file: 'status-success.json' },
    { error: 'bad_response' },
  ),
  told(
    'the status of a swap to another asset is refused',
    { ...usdc, dst: USDT },
    { file: 'status-success.json' },
    { error: 'bad_response' },
  ),
  told(
    'the status of a swap from another asset is refused',
    { ...usdc, src: 'ethereum:native' },
    { file: 'status-success.json' },
    { error: 'bad_response' },
  ),
]
