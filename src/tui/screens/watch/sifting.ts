import { siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { nameOfPair, rateOfPair, type WatchedPair, type WatchState } from './state.ts'

/** What the list can be filtered and sorted by. */
export const WATCH_SIFTING: SiftTable<WatchedPair> = {
  fields: {
    from: { kind: 'text', about: 'what is sent', read: ({ entry }) => [entry.from, symbolOf(entry.from)] },
    to: { kind: 'text', about: 'what is received', read: ({ entry }) => [entry.to, symbolOf(entry.to)] },
    chain: { kind: 'text', about: 'either chain', read: ({ entry }) => [entry.srcChain, entry.dstChain] },
    change: { kind: 'number', about: 'in percent, over what is known of a day', read: changePercent },
  },
  words: ({ entry }) => [nameOfPair(entry)],
  columns: [
    { header: 'PAIR', value: ({ entry }) => nameOfPair(entry) },
    { header: 'RATE', value: rateOfPair },
    { header: 'CHANGE', value: changePercent },
  ],
}

function symbolOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}

function changePercent({ day }: WatchedPair): number | undefined {
  return day.changeBps === undefined ? undefined : day.changeBps / 100
}

/** The pairs that are shown, in their order. */
export function shownPairs({ pairs = [], sifting }: WatchState): readonly WatchedPair[] {
  // Nothing of them has an age.
  return siftedRows(WATCH_SIFTING, pairs, sifting, 0)
}

/** The marked pair, and its index; undefined where none is shown. */
export function markedPair(state: WatchState): { at: number; pair: WatchedPair } | undefined {
  const pairs = shownPairs(state)
  const at = indexOfKey(pairs, state.marked)
  const pair = pairs[at]
  return pair === undefined ? undefined : { at, pair }
}
