import { readWatchEntry, WATCH_PREFIX, watchDocument, type WatchEntry, watchKey } from '../../core/rates/watch-entry.ts'
import { hasShape, number, object } from '../../core/api/shape.ts'
import type { DocumentStore } from '../../core/ports.ts'
import type { RoutePair } from '../../core/swap/records.ts'
import { SwapError } from '../../core/api/errors.ts'

/** Most pairs that are watched. */
const MOST_WATCHED = 100
/** How often a write is tried that others come before. */
const MAX_TRIES = 20

/** The pairs that are watched, in the store: of a file for its home, of a database for all of its servers. */
export interface WatchList {
  /** In the order of their keys. What cannot be read is left out. */
  list(): Promise<readonly WatchEntry[]>
  /** Watches a pair, in the place of what was watched of it before. @throws VALIDATION_ERROR where there are 100 already */
  put(entry: WatchEntry): Promise<void>
  /** @returns false where it was not watched */
  remove(pair: RoutePair): Promise<boolean>
  /** Writes what becomes of an entry, unless somebody changed or removed it since it was listed. */
  update(before: WatchEntry, after: WatchEntry): Promise<void>
  /**
   * True for the first that asks about an alert of a pair, of all processes of the store: it calls its user.
   * @param atMs when the alert fired, in epoch milliseconds
   */
  takeAlert(pair: RoutePair, atMs: number): Promise<boolean>
}

export function createWatchList(documents: DocumentStore): WatchList {
  const list = async () => {
    const found = await documents.list(WATCH_PREFIX, () => undefined)
    return found.flatMap(({ doc }) => readWatchEntry(doc) ?? [])
  }
  return {
    list,
    put: async (entry) => {
      const key = watchKey(entry)
      const others = (await list()).filter((other) => watchKey(other) !== key)
      if (others.length >= MOST_WATCHED) {
        throw new SwapError('VALIDATION_ERROR', `${MOST_WATCHED} pairs are watched already`, {
          hint: 'Remove one first: swapcli watch remove FROM TO',
        })
      }
      for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
        const { version } = (await documents.get(key)) ?? { version: 0 }
        if (await documents.put(key, watchDocument(entry), version)) return
      }
      throw new SwapError('SERVICE_UNAVAILABLE', 'Others change the watched pair all the time')
    },
    remove: async (pair) => {
      const key = watchKey(pair)
      if ((await documents.get(key)) === undefined) return false
      await documents.delete(key)
      await documents.delete(takenKey(pair))
      return true
    },
    update: async (before, after) => {
      const key = watchKey(before)
      const stored = await documents.get(key)
      if (stored === undefined || JSON.stringify(stored.doc) !== JSON.stringify(watchDocument(before))) return
      await documents.put(key, watchDocument(after), stored.version)
    },
    takeAlert: async (pair, atMs) => {
      const key = takenKey(pair)
      for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
        const stored = await documents.get(key)
        if (stored !== undefined && hasShape(takenShape, stored.doc) && stored.doc.atMs >= atMs) return false
        if (await documents.put(key, { atMs }, stored?.version ?? 0)) return true
      }
      return true
    },
  }
}

/** What an alert that was taken leaves: when it fired. */
const takenShape = object({ atMs: number() })

/** The key of what was taken last of a pair: apart from its entry, which the watch writes meanwhile. */
function takenKey(pair: RoutePair): string {
  return `taken-${watchKey(pair)}`
}
