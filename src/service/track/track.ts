import type { StatusResult, TrackResult } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { checkRequest, startCheck } from '../../core/api/request-check.ts'
import { STATUS_QUERY, TRACK_REQUEST } from '../../core/api/requests.ts'
import { isOver } from '../../core/stored-time.ts'
import { LONGEST_POLL_AHEAD_MS } from '../../core/swap/poll-times.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { hashKey } from '../../core/swap/transaction-hash.ts'
import type { Versioned } from '../../core/ports.ts'
import { bindHash } from './bind-hash.ts'
import { pollTransaction } from './poll.ts'
import { toStatusResult, toTrackResult } from './transaction-documents.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Binds a hash to a transaction and refreshes its tracking. Provider metadata in the request is ignored: the
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
  return toStatusResult(await findCurrent(context, query), context.clock.now())
}

/** The transaction of a status query, polled when that is due. @throws as `transactionStatus` */
export async function findCurrent(context: ServiceContext, query: unknown): Promise<TransactionRecord> {
  const found = await lookUp(context, query)
  const { id, nextPollAtMs } = found.doc
  const due = nextPollAtMs !== null && isOver(nextPollAtMs, context.clock.now(), LONGEST_POLL_AHEAD_MS)
  if (due) await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true })
  const current = due ? await context.store.transactions.get(id) : found
  return (current ?? found).doc
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
