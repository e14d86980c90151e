import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TransactionRecord } from '../../../src/core/swap/records.ts'
import { applyReport, isFinal, type Report } from '../../../src/core/swap/transitions.ts'

const AT = '2026-01-15T12:00:30.000Z'

function pending(changes: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: 'tx_1',
    lockId: 'lock_1',
    provider: 'SANDBOX_BRIDGE',
    status: 'PENDING',
    stage: 'confirming',
    hash: '',
    inboundHash: '',
    outboundHash: null,
    srcChain: 'ethereum',
    srcAddress: '0x1',
    dstChain: 'base',
    dstAddress: '0x2',
    terms: {
      src: { symbol: 'USDC', decimals: 6, amount: 1_000_000n, usd: 1_000_000n },
      dst: { symbol: 'USDC', decimals: 6, amount: 990_000n, usd: 990_000n },
      minimumOut: 980_000n,
      fees: [],
      steps: [],
      estimatedTimeSec: 60,
    },
    depositor: '0xa',
    recipient: '0xb',
    addressKeys: ['0xa', '0xb'],
    srcAsset: { id: null, symbol: 'USDC', contract: '0x1', image: null, chain: 'ethereum' },
    dstAsset: { id: null, symbol: 'USDC', contract: '0x2', image: null, chain: 'base' },
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
    nextPollAtMs: 1,
    polls: 3,
    needsHash: true,
    tracking: null,
    providerResult: {},
    ...changes,
  }
}

const apply = (record: TransactionRecord, report: Report, acceptRefund = false) =>
  applyReport(record, report, AT, 5_000, acceptRefund)

describe('applyReport', () => {
  it('ends in SUCCESS with the delivered amount and stops polling', () => {
    const before = pending()
    const report: Report = {
      status: 'SUCCESS',
      stage: 'done',
      inboundHash: 'in',
      outboundHash: 'out',
      deliveredOut: 985_500n,
    }
    expect(apply(before, report)).toEqual({
      event: 'transaction.final',
      record: {
        ...before,
        status: 'SUCCESS',
        stage: 'done',
        hash: 'in',
        inboundHash: 'in',
        outboundHash: 'out',
        deliveredOut: 985_500n,
        nextPollAtMs: null,
        polls: 4,
        updatedAt: AT,
      },
    })
  })

  it('does not believe a SUCCESS without an outbound hash or a delivered amount', () => {
    const before = pending()
    const moved = apply(before, { status: 'SUCCESS', stage: 'done' })
    expect(moved.event).toBe('transaction.evidence')
    expect(moved.record).toEqual({ ...before, stage: 'paying_out', polls: 4, nextPollAtMs: 5_000 })
    expect(apply(before, { status: 'SUCCESS', stage: 'done', outboundHash: '' }).record.status).toBe('PENDING')
  })

  it('believes a SUCCESS that its provider has held for so long that neither will be told', () => {
    const before = pending({ outboundHash: null })
    const report: Report = { status: 'SUCCESS', stage: 'done', restsOnWord: true, reason: 'It calls it paid' }
    expect(apply(before, report)).toEqual({
      event: 'transaction.final',
      record: {
        ...before,
        status: 'SUCCESS',
        stage: 'done',
        reason: 'It calls it paid',
        nextPollAtMs: null,
        polls: 4,
        updatedAt: AT,
      },
    })
  })

  it('does not take nothing delivered for a delivery: an attacker ended a swap with it', () => {
    const before = pending()
    const unpaid = apply(before, { status: 'SUCCESS', stage: 'done', deliveredOut: 0n })
    expect(unpaid.event).toBe('transaction.evidence')
    expect(unpaid.record).toEqual({ ...before, stage: 'paying_out', polls: 4, nextPollAtMs: 5_000 })
    const paid = apply(before, { status: 'SUCCESS', stage: 'done', outboundHash: 'out', deliveredOut: 0n })
    expect(paid.record).toMatchObject({ status: 'SUCCESS', outboundHash: 'out' })
    expect(paid.record.deliveredOut).toBeUndefined()
  })

  it('keeps updatedAt and writes no event when nothing that can be seen has changed', () => {
    const before = pending()
    expect(apply(before, { status: 'PENDING', stage: 'confirming' })).toEqual({
      event: undefined,
      record: { ...before, polls: 4, nextPollAtMs: 5_000 },
    })
  })

  it('writes a change of progress as news, and the same again as none', () => {
    const before = pending({ stage: 'swapping' })
    const report = (done: number): Report => ({
      status: 'PENDING',
      stage: 'swapping',
      progress: { receivedIn: 1_000_000n, parts: { done, total: 3 } },
    })
    const first = apply(before, report(1))
    const progress = { receivedIn: 1_000_000n, parts: { done: 1, total: 3 } }
    expect(first).toEqual({
      event: 'transaction.updated',
      record: { ...before, progress, polls: 4, nextPollAtMs: 5_000, updatedAt: AT },
    })
    const again = apply(first.record, report(1))
    expect(again.event).toBeUndefined()
    expect(apply(again.record, report(2)).event).toBe('transaction.updated')
    expect(apply(again.record, { status: 'PENDING', stage: 'swapping' }).event).toBeUndefined()
  })

  it('keeps of the progress of a success what went back', () => {
    const before = pending({ progress: { receivedIn: 1_000_000n, paidOut: 5n, parts: { done: 1, total: 3 } } })
    const { record } = apply(before, {
      status: 'SUCCESS',
      stage: 'done',
      deliveredOut: 600_000n,
      progress: { refundedIn: 400_000n },
    })
    expect(record.progress).toEqual({ refundedIn: 400_000n })
  })

  it('never replaces a hash that is known', () => {
    const moved = apply(pending({ hash: 'mine', inboundHash: 'mine' }), {
      status: 'PENDING',
      stage: 'swapping',
      inboundHash: 'other',
    })
    expect([moved.record.hash, moved.record.inboundHash]).toEqual(['mine', 'mine'])
  })

  it('lets FAILED become REFUND only when a caller of track asked', () => {
    const failed = pending({ status: 'FAILED', stage: 'done', nextPollAtMs: null, reason: 'the swap reverted' })
    const refund: Report = { status: 'REFUND', stage: 'done', refundHash: 'back' }
    expect(apply(failed, refund)).toEqual({ record: failed, event: 'transaction.evidence' })
    expect(apply(failed, refund, true).record).toMatchObject({ status: 'REFUND', refundHash: 'back' })
  })

  it('takes a success that its chain has to confirm again for evidence, and keeps it', () => {
    const done = pending({ status: 'SUCCESS', stage: 'done', nextPollAtMs: null })
    expect(apply(done, { status: 'PENDING', stage: 'confirming' })).toEqual({
      record: done,
      event: 'transaction.evidence',
    })
    expect(apply(done, { status: 'PENDING', stage: 'swapping' })).toEqual({ record: done, event: undefined })
  })

  it('never flips or reopens a final state, whatever order the reports come in', () => {
    const status = fc.constantFrom('PENDING', 'SUCCESS', 'FAILED', 'REFUND')
    const report = fc.record(
      {
        status,
        stage: fc.constant('swapping' as const),
        outboundHash: fc.constantFrom('', 'out'),
        deliveredOut: fc.bigInt(0n, 9n),
      },
      { requiredKeys: ['status', 'stage'] },
    )
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        let record = pending()
        let ended: string | undefined
        for (const next of reports) {
          // Whatever an untyped adapter may say.
          record = apply(record, next as Report).record
          if (ended !== undefined) expect(record.status).toBe(ended)
          if (isFinal(record.status)) ended = record.status
        }
      }),
    )
  })
})
