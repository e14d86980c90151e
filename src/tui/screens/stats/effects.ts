import { cleanText } from '../../../core/text/clean-text.ts'
import type { HistoryTransaction, Stats } from '../../../core/api/documents.ts'
import { defined } from '../../../core/defined.ts'
import { HISTORY_QUERY } from '../../../core/api/requests.ts'
import { type MicroUsd, readUsd } from '../../../core/money/usd.ts'
import { transactionFeeUsd, transactionUsd } from '../../../core/swap/transaction-value.ts'
import type { EffectIo } from '../../effect-io.ts'
import { problemOf } from '../../problem.ts'
import type { EffectRunner } from '../../screen.ts'
import type { Group, PastSwap, StatsEffect, StatsEvent, Totals } from './state.ts'

/** Swaps of one page, the most that the API gives. */
const PER_PAGE = HISTORY_QUERY.perPage.maximum
/** Most pages that are read: the newest 1000 swaps. */
const MOST_PAGES = 20

type StatsIo = EffectIo<StatsEvent>

/** Opens what does what the screen asks for. */
export function openStatsRunner(io: EffectIo<StatsEvent>): EffectRunner<StatsEffect> {
  return { run: (effect) => runEffect(effect, io) }
}

async function runEffect({ type, id }: StatsEffect, io: StatsIo): Promise<void> {
  const signal = io.begin(type)
  try {
    if (type === 'load') await load(id, io, signal)
    else await read(id, io, signal)
  } catch (error) {
    if (!signal.aborted) io.dispatch({ on: 'stats', type: 'failed', id, problem: problemOf(error) })
  }
}

async function load(id: number, io: StatsIo, signal: AbortSignal): Promise<void> {
  const { service } = await io.openService()
  const [all, finished] = await Promise.all([service.stats(), service.stats({ finalizedOnly: true })])
  if (!signal.aborted) io.dispatch({ on: 'stats', type: 'totals', id, totals: totalsOf(all, finished) })
}

async function read(id: number, io: StatsIo, signal: AbortSignal): Promise<void> {
  const { service } = await io.openService()
  // A swap that is made meanwhile moves the others on: one of them may come twice.
  const swaps = new Map<string, PastSwap>()
  const lost = new Set<string>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data, pagination, unreadable = [] } = await service.history({ page, perPage: PER_PAGE })
    if (signal.aborted) return
    for (const transaction of data) swaps.set(transaction.id, pastSwapOf(transaction))
    for (const id of unreadable) lost.add(id)
    const isLast = !pagination.hasMore || data.length + unreadable.length === 0
    const done = isLast ? 'everything' : page === MOST_PAGES ? 'some' : 'reading'
    io.dispatch({ on: 'stats', type: 'swaps', id, swaps: [...swaps.values()], unreadable: [...lost], read: done })
    if (isLast) return
  }
}

/** The counts of all swaps, and of those that have ended. */
function totalsOf(all: Stats, finished: Stats): Totals {
  const { PENDING, FAILED, REFUND, SUCCESS } = all.byStatus
  const groups = <T extends Counted>(rows: readonly T[], ended: readonly T[], nameOf: (row: T) => string) => {
    const totals = new Map(ended.map((row) => [nameOf(row), row.total]))
    return rows.map((row): Group => ({
      name: cleanText(nameOf(row)),
      total: row.total,
      finished: totals.get(nameOf(row)) ?? 0,
      success: row.success,
      volume: usd(row.volumeUsd),
      unvalued: row.unvalued ?? 0,
    }))
  }
  return {
    overall: {
      ...{ name: '', total: all.total, finished: finished.total, success: SUCCESS },
      ...{ volume: usd(all.volumeUsd), unvalued: all.unvalued ?? 0 },
    },
    pending: PENDING,
    failed: FAILED,
    refunded: REFUND,
    providers: groups(all.byProvider, finished.byProvider, ({ provider }) => provider),
    pairs: groups(all.byPair, finished.byPair, ({ src, dst }) => pairName(src, dst)),
    days: groups(all.byDay, finished.byDay, ({ day }) => dayOf(day))
      .filter(({ name }) => name !== '')
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

interface Counted {
  readonly total: number
  readonly success: number
  readonly volumeUsd: string
  readonly unvalued?: number | undefined
}

/** What the figures need of a transaction. */
function pastSwapOf(transaction: HistoryTransaction): PastSwap {
  const { createdAt, provider, srcAsset, dstAsset, status, fee, cost } = transaction
  const nameOf = ({ chain, symbol }: HistoryTransaction['srcAsset']) => `${chain ?? '?'}:${symbol ?? '?'}`
  return {
    day: dayOf(createdAt.slice(0, 10)),
    provider: cleanText(provider),
    pair: cleanText(pairName(nameOf(srcAsset), nameOf(dstAsset))),
    status: cleanText(status),
    volume: transactionUsd(transaction),
    fee: transactionFeeUsd(fee),
    ...defined({ cost }),
  }
}

function pairName(src: string, dst: string): string {
  return `${src} → ${dst}`
}

/** A day as it is compared and shown; '' for a text that is none. */
function dayOf(text: string): string {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : ''
}

function usd(text: string): MicroUsd {
  return readUsd(text) ?? 0n
}
