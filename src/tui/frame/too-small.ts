import type { Size } from '../events.ts'
import { fillRows, type Row, textRow } from '../kit/text/rows.ts'
import { LEAST_SIZE } from '../state.ts'

/** What a terminal that is too small for the screens shows; the least important lines are left out first. */
export function tooSmallRows({ columns, rows }: Size): readonly Row[] {
  const needed = `swapcli needs ${LEAST_SIZE.columns} x ${LEAST_SIZE.rows} cells`
  const lines = [needed, `this terminal has ${columns} x ${rows}`, 'q quits']
  return fillRows(
    lines.map((text) => textRow(text, columns)),
    rows,
  )
}
