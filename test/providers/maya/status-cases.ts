import type { StatusCase } from '../../support/provider-suite.ts'
import { followed, indexed, json } from './exchanges.ts'

const PAID = 'C238C07B31F0798B3C8DD3B3528F40BB466227F6460DCF9D260A8E836CF7C3FD'
const REFUNDED = 'DD08D4EF686857E97C7134226996AF590E2CDE0015E8961347D3A668CCF99106'
const STREAMING = '4C8A83C316B0247AE293F3D5A0B07974DE4083F220BF5551ACF20E66D17BC252'
const SHARED = '4CC77E1FC51E9F99F0EE2AAC42FA2FD38A149796E9AD0B8368A1B3EB80AA4C85'

const cacaoToRune = {
  src: 'mayachain:native',
  dst: 'thorchain:native',
  hash: PAID,
  tracking: {
    memo: 's:THOR.RUNE:thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55:0',
    recipient: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55',
    toAsset: 'THOR.RUNE',
    deposit: 'message',
  },
}
const cacaoToZec = {
  src: 'mayachain:native',
  dst: 'zcash:native',
  hash: REFUNDED,
  tracking: {
    memo: '=:z:t1QLmq7VDqCBwq9rfVGcANZTQ3ZhNJ5orA2:3002404230',
    recipient: 't1QLmq7VDqCBwq9rfVGcANZTQ3ZhNJ5orA2',
    toAsset: 'ZEC.ZEC',
    deposit: 'message',
  },
}
const tetherToRune = {
  src: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
  dst: 'thorchain:native',
  hash: `0x${STREAMING.toLowerCase()}`,
  tracking: {
    memo: '=:THOR.RUNE:thor1qvlul0ujfrq27ja7uxrp8r7my9juegz0ug3nsg:0/4/0',
    recipient: 'thor1qvlul0ujfrq27ja7uxrp8r7my9juegz0ug3nsg',
    toAsset: 'THOR.RUNE',
    deposit: 'router',
  },
}
const REASON = 'The network refunded the deposit: emit asset 302898722 less than price limit 3002404230'

/** All stages passed, without a word on what was sent. */
const SILENT = json({
  stages: {
    inbound_observed: { completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
  },
})

export const STATUSES: readonly StatusCase[] = [
  {
    name: 'RUNE arrived on THORChain',
    ...cacaoToRune,
    exchanges: [followed(PAID, 'status-success.synthetic.json')],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: 'EF562F3E1205BF7F53BE65E7FFCFF39614BEC08BEFC2B36FFD5E5326E32D17FF',
      deliveredOut: 24_045_699_771n,
    },
  },
  {
    name: 'the indexer knows it too when the node lists nothing',
    ...cacaoToRune,
    exchanges: [followed(PAID, SILENT), indexed(PAID, 'midgard-actions-success.json')],
    expected: {
      status: 'SUCCESS',
      stage: 'done',
      outboundHash: 'EF562F3E1205BF7F53BE65E7FFCFF39614BEC08BEFC2B36FFD5E5326E32D17FF',
      deliveredOut: 24_045_699_771n,
    },
  },
  {
    name: 'CACAO that went back on the network itself, with the reason of the indexer',
    ...cacaoToZec,
    exchanges: [followed(REFUNDED, 'status-refund.synthetic.json'), indexed(REFUNDED, 'midgard-actions-refund.json')],
    expected: { status: 'REFUND', stage: 'done', refundHash: REFUNDED, reason: REASON },
  },
  {
    name: 'a refund that only the indexer knows',
    ...cacaoToZec,
    exchanges: [followed(REFUNDED, SILENT), indexed(REFUNDED, 'midgard-actions-refund.json')],
    expected: { status: 'REFUND', stage: 'done', refundHash: REFUNDED, reason: REASON },
  },
  {
    name: 'a streamed swap under way is swapping',
    ...tetherToRune,
    exchanges: [followed(STREAMING, 'status-pending.synthetic.json')],
    expected: { status: 'PENDING', stage: 'swapping' },
  },
  {
    name: 'an action of the indexer that is pending proves nothing',
    ...tetherToRune,
    exchanges: [followed(STREAMING, SILENT), indexed(STREAMING, 'midgard-actions-pending.json')],
    expected: { status: 'PENDING', stage: 'paying_out' },
  },
  {
    name: 'what the affiliate got is not what the recipient got',
    src: 'ethereum:native',
    dst: 'mayachain:native',
    hash: `0x${SHARED.toLowerCase()}`,
    tracking: {
      memo: '=:MAYA.CACAO:maya18z343fsdlav47chtkyp0aawqt6sgxsh3vjy2vz:0',
      recipient: 'maya18z343fsdlav47chtkyp0aawqt6sgxsh3vjy2vz',
      toAsset: 'MAYA.CACAO',
      deposit: 'router',
    },
    exchanges: [followed(SHARED, SILENT), indexed(SHARED, 'midgard-actions-success-affiliate.json')],
    expected: { status: 'PENDING', stage: 'paying_out' },
  },
  {
    name: 'CACAO that arrived on the network itself has ten decimals and the hash of the deposit',
    src: 'ethereum:native',
    dst: 'mayachain:native',
    hash: `0x${SHARED.toLowerCase()}`,
    tracking: {
      memo: '=:MAYA.CACAO:maya1a427q3v96psuj4fnughdw8glt5r7j38ljfa6hh:0',
      recipient: 'maya1a427q3v96psuj4fnughdw8glt5r7j38ljfa6hh',
      toAsset: 'MAYA.CACAO',
      deposit: 'router',
    },
    exchanges: [followed(SHARED, SILENT), indexed(SHARED, 'midgard-actions-success-affiliate.json')],
    expected: { status: 'SUCCESS', stage: 'done', outboundHash: SHARED, deliveredOut: 317_142_897_868n },
  },
  {
    name: 'a young deposit that the network has not seen is being confirmed',
    ...cacaoToRune,
    exchanges: [followed(PAID, 'status-unobserved.synthetic.json')],
    expected: { status: 'PENDING', stage: 'confirming' },
  },
  {
    name: 'without a hash nothing is asked',
    ...cacaoToRune,
    hash: '',
    exchanges: [],
    expected: { status: 'PENDING', stage: 'awaiting_deposit' },
  },
]
