import { DAY_MS } from '../../../src/core/text/duration.ts'
import { failed, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { json, openRecordings } from '../../support/recordings.ts'
import {
  defineFollowed,
  endedSince,
  NO_ACTIONS,
  type SentSwap,
  SILENT,
  SILENT_WITH,
  UNCONFIRMED,
  UNSEEN,
} from '../thorchain-family/shared-cases.ts'
import type { Reply } from '../../support/provider-lab.ts'
import { FACTS, LATE, NOW_MS } from './exchanges.ts'

const { altered, valueAt } = openRecordings(import.meta.url)

const REFUNDED = 'A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F90'
const UNOBSERVED = 'status-unobserved.json'
const STRANGER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const ltcToEth: SentSwap = {
  src: 'litecoin:native',
  dst: 'ethereum:native',
  hash: 'D62DF92A6A0EEB68411BC0A594CBA178D2AA8BE9239893BE1ECAB0A43BEFE497',
  tracking: {
    memo: '=:e:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:0/1/0:g1:50',
    recipient: '0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a',
    toAsset: 'ETH.ETH',
    deposit: 'op_return',
  },
}
const bnbToTrx: SentSwap = {
  src: 'bsc:native',
  dst: 'tron:native',
  hash: 'BB189F94566D89A96092D986DDC51938EED45D15ECE48AB82E38EB9F9073C467',
  tracking: {
    memo: '=:tr:TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb:0/1/0:g1:50',
    recipient: 'TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb',
    toAsset: 'TRON.TRX',
    deposit: 'router',
  },
}
const avaxToRune: SentSwap = {
  src: 'avalanche:native',
  dst: 'thorchain:native',
  hash: '5400CA16A8DF5A7EA4EE229584ACCEE6640C17A14F3ACAD94C1D3D1DBD20D801',
  tracking: {
    memo: '=:RUNE:thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55:32670419584',
    recipient: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55',
    toAsset: 'THOR.RUNE',
    deposit: 'router',
  },
}
const ltcToTether: SentSwap = {
  src: 'litecoin:native',
  dst: 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  hash: 'FBEEBA21CB7503AA64809249B08050BD591F1A9AD0C0F94B09D666BC410DED66',
  tracking: {
    memo: '=:TRON.USDT:TMazs4f2ybMjGf7WXAx4uiRf2T7XtMC6qt:0/1/0:g1:50',
    recipient: 'TMazs4f2ybMjGf7WXAx4uiRf2T7XtMC6qt',
    toAsset: 'TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T',
    deposit: 'op_return',
  },
}
const tetherToRune: SentSwap = {
  src: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
  dst: 'thorchain:native',
  hash: '160BC649AA77D0DC359199E32AFD0A2D9EB60563AB938A1BEAFFA9EEA1C0FC18',
  tracking: {
    memo: '=:r:thor14f64wnrz5lkm8fqtq7z55wf02xjz56htmjs2nf:0/1/0:g1:50',
    recipient: 'thor14f64wnrz5lkm8fqtq7z55wf02xjz56htmjs2nf',
    toAsset: 'THOR.RUNE',
    deposit: 'router',
  },
}
const tcyToTether: SentSwap = {
  src: 'thorchain:tcy',
  dst: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
  hash: 'E58A582CD7EB3A83F32B5B4AF76F6EF9E78250DC06213DB9D5618B184C1CEC48',
  tracking: {
    memo: '=:ETH.USDT:0x4dbc7e789455390640fb88b80058ef896798203a:1093333440253/1/0:wr:125',
    recipient: '0x4DbC7e789455390640FB88b80058Ef896798203a',
    toAsset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7',
    deposit: 'message',
  },
}
const PAID_NOTHING = {
  type: 'swap',
  status: 'success',
  in: [{ txID: ltcToTether.hash }],
  out: [
    {
      txID: 'AB'.repeat(32),
      address: ltcToTether.tracking.recipient,
      coins: [{ asset: ltcToTether.tracking.toAsset, amount: '0' }],
    },
  ],
}
const refundedLtc = {
  ...ltcToEth,
  hash: REFUNDED,
  tracking: { ...ltcToEth.tracking, memo: '=:e:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:9124368/1/0:g1:50' },
}

/** All stages passed, without a word on what was sent for the deposit from Litecoin. */
const SILENT_ON_LTC = { tx: { id: ltcToEth.hash, memo: ltcToEth.tracking.memo }, ...SILENT }

const arrivedRune = paidOut({ outboundHash: avaxToRune.hash, deliveredOut: 32_683_461_166n })

/** How far recorded deposits of litecoin came that went back. */
const WENT_BACK = { receivedIn: 5_000_000n, refundedIn: 4_894_627n }
const GOES_BACK = { ...WENT_BACK, note: 'The network sends the deposit back' }
const RECEIVED_BTC = 23_516_479n

const statusCase = defineFollowed(FACTS.exchanges)

const paid: readonly StatusCase[] = [
  statusCase(
    'ETH arrived: the affiliate in front of it is passed over',
    ltcToEth,
    'status-success.json',
    paidOut({
      outboundHash: '0x68f5ebd1ed3f00118a58c177d403ecf132971d93f0c9e0b1086663f4f99ceda3',
      deliveredOut: 1_243_680_000_000_000n,
      progress: { receivedIn: 5_000_000n, paidOut: 1_243_680_000_000_000n },
    }),
  ),
  statusCase(
    'TRX arrived for a router deposit',
    bnbToTrx,
    'status-success-evm-source.json',
    paidOut({
      outboundHash: '52591a72036b18604c540f3340e151f2bc7ebbd631c51b1250a3d86c74e1ead7',
      deliveredOut: 43_070_556n,
      progress: { receivedIn: 20_000_000_000_000_000n, paidOut: 43_070_556n },
    }),
  ),
  statusCase(
    'USDT arrived on Tron',
    ltcToTether,
    'status-success-trc20-out.json',
    paidOut({
      outboundHash: '544827704f9ad53f2d33209f73f7cc39c3aa5068481d87316ed189b322784222',
      deliveredOut: 79_158_429n,
      progress: { receivedIn: 160_661_010n, paidOut: 79_158_429n },
    }),
  ),
  ...[NO_ACTIONS, json({ actions: [PAID_NOTHING] })].map((indexer, at) =>
    statusCase(
      `an output of nothing is no delivery${at === 0 ? '' : ', whatever the indexer calls it'}`,
      { ...ltcToTether, tracking: { ...ltcToTether.tracking, endedAtMs: 0 } },
      altered('status-success-trc20-out.json', { 'out_txs.1.coins.0.amount': '0' }),
      failed('The swap ended without a payout: what it gave is likely less than the network fee of a payout'),
      { indexer },
    ),
  ),
  statusCase(
    'RUNE arrived on the network itself, under the hash of the deposit',
    tetherToRune,
    'status-success-native-out.json',
    paidOut({
      outboundHash: tetherToRune.hash,
      deliveredOut: 2_096_315_169_517n,
      progress: { receivedIn: 8_366_000_000n, paidOut: 2_096_315_169_517n },
    }),
  ),
  statusCase(
    'a streamed swap that ended early paid in part and returned the rest',
    tcyToTether,
    'status-success-tcy-source.json',
    paidOut({
      outboundHash: '0x1d8300fdc5a47aca3e7d59791180229ae314c86aba32c14e4975464491865576',
      deliveredOut: 3_809_626_562n,
      refundHash: tcyToTether.hash,
      reason: 'Swapped in part: 77491.89472011 TCY went back',
      progress: { receivedIn: 11_921_829_956_942n, refundedIn: 7_749_189_472_011n, paidOut: 3_809_626_562n },
    }),
  ),
  statusCase('the indexer knows a payment that the node no longer lists', avaxToRune, json(SILENT), arrivedRune, {
    indexer: 'midgard-actions-success.json',
  }),
]

const underWay: readonly StatusCase[] = [
  statusCase('a cheap bitcoin deposit may wait for days', ltcToEth, UNOBSERVED, UNCONFIRMED, {
    ageSec: 13 * 24 * 3600,
    indexer: NO_ACTIONS,
  }),
  statusCase('a deposit that the node has forgotten is known to the indexer', avaxToRune, UNOBSERVED, arrivedRune, {
    ageSec: 30 * 24 * 3600,
    receipt: 'success',
    indexer: 'midgard-actions-success.json',
  }),
  statusCase('while the indexer does not answer, nothing is lost', ltcToEth, UNOBSERVED, pending('confirming'), {
    ageSec: 15 * 24 * 3600,
    indexer: { text: '<html>' },
  }),
  statusCase(
    'a router deposit that waits in its chain may wait for long',
    bnbToTrx,
    UNOBSERVED,
    pending('confirming'),
    {
      ageSec: 5 * 24 * 3600,
      receipt: 'pending',
    },
  ),
  statusCase('a router deposit that its chain included is being confirmed', bnbToTrx, UNOBSERVED, UNCONFIRMED, {
    ageSec: 24 * 3600,
    receipt: 'success',
    indexer: NO_ACTIONS,
  }),
  statusCase(
    'while the source chain is halted nobody sees deposits, so none has failed',
    bnbToTrx,
    UNOBSERVED,
    UNCONFIRMED,
    {
      ageSec: 5 * 24 * 3600,
      receipt: 'unknown',
      indexer: NO_ACTIONS,
      vaults: json([{ chain: 'BSC', address: '0x5a206b77d4d40a9d507babb195dd2dda9f9424f4', halted: true }]),
    },
  ),
  statusCase(
    'confirmations that are still counted say when to ask again',
    ltcToEth,
    json({
      tx: { id: ltcToEth.hash },
      stages: {
        inbound_observed: { started: true, completed: true },
        inbound_confirmation_counted: { remaining_confirmation_seconds: 25, completed: false },
        inbound_finalised: { completed: false },
      },
    }),
    pending('confirming', { pollAfterMs: 25_000 }),
  ),
  statusCase(
    'a swap that is not finished is swapping',
    FACTS.deposit,
    'status-pending.json',
    pending('swapping', { progress: { receivedIn: RECEIVED_BTC } }),
  ),
  statusCase(
    'a finished swap is no success before the output is signed',
    bnbToTrx,
    'status-pending-evm.json',
    pending('paying_out', { progress: { receivedIn: 20_000_000_000_000_000n } }),
  ),
  statusCase(
    'a delayed output says when to ask again, a minute at most',
    ltcToEth,
    'status-pending-outbound-delay.synthetic.json',
    pending('paying_out', {
      pollAfterMs: 60_000,
      progress: { receivedIn: 5_000_000n, note: 'The network holds the payout back for about 12 minutes' },
    }),
  ),
  statusCase(
    'a refund that is not sent yet is pending',
    refundedLtc,
    'status-refund-pending.synthetic.json',
    pending('paying_out', { progress: GOES_BACK }),
  ),
  statusCase(
    'a part that went back does not hide the payment that is still to come',
    ltcToEth,
    json({
      ...SILENT_ON_LTC,
      planned_out_txs: [
        { to_address: ltcToEth.tracking.recipient, coin: { asset: 'ETH.ETH', amount: '1' }, refund: false },
        { to_address: 'ltc1q', coin: { asset: 'LTC.LTC', amount: '1' }, refund: true },
      ],
      out_txs: [{ id: REFUNDED, to_address: 'ltc1q', coins: [], memo: `REFUND:${ltcToEth.hash}` }],
    }),
    pending('paying_out'),
  ),
  statusCase(
    'an action of another deposit to the same recipient proves nothing',
    { ...avaxToRune, hash: ltcToEth.hash },
    json(SILENT_ON_LTC),
    pending('confirming', { tracking: { ...avaxToRune.tracking, endedAtMs: NOW_MS } }),
    { indexer: 'midgard-actions-success.json' },
  ),
  statusCase(
    'an output that is seen is the payment, although outputs to others are still to be sent',
    ltcToEth,
    json({
      stages: { ...SILENT.stages, outbound_signed: { completed: false } },
      out_txs: [
        {
          id: REFUNDED,
          to_address: ltcToEth.tracking.recipient,
          coins: [{ asset: 'ETH.ETH', amount: '124368' }],
          memo: `OUT:${ltcToEth.hash}`,
        },
      ],
    }),
    paidOut({
      outboundHash: `0x${REFUNDED.toLowerCase()}`,
      deliveredOut: 1_243_680_000_000_000n,
      progress: { paidOut: 1_243_680_000_000_000n },
    }),
  ),
  statusCase(
    'one of two outputs to the recipient is a part of the payment',
    ltcToEth,
    json({
      ...SILENT_ON_LTC,
      stages: { ...SILENT.stages, outbound_signed: { completed: false } },
      planned_out_txs: ['124368', '5'].map((amount) => ({
        to_address: ltcToEth.tracking.recipient,
        coin: { asset: 'ETH.ETH', amount },
        refund: false,
      })),
      out_txs: [
        {
          id: REFUNDED,
          to_address: ltcToEth.tracking.recipient,
          coins: [{ asset: 'ETH.ETH', amount: '124368' }],
          memo: `OUT:${ltcToEth.hash}`,
        },
      ],
    }),
    pending('paying_out', { progress: { paidOut: 1_243_680_000_000_000n } }),
  ),
  statusCase(
    'an affiliate that is paid in the target asset is not the recipient, whether its address is stated or not',
    tetherToRune,
    json({
      ...SILENT_WITH(tetherToRune),
      out_txs: [
        { id: '0', coins: [{ asset: 'THOR.RUNE', amount: '1' }] },
        {
          id: '0',
          to_address: 'thor1dl7un46w7l7f3ewrnrm6nq58nerjtp0dradjtd',
          coins: [{ asset: 'THOR.RUNE', amount: '2' }],
        },
      ],
    }),
    endedSince(tetherToRune, NOW_MS),
    { indexer: NO_ACTIONS },
  ),
  statusCase(
    'an affiliate of the indexer is not the recipient either',
    avaxToRune,
    json(SILENT),
    endedSince(avaxToRune, NOW_MS),
    {
      indexer: json({
        actions: [
          {
            type: 'swap',
            status: 'success',
            in: [{ txID: avaxToRune.hash, coins: [] }],
            out: [
              {
                txID: '',
                address: avaxToRune.tracking.recipient,
                affiliate: true,
                coins: [{ asset: 'THOR.RUNE', amount: '5' }],
              },
            ],
          },
        ],
      }),
    },
  ),
]

const lost: readonly StatusCase[] = [
  statusCase(
    'a refund that was sent, with the reason that only the indexer has',
    refundedLtc,
    'status-refund.synthetic.json',
    refunded({
      refundHash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      reason: 'The network refunded the deposit: emit asset 124368 less than price limit 9124368',
      progress: WENT_BACK,
    }),
    {
      indexer: json({
        actions: [
          {
            type: 'refund',
            status: 'success',
            in: [{ txID: REFUNDED, coins: [] }],
            out: [],
            metadata: { refund: { reason: 'emit asset 124368 less than price limit 9124368' } },
          },
        ],
      }),
    },
  ),
  statusCase(
    'a refund is a refund when the indexer talks nonsense',
    refundedLtc,
    'status-refund.synthetic.json',
    refunded({
      refundHash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      progress: WENT_BACK,
    }),
    { indexer: { text: '<html>' } },
  ),
  statusCase(
    'a router deposit that nobody saw for a day failed: its time is long over',
    bnbToTrx,
    UNOBSERVED,
    failed(UNSEEN),
    { ageSec: 24 * 3600 + 1, receipt: 'success', indexer: NO_ACTIONS, vaults: LATE },
  ),
  statusCase(
    'a router deposit that its chain reverted failed at once',
    bnbToTrx,
    UNOBSERVED,
    failed('The deposit was reverted on its chain: only its network fee was spent'),
    { receipt: 'reverted' },
  ),
  statusCase(
    'a deposit with another memo counts as seen only at its end',
    { ...refundedLtc, tracking: ltcToEth.tracking },
    'status-refund-pending.synthetic.json',
    pending('confirming'),
  ),
  statusCase(
    'what went back to whoever sent a deposit with another memo is no refund of this swap',
    { ...refundedLtc, tracking: ltcToEth.tracking },
    'status-refund.synthetic.json',
    failed('The deposit carried another memo than instructed, so it went back to whoever sent it'),
  ),
  statusCase(
    'a deposit with another memo that paid somebody else failed',
    ltcToEth,
    'status-success.json',
    failed('The deposit carried another memo than instructed, so someone else was paid'),
    { tracking: { ...ltcToEth.tracking, memo: `=:e:${STRANGER}:0/1/0`, recipient: STRANGER } },
  ),
]

const TEN_MINUTES_MS = 10 * 60_000
const TWO_HOURS_MS = 2 * 60 * 60_000

/** The deposit went back, and the share of an affiliate was planned and never sent. */
const RETURNED = {
  ...SILENT_ON_LTC,
  stages: { ...SILENT.stages, outbound_signed: { blocks_since_scheduled: 5_000, completed: false } },
  planned_out_txs: [
    { to_address: 'ltc1q', coin: { asset: 'LTC.LTC', amount: '4894627' }, refund: true },
    { to_address: 'thor1affiliate', coin: { asset: 'THOR.RUNE', amount: '10' }, refund: false },
  ],
  out_txs: [
    {
      id: REFUNDED,
      to_address: 'ltc1q',
      coins: [{ asset: 'LTC.LTC', amount: '4894627' }],
      memo: `REFUND:${ltcToEth.hash}`,
    },
  ],
}

function returnedCase(
  name: string,
  { endedMsAgo }: { readonly endedMsAgo?: number },
  expected: 'settling' | 'waiting' | 'refunded' | StatusCase['expected'],
  indexer: Reply,
): StatusCase {
  const progress = { refundedIn: 4_894_627n }
  const settling = pending('paying_out', { tracking: { ...ltcToEth.tracking, endedAtMs: NOW_MS }, progress })
  const ends = {
    settling,
    waiting: pending('paying_out', { progress }),
    refunded: refunded({ refundHash: REFUNDED.toLowerCase(), progress }),
  }
  const tracking =
    endedMsAgo === undefined ? ltcToEth.tracking : { ...ltcToEth.tracking, endedAtMs: NOW_MS - endedMsAgo }
  return statusCase(
    name,
    { ...ltcToEth, tracking },
    json(RETURNED),
    typeof expected === 'string' ? ends[expected] : expected,
    {
      indexer,
    },
  )
}

const EDGE_MEMO = `=:e:${ltcToEth.tracking.recipient}:120000/1/0`

/** A case of an assembled reply, whose hash repeats two digits. */
function edgeCase(
  name: string,
  file: string,
  digits: string,
  expected: StatusCase['expected'],
  { memo = EDGE_MEMO, endedAtMs, ...more }: EdgeFacts = {},
): StatusCase {
  const { swap = ltcToEth, ...rest } = more
  const tracking = { ...swap.tracking, memo, ...(endedAtMs === undefined ? {} : { endedAtMs }) }
  const sent = { ...swap, hash: digits.repeat(32), tracking }
  return statusCase(name, sent, `status-edge-${file}.synthetic.json`, expected, rest)
}

interface EdgeFacts {
  readonly memo?: string
  readonly endedAtMs?: number
  readonly swap?: SentSwap
  readonly indexer?: Reply
}

const BOTH_PAID = 'status-edge-streaming-partial-both-paid.synthetic.json'

/** A case of a swap that has paid its recipient, while the refund of the rest is planned only. */
function partCase(name: string, signed: object, expected: StatusCase['expected']): StatusCase {
  const sent = { ...ltcToEth, hash: 'B8'.repeat(32) }
  const tracking = { ...ltcToEth.tracking, memo: `=:e:${ltcToEth.tracking.recipient}:240000/1/10` }
  const reply = altered(BOTH_PAID, { out_txs: [valueAt(BOTH_PAID, 'out_txs.0')], 'stages.outbound_signed': signed })
  return statusCase(name, { ...sent, tracking }, reply, expected)
}

const RECEIVED = { receivedIn: 5_000_000n }
const edges: readonly StatusCase[] = [
  edgeCase(
    'a deposit that few nodes have seen',
    'observed-no-consensus',
    'B1',
    pending('confirming', { progress: RECEIVED }),
  ),
  edgeCase(
    'a deposit whose confirmations are counted has no word of its swap yet',
    'counting-confirmations',
    'B2',
    pending('confirming', { pollAfterMs: 60_000, progress: RECEIVED }),
  ),
  edgeCase(
    'the refund of a memo that was cut short is scheduled',
    'memo-cut-refund-scheduled',
    'B3',
    pending('paying_out', { progress: GOES_BACK }),
  ),
  edgeCase(
    'a memo that was cut short was refunded, which the stage of the swap never says',
    'memo-cut-refund-done',
    'B4',
    refunded({
      refundHash: 'c4'.repeat(32),
      reason: 'The deposit arrived with a memo that was cut short',
      progress: WENT_BACK,
    }),
    { indexer: NO_ACTIONS },
  ),
  edgeCase(
    'a deposit without its memo was refunded',
    'no-memo-refund-done',
    'B5',
    refunded({ refundHash: 'c5'.repeat(32), reason: 'The deposit arrived without its memo', progress: WENT_BACK }),
    { indexer: NO_ACTIONS },
  ),
  edgeCase(
    'a swap whose output the network kept as too small ends',
    'no-output-swallowed',
    'B6',
    failed('The swap ended without a payout: what it gave is likely less than the network fee of a payout'),
    { memo: `=:e:${ltcToEth.tracking.recipient}:0/1/0`, endedAtMs: 0, indexer: NO_ACTIONS },
  ),
  edgeCase(
    'it ends although the indexer still calls it pending',
    'no-output-swallowed',
    'B6',
    failed('The swap ended without a payout: what it gave is likely less than the network fee of a payout'),
    { memo: `=:e:${ltcToEth.tracking.recipient}:0/1/0`, endedAtMs: 0, indexer: pendingSwap('B6') },
  ),
  edgeCase(
    'a deposit without its memo that was too small for a refund ends',
    'no-memo-no-output',
    'B7',
    failed(
      'The deposit arrived without its memo, and nothing was returned: it is likely less than the network fee of a refund',
    ),
    { endedAtMs: 0, indexer: NO_ACTIONS },
  ),
  edgeCase(
    'with the reason of the indexer, where it has one',
    'no-memo-no-output',
    'B7',
    failed('The network refused the deposit and returned nothing: memo can not be empty'),
    {
      endedAtMs: 0,
      indexer: json({
        actions: [
          {
            type: 'refund',
            status: 'success',
            in: [{ txID: 'B7'.repeat(32), coins: [] }],
            out: [],
            metadata: { refund: { reason: 'memo can not be empty', memo: '' } },
          },
        ],
      }),
    },
  ),
  edgeCase(
    'a deposit of whose swap the node says nothing goes on while the indexer says so',
    'no-memo-no-output',
    'B7',
    pending('paying_out'),
    { endedAtMs: 0, indexer: pendingSwap('B7') },
  ),
  ...[1, 0].map((leftMs) =>
    edgeCase(
      `a deposit without its memo ${leftMs > 0 ? 'does not end within a day of' : 'ends a day after'} its end by the node alone`,
      'no-memo-no-output',
      'B7',
      leftMs > 0
        ? pending('paying_out')
        : failed(
            "The deposit arrived without its memo, and nothing was returned: it is likely less than the network fee of a refund (by the node alone: the network's indexer does not answer)",
          ),
      { endedAtMs: NOW_MS - DAY_MS + leftMs, indexer: { status: 403, text: '' } },
    ),
  ),
  statusCase(
    'a node that has forgotten the swap of a deposit with its memo ends nothing by itself',
    { ...ltcToEth, tracking: { ...ltcToEth.tracking, endedAtMs: 0 } },
    json({ ...SILENT_ON_LTC, stages: { ...SILENT.stages, swap_finalised: undefined } }),
    pending('paying_out'),
    { indexer: { text: '<html>' } },
  ),
  returnedCase(
    'a refund beside a share of an affiliate that is never sent may be of a part',
    {},
    'settling',
    NO_ACTIONS,
  ),
  returnedCase('it is waited for ten minutes', { endedMsAgo: TEN_MINUTES_MS - 1 }, 'waiting', NO_ACTIONS),
  returnedCase('it is a refund ten minutes later', { endedMsAgo: TEN_MINUTES_MS }, 'refunded', NO_ACTIONS),
  returnedCase('it is waited for longer while the indexer fails', { endedMsAgo: TWO_HOURS_MS - 1 }, 'waiting', {
    text: '<html>',
  }),
  returnedCase('it is a refund by the node alone two hours later', { endedMsAgo: TWO_HOURS_MS }, 'refunded', {
    text: '<html>',
  }),
  returnedCase(
    'it is no refund of all where the indexer knows of a payout',
    { endedMsAgo: TWO_HOURS_MS },
    paidOut({ outboundHash: `0x${'e7'.repeat(32)}`, deliveredOut: 50_000_000_000_000n }),
    json({
      actions: [
        {
          type: 'swap',
          status: 'success',
          in: [{ txID: ltcToEth.hash, coins: [] }],
          out: [
            {
              txID: 'E7'.repeat(32),
              address: ltcToEth.tracking.recipient,
              coins: [{ asset: 'ETH.ETH', amount: '5000' }],
            },
          ],
        },
      ],
    }),
  ),
  statusCase(
    'a refund beside a share of an affiliate is no end while the swap goes on',
    ltcToEth,
    json({ ...RETURNED, stages: { ...RETURNED.stages, swap_status: { pending: true } } }),
    pending('paying_out', { progress: { refundedIn: 4_894_627n } }),
  ),
  edgeCase(
    'a streamed swap paid in part and refunded the rest',
    'streaming-partial-both-paid',
    'B8',
    paidOut({
      outboundHash: `0x${'d8'.repeat(32)}`,
      deliveredOut: 1_243_680_000_000_000n,
      refundHash: 'c8'.repeat(32),
      reason: 'Swapped in part: 0.04894627 LTC went back',
      progress: { receivedIn: 10_000_000n, refundedIn: 4_894_627n, paidOut: 1_243_680_000_000_000n },
    }),
    { memo: `=:e:${ltcToEth.tracking.recipient}:240000/1/10` },
  ),
  ...[false, undefined].map((completed) =>
    partCase(
      `a part that is only planned to go back is no end, with its stage ${completed === undefined ? 'unknown' : 'open'}`,
      { completed },
      pending('paying_out', {
        progress: {
          ...{ receivedIn: 10_000_000n, refundedIn: 4_894_627n, paidOut: 1_243_680_000_000_000n },
          note: 'Swapped in part: the network sends the rest back',
        },
      }),
    ),
  ),
  partCase(
    'a part that goes back late is said to be late',
    { completed: false, blocks_since_scheduled: 5_000 },
    pending('paying_out', {
      progress: {
        ...{ receivedIn: 10_000_000n, refundedIn: 4_894_627n, paidOut: 1_243_680_000_000_000n },
        note: 'The refund of the rest is late: it was due 500 minutes ago',
      },
    }),
  ),
  edgeCase(
    'a streamed swap whose refund comes first is no refund',
    'streaming-partial-refund-first',
    'B9',
    pending('paying_out', { progress: { receivedIn: 10_000_000n, refundedIn: 4_894_627n } }),
    { memo: `=:e:${ltcToEth.tracking.recipient}:240000/1/10` },
  ),
  edgeCase(
    'a streamed swap says how far it is',
    'streaming-running',
    'BA',
    pending('swapping', { progress: { receivedIn: 10_000_000n, parts: { done: 4, total: 10 } } }),
    { memo: `=:e:${ltcToEth.tracking.recipient}:240000/1/10` },
  ),
  edgeCase(
    'the affiliate was paid and the recipient was not',
    'affiliate-paid-user-not',
    'BB',
    pending('paying_out', { progress: RECEIVED }),
    { memo: `=:e:${ltcToEth.tracking.recipient}:120000/1/0:g1:50` },
  ),
  edgeCase(
    'a payout that is late says so',
    'outbound-late',
    'BC',
    pending('paying_out', { progress: { ...RECEIVED, note: 'The payout is late: it was due 74 minutes ago' } }),
  ),
  edgeCase(
    'a refund to the address that the memo names',
    'refund-to-refund-address',
    'BD',
    refunded({ refundHash: 'cd'.repeat(32), progress: WENT_BACK }),
    {
      memo: `=:e:${ltcToEth.tracking.recipient}/ltc1qxqnnujjp5r9yw8wpa3nxym33ek5lhx5smnqdd9:9124368/1/0`,
      indexer: NO_ACTIONS,
    },
  ),
  edgeCase(
    'RUNE that went back on the network itself has the hash of the deposit',
    'rune-source-refunded-natively',
    'BE',
    refunded({
      refundHash: 'BE'.repeat(32),
      progress: { receivedIn: 1_000_000_000n, refundedIn: 998_000_000n },
    }),
    {
      swap: { ...ltcToEth, src: 'thorchain:native', tracking: { ...ltcToEth.tracking, deposit: 'message' } },
      memo: `=:e:${ltcToEth.tracking.recipient}:99999999/1/0`,
      indexer: NO_ACTIONS,
    },
  ),
  statusCase(
    'what the indexer says went back to a deposit with another memo is no refund of this swap',
    { ...avaxToRune, hash: '51428DD7E5ACAB2153D349954D442AE65F0478A894ABD2CBC34406ACE4B606B7' },
    json(SILENT),
    failed('The deposit carried another memo than instructed, so it went back to whoever sent it'),
    { indexer: 'midgard-actions-refund.json' },
  ),
]

/** The indexer, while a swap goes on. */
function pendingSwap(digits: string): Reply {
  return json({
    actions: [{ type: 'swap', status: 'pending', in: [{ txID: digits.repeat(32), coins: [] }], out: [] }],
  })
}

export const STATUSES: readonly StatusCase[] = [...paid, ...underWay, ...lost, ...edges]
