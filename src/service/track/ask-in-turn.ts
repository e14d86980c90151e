import type { Versioned } from '../../core/ports.ts'
import { recountWaits } from '../../core/swap/counted-from.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import type { Report } from '../../core/swap/transitions.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import type { ServiceContext } from '../context.ts'
import { askProvider, type ProviderAnswer } from './ask-provider.ts'
import { bindHashTo, isSeen, reopenBy, showsPayment, takeHash } from './hash-changes.ts'
import { pickTurn } from './kept-hashes.ts'
import type { SettledHash } from './settle-hash.ts'

/*
 * Where the service cannot read the source chain, the provider judges which of several reported hashes is the payment: it is
 * asked by each of them in turn, and the one wins of which it shows that it has seen it.
 */

/** How many other hashes a provider is asked by in one poll: one, and more where the payment is said to have failed. */
const ASKED_AT_ONCE = { pending: 1, failed: 4 } as const
/** How long a failure by one hash is not believed while others may be the payment, in milliseconds: chains include one within. */
const WITHHELD_MS = DAY_MS

/**
 * Asks the provider by the hash that is there and, until it has seen the payment, by the others that no chain tells of.
 * @param isLooking true where only the others are asked about: it has ended FAILED
 * @returns the transaction as it is then, and what was said of it; no answer where only others were asked about, in vain
 */
export async function askInTurn(
  context: ServiceContext,
  { found, untold }: SettledHash,
  isLooking: boolean,
  signal: AbortSignal,
): Promise<{ readonly found: Versioned<TransactionRecord>; readonly answer?: ProviderAnswer }> {
  const { doc } = found
  const record = recountWaits(doc, context.clock.now())
  const own = isLooking ? undefined : await askProvider(context, record, signal)
  const isFailed = own !== undefined && 'report' in own && own.report.status === 'FAILED'
  const isKnown = own !== undefined && 'report' in own && showsPayment(own.report)
  const stands = own === undefined ? { found } : { found, answer: own }
  if (untold.length === 0 || isKnown || (doc.status === 'PENDING' && doc.hash !== '' && isSeen(doc))) return stands
  const turn = pickTurn(untold, record.polls, isFailed || isLooking ? ASKED_AT_ONCE.failed : ASKED_AT_ONCE.pending)
  let failures = 0
  for (const hash of turn) {
    const answer = await askProvider(context, { ...record, hash }, signal)
    if (!('report' in answer)) continue
    if (answer.report.status === 'FAILED') failures += 1
    const bound = showsPayment(answer.report) ? await bindTold(context, found, hash) : undefined
    if (bound !== undefined) return { found: bound, answer }
  }
  if (!isFailed || failures === untold.length || isOld(record, context.clock.now())) return stands
  const stage = doc.hash === '' ? 'awaiting_deposit' : 'confirming'
  return { found, answer: { hash: doc.hash, report: { status: 'PENDING', stage }, times: {} } }
}

/** What a provider says of a transaction by another hash than its own; undefined where that does not show the payment. */
export async function askForPayment(
  context: ServiceContext,
  record: TransactionRecord,
  hash: string,
): Promise<Report | undefined> {
  const answer = await askProvider(context, { ...recountWaits(record, context.clock.now()), hash }, context.leaving)
  return 'report' in answer && showsPayment(answer.report) ? answer.report : undefined
}

async function bindTold(
  context: ServiceContext,
  found: Versioned<TransactionRecord>,
  hash: string,
): Promise<Versioned<TransactionRecord> | undefined> {
  const others = [found.doc.hash, ...(found.doc.otherHashes ?? [])].filter((other) => other !== '')
  const bind = found.doc.status === 'FAILED' ? reopenBy : bindHashTo
  const change = bind(found, { hash, look: 'unknown', others }, context.clock.now())
  const written = await context.store.transactions.replace(change.record, change.expectedVersion, change.events)
  const outcome = written === 'hash_taken' ? await takeHash(context, change, hash, 'told') : written
  return outcome === 'ok' ? context.store.transactions.get(found.doc.id) : undefined
}

function isOld({ hashKnownAtMs, updatedAt }: TransactionRecord, nowMs: number): boolean {
  return Math.abs(nowMs - (hashKnownAtMs ?? Date.parse(updatedAt))) >= WITHHELD_MS
}
