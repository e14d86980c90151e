import { SwapError, validationFailed } from '../../core/api/errors.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import { askForPayment } from './ask-in-turn.ts'
import { bindHashTo, hasMany, isReopened, isReplaceable, isSameHash, reopenBy, takeHash } from './hash-changes.ts'
import { keepForLater } from './kept-hashes.ts'
import { isUnmined, lookAt, mayHaveMoved, type PaymentLook } from './payment-look.ts'

const REFUSALS = {
  seen: 'The transaction already has another hash, which its chain or its provider has seen',
  kept: 'Nothing shows yet that this transaction is the payment, and something does of another one: it takes its place once its chain or its provider shows it',
} as const

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
  let known: PaymentLook | undefined
  let current: Versioned<TransactionRecord> | undefined = found
  for (let attempt = 0; attempt < 5 && current !== undefined; attempt += 1) {
    const { doc }: Versioned<TransactionRecord> = current
    const bound = doc.hash === '' ? doc.inboundHash : doc.hash
    if ([doc.hash, doc.inboundHash].some((own) => own !== '' && isSameHash(own, hash))) return
    const look: PaymentLook = (known ??= await lookAt(context, doc, hash))
    if (look === 'other') throw invalidHash('txHash is not the payment: its chain shows another transaction')
    const boundLook = bound === '' ? undefined : await lookAtBound(context, doc, bound)
    const outcome = await judgeReport(context, doc, { hash, look, boundLook })
    if (outcome === 'seen') throw invalidHash(REFUSALS.seen)
    if (outcome === 'kept') {
      const kept = await keepForLater(context, current, hash, boundLook ?? 'unmined')
      if (kept === 'ok') throw invalidHash(REFUSALS.kept)
    } else {
      const others = [bound, ...(doc.otherHashes ?? [])].filter(
        (other) => other !== '' && isWorthKeeping(context, look),
      )
      const bind = boundLook !== undefined && isFinal(doc.status) ? reopenBy : bindHashTo
      const change = bind(current, { hash, look, others }, context.clock.now())
      const { record, expectedVersion, events } = change
      const written = await context.store.transactions.replace(record, expectedVersion, events)
      if (written === 'ok') return
      if (written === 'hash_taken') {
        const isTold = outcome === 'told' || (look === 'unknown' && (await isKnownToProvider(context, doc, hash)))
        const taken = await takeHash(context, change, hash, isTold ? 'told' : look)
        if (taken === 'ok') return
        if (taken === 'hash_taken') {
          // Whoever reported it for the other one need not be right: the chain or the provider may show that later.
          const isKept = isUnmined(look) && isWorthKeeping(context, look) && !isFinal(doc.status)
          const kept = isKept ? await keepForLater(context, current, hash, boundLook ?? 'unmined') : 'ok'
          if (kept === 'ok') throw invalidHash('txHash already belongs to another transaction')
        }
      }
    }
    current = await context.store.transactions.get(doc.id)
  }
  throw new SwapError('SERVICE_UNAVAILABLE', 'The transaction kept changing while the hash was stored', {
    retryAfterSec: 1,
    hint: 'Send the same request again: nothing was lost',
  })
}

interface Reported {
  readonly hash: string
  readonly look: PaymentLook
  /** What the chain shows of the hash that is there; undefined where none is. */
  readonly boundLook: PaymentLook | undefined
}

/**
 * What becomes of a reported hash: it is `bound` by what the chain shows, or as the provider has `told`, or `kept` for later,
 * or refused, where another one was `seen`.
 */
async function judgeReport(
  context: ServiceContext,
  doc: TransactionRecord,
  { hash, look, boundLook }: Reported,
): Promise<'bound' | 'told' | keyof typeof REFUSALS> {
  const isEnded = isFinal(doc.status)
  const isGivenUp =
    boundLook === undefined || (isEnded ? isReopened(boundLook, look) : isReplaceable(doc, boundLook, look))
  // Of one among many the provider is not asked soon.
  const isOneOfMany = (look === 'unmined' || look === 'unknown') && hasMany(doc)
  // Where no chain tells of either, the provider judges in the end: what it has seen may be another one's payment.
  const isUntold =
    [boundLook, look].every((one) => one === 'unknown') &&
    doc.hashKnownAtMs !== undefined &&
    isWorthKeeping(context, look)
  const isAsked = (isUntold && isEnded) || (isGivenUp && isOneOfMany)
  if (isAsked && (await isKnownToProvider(context, doc, hash))) return 'told'
  if (isGivenUp) return 'bound'
  if (isUntold || (isUnmined(look) && mayGiveWay(doc, boundLook))) return 'kept'
  return 'seen'
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

/** In the sandbox no chain and no provider tells payments from what is none. */
function isWorthKeeping({ readPayment }: Pick<ServiceContext, 'readPayment'>, look: PaymentLook): boolean {
  return look !== 'unknown' || readPayment !== undefined
}

/** True where the provider shows by a hash that it has seen the payment; in the sandbox it takes any hash for one. */
async function isKnownToProvider(context: ServiceContext, doc: TransactionRecord, hash: string): Promise<boolean> {
  return context.readPayment !== undefined && (await askForPayment(context, doc, hash)) !== undefined
}

function invalidHash(message: string): SwapError {
  return validationFailed([{ code: 'VALIDATION_ERROR', field: 'txHash', message }])
}
