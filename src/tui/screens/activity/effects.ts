import type { HistoryTransaction, StatusTransaction } from '../../../core/api/documents.ts'
import { isOfOneSwap } from '../../../core/api/errors.ts'
import { countText } from '../../../core/text/count-text.ts'
import { utcDay } from '../../../core/text/times.ts'
import { historyCsv } from '../../../core/swap/history-csv.ts'
import type { HistoryQuery } from '../../../core/api/service.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import { readFilter } from '../../kit/find/filter.ts'
import { type Notice, noticeEvent } from '../../events.ts'
import { readOpenRuns } from '../../kit/run/open-runs.ts'
import type { EffectIo, EffectTable } from '../../effect-io.ts'
import { expectedProblem, problemOf, problemText } from '../../problem.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { linkOf, readDetail } from './detail-facts.ts'
import { PER_PAGE, transactionRow } from './list.ts'
import { findOwnPast } from './own-swaps.ts'
import { ACTIVITY_FILTER } from './sifting.ts'
import type { ActivityEffects, ActivityEvent } from './state.ts'

type ActivityIo = EffectIo<ActivityEvent>
/** What reading the list needs. */
type ListIo = Pick<ActivityIo, 'openService' | 'dispatch'>

/** What the screen does outside. */
export const ACTIVITY_EFFECTS: EffectTable<ActivityEffects, ActivityIo> = {
  'find-runs': (_effect, io) => findRuns(io),
  count,
  load,
  look,
  'find-own': findOwn,
  follow,
  detail,
  link,
  export: exportCsv,
}

/** @param seen how transactions stand, by id: newer than what the journal has of them */
async function findRuns(io: ActivityIo, seen: ReadonlyMap<string, StatusTransaction> = new Map()): Promise<void> {
  try {
    const tell = (text: string) => notify(io, 'bad', text)
    const show = (runs: readonly RunFacts[]) => io.dispatch({ on: 'activity', type: 'runs', runs })
    // Those that are listed are asked about one after the other anyway.
    await readOpenRuns(io, { tell, show, seen, mostAsked: 0 })
  } catch (error) {
    notify(io, 'bad', `swaps of this machine cannot be read: ${problemOf(error).message}`)
  }
}

/** Counts are an extra: where they fail, the list says why. */
async function count(_effect: ActivityEffects['count'], io: ListIo): Promise<void> {
  try {
    const { service } = await io.openService()
    const { byStatus, byProvider } = cleanDocument(await service.stats({}))
    const { PENDING, SUCCESS, FAILED, REFUND } = byStatus
    const providers = [...byProvider].sort((a, b) => b.total - a.total).map(({ provider }) => provider)
    io.dispatch({
      on: 'activity',
      type: 'counts',
      counts: { byStatus: { PENDING, SUCCESS, FAILED, REFUND }, providers },
    })
  } catch (error) {
    expectedProblem(error)
  }
}

async function load({ id, query }: ActivityEffects['load'], io: ListIo): Promise<void> {
  try {
    const { service } = await io.openService()
    const { data, pagination, damaged = [], unreadable = [] } = await service.history(query)
    const { total, hasMore, isTotalLeast = false } = pagination
    const found = { items: cleanDocument(data), total, isTotalLeast, hasMore }
    const lost = { damaged: cleanDocument(damaged), unreadable: cleanDocument(unreadable) }
    io.dispatch({ on: 'activity', type: 'page', id, page: query.page, ...found, ...lost })
  } catch (error) {
    io.dispatch({ on: 'activity', type: 'load-failed', id, problem: expectedProblem(error) })
  }
}

/** Reads the list again, where it may have changed. */
export async function look({ id, query, readUntil }: ActivityEffects['look'], io: ListIo): Promise<void> {
  const newest = await newestEvent(io)
  if (newest !== undefined && newest === readUntil) return
  // What comes meanwhile is read again.
  if (newest !== undefined) io.dispatch({ on: 'activity', type: 'looked', readUntil: newest })
  await Promise.all([load({ id, query }, io), count({}, io)])
}

/** The end of the journal of this machine; undefined where it cannot be read: then the list says why. */
async function newestEvent(io: ListIo): Promise<string | undefined> {
  try {
    const { embedded } = await io.openService()
    return (await embedded?.journal.bounds())?.newest
  } catch (error) {
    expectedProblem(error)
    return undefined
  }
}

async function findOwn({ ids }: ActivityEffects['find-own'], io: ActivityIo): Promise<void> {
  try {
    io.dispatch({ on: 'activity', type: 'own', ids, own: await findOwnPast(ids, io.context) })
  } catch (error) {
    // Why runs cannot be read is said where they are listed.
    expectedProblem(error)
  }
}

/** One after the other: the provider of each may be asked for it. */
async function follow({ ids }: ActivityEffects['follow'], io: ActivityIo): Promise<void> {
  let problem: string | undefined
  try {
    const { service } = await io.openService()
    const seen = new Map<string, StatusTransaction>()
    for (const transactionId of ids) {
      try {
        const { transaction } = await service.status({ transactionId }, { signal: io.signal })
        seen.set(transactionId, transaction)
        io.dispatch({ on: 'activity', type: 'status', transaction: cleanDocument(transaction) })
      } catch (error) {
        if (!isOfOneSwap(error)) throw error
        problem ??= `a pending swap cannot be followed: ${problemOf(error).message}`
      }
    }
    await findRuns(io, seen)
  } catch (error) {
    if (!io.signal.aborted) problem = `pending swaps cannot be followed: ${expectedProblem(error).message}`
  } finally {
    io.dispatch({ on: 'activity', type: 'followed', problem })
  }
}

async function detail({ transactionId }: ActivityEffects['detail'], io: ActivityIo): Promise<void> {
  try {
    const found = await readDetail(transactionId, await io.openService(), io)
    await findRuns(io, new Map([[transactionId, found.transaction]]))
    io.dispatch({ on: 'activity', type: 'detail', detail: found })
  } catch (error) {
    if (io.signal.aborted) return
    notify(io, 'bad', `the swap cannot be read: ${expectedProblem(error).message}`)
  }
}

async function link({ chain, hash }: ActivityEffects['link'], io: ActivityIo): Promise<void> {
  const { catalog } = await io.openService()
  io.dispatch({ on: 'activity', type: 'link', url: await linkOf(chain, hash, catalog) })
}

async function exportCsv({ query, filter }: ActivityEffects['export'], io: ActivityIo): Promise<void> {
  try {
    const { writeFile, clock } = io.context
    if (writeFile === undefined)
      return notify(io, 'bad', 'no file can be written here; print it: swapcli history --csv')
    const { found, damaged, unreadable } = await readAll(query, filter, io)
    const day = utcDay(clock.now())
    const name = await writeFile(`swapcli-history-${day}.csv`, historyCsv(found))
    const written = `${countText(found.length, 'swap')} written to ${name}`
    const lost = [
      ...(damaged.length === 0 ? [] : [`damaged, and not in it: ${damaged.join(', ')} (swapcli doctor)`]),
      ...(unreadable.length === 0 ? [] : [`cannot be read, and not in it: ${unreadable.join(', ')}`]),
    ]
    notify(io, lost.length === 0 ? 'good' : 'bad', [written, ...lost].join('; '))
  } catch (error) {
    if (io.signal.aborted) return
    notify(io, 'bad', `nothing was exported: ${problemText(expectedProblem(error))}`)
  } finally {
    io.dispatch({ on: 'activity', type: 'exported' })
  }
}

/** Everything that matches, each once: swaps that begin meanwhile move the pages. */
async function readAll(query: HistoryQuery, filter: string, io: ActivityIo) {
  const { service } = await io.openService()
  const found = new Map<string, HistoryTransaction>()
  const [lost, unread] = [new Set<string>(), new Set<string>()]
  const { holds } = readFilter(ACTIVITY_FILTER, filter)
  for (let page = 1, hasMore = true; hasMore && !io.signal.aborted; page += 1) {
    const {
      data,
      pagination,
      damaged = [],
      unreadable = [],
    } = await service.history({
      ...query,
      page,
      perPage: PER_PAGE,
    })
    const own = await ownIds(data, filter, io)
    for (const item of data) {
      const row = transactionRow(cleanDocument(item), own.has(item.id) || io.context.place.api === undefined)
      if (holds(row, io.context.clock.now())) found.set(item.id, item)
    }
    for (const id of cleanDocument(damaged)) lost.add(id)
    for (const id of cleanDocument(unreadable)) unread.add(id)
    hasMore = pagination.hasMore && data.length + damaged.length + unreadable.length > 0
  }
  return { found: [...found.values()], damaged: [...lost], unreadable: [...unread] }
}

/** Which of these are of this machine, where the filter asks for that. */
async function ownIds(
  data: readonly HistoryTransaction[],
  filter: string,
  io: ActivityIo,
): Promise<ReadonlySet<string>> {
  if (io.context.place.api === undefined || !filter.includes('mine')) return new Set()
  const own = await findOwnPast(
    data.map(({ id }) => id),
    io.context,
  )
  return new Set(own.map(({ id }) => id))
}

function notify(io: ActivityIo, tone: Notice['tone'], text: string): void {
  io.dispatch(noticeEvent(tone, text))
}
