import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import {
  bindHashTo,
  dropHashOf,
  isReopened,
  isReplaceable,
  isSameHash,
  noteHashes,
  reopenBy,
  takeHash,
} from './hash-changes.ts'
import { pickTurn } from './kept-hashes.ts'
import { isUnmined, lookAt, mayHaveMoved, type PaymentLook, rankLook } from './payment-look.ts'

/** What is said of a hash that the chain shows to be none of the payment. */
const IS_OTHER = 'The source chain shows that the reported hash is another transaction'

/** Most other hashes that are looked at in one poll. */
const LOOKED_AT_ONCE = 8

/** A transaction whose hash the chain has been asked about. */
export interface SettledHash {
  readonly found: Versioned<TransactionRecord>
  /** Other hashes of which no chain tells, while none tells of the one that is there: its provider has to judge. */
  readonly untold: readonly string[]
}

/**
 * Before a provider is asked by a reported hash: what the source chain shows to be the payment is bound, and what it shows
 * to be another transaction is dropped, so that nobody's hash leads a swap to an end that is not its own. What has ended
 * FAILED by a payment that the chain undid is followed again by another one that moved money.
 */
export async function settleHash(context: ServiceContext, found: Versioned<TransactionRecord>): Promise<SettledHash> {
  const { doc } = found
  const isFailed = doc.status === 'FAILED'
  const isReported = doc.hash !== '' && doc.hashKnownAtMs !== undefined
  const others = doc.otherHashes ?? []
  const isOpen = others.length > 0 || (isReported && doc.hashProof === undefined && !isFailed)
  if (context.readPayment === undefined || (isFinal(doc.status) && !isFailed) || !isOpen || doc.hashProof === 'paid')
    return { found, untold: [] }
  const own: PaymentLook =
    isReported || (isFailed && doc.hash !== '') ? (doc.hashProof ?? (await lookAt(context, doc, doc.hash))) : 'unmined'
  if (own === 'paid') return withNoneUntold(await written(context, found, noteHashes(found, own, [])))
  const turn = pickTurn(others, doc.polls, LOOKED_AT_ONCE)
  const looks = await Promise.all(turn.map(async (hash) => ({ hash, look: await lookAt(context, doc, hash) })))
  const left = others.filter((hash) => !looks.some((one) => one.hash === hash && one.look === 'other'))
  const isWaiting = looks.some(({ look }) => look === 'waiting')
  const best = looks
    // What moved nothing says little while the depositor's next one waits for a block.
    .filter(({ look }) => isBetter(doc, own, look) && !(isWaiting && look === 'reverted'))
    .reduce<Looked | undefined>(
      (best, one) => (best && rankLook(best.look) >= rankLook(one.look) ? best : one),
      undefined,
    )
  if (best !== undefined) {
    const rest = [doc.hash, ...left].filter((hash) => hash !== '' && own !== 'other' && !isSameHash(hash, best.hash))
    const bind = isFailed ? reopenBy : bindHashTo
    const change = bind(found, { ...best, others: rest }, context.clock.now())
    const { record, expectedVersion, events } = change
    const outcome = await context.store.transactions.replace(record, expectedVersion, events)
    if (outcome !== 'hash_taken') return withNoneUntold(await again(context, found))
    if ((await takeHash(context, change, best.hash, best.look)) !== 'hash_taken')
      return withNoneUntold(await again(context, found))
    // It is the payment of another transaction too, which has it.
    const without = left.filter((hash) => !isSameHash(hash, best.hash))
    return withNoneUntold(await written(context, found, noteHashes(found, own, without)))
  }
  if (own === 'other' && !isFailed)
    return withNoneUntold(await written(context, found, dropHashOf(found, left, IS_OTHER, context.clock.now())))
  const isNews = (mayHaveMoved(own) && doc.hashProof === undefined) || left.length < others.length
  const isJudged = isFailed ? own !== 'unknown' || !isReported : !isUnmined(own)
  return {
    found: isNews ? await written(context, found, noteHashes(found, own, left)) : found,
    untold: isJudged ? [] : looks.filter(({ look }) => look === 'unknown').map(({ hash }) => hash),
  }
}

function withNoneUntold(found: Versioned<TransactionRecord>): SettledHash {
  return { found, untold: [] }
}

interface Looked {
  readonly hash: string
  readonly look: PaymentLook
}

/** Whether another hash, which a block holds, is the payment rather than the one that is there, if any. */
function isBetter(doc: TransactionRecord, own: PaymentLook, look: PaymentLook): boolean {
  if (doc.status === 'FAILED') return isReopened(own, look)
  if (rankLook(look) <= rankLook(own) || !(look === 'reverted' || mayHaveMoved(look))) return false
  return doc.hash === '' || isReplaceable(doc, own, look)
}

async function written(
  context: ServiceContext,
  found: Versioned<TransactionRecord>,
  { record, expectedVersion, events }: ReturnType<typeof noteHashes>,
): Promise<Versioned<TransactionRecord>> {
  await context.store.transactions.replace(record, expectedVersion, events)
  return again(context, found)
}

async function again(
  { store }: ServiceContext,
  found: Versioned<TransactionRecord>,
): Promise<Versioned<TransactionRecord>> {
  return (await store.transactions.get(found.doc.id)) ?? found
}
