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
import { lookAt, mayHaveMoved, type PaymentLook, rankLook } from './payment-look.ts'

/** What is said of a hash that the chain shows to be none of the payment. */
const IS_OTHER = 'The source chain shows that the reported hash is another transaction'

/**
 * Before a provider is asked by a reported hash: what the source chain shows to be the payment is bound, and what it shows
 * to be another transaction is dropped, so that nobody's hash leads a swap to an end that is not its own. What has ended
 * FAILED by a payment that the chain undid is followed again by another one that moved money.
 * @returns the transaction as it is then
 */
export async function settleHash(
  context: ServiceContext,
  found: Versioned<TransactionRecord>,
): Promise<Versioned<TransactionRecord>> {
  const { doc } = found
  const isFailed = doc.status === 'FAILED'
  const isReported = doc.hash !== '' && doc.hashKnownAtMs !== undefined
  const others = doc.otherHashes ?? []
  const isOpen = others.length > 0 || (isReported && doc.hashProof === undefined && !isFailed)
  if (context.readPayment === undefined || (isFinal(doc.status) && !isFailed) || !isOpen || doc.hashProof === 'paid')
    return found
  const own: PaymentLook =
    isReported || (isFailed && doc.hash !== '') ? (doc.hashProof ?? (await lookAt(context, doc, doc.hash))) : 'unmined'
  if (own === 'paid') return written(context, found, noteHashes(found, own, []))
  const looks = await Promise.all(others.map(async (hash) => ({ hash, look: await lookAt(context, doc, hash) })))
  const left = looks.filter(({ look }) => look !== 'other').map(({ hash }) => hash)
  const best = looks
    .filter(({ look }) => isBetter(doc, own, look))
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
    if (outcome !== 'hash_taken') return again(context, found)
    if ((await takeHash(context, change, best.hash, best.look)) !== 'hash_taken') return again(context, found)
    // It is the payment of another transaction too, which has it.
    const without = left.filter((hash) => !isSameHash(hash, best.hash))
    return written(context, found, noteHashes(found, own, without))
  }
  if (own === 'other' && !isFailed)
    return written(context, found, dropHashOf(found, left, IS_OTHER, context.clock.now()))
  const isNews = (mayHaveMoved(own) && doc.hashProof === undefined) || left.length < others.length
  return isNews ? written(context, found, noteHashes(found, own, left)) : found
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
