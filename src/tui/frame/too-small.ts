import { jobsRow } from '../jobs/job-texts.ts'
import { fillRows, type Row, rowWidth, textRow } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import { placeTexts } from './header.ts'
import { LEAST_SIZE, type State } from '../state.ts'

/**
 * What a terminal that is too small for the screens shows: first what is in hand, and what size they need.
 * @param spoken true for words instead of signs
 */
export function tooSmallRows(state: State, spoken: boolean): readonly Row[] {
  const { columns, rows } = state.size
  const inHand = inHandRow(state, spoken)
  const needed = `swapcli needs ${LEAST_SIZE.columns} x ${LEAST_SIZE.rows} cells`
  const lines = [needed, `this terminal has ${columns} x ${rows}`, 'q quits']
  return fillRows([...(inHand.length === 0 ? [] : [inHand]), ...lines.map((text) => textRow(text, columns))], rows)
}

/** What is in hand, and whether its money is real where that fits too. */
function inHandRow(state: State, spoken: boolean): Row {
  const { size, jobs, now } = state
  const { row } = jobsRow(jobs, now, size.columns, spoken)
  const [money = ''] = placeTexts(state)
  const isFitting = rowWidth(row) + 2 + textWidth(money) <= size.columns
  return row.length > 0 && isFitting ? [...row, { text: `  ${money}` }] : row
}
