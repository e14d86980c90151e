import { paidOut, refunded } from '../../support/case-makers.ts'
import type { StatusCase } from '../../support/provider-suite.ts'
import { json } from '../../support/recordings.ts'
import { defineFollowed, endedSince, NO_ACTIONS, type SentSwap, SILENT } from '../thorchain-family/shared-cases.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'
import { FACTS, NOW_MS } from './exchanges.ts'

const cacaoToRune: SentSwap = {
  src: 'mayachain:native',
  dst: 'thorchain:native',
  hash: 'C238C07B31F0798B3C8DD3B3528F40BB466227F6460DCF9D260A8E836CF7C3FD',
  tracking: {
    memo: `s:THOR.RUNE:${WALLETS.thorchain}:0`,
    recipient: WALLETS.thorchain,
    toAsset: 'THOR.RUNE',
    deposit: 'message',
  },
}
const cacaoToZec: SentSwap = {
  src: 'mayachain:native',
  dst: 'zcash:native',
  hash: 'DD08D4EF686857E97C7134226996AF590E2CDE0015E8961347D3A668CCF99106',
  tracking: {
    memo: `=:z:${WALLETS.zcash}:3002404230`,
    recipient: WALLETS.zcash,
    toAsset: 'ZEC.ZEC',
    deposit: 'message',
  },
}
/** A recorded deposit that paid one of these recipients. */
const ethToCacao = (recipient: string): SentSwap => ({
  src: 'ethereum:native',
  dst: 'mayachain:native',
  hash: '4CC77E1FC51E9F99F0EE2AAC42FA2FD38A149796E9AD0B8368A1B3EB80AA4C85',
  tracking: { memo: `=:MAYA.CACAO:${recipient}:0`, recipient, toAsset: 'MAYA.CACAO', deposit: 'router' },
})

const dashToUsdc: SentSwap = {
  src: 'dash:native',
  dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  hash: `E15A${'5A'.repeat(30)}`,
  tracking: {
    memo: `=:ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48:${WALLETS.evm}:1/3/0`,
    recipient: WALLETS.evm,
    toAsset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
    deposit: 'op_return',
  },
}
const dashToCacao: SentSwap = {
  src: 'dash:native',
  dst: 'mayachain:native',
  hash: `E35C${'5C'.repeat(30)}`,
  tracking: {
    memo: '=:MAYA.CACAO:maya1dl7un46w7l7f3ewrnrm6nq58nerjtp0d7gg6s9:0/3/0',
    recipient: 'maya1dl7un46w7l7f3ewrnrm6nq58nerjtp0d7gg6s9',
    toAsset: 'MAYA.CACAO',
    deposit: 'op_return',
  },
}

const arrived = paidOut({
  outboundHash: 'EF562F3E1205BF7F53BE65E7FFCFF39614BEC08BEFC2B36FFD5E5326E32D17FF',
  deliveredOut: 24_045_699_771n,
})
const wentBack = refunded({
  refundHash: cacaoToZec.hash,
  reason: 'The network refunded the deposit: emit asset 302898722 less than price limit 3002404230',
})

const statusCase = defineFollowed(FACTS.exchanges)

export const STATUSES: readonly StatusCase[] = [
  statusCase('RUNE arrived on THORChain', cacaoToRune, 'status-success.synthetic.json', {
    ...arrived,
    progress: { receivedIn: 18_492_500_000_000n, paidOut: 24_045_699_771n },
  }),
  statusCase('the indexer knows it too when the node lists nothing', cacaoToRune, json(SILENT), arrived, {
    indexer: 'midgard-actions-success.json',
  }),
  statusCase(
    'CACAO that went back on the network itself, with the reason of the indexer',
    cacaoToZec,
    'status-refund.synthetic.json',
    { ...wentBack, progress: { receivedIn: 6_305_170_239_596n, refundedIn: 6_303_170_239_596n } },
    { indexer: 'midgard-actions-refund.json' },
  ),
  statusCase('a refund that only the indexer knows', cacaoToZec, json(SILENT), wentBack, {
    indexer: 'midgard-actions-refund.json',
  }),
  statusCase(
    'an action of the indexer that is pending proves nothing',
    FACTS.deposit,
    json(SILENT),
    endedSince(FACTS.deposit, NOW_MS),
    { indexer: 'midgard-actions-pending.json' },
  ),
  statusCase(
    'what the affiliate got is not what the recipient got',
    ethToCacao(WALLETS.maya),
    json(SILENT),
    endedSince(ethToCacao(WALLETS.maya), NOW_MS),
    { indexer: 'midgard-actions-success-affiliate.json' },
  ),
  statusCase(
    'CACAO that arrived on the network itself has ten decimals and the hash of the deposit',
    ethToCacao('maya1a427q3v96psuj4fnughdw8glt5r7j38ljfa6hh'),
    json(SILENT),
    paidOut({
      outboundHash: '4CC77E1FC51E9F99F0EE2AAC42FA2FD38A149796E9AD0B8368A1B3EB80AA4C85',
      deliveredOut: 317_142_897_868n,
    }),
    { indexer: 'midgard-actions-success-affiliate.json' },
  ),
  statusCase(
    'a memo that was cut short was refunded, which the stage of the swap never says',
    dashToUsdc,
    'status-edge-memo-cut-refund-done.synthetic.json',
    refunded({
      refundHash: `e25b${'5b'.repeat(30)}`,
      reason: 'The deposit arrived with a memo that was cut short',
      progress: { receivedIn: 250_000_000n, refundedIn: 249_000_000n },
    }),
    { indexer: NO_ACTIONS },
  ),
  statusCase(
    'CACAO that the node says was paid has ten decimals, and no stage of an outbound',
    dashToCacao,
    'status-edge-cacao-output.synthetic.json',
    paidOut({
      outboundHash: dashToCacao.hash,
      deliveredOut: 1_234_567_890_123n,
      progress: { receivedIn: 250_000_000n, paidOut: 1_234_567_890_123n },
    }),
  ),
]
