import { isPaperProvider } from '../../../core/api/paper.ts'
import { type AppEffect, notify } from '../../events.ts'
import { type ChainHash, mainHash, mainHashOfRun } from '../../kit/run/main-hash.ts'
import type { ActivityRow } from './list.ts'
import type { ActivityEffect } from './state.ts'

/** Copies the hash that tells most about a swap. */
export function copyHash(row: ActivityRow | undefined): AppEffect {
  const { hash } = hashOf(row) ?? {}
  if (hash === undefined) return notify('info', 'no hash is known yet')
  if (!isWhole(hash)) return notify('info', `not copied: it cannot be shown whole; swapcli status ${idOf(row)} --json`)
  return { on: 'app', type: 'copy', text: hash, what: `hash ${hash}` }
}

/** Copies the id of a swap. */
export function copyId(row: ActivityRow | undefined): readonly AppEffect[] {
  const id = idOf(row)
  return id === '' ? [] : [{ on: 'app', type: 'copy', text: id, what: `id ${id}` }]
}

/** Looks for the explorer's page of the hash that tells most. */
export function findLink(row: ActivityRow | undefined): ActivityEffect | AppEffect {
  const found = hashOf(row)
  const provider = row?.kind === 'run' ? row.run.provider : row?.transaction.provider
  if (found !== undefined && isPaperProvider(provider ?? ''))
    return notify('info', 'no explorer knows the hashes of the sandbox')
  return found === undefined ? notify('info', 'no hash is known yet') : { on: 'activity', type: 'link', ...found }
}

function idOf(row: ActivityRow | undefined): string {
  if (row === undefined) return ''
  return row.kind === 'run' ? (row.run.transactionId ?? row.run.id) : row.transaction.id
}

/** Cleaning leaves a hash as it is, unless it is none. */
function isWhole(hash: string): boolean {
  return /^[A-Za-z0-9+/=_:.-]+$/.test(hash)
}

function hashOf(row: ActivityRow | undefined): ChainHash | undefined {
  if (row === undefined) return undefined
  if (row.kind === 'run') return mainHashOfRun(row.run)
  const { transaction } = row
  return mainHash(transaction, transaction.srcAsset.chain ?? '', transaction.dstAsset.chain ?? '')
}
