import { readAmount } from '../../../core/api/answers.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { hasShape, object, text } from '../../../core/api/shape.ts'
import { referenceOf } from '../../../core/assets/found-asset.ts'
import { defined } from '../../../core/defined.ts'
import { alertText, reachedText } from '../../../core/rates/rate-text.ts'
import { newestRates, type WatchEntry, watchKey } from '../../../core/rates/watch-entry.ts'
import { readWatchLine } from '../../../core/rates/watch-line.ts'
import type { SwapEvent } from '../../../core/swap/records.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { EmbeddedSwapService } from '../../../service/index.ts'
import type { EffectIo, EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import type { Message } from '../../jobs/jobs.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { expectedProblem, problemText } from '../../problem.ts'
import { findWritten } from '../swap/entry.ts'
import { nameOfPair, type WatchedPair, type WatchEffects, type WatchEvent } from './state.ts'

type WatchIo = EffectIo<WatchEvent>

/** Most events of the journal that are read at once. */
const MOST_EVENTS = 200

/** What the screen does outside. */
export const WATCH_EFFECTS: EffectTable<WatchEffects, WatchIo> = { follow, list, chart, add, remove }

async function follow(_effect: WatchEffects['follow'], io: WatchIo): Promise<void> {
  const signal = io.begin('follow')
  const { embedded } = await io.openService()
  if (embedded !== undefined) await io.hold('follow', followAlerts(embedded, io, signal))
}

/** The journal has the alerts that this process found and those that another one did, each once. */
async function followAlerts(embedded: EmbeddedSwapService, io: WatchIo, signal: AbortSignal): Promise<void> {
  let stopWatch: (() => Promise<void>) | undefined
  try {
    const { journal } = embedded
    let place = (await journal.bounds()).newest
    if (signal.aborted) return
    stopWatch = embedded.startRateWatch()
    while (!signal.aborted) {
      const found = await journal.since(place, MOST_EVENTS)
      for (const { cursor, event } of found) {
        place = cursor
        if (event?.type === 'rate.alert') await tellAlert(event, embedded, io)
      }
      await io.context.clock.sleep(found.length < MOST_EVENTS ? STORE_POLL_MS : 0, signal).catch(() => undefined)
    }
  } catch (error) {
    io.dispatch(noticeEvent('bad', `alerts of rates are not told: ${problemText(expectedProblem(error))}`))
  } finally {
    await stopWatch?.()
  }
}

const alertShape = object({
  ...{ srcChain: text(), srcAddress: text(), dstChain: text(), dstAddress: text() },
  ...{ from: text(), to: text(), side: text(), limit: text(), rate: text() },
})

/** Of all screens of a home one calls its user; the others show it too: that one may be killed before it does. */
async function tellAlert(
  { at, data }: SwapEvent,
  { watchList }: Pick<EmbeddedSwapService, 'watchList'>,
  io: WatchIo,
): Promise<void> {
  if (data === undefined || !hasShape(alertShape, data)) return
  const [limit, rate] = [readAmount(data.limit), readAmount(data.rate)]
  const side = data.side === 'above' || data.side === 'below' ? data.side : undefined
  if (limit === undefined || rate === undefined || side === undefined) return
  const names = { from: cleanText(data.from, MOST_NAME), to: cleanText(data.to, MOST_NAME) }
  const isFirst = await watchList.takeAlert(data, Date.parse(at)).catch((error: unknown) => {
    expectedProblem(error)
    // Told twice is better than never.
    return true
  })
  const message: Message = {
    ...(isFirst ? {} : { isQuiet: true }),
    id: watchKey(data),
    tone: 'info',
    text: alertText(names, side, { rate, limit }),
    plain: `${nameOfPair(names)}: ${side} its limit`,
    at: Date.parse(at),
  }
  io.dispatch({ on: 'app', type: 'happened', message, screen: 'watch' })
  io.dispatch({ on: 'watch', type: 'changed' })
}

/** Longest name of an asset that is shown, in UTF-16 units. */
const MOST_NAME = 100

async function list({ known }: WatchEffects['list'], io: WatchIo): Promise<void> {
  const signal = io.begin('list')
  try {
    const { embedded } = await io.openService()
    if (embedded === undefined) return
    const pairs: WatchedPair[] = []
    for (const entry of await embedded.watchList.list()) {
      if (signal.aborted) return
      const key = watchKey(entry)
      const before = known.find((pair) => pair.key === key)
      // Whatever is quoted of it is seen by the watch within a minute.
      const isKnown = before !== undefined && before.entry.seen?.atMs === entry.seen?.atMs
      const day = isKnown ? before.day : await embedded.ratesOfWatched(entry, entry.seen, '1d')
      pairs.push({ key, entry: cleanEntry(entry), day })
    }
    if (!signal.aborted) io.dispatch({ on: 'watch', type: 'listed', pairs })
  } catch (error) {
    if (!signal.aborted) io.dispatch({ on: 'watch', type: 'list-failed', problem: expectedProblem(error) })
  }
}

function cleanEntry(entry: WatchEntry): WatchEntry {
  const { from, to, amount } = entry
  return { ...entry, from: cleanText(from, MOST_NAME), to: cleanText(to, MOST_NAME), amount: cleanText(amount, 120) }
}

/** A chart is an extra: where it fails, the list says why. */
async function chart({ key, pair, range, seen }: WatchEffects['chart'], io: WatchIo): Promise<void> {
  const signal = io.begin('chart')
  try {
    const { embedded } = await io.openService()
    if (embedded === undefined) return
    const series = await embedded.ratesOfWatched(pair, seen, range)
    const marks = await embedded.rateMarks(pair, series.sinceMs)
    if (!signal.aborted) io.dispatch({ on: 'watch', type: 'charted', key, rates: { ...series, marks } })
  } catch (error) {
    expectedProblem(error)
  }
}

async function add({ text: line }: WatchEffects['add'], io: WatchIo): Promise<void> {
  const signal = io.begin('add')
  try {
    const opened = await io.openService()
    if (opened.embedded === undefined) throw new SwapError('USAGE', 'Rates are watched by the server in use')
    const { from: written, to: other, amount, above, below } = readWatchLine(line)
    const [from, to] = [await findWritten(opened, written), await findWritten(opened, other)]
    const entry: WatchEntry = {
      ...{ srcChain: from.chain, srcAddress: from.address, dstChain: to.chain, dstAddress: to.address },
      ...{ from: referenceOf(from), to: referenceOf(to), amount, ...defined({ above, below }), fired: [] },
    }
    const reached = reachedText(entry, await opened.embedded.ratesOfOrder(entry, newestRates(entry)))
    if (signal.aborted) return
    await opened.embedded.watchList.put(entry)
    io.dispatch({ on: 'watch', type: 'added', key: watchKey(entry) })
    if (reached !== undefined) io.dispatch(noticeEvent('info', reached))
  } catch (error) {
    if (!signal.aborted) io.dispatch({ on: 'watch', type: 'add-failed', wrong: problemText(expectedProblem(error)) })
  }
}

async function remove({ pair, name }: WatchEffects['remove'], io: WatchIo): Promise<void> {
  try {
    const { embedded } = await io.openService()
    if (embedded === undefined) return
    await embedded.watchList.remove(pair)
    io.dispatch(noticeEvent('info', `${name} is watched no more`))
  } catch (error) {
    io.dispatch(noticeEvent('bad', `${name} is still watched: ${problemText(expectedProblem(error))}`))
  }
  io.dispatch({ on: 'watch', type: 'changed' })
}
