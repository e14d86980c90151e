import type { HistoryTransaction } from '../../../core/api/documents.ts'
import type { Effect, Notice } from '../../events.ts'
import type { ActivityRow } from './list.ts'

/** One line for the user. */
export function say(tone: Notice['tone'], text: string): Effect {
  return { on: 'app', type: 'send', event: { on: 'app', type: 'notice', notice: { tone, text } } }
}

/** Copies the hash that says most of a swap. */
export function copyHash(row: ActivityRow | undefined): readonly Effect[] {
  const { hash } = hashOf(row) ?? {}
  if (hash === undefined) return [say('info', 'no hash is known yet')]
  if (!isWhole(hash)) return [say('info', `not copied: it cannot be shown whole; swapcli status ${idOf(row)} --json`)]
  return [{ on: 'app', type: 'copy', text: hash, what: `hash ${hash}` }]
}

/** Copies the id of a swap. */
export function copyId(row: ActivityRow | undefined): readonly Effect[] {
  const id = idOf(row)
  return id === '' ? [] : [{ on: 'app', type: 'copy', text: id, what: `id ${id}` }]
}

/** Looks for the explorer's page of the hash that says most. */
export function findLink(row: ActivityRow | undefined): readonly Effect[] {
  const found = hashOf(row)
  if (found === undefined) return [say('info', 'no hash is known yet')]
  return [{ on: 'activity', type: 'link', ...found }]
}

function idOf(row: ActivityRow | undefined): string {
  if (row === undefined) return ''
  return row.kind === 'run' ? (row.run.transactionId ?? row.run.id) : row.transaction.id
}

/** Cleaning leaves a hash as it is, unless it is none. */
function isWhole(hash: string): boolean {
  return /^[A-Za-z0-9+/=_:.-]+$/.test(hash)
}

interface FoundHash {
  readonly chain: string
  readonly hash: string
}

function hashOf(row: ActivityRow | undefined): FoundHash | undefined {
  if (row === undefined) return undefined
  if (row.kind === 'transaction') {
    const { transaction } = row
    return hashOfTransaction(transaction, transaction.srcAsset.chain ?? '', transaction.dstAsset.chain ?? '')
  }
  const { payment, transaction, srcChain, dstChain } = row.run
  const found = transaction === undefined ? undefined : hashOfTransaction(transaction, srcChain, dstChain)
  return found ?? (payment === undefined ? undefined : { chain: srcChain, hash: payment.hash })
}

/** Of what arrived, else of what came back, else of what was sent. */
function hashOfTransaction(
  { outboundHash, refundHash, inboundHash, hash }: Pick<HistoryTransaction, HashField>,
  srcChain: string,
  dstChain: string,
): FoundHash | undefined {
  if ((outboundHash ?? '') !== '') return { chain: dstChain, hash: outboundHash ?? '' }
  const sent = [refundHash, inboundHash, hash].find((text) => text !== undefined && text !== '')
  return sent === undefined ? undefined : { chain: srcChain, hash: sent }
}

type HashField = 'outboundHash' | 'refundHash' | 'inboundHash' | 'hash'
