import { SwapError, validationFailed } from '../../core/api/errors.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import { bindHashTo, isReopened, isReplaceable, isSameHash, reopenBy, takeHash } from './hash-changes.ts'
import { keepForLater } from './kept-hashes.ts'
import { lookAt, mayHaveMoved, type PaymentLook } from './payment-look.ts'

/**
 * Binds a reported hash. It takes the place of another one of which no block and no provider has seen anything, as a wallet
 * that speeds up a payment needs; what the source chain shows to be the payment takes the place of all that is not.
 * @throws VALIDATION_ERROR
 */
export async function bindHash(
  context: ServiceContext,
  found: Versioned<TransactionRecord>,
  txHash: string,
): Promise<void> {
  const chain = await context.catalog.chain(found.doc.srcChain)
  const family = chain?.addressFamily ?? ''
  const check = checkTransactionHash(family, txHash)
  if (!check.ok)
    throw invalidHash(`txHash is not a transaction hash of ${chain?.name ?? 'the source chain'}: ${check.reason}`)
  const hash = check.canonical
  let look: PaymentLook | undefined
  let current: Versioned<TransactionRecord> | undefined = found
  for (let attempt = 0; attempt < 5 && current !== undefined; attempt += 1) {
    const { doc }: Versioned<TransactionRecord> = current
    const bound = doc.hash === '' ? doc.inboundHash : doc.hash
    if ([doc.hash, doc.inboundHash].some((known) => known !== '' && isSameHash(known, hash))) return
    look ??= await lookAt(context, doc, hash)
    if (look === 'other') throw invalidHash('txHash is not the payment: its chain shows another transaction')
    const boundLook = bound === '' ? undefined : await lookAtBound(context, doc, bound)
    const isReopening = boundLook !== undefined && isFinal(doc.status)
    if (boundLook !== undefined) {
      const isGivenUp = isReopening ? isReopened(boundLook, look) : isReplaceable(doc, boundLook, look)
      if (!isGivenUp && look === 'unmined' && mayGiveWay(doc, boundLook)) {
        await keepForLater(context, current, hash, boundLook)
        throw invalidHash(
          'No block holds this transaction yet, and one holds another of this swap: this one takes its place once its chain shows it to be the payment',
        )
      }
      if (!isGivenUp)
        throw invalidHash('The transaction already has another hash, which its chain or its provider has seen')
    }
    const others = [bound, ...(doc.otherHashes ?? [])].filter((other) => other !== '' && isWorthKeeping(look))
    const bind = isReopening ? reopenBy : bindHashTo
    const change = bind(current, { hash, look, others }, context.clock.now())
    const { record, expectedVersion, events } = change
    const written = await context.store.transactions.replace(record, expectedVersion, events)
    if (written === 'ok') return
    if (written === 'hash_taken') {
      const taken = await takeHash(context, change, hash, look)
      if (taken === 'ok') return
      if (taken === 'hash_taken') throw invalidHash('txHash already belongs to another transaction')
    }
    current = await context.store.transactions.get(doc.id)
  }
  throw new SwapError('SERVICE_UNAVAILABLE', 'The transaction kept changing while the hash was stored', {
    retryAfterSec: 1,
    hint: 'Send the same request again: nothing was lost',
  })
}

/** What the chain shows of the hash that is there. What has ended keeps its hash, unless that moved nothing. */
async function lookAtBound(context: ServiceContext, doc: TransactionRecord, bound: string): Promise<PaymentLook> {
  if (isFinal(doc.status) && doc.status !== 'FAILED') return 'paid'
  const look = await lookAt(context, doc, bound)
  // Where nobody tells now, what was seen before counts.
  return look === 'unknown' && isSameHash(bound, doc.hash) ? (doc.hashProof ?? look) : look
}

/** Whether another one may take the place of a hash that a block holds, once a block holds it too. */
function mayGiveWay({ status }: TransactionRecord, bound: PaymentLook): boolean {
  return bound === 'reverted' || (!isFinal(status) && bound !== 'paid' && mayHaveMoved(bound))
}

/** Where nobody can tell what the chain holds, no other hash is looked for later. */
function isWorthKeeping(look: PaymentLook | undefined): boolean {
  return look !== 'unknown'
}

function invalidHash(message: string): SwapError {
  return validationFailed([{ code: 'VALIDATION_ERROR', field: 'txHash', message }])
}
