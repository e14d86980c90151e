import { duration } from '../../../../core/text/duration.ts'
import { changeText, rateText, spanText } from '../../../../core/rates/rate-text.ts'
import type { AppFacts, Size } from '../../../events.ts'
import { ALL_SIZES } from '../../../kit/layout/rate-chart-rows.ts'
import { glyphsOf } from '../../../kit/text/glyphs.ts'
import { cutRow, type Row } from '../../../kit/text/rows.ts'
import { sparkline } from '../../../kit/text/sparkline.ts'
import { textWidth } from '../../../kit/text/text-fit.ts'
import { ratesOfPair } from './pair-rates.ts'
import type { SwapState } from '../state.ts'

/** Lines of the screen from which on it has a line for the rate. */
const LEAST_WITH_RATE = 16
/** Columns of the line that says how the rate moved: fewest that say something, and most. */
const SPARK_COLUMNS = { least: 6, most: 40 } as const
/** A rate that was seen longer ago than this says so, in milliseconds. */
const OLD_AFTER_MS = 60_000

/** `1 ETH = 2,992.8 USDC  ▂▃▅▅▆▇▇█▇▆  24 h +0.80 %`; nothing while no rate is known, or where lines are few. */
export function rateRows(state: SwapState, app: AppFacts, { columns, rows }: Size, isSpoken = false): readonly Row[] {
  const { from, to } = state
  const rates = rows < LEAST_WITH_RATE ? undefined : ratesOfPair(state)
  const last = rates?.points.at(-1)
  if (from === undefined || to === undefined || rates === undefined || last === undefined) return []
  const rate = `1 ${from.symbol} = ${rateText(last.rate)} ${to.symbol}`
  const { changeBps } = rates
  const moved = changeBps === undefined ? '' : `  ${spanText(rates)} ${changeText(changeBps)}`
  const change = rates.isOfAllSizes ? `  ${ALL_SIZES}` : moved
  const ageMs = app.now - last.atMs
  const age = ageMs < OLD_AFTER_MS ? '' : `  ${duration(ageMs / 1000)} ago`
  const room = columns - textWidth(rate + change + age) - 2
  const isDrawn = !isSpoken && room >= SPARK_COLUMNS.least && glyphsOf(app) !== 'ascii'
  const line = isDrawn ? sparkline(rates, Math.min(SPARK_COLUMNS.most, room)) : ''
  const row: Row = [
    { text: rate, role: 'title' },
    ...(line === '' ? [] : [{ text: `  ${line}`, role: 'accent' } as const]),
    { text: change, role: rates.isOfAllSizes ? 'dim' : changeBps === undefined || changeBps >= 0 ? 'good' : 'bad' },
    { text: age, role: 'dim' },
  ]
  return [cutRow(row, columns)]
}
