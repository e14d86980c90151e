import { defined } from '../../core/defined.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { hashKey } from '../../core/swap/transaction-hash.ts'
import { isDelivery, isFinal, type Report } from '../../core/swap/transitions.ts'
import type { TransactionChange } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import { isUnmined, lookAt, mayHaveMoved, type PaymentLook, rankLook } from './payment-look.ts'

/*
 * The reported hash of a transaction changes in these ways only, each with its event. A final transaction keeps its status,
 * but for FAILED by a payment that the chain undid, or that no chain tells of, once another one is shown to have moved money.
 */

/**
 * Most other hashes that are kept: the first and the latest of those that were reported. A stranger can make up any number of
 * them, before the owner's report and after it.
 */
const MOST_FIRST = 32
const MOST_LATEST = 32

/** Whether more hashes are kept beside the one that is there than a wallet makes by speeding up a payment. */
export function hasMany({ otherHashes = [] }: TransactionRecord): boolean {
  return otherHashes.length >= MOST_LATEST
}

/** Whether two texts are one hash. */
export function isSameHash(a: string, b: string): boolean {
  return hashKey(a) === hashKey(b)
}

/** A hash, what the chain shows of it, and what else may be the payment. */
export interface BoundHash {
  readonly hash: string
  readonly look: PaymentLook
  readonly others: readonly string[]
}

/** Binds a hash in place of the one that is there, if any. */
export function bindHashTo(
  { doc, version }: Versioned<TransactionRecord>,
  { hash, look, others }: BoundHash,
  nowMs: number,
): TransactionChange {
  const { hashProof: _proof, otherHashes: _others, progress, ...kept } = doc
  const at = new Date(nowMs).toISOString()
  const isEnded = isFinal(doc.status)
  const isReplaced = doc.hash !== '' && !isSameHash(doc.hash, hash)
  const record: TransactionRecord = {
    ...kept,
    hash,
    inboundHash: hash,
    hashKnownAtMs: nowMs,
    nextPollAtMs: isEnded ? null : nowMs,
    // The pauses between polls begin anew: none of another hash is waited for.
    polls: isEnded ? doc.polls : 0,
    stage: isEnded ? doc.stage : 'confirming',
    // What another hash was said to have led to.
    outboundHash: isReplaced && !isEnded ? null : doc.outboundHash,
    ...(progress === undefined || (isReplaced && !isEnded) ? {} : { progress }),
    updatedAt: at,
    ...proofOf(look, others, hash),
  }
  const replaced = isReplaced ? doc.hash : undefined
  const data = { hash, ...defined({ replaced }) }
  return { record, expectedVersion: version, events: [{ at, type: 'transaction.hash', transactionId: doc.id, data }] }
}

/** Binds a hash to a transaction that has ended FAILED by another one, which the chain shows to be reverted: it is followed again. */
export function reopenBy(found: Versioned<TransactionRecord>, bound: BoundHash, nowMs: number): TransactionChange {
  const { reason: _reason, refundHash: _refundHash, progress: _progress, ...kept } = found.doc
  const change = bindHashTo({ ...found, doc: { ...kept, status: 'PENDING' } }, bound, nowMs)
  const { id: transactionId, status, stage, provider, updatedAt: at } = change.record
  const data = { status, stage, provider }
  return { ...change, events: [...change.events, { at, type: 'transaction.updated', transactionId, data }] }
}

/** Takes the hash away: the transaction waits for its payment again, or for what its provider says. */
export function dropHashOf(
  { doc, version }: Versioned<TransactionRecord>,
  others: readonly string[],
  note: string,
  nowMs: number,
): TransactionChange {
  const { hashProof: _proof, otherHashes: _others, hashKnownAtMs: _knownAtMs, progress, ...kept } = doc
  const at = new Date(nowMs).toISOString()
  const isEnded = isFinal(doc.status)
  const isWaiting = !isEnded && (doc.stage === 'confirming' || doc.needsHash)
  const record: TransactionRecord = {
    ...kept,
    hash: '',
    inboundHash: '',
    outboundHash: null,
    ...(progress === undefined || !isEnded ? {} : { progress }),
    stage: isWaiting ? 'awaiting_deposit' : doc.stage,
    nextPollAtMs: isEnded || (doc.needsHash && others.length === 0) ? null : nowMs,
    updatedAt: at,
    ...proofOf('unmined', others, ''),
  }
  const data = { dropped: doc.hash, note }
  return { record, expectedVersion: version, events: [{ at, type: 'transaction.hash', transactionId: doc.id, data }] }
}

/** Keeps what was found out, with the hash as it is. */
export function noteHashes(
  { doc, version }: Versioned<TransactionRecord>,
  look: PaymentLook,
  others: readonly string[],
): TransactionChange {
  const { hashProof: _proof, otherHashes: _others, ...kept } = doc
  return { record: { ...kept, ...proofOf(look, others, doc.hash) }, expectedVersion: version, events: [] }
}

function proofOf(look: PaymentLook, others: readonly string[], hash: string) {
  const left = others.filter(
    (one, at) => !isSameHash(one, hash) && others.findIndex((other) => isSameHash(other, one)) === at,
  )
  return defined({
    hashProof: mayHaveMoved(look) ? look : undefined,
    otherHashes: look === 'paid' || left.length === 0 ? undefined : firstAndLatest(left),
  })
}

/** @param hashes newest first */
function firstAndLatest(hashes: readonly string[]): readonly string[] {
  if (hashes.length <= MOST_FIRST + MOST_LATEST) return hashes
  return [...hashes.slice(0, MOST_LATEST), ...hashes.slice(-MOST_FIRST)]
}

/** True where the provider has seen the payment, or told its hash itself. */
export function isSeen({ stage, outboundHash, hashKnownAtMs }: TransactionRecord): boolean {
  return (
    (stage !== 'awaiting_deposit' && stage !== 'confirming') || outboundHash !== null || hashKnownAtMs === undefined
  )
}

/**
 * Whether what the chain shows of another hash puts it in the place of the one that is there. Among equals the later report
 * wins until the provider has seen the payment; nothing takes the place of what is surely the payment.
 * @param bound what the chain shows of the hash that is there @param next of the other one
 */
export function isReplaceable(doc: TransactionRecord, bound: PaymentLook, next: PaymentLook): boolean {
  if (bound === 'paid') return false
  if (next === 'paid' || bound === 'other') return true
  if (isUnmined(bound)) {
    // Of a hash that waits, or that nobody tells of, it is not known that it moved nothing.
    return !isSeen(doc) && (next !== 'reverted' || bound === 'unmined')
  }
  return rankLook(next) > rankLook(bound) || (rankLook(next) === rankLook(bound) && !isSeen(doc))
}

/** Whether a provider's report shows that it has seen the payment, and not only what it was told. */
export function showsPayment(report: Report): boolean {
  const { status, outboundHash = '' } = report
  if (outboundHash !== '') return true
  if (status === 'PENDING') return report.stage !== 'awaiting_deposit' && report.stage !== 'confirming'
  return status === 'REFUND' || isDelivery(report.deliveredOut) || (status === 'SUCCESS' && report.restsOnWord === true)
}

/**
 * True where a transaction that has ended FAILED is followed again: by the hash that is there nothing moved, and money did by
 * the other one.
 * @param bound what the chain shows of the hash that is there @param next of the other one
 */
export function isReopened(bound: PaymentLook, next: PaymentLook): boolean {
  return bound === 'reverted' && (next === 'paid' || next === 'carried')
}

/**
 * Gives a hash to the transaction whose payment it is, in one write, where the one that has it has only been told of it.
 * @param shown what the chain shows of the hash for `taker`, or that the provider told it of its swap
 * @returns the outcome for `taker`: `hash_taken` where the other one keeps it
 */
export async function takeHash(
  context: ServiceContext,
  taker: TransactionChange,
  hash: string,
  shown: PaymentLook | 'told',
): Promise<'ok' | 'conflict' | 'hash_taken'> {
  const holder = await context.store.transactions.findByHash(hashKey(hash))
  if (holder === undefined) return 'conflict'
  const { doc } = holder
  const isIts = [doc.hash, doc.inboundHash].some((own) => own !== '' && isSameHash(own, hash))
  if (doc.id === taker.record.id || !isIts || doc.hashKnownAtMs === undefined) return 'hash_taken'
  // By what another swap was paid, one fails whose payment it was only said to be.
  const isFailed = doc.status === 'FAILED'
  if (isFinal(doc.status) && !isFailed) return 'hash_taken'
  if (shown === 'told' && isSeen(doc) && !isFailed) return 'hash_taken'
  const held = doc.hashProof === 'paid' ? 'paid' : await lookAt(context, doc, hash)
  if (!isLesserClaim(held, shown)) return 'hash_taken'
  const note = `The ${shown === 'told' ? 'provider' : 'source chain'} shows that the reported hash is the payment of another transaction`
  const loser = dropHashOf(holder, doc.otherHashes ?? [], note, context.clock.now())
  const holderOfNone = context.ids.create('bind_')
  const [, outcome = 'conflict'] = await context.store.transactions.storeMany([loser, taker], holderOfNone)
  return outcome
}

/** Whether one loses its hash by what ties it to another transaction; what only may be the payment of either stays. */
function isLesserClaim(held: PaymentLook, shown: PaymentLook | 'told'): boolean {
  if (shown === 'paid') return held !== 'paid'
  if (shown === 'told') return held !== 'paid' && held !== 'carried' && held !== 'reverted'
  if (shown === 'waiting') return held === 'unmined'
  if (held === 'other') return shown === 'reverted' || mayHaveMoved(shown)
  return shown === 'carried' && (held === 'possible' || held === 'likely')
}
