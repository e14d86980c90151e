import { defined } from '../../core/defined.ts'
import { untilAborted } from '../../core/deadline.ts'
import { LONGEST_RETRY_AFTER_MS } from '../../core/text/retry-after.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { isOver } from '../../core/stored-time.ts'
import { recountWaits } from '../../core/swap/counted-from.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../core/swap/poll-times.ts'
import { progressText, sameProgress, toProgressDocument } from '../../core/swap/progress.ts'
import { applyReport, isFinal, type Report, type Transition } from '../../core/swap/transitions.ts'
import type { NewEvent, TransactionChange } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import { askInTurn } from './ask-in-turn.ts'
import type { ProviderAnswer } from './ask-provider.ts'
import { withEndValues } from './values/end-values.ts'
import { isSameHash, takeHash } from './hash-changes.ts'
import { lookForKept } from './kept-hashes.ts'
import { nextLookMs, recheck } from './recheck.ts'
import { pollPauseMs, statedPauseMs } from './poll-pause.ts'
import { settleHash, type SettledHash } from './settle-hash.ts'

interface PollOptions {
  /** True for a call to track: FAILED is polled once more and may become REFUND, SUCCESS to see that its chain still holds it. */
  readonly acceptRefund: boolean
  /** True to skip a transaction whose next poll is not due yet. */
  readonly onlyWhenDue: boolean
  /** Ends the call, with nothing written. @default the end of the service */
  readonly signal?: AbortSignal
}

/**
 * Polls the provider about one transaction, unless another process holds the lease, and stores what it reports.
 * A provider that does not respond changes nothing but the time of the next poll.
 * @returns true when this call polled
 */
export async function pollTransaction(context: ServiceContext, id: string, options: PollOptions): Promise<boolean> {
  // A copy: one signal is heard by many polls.
  const signal = AbortSignal.any([options.signal ?? context.leaving])
  const holder = context.ids.create('poll_')
  const nowMs = context.clock.now()
  if (!(await context.store.transactions.lease(id, holder, LEASE_MS))) return false
  try {
    const stored = await context.store.transactions.get(id)
    if (stored === undefined) return false
    const settled = await untilAborted(signal, settleHash(context, stored))
    const { found, asked } = await askAbout(context, settled, options, nowMs, signal)
    if (asked === undefined || signal.aborted) return false
    // What another process writes meanwhile stays; the next look comes soon.
    if ('record' in asked) {
      return (await context.store.transactions.replace(asked.record, found.version, asked.events)) === 'ok'
    }
    await write(context, id, asked, options)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    await context.store.transactions.release(id, holder)
  }
}

const WHEN_DUE: PollOptions = { acceptRefund: false, onlyWhenDue: true }

/** What a poll makes of a transaction. */
export interface PolledTransaction extends TransactionChange {
  /** False where it stays as it is. */
  readonly isChanged: boolean
  /** Applies the same answer where another process has written meanwhile, or a hash is taken. */
  readonly writeAgain: () => Promise<void>
}

/**
 * Polls the provider about a transaction that its caller has leased; whoever called stores what comes of it.
 * @returns undefined when it is not due any more, or the signal has aborted
 */
export async function pollLeased(
  context: ServiceContext,
  stored: Versioned<TransactionRecord>,
  stopping: AbortSignal,
): Promise<PolledTransaction | undefined> {
  const signal = AbortSignal.any([stopping])
  try {
    const settled = await untilAborted(signal, settleHash(context, stored))
    const { found, asked } = await askAbout(context, settled, WHEN_DUE, context.clock.now(), signal)
    if (asked === undefined || signal.aborted) return undefined
    const { doc, version } = found
    if ('record' in asked) {
      return { ...asked, expectedVersion: version, isChanged: true, writeAgain: () => Promise.resolve() }
    }
    const { record, events } = await advance(context, recountWaits(doc, context.clock.now()), asked, WHEN_DUE)
    const isChanged = record !== doc || events.length > 0
    const writeAgain = () => write(context, doc.id, asked, WHEN_DUE)
    return { record, events, expectedVersion: version, isChanged, writeAgain }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

type Change = { readonly record: TransactionRecord; readonly events: readonly NewEvent[] }

/** What a poll found out, and the transaction as it is then; nothing where it is not due. */
interface Asked {
  readonly found: Versioned<TransactionRecord>
  readonly asked?: ProviderAnswer | Change
}

/** Asks the provider, or looks at the chains again. */
async function askAbout(
  context: ServiceContext,
  settled: SettledHash,
  options: PollOptions,
  nowMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const { found } = settled
  const { doc: record } = found
  // Another process may have polled since the caller read the transaction.
  const isDue = record.nextPollAtMs !== null && isOver(record.nextPollAtMs, nowMs, LONGEST_POLL_AHEAD_MS)
  if (options.onlyWhenDue && !isDue) return { found }
  if (options.onlyWhenDue && record.status === 'SUCCESS') {
    return { found, asked: await untilAborted(signal, recheck(context, record)) }
  }
  const isLooking = options.onlyWhenDue && record.status === 'FAILED'
  if (!isLooking && isFinal(record.status) && !(options.acceptRefund && record.status !== 'REFUND')) return { found }
  const { answer, ...turned } = await untilAborted(signal, askInTurn(context, settled, isLooking, signal))
  return { ...turned, asked: answer ?? { record: lookForKept(record, nowMs), events: [] } }
}

async function write(context: ServiceContext, id: string, answer: ProviderAnswer, options: PollOptions): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const current = await context.store.transactions.get(id)
    // What it said of a hash that another one has replaced meanwhile is nothing that became of the payment.
    if (current === undefined || (answer.hash !== '' && !isSameHash(current.doc.hash, answer.hash))) return
    const { record, events } = await advance(context, recountWaits(current.doc, context.clock.now()), answer, options)
    if (record === current.doc && events.length === 0) return
    const written = await context.store.transactions.replace(record, current.version, events)
    if (written === 'ok') return
    if (written === 'hash_taken') {
      const taken = { record, expectedVersion: current.version, events }
      const isTold = current.doc.inboundHash === '' && record.inboundHash !== ''
      if (isTold && (await takeHash(context, taken, record.inboundHash, 'told')) === 'ok') return
      const note = evidenceEvent(
        context,
        current.doc,
        'The provider reported a hash that belongs to another transaction',
      )
      const later = { ...current.doc, polls: record.polls, nextPollAtMs: retryAt(context, current.doc) }
      if ((await context.store.transactions.replace(later, current.version, [note])) === 'ok') return
    }
  }
}

async function advance(
  context: ServiceContext,
  record: TransactionRecord,
  answer: ProviderAnswer,
  options: PollOptions,
): Promise<{ record: TransactionRecord; events: NewEvent[] }> {
  const nowMs = context.clock.now()
  if ('failure' in answer) {
    const askedMs = Math.min(Math.ceil((answer.failure.retryAfterSec ?? 0) * 1000), LONGEST_RETRY_AFTER_MS)
    const waitMs = Math.max(askedMs, pollPauseMs(record, record.polls + 1, nowMs))
    const polls = record.polls + 1
    return {
      record: { ...record, polls, nextPollAtMs: isFinal(record.status) ? record.nextPollAtMs : nowMs + waitMs },
      events: [],
    }
  }
  const at = new Date(nowMs).toISOString()
  const waitMs = statedPauseMs(record, record.polls, answer.times, nowMs)
  const moved = await watchStanding(
    context,
    record,
    applyReport(record, answer.report, at, nowMs + waitMs, options.acceptRefund),
  )
  if (moved.event === undefined) return { record: moved.record, events: [] }
  if (moved.event === 'transaction.evidence') {
    return {
      record: moved.record,
      events: [evidenceEvent(context, record, contraryNote(record, answer.report))],
    }
  }
  return {
    record: moved.event === 'transaction.final' ? await withEndValues(context, record, moved.record) : moved.record,
    events: [
      {
        at,
        type: moved.event,
        transactionId: record.id,
        data: {
          ...{ status: moved.record.status, stage: moved.record.stage, provider: record.provider },
          ...defined({ progress: progressNews(record, moved.record) }),
        },
      },
    ],
  }
}

/** How far it has come now, in one line; undefined where that is not what has changed. */
function progressNews(before: TransactionRecord, { progress, terms, srcAsset, dstAsset }: TransactionRecord) {
  if (progress === undefined || sameProgress(progress, before.progress)) return undefined
  return progressText({ progress: toProgressDocument(progress, terms), srcAsset, dstAsset })
}

/** What has just become SUCCESS is looked at again, and so are the other hashes of what has become FAILED. */
async function watchStanding(
  context: ServiceContext,
  before: TransactionRecord,
  moved: Transition,
): Promise<Transition> {
  if (isFinal(before.status)) return moved
  if (moved.record.status === 'FAILED') return { ...moved, record: lookForKept(moved.record, context.clock.now()) }
  if (moved.record.status !== 'SUCCESS') return moved
  return { ...moved, record: { ...moved.record, nextPollAtMs: await nextLookMs(context, moved.record) } }
}

function contraryNote({ status }: TransactionRecord, report: Report): string {
  return status === 'SUCCESS' && report.status === 'PENDING'
    ? 'The source chain no longer holds the transaction deep enough: it was taken back by a reorganisation, or a node lags'
    : `The provider now says ${report.status}`
}

function evidenceEvent(context: ServiceContext, record: TransactionRecord, note: string): NewEvent {
  return {
    at: new Date(context.clock.now()).toISOString(),
    type: 'transaction.evidence',
    transactionId: record.id,
    data: { note, status: record.status },
  }
}

/** Postpones a transaction whose poll failed unexpectedly, so that it does not block the others. */
export async function postponePoll(context: ServiceContext, id: string): Promise<void> {
  const found = await context.store.transactions.get(id)
  if (found === undefined || found.doc.nextPollAtMs === null) return
  const nowMs = context.clock.now()
  const nextPollAtMs = nowMs + pollPauseMs(found.doc, found.doc.polls, nowMs)
  const later = { ...found.doc, polls: found.doc.polls + 1, nextPollAtMs }
  await context.store.transactions.replace(later, found.version, [])
}

/** Time of the next poll after one without news, in epoch milliseconds; that of a final transaction stays. */
function retryAt(context: ServiceContext, record: TransactionRecord): number | null {
  const nowMs = context.clock.now()
  return isFinal(record.status) ? record.nextPollAtMs : nowMs + pollPauseMs(record, record.polls, nowMs)
}
