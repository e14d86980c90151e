import { cleanText } from '../../core/text/clean-text.ts'

import type { TransactionRecord } from '../../core/swap/records.ts'
import { applyReport, isFinal, type Report } from '../../core/swap/transitions.ts'
import { ProviderError, type StatusReport } from '../../providers/index.ts'
import type { NewEvent } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'

/** First pause between two polls of one transaction, in milliseconds: the pace of the API's reference flow. */
const FIRST_PAUSE_MS = 3_000
/** Longest pause between two polls, in milliseconds. */
const LONGEST_PAUSE_MS = 5 * 60_000
/** How long a poller keeps the right to poll, in milliseconds: longer than the deadline of one poll. */
const LEASE_MS = 30_000

export interface PollOptions {
  /** True when a caller of track asked: a FAILED transaction is asked about once more, and may become REFUND. */
  readonly acceptRefund: boolean
  /** True to leave a transaction alone whose next poll lies in the future. */
  readonly onlyWhenDue: boolean
}

/**
 * Asks the provider about one transaction, unless somebody else on this store is doing so, and writes what it learns.
 * A provider that does not answer changes nothing but the time of the next poll.
 * @returns true when this call polled
 */
export async function pollTransaction(context: ServiceContext, id: string, options: PollOptions): Promise<boolean> {
  const holder = context.ids.create('poll_')
  const nowMs = context.clock.now()
  if (!(await context.store.transactions.lease(id, holder, nowMs, nowMs + LEASE_MS))) return false
  try {
    const found = await context.store.transactions.get(id)
    if (found === undefined) return false
    if (isFinal(found.doc.status) && !(options.acceptRefund && found.doc.status === 'FAILED')) return false
    // Somebody else may have polled between the caller's look and the lease.
    if (options.onlyWhenDue && (found.doc.nextPollAtMs === null || found.doc.nextPollAtMs > nowMs)) return false
    const answer = await ask(context, found.doc)
    await write(context, id, answer, options)
    return true
  } finally {
    await context.store.transactions.release(id, holder)
  }
}

type Answer =
  { readonly report: Report; readonly pollAfterMs: number | undefined } | { readonly failure: ProviderError }

async function ask(context: ServiceContext, record: TransactionRecord): Promise<Answer> {
  const src = await context.storedAsset(record.srcChain, record.srcAddress)
  const dst = await context.storedAsset(record.dstChain, record.dstAddress)
  try {
    const report = await context.providers.run(
      record.provider,
      context.limits.actionDeadlineMs,
      undefined,
      (adapter, providerContext) =>
        adapter.status(
          {
            transactionId: record.id,
            hash: record.hash,
            executedAt: Date.parse(record.createdAt),
            hashKnownAt: record.hashKnownAtMs,
            src,
            dst,
            estimatedTimeSec: record.terms.estimatedTimeSec,
            tracking: record.tracking,
          },
          providerContext,
        ),
    )
    return { report: clean(report), pollAfterMs: report.pollAfterMs }
  } catch (error) {
    if (error instanceof ProviderError) return { failure: error }
    throw error
  }
}

async function write(context: ServiceContext, id: string, answer: Answer, options: PollOptions): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const current = await context.store.transactions.get(id)
    if (current === undefined) return
    const { record, events } = await advance(context, current.doc, answer, options)
    if (record === current.doc && events.length === 0) return
    const written = await context.store.transactions.replace(record, current.version, events)
    if (written === 'ok') return
    if (written === 'hash_taken') {
      const note = evidence(context, current.doc, 'The provider named a hash that belongs to another transaction')
      const later = { ...current.doc, polls: record.polls, nextPollAtMs: retryAt(context, current.doc) }
      if ((await context.store.transactions.replace(later, current.version, [note])) === 'ok') return
    }
  }
}

async function advance(
  context: ServiceContext,
  record: TransactionRecord,
  answer: Answer,
  options: PollOptions,
): Promise<{ record: TransactionRecord; events: NewEvent[] }> {
  const nowMs = context.clock.now()
  if ('failure' in answer) {
    const waitMs = Math.max(Math.ceil((answer.failure.retryAfterSec ?? 0) * 1000), pauseMs(record.polls + 1))
    const polls = record.polls + 1
    return { record: { ...record, polls, nextPollAtMs: isFinal(record.status) ? null : nowMs + waitMs }, events: [] }
  }
  const at = new Date(nowMs).toISOString()
  const waitMs = Math.ceil(Math.min(Math.max(answer.pollAfterMs ?? pauseMs(record.polls), 100), LONGEST_PAUSE_MS))
  const moved = applyReport(record, answer.report, at, nowMs + waitMs, options.acceptRefund)
  if (moved.event === undefined) return { record: moved.record, events: [] }
  if (moved.event === 'transaction.evidence') {
    return {
      record: moved.record,
      events: [evidence(context, record, `The provider now says ${answer.report.status}`)],
    }
  }
  return {
    record: moved.record,
    events: [
      {
        at,
        type: moved.event,
        transactionId: record.id,
        data: { status: moved.record.status, stage: moved.record.stage, provider: record.provider },
      },
    ],
  }
}

function evidence(context: ServiceContext, record: TransactionRecord, note: string): NewEvent {
  return {
    at: new Date(context.clock.now()).toISOString(),
    type: 'transaction.evidence',
    transactionId: record.id,
    data: { note, status: record.status },
  }
}

/** The report with every text of the provider stripped of what a terminal would obey. */
function clean({ pollAfterMs: _, ...report }: StatusReport): Report {
  const text = <K extends string>(key: K, value: string | undefined): { [P in K]?: string } =>
    value === undefined ? {} : ({ [key]: cleanText(value, 500) } as { [P in K]?: string })
  const hashes = { ...text('inboundHash', report.inboundHash), ...text('outboundHash', report.outboundHash) }
  if (report.status === 'PENDING') return { ...report, ...hashes }
  return { ...report, ...hashes, ...text('refundHash', report.refundHash), ...text('reason', report.reason) }
}

/** Moves the next poll of a transaction that cannot be polled at all out of the way of the others. */
export async function postponePoll(context: ServiceContext, id: string): Promise<void> {
  const found = await context.store.transactions.get(id)
  if (found === undefined || isFinal(found.doc.status)) return
  const later = { ...found.doc, polls: found.doc.polls + 1, nextPollAtMs: retryAt(context, found.doc) }
  await context.store.transactions.replace(later, found.version, [])
}

/** Epoch milliseconds of the next poll after one that taught nothing; null for a final transaction. */
function retryAt(context: ServiceContext, record: TransactionRecord): number | null {
  return isFinal(record.status) ? null : context.clock.now() + pauseMs(record.polls)
}

/** Pause before the poll after `polls` polls, in milliseconds: 3 s at first, half as long again each time, at most 5 minutes. */
function pauseMs(polls: number): number {
  return Math.round(Math.min(FIRST_PAUSE_MS * 1.5 ** Math.min(polls, 20), LONGEST_PAUSE_MS))
}
