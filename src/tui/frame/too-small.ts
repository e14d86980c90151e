import { jobsRow } from '../jobs/job-texts.ts'
import { fillRows, type Row, textRow } from '../kit/text/rows.ts'
import { LEAST_SIZE, type State } from '../state.ts'

/**
 * What a terminal that is too small for the screens shows: first what is in hand, and what size they need.
 * @param spoken true for words instead of signs
 */
export function tooSmallRows({ size, jobs, now }: State, spoken: boolean): readonly Row[] {
  const { columns, rows } = size
  const { row: inHand } = jobsRow(jobs, now, columns, spoken)
  const needed = `swapcli needs ${LEAST_SIZE.columns} x ${LEAST_SIZE.rows} cells`
  const lines = [needed, `this terminal has ${columns} x ${rows}`, 'q quits']
  return fillRows([...(inHand.length === 0 ? [] : [inHand]), ...lines.map((text) => textRow(text, columns))], rows)
}
