import { siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import type { FigureRow, Summary } from './summary.ts'
import type { StatsState } from './state.ts'

/** What the list can be filtered and sorted by. */
export function siftTable(by: StatsState['by']): SiftTable<FigureRow> {
  return {
    fields: {
      swaps: { kind: 'number', about: 'how many there are', read: ({ group }) => group.total },
      rate: { kind: 'number', about: 'how many succeeded, in percent', read: percentOfSuccess },
      volume: { kind: 'usd', about: 'of all swaps whose value is known', read: ({ group }) => group.volume },
      fees: { kind: 'usd', about: 'as they were quoted', read: knownFees },
    },
    words: ({ group }) => [group.name],
    columns: [
      { header: by === 'providers' ? 'PROVIDER' : 'PAIR', value: ({ group }) => group.name },
      { header: 'SWAPS', value: ({ group }) => group.total },
      { header: 'SUCCEEDED', value: ({ group }) => (group.finished === 0 ? undefined : group.success) },
      { header: 'RATE', value: percentOfSuccess },
      { header: 'VOLUME', value: ({ group }) => group.volume },
      { header: 'FEES', value: knownFees },
      {
        header: 'FEES %',
        value: ({ fees }) => (fees.volume <= 0n ? undefined : Number((fees.fees * 10_000n) / fees.volume)),
      },
    ],
  }
}

function percentOfSuccess({ group: { success, finished } }: FigureRow): number | undefined {
  return finished === 0 ? undefined : (success * 100) / finished
}

function knownFees({ fees }: FigureRow): bigint | undefined {
  return fees.swaps === 0 ? undefined : fees.fees
}

/** The rows that are shown, in their order. */
export function shownFigures({ by, sifting }: StatsState, { rows }: Summary): readonly FigureRow[] {
  // Nothing of them has an age.
  return siftedRows(siftTable(by), rows, sifting, 0)
}

/** Index of the marked row. */
export function markedIndex({ marked }: StatsState, rows: readonly FigureRow[]): number {
  return indexOfKey(
    rows.map(({ group }) => ({ key: group.name })),
    marked,
  )
}
