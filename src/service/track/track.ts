import type { StatusResult, TrackResult } from '../../core/api/documents.ts'
import { SwapError, validationFailed } from '../../core/api/errors.ts'
import { checkRequest, startCheck } from '../../core/api/request-check.ts'
import { STATUS_QUERY, TRACK_REQUEST } from '../../core/api/requests.ts'
import { isOver } from '../../core/stored-time.ts'
import { LONGEST_POLL_AHEAD_MS } from '../../core/swap/poll-times.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { checkTransactionHash, hashKey } from '../../core/swap/transaction-hash.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { Versioned } from '../../core/ports.ts'
import { pollTransaction } from './poll.ts'
import { toStatusResult, toTrackResult } from './transaction-documents.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Binds a hash to a transaction, once, and refreshes its tracking. Provider metadata in the request is ignored: the
 * service uses its own.
 * @throws VALIDATION_ERROR NOT_FOUND
 */
export async function trackTransaction(context: ServiceContext, request: unknown): Promise<TrackResult> {
  const { transactionId, txHash } = checkRequest(TRACK_REQUEST, request)
  const found = await context.store.transactions.get(transactionId)
  if (found === undefined) throw notFound()
  if (txHash !== undefined) await bindHash(context, found, txHash)
  await pollTransaction(context, found.doc.id, { acceptRefund: true, onlyWhenDue: false })
  return toTrackResult((await context.store.transactions.get(found.doc.id))?.doc ?? found.doc)
}

async function bindHash(context: ServiceContext, found: Versioned<TransactionRecord>, txHash: string): Promise<void> {
  const chain = await context.catalog.chain(found.doc.srcChain)
  const check = checkTransactionHash(chain?.addressFamily ?? '', txHash)
  if (!check.ok)
    throw invalidHash(`txHash is not a transaction hash of ${chain?.name ?? 'the source chain'}: ${check.reason}`)
  let current: Versioned<TransactionRecord> | undefined = found
  for (let attempt = 0; attempt < 5 && current !== undefined; attempt += 1) {
    const { doc, version }: Versioned<TransactionRecord> = current
    const known = [doc.hash, doc.inboundHash].filter((hash) => hash !== '')
    if (known.some((hash) => hashKey(hash) === hashKey(check.canonical))) return
    if (known.length > 0) throw invalidHash('The transaction already has another hash, which cannot be changed')
    const nowMs = context.clock.now()
    const at = new Date(nowMs).toISOString()
    const bound: TransactionRecord = {
      ...doc,
      hash: check.canonical,
      inboundHash: check.canonical,
      hashKnownAtMs: nowMs,
      nextPollAtMs: isFinal(doc.status) ? null : nowMs,
      stage: isFinal(doc.status) ? doc.stage : 'confirming',
      updatedAt: at,
    }
    const written = await context.store.transactions.replace(bound, version, [
      { at, type: 'transaction.hash', transactionId: doc.id, data: { hash: check.canonical } },
    ])
    if (written === 'ok') return
    if (written === 'hash_taken') throw invalidHash('txHash already belongs to another transaction')
    current = await context.store.transactions.get(doc.id)
  }
  throw new SwapError('SERVICE_UNAVAILABLE', 'The transaction kept changing while the hash was stored', {
    retryAfterSec: 1,
    hint: 'Send the same request again: nothing was lost',
  })
}

function invalidHash(message: string): SwapError {
  return validationFailed([{ code: 'VALIDATION_ERROR', field: 'txHash', message }])
}

function notFound(): SwapError {
  return new SwapError('NOT_FOUND', 'There is no transaction with this id or hash', {
    hint: 'List all transactions: swapcli history',
  })
}

/**
 * Current status by public id or any known hash; polls the provider first when a poll is due.
 * @throws VALIDATION_ERROR NOT_FOUND
 */
export async function transactionStatus(context: ServiceContext, query: unknown): Promise<StatusResult> {
  const found = await lookUp(context, query)
  const { id, nextPollAtMs } = found.doc
  const due = nextPollAtMs !== null && isOver(nextPollAtMs, context.clock.now(), LONGEST_POLL_AHEAD_MS)
  if (due) await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true })
  const current = due ? await context.store.transactions.get(id) : found
  return toStatusResult((current ?? found).doc, context.clock.now())
}

async function lookUp(context: ServiceContext, query: unknown): Promise<Versioned<TransactionRecord>> {
  const check = startCheck(STATUS_QUERY, query)
  if (!check.wasSent('transactionId') && !check.wasSent('hash')) {
    check.problems.add('transactionId', 'transactionId or hash is required')
  }
  const { transactionId: id, hash } = check.finish()
  const found =
    id === undefined
      ? await context.store.transactions.findByHash(hashKey(hash ?? ''))
      : await context.store.transactions.get(id)
  if (found === undefined) throw notFound()
  if (id !== undefined && hash !== undefined && !hashesOf(found.doc).includes(hashKey(hash))) throw notFound()
  return found
}

function hashesOf(record: TransactionRecord): string[] {
  return [record.hash, record.inboundHash, record.outboundHash ?? ''].filter((hash) => hash !== '').map(hashKey)
}
