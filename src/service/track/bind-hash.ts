import { SwapError, validationFailed } from '../../core/api/errors.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import { bindHashTo, isSameHash, isSeen, noteHashes, takeHash } from './hash-changes.ts'
import { lookAt, type PaymentLook } from './payment-look.ts'

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
    if (bound !== '') {
      const boundLook = isFinal(doc.status) ? 'paid' : await lookAt(context, doc, bound)
      if (!isReplaceable(doc, boundLook, look)) {
        // It may be in a block soon, and then takes its place by itself.
        if (look === 'unmined' && boundLook === 'possible') await keepForLater(context, current, hash)
        throw invalidHash('The transaction already has another hash, which its chain or its provider has seen')
      }
    }
    const others = [bound, ...(doc.otherHashes ?? [])].filter((other) => other !== '' && isWorthKeeping(look))
    const change = bindHashTo(current, { hash, look, others }, context.clock.now())
    const { record, expectedVersion, events } = change
    const written = await context.store.transactions.replace(record, expectedVersion, events)
    if (written === 'ok') return
    if (written === 'hash_taken') {
      const taken = look === 'paid' ? await takeHash(context, change, hash) : 'hash_taken'
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

/** Where nobody can tell what the chain holds, no other hash is looked for later. */
function isWorthKeeping(look: PaymentLook | undefined): boolean {
  return look !== 'unknown'
}

/** @param bound what the chain shows of the hash that is there @param next of the one that was reported */
function isReplaceable(doc: TransactionRecord, bound: PaymentLook, next: PaymentLook): boolean {
  if (bound === 'paid') return false
  if (next === 'paid' || bound === 'other') return true
  if (bound === 'possible') return false
  return !isSeen(doc)
}

async function keepForLater(
  { store }: ServiceContext,
  current: Versioned<TransactionRecord>,
  hash: string,
): Promise<void> {
  const { hashProof = 'possible', otherHashes = [] } = current.doc
  const { record, expectedVersion } = noteHashes(current, hashProof, [hash, ...otherHashes])
  await store.transactions.replace(record, expectedVersion, [])
}

function invalidHash(message: string): SwapError {
  return validationFailed([{ code: 'VALIDATION_ERROR', field: 'txHash', message }])
}
