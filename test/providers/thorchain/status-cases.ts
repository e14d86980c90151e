import { defineStatuses } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { followed, indexed, json, vaults } from './exchanges.ts'

const LTC = 'D62DF92A6A0EEB68411BC0A594CBA178D2AA8BE9239893BE1ECAB0A43BEFE497'
const BTC = '2BC884C03438AAD437ABE2C18D97B5A7CAB9312F68C59CECBB3AD5715FE4C15D'
const BSC = 'BB189F94566D89A96092D986DDC51938EED45D15ECE48AB82E38EB9F9073C467'
const REFUNDED = 'A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F90'
const TETHER_OUT = 'TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T'
const TETHER = 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const ltcToEth = {
  src: 'litecoin:native',
  dst: 'ethereum:native',
  hash: LTC.toLowerCase(),
  tracking: {
    memo: '=:e:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:0/1/0:g1:50',
    recipient: '0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a',
    toAsset: 'ETH.ETH',
    deposit: 'op_return',
  },
}
const btcToTether = {
  src: 'bitcoin:native',
  dst: TETHER,
  hash: BTC.toLowerCase(),
  tracking: {
    memo: '=:TRON.USDT:TMwHWhFuEqSoicouuxgNqy3Z8yTiUoPetA:0/5/0:ej:75',
    recipient: 'TMwHWhFuEqSoicouuxgNqy3Z8yTiUoPetA',
    toAsset: TETHER_OUT,
    deposit: 'op_return',
  },
}
const bnbToTrx = {
  src: 'bsc:native',
  dst: 'tron:native',
  hash: `0x${BSC.toLowerCase()}`,
  tracking: {
    memo: '=:tr:TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb:0/1/0:g1:50',
    recipient: 'TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb',
    toAsset: 'TRON.TRX',
    deposit: 'router',
  },
}
const avaxToRune = {
  src: 'avalanche:native',
  dst: 'thorchain:native',
  hash: '0x5400ca16a8df5a7ea4ee229584accee6640c17a14f3acad94c1d3d1dbd20d801',
  tracking: {
    memo: '=:RUNE:thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55:32670419584',
    recipient: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55',
    toAsset: 'THOR.RUNE',
    deposit: 'router',
  },
}
const refundedLtc = { ...ltcToEth, hash: REFUNDED.toLowerCase() }

/** All stages passed, without a word on what was sent. */
const SILENT = {
  tx: { id: LTC, memo: ltcToEth.tracking.memo },
  stages: {
    inbound_observed: { completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
  },
}
const UNSEEN_REASON =
  'The network never saw this deposit: check the hash on its chain, where it failed or paid somebody else'

const bnbCase = defineStatuses(bnbToTrx, (file: string) => followed(BSC, file))

const ltcCase = defineStatuses(ltcToEth, (reply: Parameters<typeof followed>[1]) => followed(LTC, reply))

const paid: readonly StatusCase[] = [
  ltcCase('ETH arrived: the affiliate in front of it is passed over', 'status-success.json', {
    status: 'SUCCESS',
    stage: 'done',
    outboundHash: '0x68f5ebd1ed3f00118a58c177d403ecf132971d93f0c9e0b1086663f4f99ceda3',
    deliveredOut: 1_243_680_000_000_000n,
  }),
  bnbCase('TRX arrived for a router deposit', 'status-success-evm-source.json', {
    status: 'SUCCESS',
    stage: 'done',
    outboundHash: '52591a72036b18604c540f3340e151f2bc7ebbd631c51b1250a3d86c74e1ead7',
    deliveredOut: 43_070_556n,
  }),
  {
    name: 'USDT arrived on Tron',
    src: 'litecoin:native',
    dst: TETHER,
    hash: 'fbeeba21cb7503aa64809249b08050bd591f1a9ad0c0f94b09d666bc410ded66',
    tracking: {
      memo: '=:TRON.USDT:TMazs4f2ybMjGf7WXAx4uiRf2T7XtMC6qt:0/1/0:g1:50',
      recipient: 'TMazs4f2ybMjGf7WXAx4uiRf2T7XtMC6qt',
      toAsset: TETHER_OUT,
      deposit: 'op_return',
    },
    exchanges: [
      followed('FBEEBA21CB7503AA64809249B08050BD591F1A9AD0C0F94B09D666BC410DED66', 'status-success-trc20-out.json'),
    ],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: '544827704f9ad53f2d33209f73f7cc39c3aa5068481d87316ed189b322784222',
      deliveredOut: 79_158_429n,
    },
  },
  {
    name: 'RUNE arrived on the network itself, under the hash of the deposit',
    src: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    dst: 'thorchain:native',
    hash: '0x160bc649aa77d0dc359199e32afd0a2d9eb60563ab938a1beaffa9eea1c0fc18',
    tracking: {
      memo: '=:r:thor14f64wnrz5lkm8fqtq7z55wf02xjz56htmjs2nf:0/1/0:g1:50',
      recipient: 'thor14f64wnrz5lkm8fqtq7z55wf02xjz56htmjs2nf',
      toAsset: 'THOR.RUNE',
      deposit: 'router',
    },
    exchanges: [
      followed('160BC649AA77D0DC359199E32AFD0A2D9EB60563AB938A1BEAFFA9EEA1C0FC18', 'status-success-native-out.json'),
    ],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: '160BC649AA77D0DC359199E32AFD0A2D9EB60563AB938A1BEAFFA9EEA1C0FC18',
      deliveredOut: 2_096_315_169_517n,
    },
  },
  {
    name: 'a streamed swap that ended early paid in part and returned the rest',
    src: 'thorchain:tcy',
    dst: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    hash: 'E58A582CD7EB3A83F32B5B4AF76F6EF9E78250DC06213DB9D5618B184C1CEC48',
    tracking: {
      memo: '=:ETH.USDT:0x4dbc7e789455390640fb88b80058ef896798203a:1093333440253/1/0:wr:125',
      recipient: '0x4DbC7e789455390640FB88b80058Ef896798203a',
      toAsset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7',
      deposit: 'message',
    },
    exchanges: [
      followed('E58A582CD7EB3A83F32B5B4AF76F6EF9E78250DC06213DB9D5618B184C1CEC48', 'status-success-tcy-source.json'),
    ],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: '0x1d8300fdc5a47aca3e7d59791180229ae314c86aba32c14e4975464491865576',
      deliveredOut: 3_809_626_562n,
      refundHash: 'E58A582CD7EB3A83F32B5B4AF76F6EF9E78250DC06213DB9D5618B184C1CEC48',
      reason: 'Swapped in part: 77491.89472011 TCY went back',
    },
  },
  {
    name: 'the indexer knows a payment that the node no longer lists',
    ...avaxToRune,
    exchanges: [
      followed('5400CA16A8DF5A7EA4EE229584ACCEE6640C17A14F3ACAD94C1D3D1DBD20D801', json({ stages: SILENT.stages })),
      indexed('5400CA16A8DF5A7EA4EE229584ACCEE6640C17A14F3ACAD94C1D3D1DBD20D801', 'midgard-actions-success.json'),
    ],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: '5400CA16A8DF5A7EA4EE229584ACCEE6640C17A14F3ACAD94C1D3D1DBD20D801',
      deliveredOut: 32_683_461_166n,
    },
  },
]

const pending: readonly StatusCase[] = [
  {
    name: 'without a hash nothing is asked: the deposit is still to come',
    ...ltcToEth,
    hash: '',
    exchanges: [],
    expected: { status: 'PENDING', stage: 'awaiting_deposit' },
  },
  ltcCase('a young deposit that the network has not seen is being confirmed', 'status-unobserved.json', {
    status: 'PENDING',
    stage: 'confirming',
  }),
  ltcCase(
    'a hash that the node does not know is being confirmed too',
    { status: 404, text: '{"code":5,"message":"tx not found","details":[]}' },
    { status: 'PENDING', stage: 'confirming' },
  ),
  ltcCase(
    'a cheap bitcoin deposit may wait for days',
    'status-unobserved.json',
    { status: 'PENDING', stage: 'confirming' },
    { ageSec: 13 * 24 * 3600 },
  ),
  bnbCase(
    'a router deposit that waits in its chain may wait for long',
    'status-unobserved.json',
    { status: 'PENDING', stage: 'confirming' },
    { ageSec: 5 * 24 * 3600, receipt: 'pending' },
  ),
  bnbCase(
    'a router deposit that its chain included is being confirmed',
    'status-unobserved.json',
    { status: 'PENDING', stage: 'confirming' },
    { ageSec: 24 * 3600, receipt: 'success' },
  ),
  {
    name: 'while the source chain is halted nobody sees deposits, so none has failed',
    ...bnbToTrx,
    ageSec: 5 * 24 * 3600,
    receipt: 'unknown',
    exchanges: [
      followed(BSC, 'status-unobserved.json'),
      vaults(json([{ chain: 'BSC', address: '0x5a206b77d4d40a9d507babb195dd2dda9f9424f4', halted: true }])),
    ],
    expected: { status: 'PENDING', stage: 'confirming' },
  },
  ltcCase(
    'confirmations that are still counted say when to ask again',
    json({
      tx: { id: LTC },
      stages: {
        inbound_observed: { started: true, completed: true },
        inbound_confirmation_counted: { remaining_confirmation_seconds: 25, completed: false },
        inbound_finalised: { completed: false },
      },
    }),
    { status: 'PENDING', stage: 'confirming', pollAfterMs: 25_000 },
  ),
  {
    name: 'a swap that is not finished is swapping',
    ...btcToTether,
    exchanges: [followed(BTC, 'status-pending.json')],
    expected: { status: 'PENDING', stage: 'swapping' },
  },
  {
    name: 'a streamed swap under way is swapping',
    ...btcToTether,
    exchanges: [followed(BTC, 'status-pending-streaming.synthetic.json')],
    expected: { status: 'PENDING', stage: 'swapping' },
  },
  bnbCase('a finished swap is no success before the output is signed', 'status-pending-evm.json', {
    status: 'PENDING',
    stage: 'paying_out',
  }),
  ltcCase('a delayed output says when to ask again, a minute at most', 'status-pending-outbound-delay.synthetic.json', {
    status: 'PENDING',
    stage: 'paying_out',
    pollAfterMs: 60_000,
  }),
  {
    name: 'a refund that is not sent yet is pending',
    ...refundedLtc,
    exchanges: [followed(REFUNDED, 'status-refund-pending.synthetic.json')],
    expected: { status: 'PENDING', stage: 'paying_out' },
  },
  ltcCase(
    'a part that went back does not hide the payment that is still to come',
    json({
      ...SILENT,
      planned_out_txs: [
        { to_address: ltcToEth.tracking.recipient, coin: { asset: 'ETH.ETH', amount: '1' }, refund: false },
        { to_address: 'ltc1q', coin: { asset: 'LTC.LTC', amount: '1' }, refund: true },
      ],
      out_txs: [{ id: REFUNDED, to_address: 'ltc1q', coins: [], memo: `REFUND:${LTC}` }],
    }),
    { status: 'PENDING', stage: 'paying_out' },
  ),
  {
    name: 'without a word from node and indexer nothing is certain',
    ...ltcToEth,
    exchanges: [followed(LTC, json(SILENT)), indexed(LTC, json({ actions: [] }))],
    expected: { status: 'PENDING', stage: 'paying_out' },
  },
  {
    name: 'an action of another deposit to the same recipient proves nothing',
    ...avaxToRune,
    hash: `0x${LTC.toLowerCase()}`,
    exchanges: [followed(LTC, json(SILENT)), indexed(LTC, 'midgard-actions-success.json')],
    expected: { status: 'PENDING', stage: 'paying_out' },
  },
  ltcCase(
    'an output that is listed before it is signed is no success yet',
    json({
      stages: { ...SILENT.stages, outbound_signed: { completed: false } },
      out_txs: [
        {
          id: REFUNDED,
          to_address: ltcToEth.tracking.recipient,
          coins: [{ asset: 'ETH.ETH', amount: '124368' }],
          memo: `OUT:${LTC}`,
        },
      ],
    }),
    { status: 'PENDING', stage: 'paying_out' },
  ),
]

const lost: readonly StatusCase[] = [
  {
    name: 'a refund that was sent, with the reason that only the indexer has',
    ...refundedLtc,
    exchanges: [
      followed(REFUNDED, 'status-refund.synthetic.json'),
      indexed(
        REFUNDED,
        json({
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
      ),
    ],
    expected: {
      status: 'REFUND',
      stage: 'done',
      refundHash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      reason: 'The network refunded the deposit: emit asset 124368 less than price limit 9124368',
    },
  },
  {
    name: 'a refund is a refund when the indexer talks nonsense',
    ...refundedLtc,
    exchanges: [followed(REFUNDED, 'status-refund.synthetic.json'), indexed(REFUNDED, { text: '<html>' })],
    expected: {
      status: 'REFUND',
      stage: 'done',
      refundHash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
    },
  },
  {
    name: 'a router deposit that nobody saw for a day failed: its time is long over',
    ...bnbToTrx,
    ageSec: 24 * 3600 + 1,
    receipt: 'success',
    exchanges: [followed(BSC, 'status-unobserved.json'), vaults('inbound_addresses-2026.synthetic.json')],
    expected: { status: 'FAILED', stage: 'done', reason: UNSEEN_REASON },
  },
  bnbCase(
    'a router deposit that its chain reverted failed at once',
    'status-unobserved.json',
    {
      status: 'FAILED',
      stage: 'done',
      reason: 'The deposit was reverted on its chain: only its network fee was spent',
    },
    { receipt: 'reverted' },
  ),
  {
    name: 'a bitcoin deposit that nobody saw for two weeks failed',
    ...ltcToEth,
    ageSec: 14 * 24 * 3600 + 1,
    exchanges: [followed(LTC, 'status-unobserved.json'), vaults('inbound_addresses-2026.synthetic.json')],
    expected: { status: 'FAILED', stage: 'done', reason: UNSEEN_REASON },
  },
  ltcCase(
    'a deposit with another memo that paid somebody else failed',
    'status-success.json',
    {
      status: 'FAILED',
      stage: 'done',
      reason: 'The deposit carried another memo than instructed, so somebody else was paid',
    },
    {
      tracking: {
        ...ltcToEth.tracking,
        memo: '=:e:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045:0/1/0',
        recipient: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      },
    },
  ),
  {
    name: 'a kept state that is none cannot be followed',
    ...ltcToEth,
    tracking: null,
    exchanges: [],
    expected: { error: 'bad_response' },
  },
]

export const STATUSES: readonly StatusCase[] = [...paid, ...pending, ...lost]
