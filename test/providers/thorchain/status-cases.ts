import { failed, paidOut, pending, refunded } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { defineFollowed, type SentSwap, SILENT, UNSEEN } from '../thorchain-family/shared-cases.ts'
import { FACTS, LATE } from './exchanges.ts'

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
const refundedLtc = {
  ...ltcToEth,
  hash: REFUNDED,
  tracking: { ...ltcToEth.tracking, memo: '=:e:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:9124368/1/0:g1:50' },
}

/** All stages passed, without a word on what was sent for the deposit from Litecoin. */
const SILENT_ON_LTC = { tx: { id: ltcToEth.hash, memo: ltcToEth.tracking.memo }, ...SILENT }

const statusCase = defineFollowed(FACTS.exchanges)

const paid: readonly StatusCase[] = [
  statusCase(
    'ETH arrived: the affiliate in front of it is passed over',
    ltcToEth,
    'status-success.json',
    paidOut({
      outboundHash: '0x68f5ebd1ed3f00118a58c177d403ecf132971d93f0c9e0b1086663f4f99ceda3',
      deliveredOut: 1_243_680_000_000_000n,
    }),
  ),
  statusCase(
    'TRX arrived for a router deposit',
    bnbToTrx,
    'status-success-evm-source.json',
    paidOut({
      outboundHash: '52591a72036b18604c540f3340e151f2bc7ebbd631c51b1250a3d86c74e1ead7',
      deliveredOut: 43_070_556n,
    }),
  ),
  statusCase(
    'USDT arrived on Tron',
    ltcToTether,
    'status-success-trc20-out.json',
    paidOut({
      outboundHash: '544827704f9ad53f2d33209f73f7cc39c3aa5068481d87316ed189b322784222',
      deliveredOut: 79_158_429n,
    }),
  ),
  statusCase(
    'RUNE arrived on the network itself, under the hash of the deposit',
    tetherToRune,
    'status-success-native-out.json',
    paidOut({ outboundHash: tetherToRune.hash, deliveredOut: 2_096_315_169_517n }),
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
    }),
  ),
  statusCase(
    'the indexer knows a payment that the node no longer lists',
    avaxToRune,
    json(SILENT),
    paidOut({ outboundHash: avaxToRune.hash, deliveredOut: 32_683_461_166n }),
    { indexer: 'midgard-actions-success.json' },
  ),
]

const underWay: readonly StatusCase[] = [
  statusCase('a cheap bitcoin deposit may wait for days', ltcToEth, UNOBSERVED, pending('confirming'), {
    ageSec: 13 * 24 * 3600,
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
  statusCase(
    'a router deposit that its chain included is being confirmed',
    bnbToTrx,
    UNOBSERVED,
    pending('confirming'),
    {
      ageSec: 24 * 3600,
      receipt: 'success',
    },
  ),
  statusCase(
    'while the source chain is halted nobody sees deposits, so none has failed',
    bnbToTrx,
    UNOBSERVED,
    pending('confirming'),
    {
      ageSec: 5 * 24 * 3600,
      receipt: 'unknown',
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
  statusCase('a swap that is not finished is swapping', FACTS.deposit, 'status-pending.json', pending('swapping')),
  statusCase(
    'a finished swap is no success before the output is signed',
    bnbToTrx,
    'status-pending-evm.json',
    pending('paying_out'),
  ),
  statusCase(
    'a delayed output says when to ask again, a minute at most',
    ltcToEth,
    'status-pending-outbound-delay.synthetic.json',
    pending('paying_out', { pollAfterMs: 60_000 }),
  ),
  statusCase(
    'a refund that is not sent yet is pending',
    refundedLtc,
    'status-refund-pending.synthetic.json',
    pending('paying_out'),
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
    pending('paying_out'),
    { indexer: 'midgard-actions-success.json' },
  ),
  statusCase(
    'an output that is listed before it is signed is no success yet',
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
    pending('paying_out'),
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
    refunded({ refundHash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0' }),
    { indexer: { text: '<html>' } },
  ),
  statusCase(
    'a router deposit that nobody saw for a day failed: its time is long over',
    bnbToTrx,
    UNOBSERVED,
    failed(UNSEEN),
    { ageSec: 24 * 3600 + 1, receipt: 'success', vaults: LATE },
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

export const STATUSES: readonly StatusCase[] = [...paid, ...underWay, ...lost]
