import { Box } from 'ink'
import { type Row, textRows } from '../kit/text/rows.ts'
import type { State } from '../state.ts'
import { cutText } from '../kit/text/text-fit.ts'
import type { Role } from '../theme.ts'
import { RowLine } from '../kit/components/ScrolledRows.tsx'

/** Most lines that a message takes from the screen. */
const MOST_LINES = 3

/** The lines above the keys. */
export function StatusLine({ rows, width }: { readonly rows: readonly Row[]; readonly width: number }) {
  return (
    <Box flexDirection="column" width={width} height={rows.length}>
      {rows.map((row, index) => (
        <RowLine key={index} row={row} />
      ))}
    </Box>
  )
}

/** What was just done, what is wrong, or an empty line: as many lines as it needs, at least one and at most three. */
export function statusRows(state: State): readonly Row[] {
  const [role, text] = statusOf(state)
  const { columns } = state.size
  const rows = textRows(text, columns, role)
  if (rows.length <= MOST_LINES) return rows
  const texts = rows.map((row) => row.map((piece) => piece.text).join(''))
  const last = cutText(texts.slice(MOST_LINES - 1).join(' '), columns)
  return [...rows.slice(0, MOST_LINES - 1), [{ text: last, role }]]
}

function statusOf({ notice, problem, ready }: State): [Role, string] {
  if (notice !== undefined) return [notice.tone === 'info' ? 'text' : notice.tone, notice.text]
  if (problem !== undefined) {
    return ['bad', `! ${problem.message}${problem.hint === undefined ? '' : `. ${problem.hint}`}`]
  }
  return ready ? ['text', ''] : ['dim', 'opening the service …']
}
