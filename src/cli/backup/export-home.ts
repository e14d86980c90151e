import { existsSync } from 'node:fs'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Json } from '../../core/ports.ts'
import { refuseForeignStore } from '../../io/index.ts'
import { loadPostgresScan, loadScan } from '../../store/index.ts'
import { loadRunDocuments } from '../../wallet/index.ts'
import { databaseOf, storeFile, walletFile } from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { type ExaminedHomeFile, examineHome } from './examine-home.ts'

/** One line of an export. `swapcli help jsonl` says what `data` holds. */
export interface ExportLine {
  readonly type: 'transaction' | 'run' | 'event'
  readonly network: string
  readonly data: Json
}

/** Members of a transaction that are exported, as the topic names them; the others are the service's own. */
export const EXPORTED_TRANSACTION = [
  ...['id', 'lockId', 'provider', 'status', 'stage', 'reason', 'createdAt', 'updatedAt', 'referralCode'],
  ...['srcChain', 'srcAddress', 'dstChain', 'dstAddress', 'srcAsset', 'dstAsset', 'depositor', 'recipient'],
  ...['terms', 'deliveredOut', 'progress', 'hash', 'inboundHash', 'outboundHash', 'refundHash'],
]

/** Members of a run that are exported: no keys of requests, and nothing of what a provider handed out to be signed. */
export const EXPORTED_RUN = [
  ...['id', 'step', 'closedAs', 'reason', 'createdAt', 'updatedAt', 'api', 'from', 'to', 'request', 'recipientName'],
  ...['source', 'target', 'agreed', 'unattended', 'paymentAgreed', 'leastOut', 'minReceive', 'shown', 'mostLossBps'],
  ...['accept', 'openDoubts', 'paymentWarnings', 'transactionId', 'payment', 'earlier', 'revocation'],
]

/** Members of a signed transaction that are exported: never its bytes. */
export const EXPORTED_PAYMENT = [
  'hash',
  'kind',
  'last',
  'sentAtMs',
  'isPrivate',
  'replaced',
  'transactions',
  'nonce',
  'chainId',
]

/** Most findings of a damaged file that are named. */
const MOST_FINDINGS_NAMED = 10

/** Who is told of what an export lacks. */
export interface ExportDamage {
  /** A document that cannot be read, and is left out. */
  readonly document: (error: SwapError) => void
  /** A file in which more than documents is damaged: others may be left out of it, or come twice. */
  readonly file: (error: SwapError) => void
}

/**
 * Everything of a home and network, oldest first: transactions, then runs, then events. The files are looked through before
 * that: whoever keeps an export must know whether it is whole. Of a database it has what all of its servers did.
 * @throws STORE_UNUSABLE INTERRUPTED SERVICE_UNAVAILABLE
 */
export async function* exportHome(session: Session, tell: ExportDamage): AsyncGenerator<ExportLine> {
  const { home, network } = session
  const examined = await examineHome(session)
  const damaged = new Map(examined.filter(({ structure }) => structure.length > 0).map((file) => [file.path, file]))
  for (const file of damaged.values()) tell.file(damagedFile(file))
  const [{ scanDocuments }, { readRunDocument, writeRunDocument }] = await Promise.all([loadScan(), loadRunDocuments()])
  const database = await databaseOf(session)
  // A home of files needs nothing of a database.
  const scanDatabase = database === undefined ? undefined : (await loadPostgresScan()).scanDatabase
  const store = storeFile(home, network)
  const scans = [
    ['transaction', 'transactions', store, (doc: Json) => pick(doc, EXPORTED_TRANSACTION)],
    ['run', 'runs', walletFile(home, network), (doc: Json) => runOf(writeRunDocument(readRunDocument(doc)))],
    ['event', 'events', store, (doc: Json) => doc],
  ] as const
  for (const [type, what, path, dataOf] of scans) {
    const damage = damaged.get(path)
    const isOfDatabase = database !== undefined && scanDatabase !== undefined && what !== 'runs'
    if (!isOfDatabase && (!existsSync(path) || damage?.isFatal === true)) continue
    const scan = isOfDatabase
      ? scanDatabase(database.database, what)
      : scanDocuments(what, { path, verify: refuseForeignStore, isExamined: true })
    try {
      for await (const found of scan) {
        if ('damage' in found) {
          tell.document(found.damage)
          continue
        }
        let data
        try {
          data = dataOf(found.doc)
        } catch (error) {
          tell.document(isSwapError(error) ? error : unreadable(type, found.id, error))
          continue
        }
        yield { type, network, data: type === 'event' && isRecord(data) ? { seq: Number(found.id), ...data } : data }
      }
    } catch (error) {
      if (damage === undefined || !isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
      tell.file(error)
    }
  }
}

function damagedFile({ path, structure, next = 'swapcli doctor' }: ExaminedHomeFile): SwapError {
  const more = structure.length - MOST_FINDINGS_NAMED
  const named = `${structure.slice(0, MOST_FINDINGS_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return new SwapError('STORE_UNUSABLE', `${path} is damaged: ${named}`, { funds: 'unknown', hint: next })
}

function unreadable(type: string, id: string, cause: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', `The ${type} ${id} cannot be read`, { hint: 'Use the newest swapcli', cause })
}

function runOf(doc: Json): Json {
  const run = pick(isRecord(doc) ? (doc as Record<string, Json>)['run'] : doc, EXPORTED_RUN)
  if (!isRecord(run)) return run
  const signed = ['payment', 'earlier', 'revocation'].filter((name) => run[name] !== undefined)
  return { ...run, ...Object.fromEntries(signed.map((name) => [name, paymentOf(run[name])])) }
}

/** What is exported of a signed transaction, or of several. */
function paymentOf(payment: Json | undefined): Json {
  if (Array.isArray(payment)) return payment.map((each: Json) => paymentOf(each))
  const kept = pick(payment, EXPORTED_PAYMENT)
  if (!isRecord(kept)) return kept
  const inner = ['replaced', 'transactions'].filter((name) => kept[name] !== undefined)
  return { ...kept, ...Object.fromEntries(inner.map((name) => [name, paymentOf(kept[name])])) }
}

function pick(doc: Json | undefined, names: readonly string[]): Json {
  if (!isRecord(doc)) return {}
  return Object.fromEntries(names.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])))
}
