import { KEEP_MINUTES_MS, type QuotedRate, RATE_GRAINS, type RateGrain, sizeOf } from '../core/rates/point.ts'
import { pairKey } from './pair-key.ts'
import { rateForm } from './record-json.ts'

/** Most rates of a pair that are read at once: more than a day has minutes. */
export const MOST_RATES_READ = 5_000

/** A row of rates: the newest point of a pair, of amounts of one size, within a minute or a quarter of an hour. */
export interface RateRow {
  readonly pair: string
  /** Length of its time, in milliseconds. */
  readonly grainMs: number
  /** When that begins, in epoch milliseconds. */
  readonly slotMs: number
  /** As `sizeOf` has it. */
  readonly size: number
  readonly doc: string
}

/** The rows of points, in the order of their keys, one a key: the newest. */
export function rateRows(rates: readonly QuotedRate[]): readonly RateRow[] {
  const rows = new Map<string, RateRow>()
  for (const rate of rates.toSorted((a, b) => a.atMs - b.atMs)) {
    const [pair, size, doc] = [pairKey(rate), sizeOf(rate), JSON.stringify(rateForm.toJson(rate))]
    for (const grainMs of Object.values(RATE_GRAINS)) {
      const slotMs = rate.atMs - (rate.atMs % grainMs)
      rows.set(`${pair} ${grainMs} ${slotMs} ${size}`, { pair, grainMs, slotMs, size, doc })
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** How old rates of each grain may be, in milliseconds. @param keepMs what is set */
export function oldestRates(keepMs: number): readonly (readonly [grainMs: number, oldestMs: number])[] {
  const keptMs: Readonly<Record<RateGrain, number>> = {
    minute: Math.min(keepMs, KEEP_MINUTES_MS),
    quarter: keepMs,
  }
  return (Object.keys(RATE_GRAINS) as RateGrain[]).map((grain) => [RATE_GRAINS[grain], keptMs[grain]])
}
