import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, failed, paidByWord, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { Progress } from '../../../src/core/swap/progress.ts'
import type { Reply } from '../../support/provider-lab.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { altered, NOW_MS, rewritten } from './exchanges.ts'

const USDC = 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7'
const HASH = '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'
const VAULT_HASH = '0xb2dcb9ce8d50f0ab869995fee8482bcf304ffcfe5681ca748f90e34c0ad7b241'
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
/** The same swap whose payout was first seen to be sent then. */
const sentAt = (sentAtMs: number) => ({ ...dot, tracking: { ...dot.tracking, sentAtMs } })
/** Recordings of which another project kept a few fields: they name no channel and no recipient. */
const trimmed = (src: string, dst: string): Swap => ({
  src,
  dst,
  tracking: { channelId: '1-Bitcoin-1', recipient: 'unknown' },
})

/** A payout on its way. The recording names its transaction as no chain of Substrate does. */
const SENT = altered('status-pending-sent.json', { 'swapEgress.txRef': '104-2' })
/** A payout that arrived, without amount, by a text that names no transaction. */
const HASHLESS = altered('status-success-channel.json', {
  'swapEgress.txRef': 'hello',
  'swapEgress.amount': undefined,
})
/** The same swap, first called paid then. */
const paidAt = (paidSeenAtMs: number) => ({ ...dot, tracking: { ...dot.tracking, paidSeenAtMs } })

/** A completed swap that names no payment. @param failedAtMs when it was first seen so */
const completed = (failedAtMs: number) => {
  const swap = trimmed('ethereum:native', 'bitcoin:native')
  return { ...swap, tracking: { ...swap.tracking, failedAtMs } }
}

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

const expired = altered('status-waiting.json', { 'depositChannel.isExpired': true })
const notYetRefunded = (ms: number) =>
  altered('status-refund-deposit-rejected.json', { 'deposit.failedAt': NOW_MS - ms, refundEgress: undefined })
const refundSent = (ms: number) =>
  altered('status-refund-deposit-rejected.json', {
    'refundEgress.witnessedAt': undefined,
    'refundEgress.scheduledAt': NOW_MS - ms,
  })
const refundScheduled = altered('status-refund-deposit-rejected.json', {
  'refundEgress.txRef': undefined,
  'refundEgress.witnessedAt': undefined,
})
const REJECTED_DEPOSIT = '9dccc57dc24a62635e946b06629a01646741e728edeacfed0e30d9638e82b378'
const REJECTED_REFUND = '7cc616d54e33a2f7685186994120eb32b6fcbdc2344b4238db5115f6b2cf3277'
const REJECTED = 'A screening rejected the deposit'
const NOT_REACHED = 'The promised price was not reached in time, so the deposit was refunded'
const CLOSED = 'The deposit channel closed before a deposit arrived'

const ETHER = 10n ** 18n
const DELIVERED = 4_192_707_216_034n
/** How far the recorded swaps of the service's own tests came. */
const received = { progress: { receivedIn: 5n * ETHER } }
const delivered = { progress: { receivedIn: 5n * ETHER, paidOut: DELIVERED } }
const inParts = { receivedIn: 10n * ETHER, paidOut: DELIVERED, parts: { done: 2, total: 10 } }
const rejectedDeposit = { inboundHash: REJECTED_DEPOSIT, progress: { receivedIn: 1_000_000n } }
const rejectedReturn = { inboundHash: REJECTED_DEPOSIT, progress: { receivedIn: 1_000_000n, refundedIn: 1_000_000n } }

const FALLBACK = 'status-failed-solana-fallback-paid.json'
/** A recorded swap whose output the recipient did not take: it went to another address. */
const undelivered: Swap = {
  src: 'ethereum:native',
  dst: 'solana:native',
  tracking: { channelId: '7666730-Ethereum-2530', recipient: 'EdmjHbx1mirAeWTnsLhVx24p1nTsdoxuEJBHJijcmT7c' },
}
const fallbackHash = '4RXTKNG5FiikbNVY9jpQUXFdCAmwxHuhv6pqmX2Yb9dEgjkyCUsjxmDoB1wFuFNZKohDyLTHdr1NGm95zRVwVJ4v'
const fallbackFacts = {
  inboundHash: '0xcddddb2355809a0957a28f1040a552b691953792e84bb015217c923876058c01',
  progress: { receivedIn: 50_000_000_000_000_000n },
}

/** How swaps go on. */
export const statuses: readonly StatusCase[] = [
  told('nothing has arrived', dot, 'status-waiting.json', pending('awaiting_deposit')),
  told(
    'a channel that is not known yet is asked about less often, since such answers are counted',
    dot,
    refusal('error-not-found.json', 404),
    pending('awaiting_deposit', { pollAfterMs: 15_000, leastPauseMs: 15_000 }),
  ),
  told('a channel that closed empty', dot, expired, failed(CLOSED)),
  told(
    'a channel that closed after the wallet paid may still find the deposit',
    dot,
    expired,
    pending('awaiting_deposit'),
    { hash: HASH, ageSec: 7199 },
  ),
  told('a deposit that is not found for hours missed its channel', dot, expired, failed(CLOSED), {
    hash: HASH,
    ageSec: 7200,
  }),
  told(
    'the deposit is seen',
    {
      src: 'ethereum:native',
      dst: 'ethereum:0x826180541412D574cf1336d22c0C0a287822678A',
      tracking: { channelId: '1-Ethereum-1', recipient: '0xcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcfcf' },
    },
    'status-pending.json',
    pending('confirming', { inboundHash: '0x1234', progress: { receivedIn: 100n } }),
  ),
  told('swapping', dot, 'status-pending-swapping.json', pending('swapping', received)),
  told(
    'swapping in parts, some of which are done',
    dot,
    altered('status-pending-swapping.json', {
      'swap.regular': undefined,
      'swap.+dca': { currentChunk: { retryCount: 0 }, executedChunks: 3, remainingChunks: 6 },
      '+dcaParams': { numberOfChunks: 10, chunkIntervalBlocks: 3 },
    }),
    pending('swapping', { progress: { ...received.progress, parts: { done: 3, total: 10 } } }),
  ),
  told(
    'swapping again and again, since the price has moved away',
    dot,
    altered('status-pending-swapping.json', { 'swap.regular.retryCount': 4 }),
    pending('swapping', { progress: { ...received.progress, note: 'Waiting for the promised price' } }),
  ),
  told(
    'what only shows how far it is may be unreadable',
    dot,
    altered('status-pending-swapping.json', { swap: 'later', 'deposit.amount': 5, '+dcaParams': [] }),
    pending('swapping'),
  ),
  told(
    'a state that is new to us is a running swap',
    dot,
    rewritten('status-pending-swapping.json', ['"SWAPPING"', '"REBALANCING"']),
    pending('swapping', received),
  ),
  told('sending', dot, 'status-pending-sending.json', pending('paying_out', received)),
  told(
    'sending, of a trimmed recording',
    trimmed('solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'bitcoin:native'),
    'status-trimmed-usdc-to-btc-pending.json',
    pending('paying_out', { progress: { receivedIn: 495_625_000n } }),
  ),
  told(
    'sent and not yet witnessed',
    dot,
    SENT,
    pending('paying_out', { outboundHash: '104-2', tracking: sentAt(NOW_MS).tracking, ...received }),
  ),
  told(
    'sent and not yet witnessed while something else failed is no failure',
    dot,
    altered('status-pending-sent.json', { state: 'FAILED', 'swapEgress.txRef': '104-2' }),
    pending('paying_out', { outboundHash: '104-2', tracking: sentAt(NOW_MS).tracking, ...received }),
  ),
  told(
    'sent a day ago and never witnessed',
    sentAt(NOW_MS - 24 * HOUR_MS),
    SENT,
    paidOut({
      outboundHash: '104-2',
      deliveredOut: DELIVERED,
      reason: 'Chainflip sent the payout more than a day ago and does not say that it arrived: look up its transaction',
      ...received,
    }),
  ),
  told(
    'sent not quite a day ago',
    sentAt(NOW_MS - 24 * HOUR_MS + 1),
    SENT,
    pending('paying_out', {
      outboundHash: '104-2',
      tracking: sentAt(NOW_MS - 24 * HOUR_MS + 1).tracking,
      ...received,
    }),
  ),
  told(
    'a payout of less than nothing is none, whatever transaction is named',
    usdc,
    altered('status-success.json', { 'swapEgress.amount': '-5' }),
    BAD_REPLY,
  ),
  told(
    'nor is one of nothing',
    dot,
    altered('status-success-channel.json', { 'swapEgress.amount': '0' }),
    pending('paying_out', { ...received, tracking: { ...dot.tracking, failedAtMs: NOW_MS } }),
  ),
  told(
    'paid out',
    usdc,
    'status-success.json',
    paidOut({
      inboundHash: 'ba030cf99b7b01d9455c3ab87a5d87a301b67e91640fc9c76014c6e5b97986d7',
      outboundHash: '0xc8646625910babc04b1612526c27fbac68aacf6cc489affbae69d1d430f5fcb1',
      deliveredOut: 52568658562n,
      progress: { receivedIn: 55_970_749n, paidOut: 52_568_658_562n, parts: { done: 18, total: 18 } },
    }),
  ),
  told(
    'paid out on a chain whose transactions are named by block and place',
    dot,
    'status-success-channel.json',
    paidOut({ outboundHash: '104-2', deliveredOut: DELIVERED, ...delivered }),
  ),
  told(
    'a payout whose only hash is none of its chain, and without an amount, waits for better',
    dot,
    HASHLESS,
    pending('paying_out', { tracking: paidAt(NOW_MS).tracking, ...received }),
  ),
  told('and ends by the word of Chainflip, some minutes later', paidAt(NOW_MS - 180_000), HASHLESS, {
    ...paidByWord('Chainflip'),
    ...received,
  }),
  told(
    'a payout that was sent by a text that is no hash of its chain ends after a day too',
    sentAt(NOW_MS - 24 * HOUR_MS),
    'status-pending-sent.json',
    paidOut({
      deliveredOut: DELIVERED,
      reason: 'Chainflip sent the payout more than a day ago and does not say that it arrived',
      ...received,
    }),
  ),
  told(
    'paid out after a swap in parts',
    dot,
    'status-success-dca.json',
    paidOut({ outboundHash: '104-2', deliveredOut: DELIVERED, progress: inParts }),
  ),
  told(
    'filled in part: the rest was returned',
    dot,
    rewritten('status-success-dca.json', [
      '"swapEgress": {',
      '"refundEgress": {"amount": "1000000000000000", "txRef": "0xfeed", "witnessedAt": 1}, "swapEgress": {',
    ]),
    paidOut({
      outboundHash: '104-2',
      deliveredOut: DELIVERED,
      refundHash: '0xfeed',
      reason: 'Swapped in part: 0.001 ETH goes back',
      progress: { ...inParts, refundedIn: ETHER / 1000n },
    }),
  ),
  told(
    'filled in part, and the rest too small to be returned: the recipient was paid, so it is no failure',
    dot,
    'status-failed-refund-egress-ignored.json',
    paidOut({
      outboundHash: '104-2',
      deliveredOut: DELIVERED,
      reason: 'Swapped in part: 0.99984499999916 ETH was too small to be returned',
      progress: inParts,
    }),
  ),
  told(
    'a return that failed is no return, whatever it is called',
    dot,
    altered('status-failed-refund-egress-ignored.json', {
      state: 'COMPLETED',
      'refundEgress.+txRef': '0xfeed',
      'refundEgress.failure.mode': 'SENDING_FAILED',
      'refundEgress.amount': undefined,
    }),
    paidOut({
      outboundHash: '104-2',
      deliveredOut: DELIVERED,
      reason: 'Swapped in part: the rest could not be returned',
      progress: inParts,
    }),
  ),
  told(
    'a completed swap that names no payment is not called a success',
    trimmed('ethereum:native', 'bitcoin:native'),
    'status-trimmed-eth-to-btc.json',
    pending('paying_out', {
      progress: { receivedIn: 140_000_000_000_000_000n },
      tracking: completed(NOW_MS).tracking,
    }),
  ),
  told(
    'a completed swap that names no payment for two hours has ended without one',
    completed(NOW_MS - 2 * HOUR_MS),
    'status-trimmed-eth-to-btc.json',
    failed('Chainflip calls the swap completed, but names neither a payout nor a refund', {
      progress: { receivedIn: 140_000_000_000_000_000n },
    }),
  ),
  told(
    'returned because the price was not reached',
    dot,
    'status-refund.json',
    refunded({
      refundHash: '0xd2398250c9fa869f0eb7659015549ed46178c95cedd444c3539f655068f6a7d9',
      reason: NOT_REACHED,
      progress: { ...received.progress, refundedIn: 999_844_999_999_160_000n },
    }),
  ),
  told(
    'returned, of a trimmed recording',
    trimmed('bitcoin:native', USDT),
    'status-trimmed-btc-to-usdt-refunded.json',
    refunded({ reason: NOT_REACHED, progress: { receivedIn: 1_508_475n, refundedIn: 1_506_979n } }),
  ),
  told(
    'an output that was too small to be paid out, and the deposit returned',
    dot,
    altered('status-refund.json', {
      state: 'FAILED',
      '+swapEgress': { amount: '10', failure: { mode: 'SWAP_OUTPUT_TOO_SMALL' } },
    }),
    refunded({
      refundHash: '0xd2398250c9fa869f0eb7659015549ed46178c95cedd444c3539f655068f6a7d9',
      reason: 'The output was too small to pay out',
      progress: { ...received.progress, refundedIn: 999_844_999_999_160_000n },
    }),
  ),
  told(
    'a deposit of which nothing was swapped and that was too small to be returned',
    dot,
    altered('status-failed-refund-egress-ignored.json', { swapEgress: undefined, 'swap.swappedOutputAmount': '0' }),
    failed('What was left of the deposit was too small to be returned', {
      progress: { receivedIn: 10n * ETHER, parts: { done: 2, total: 10 } },
    }),
  ),
  ...unexplained(
    'an output of the pools that nothing says was paid, in a swap that is said to have failed',
    altered('status-failed-refund-egress-ignored.json', { swapEgress: undefined }),
    { receivedIn: 10n * ETHER, parts: { done: 2, total: 10 } },
  ),
  ...unexplained(
    'a swap that is said to have failed, without what failed',
    rewritten('status-pending-sending.json', ['"SENDING"', '"FAILED"'], ['"amount": "4192707216034"', '"amount": 5']),
    received.progress,
  ),
  told(
    'a rejected deposit that was returned',
    rejected,
    'status-refund-deposit-rejected.json',
    refunded({ refundHash: REJECTED_REFUND, reason: REJECTED, ...rejectedReturn }),
  ),
  told(
    'a rejected deposit whose return is not announced yet',
    rejected,
    notYetRefunded(2 * HOUR_MS - 1),
    pending('paying_out', rejectedDeposit),
  ),
  told(
    'a rejected deposit that is not returned',
    rejected,
    notYetRefunded(2 * HOUR_MS),
    failed(REJECTED, rejectedDeposit),
  ),
  told(
    'a return that is announced and not sent is no return yet, however long ago',
    rejected,
    refundScheduled,
    pending('paying_out', rejectedReturn),
  ),
  told(
    'a return that is sent and not yet witnessed',
    rejected,
    refundSent(2 * HOUR_MS - 1),
    pending('paying_out', rejectedReturn),
  ),
  told(
    'a return that was sent hours ago',
    rejected,
    refundSent(2 * HOUR_MS),
    refunded({ refundHash: REJECTED_REFUND, reason: REJECTED, ...rejectedReturn }),
  ),
  told(
    'an output too small to be paid out',
    dot,
    'status-failed-egress-ignored.synthetic.json',
    failed('The output was too small to pay out', received),
  ),
  told(
    'an output that went to another address, although it was sent to the recipient first',
    undelivered,
    FALLBACK,
    failed(
      'The payout could not be delivered to the recipient, so it went to 3rCsvPRapbPL1GNCeatESyMd5AWZeDjc8DbSfhGJRmJU',
      { outboundHash: fallbackHash, ...fallbackFacts },
    ),
  ),
  told(
    'an output that is on its way to another address',
    undelivered,
    altered(FALLBACK, { 'fallbackEgress.witnessedAt': undefined }),
    pending('paying_out', { outboundHash: fallbackHash, ...fallbackFacts }),
  ),
  told(
    'an output whose other address is the recipient',
    undelivered,
    altered(FALLBACK, { 'fallbackEgress.destinationAddress': undelivered.tracking.recipient }),
    paidOut({ outboundHash: fallbackHash, deliveredOut: 608_878_437n, ...fallbackFacts }),
  ),
  told(
    'an output that reached neither address',
    undelivered,
    altered(FALLBACK, { 'fallbackEgress.+failure': { mode: 'SENDING_FAILED' } }),
    failed('The payout could not be delivered to the recipient', fallbackFacts),
  ),
  told(
    'the status of another channel is refused',
    { ...dot, tracking: { ...dot.tracking, channelId: '86-Ethereum-86' } },
    'status-success-channel.json',
    BAD_REPLY,
  ),
  told(
    'the status of a swap to another recipient is refused',
    { ...usdc, tracking: { ...usdc.tracking, recipient: '0x1212121212121212121212121212121212121212' } },
    'status-success.json',
    BAD_REPLY,
  ),
  told('the status of a swap to another asset is refused', { ...usdc, dst: USDT }, 'status-success.json', BAD_REPLY),
  told(
    'the status of a swap from another asset is refused',
    { ...usdc, src: 'ethereum:native' },
    'status-success.json',
    BAD_REPLY,
  ),
  calledVault('a call of the Vault that was paid out', 'status-success-vault.json', {
    ...paidOut({ outboundHash: '104-2', deliveredOut: DELIVERED }),
    inboundHash: VAULT_HASH,
    progress: { receivedIn: 4_999_949_999_999_650_000n, paidOut: DELIVERED },
  }),
  calledVault(
    'a call that is not known yet is asked about less often',
    refusal('error-not-found.json', 404),
    pending('confirming', { pollAfterMs: 15_000, leastPauseMs: 15_000 }),
  ),
  calledVault(
    'a call that its chain reverted failed',
    refusal('error-not-found.json', 404),
    { ...failed('The call was reverted: only its network fee was spent'), pollAfterMs: 15_000, leastPauseMs: 15_000 },
    'reverted',
  ),
  calledVault(
    'the status of another call is refused',
    altered('status-success-vault.json', { 'deposit.txRef': HASH }),
    BAD_REPLY,
  ),
  calledVault('that of a deposit channel too', 'status-success-channel.json', BAD_REPLY),
  {
    ...calledVault('a call that was not sent has nothing to be asked about', '', pending('awaiting_deposit')),
    hash: '',
    exchanges: [],
  },
]

/** A swap that failed by its state alone is waited for, two hours from when that was first seen. */
function unexplained(name: string, reply: Reply, progress: Progress): readonly StatusCase[] {
  const seenAt = (failedAtMs: number) => ({ ...dot, tracking: { ...dot.tracking, failedAtMs } })
  const reason = 'The swap failed, and Chainflip does not say what became of it'
  const waiting = pending('paying_out', { progress })
  return [
    told(`${name}: it is waited for`, dot, reply, { ...waiting, tracking: seenAt(NOW_MS).tracking }),
    told(`${name}: two hours`, seenAt(NOW_MS - 2 * HOUR_MS), reply, failed(reason, { progress })),
  ]
}

/** A swap by a call of the Vault, which is known by its transaction. */
function calledVault(
  name: string,
  reply: Reply,
  expected: StatusCase['expected'],
  receipt: 'pending' | 'reverted' = 'pending',
): StatusCase {
  const { tracking, ...swap } = dot
  return {
    name,
    ...swap,
    tracking: { recipient: tracking.recipient },
    hash: VAULT_HASH,
    receipt,
    exchanges: [{ method: 'GET', path: `/v2/swaps/${VAULT_HASH}`, reply }],
    expected,
  }
}
