import { type Clean, clean, cleanText, joinClean } from '../../core/text/clean-text.ts'
import { columnWidths, type FittedColumn } from '../../core/text/column-widths.ts'
import { cut, pad } from './table.ts'
import { measureFor } from './text-width.ts'

/** Columns that a list of choices takes beside its lines: its mark before them, and one that stays free. */
export const BESIDE_LINE = 3

/** A list in columns, a line an entry. */
export interface ListLines {
  readonly header: Clean
  readonly lines: readonly Clean[]
}

/** Lays a list out in columns, each entry on one line. @param width columns of the terminal for a line */
export async function layOutList(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): Promise<ListLines> {
  const [headers, cells] = [columns.map(({ header }) => cleanText(header)), rows.map((row) => row.map(cleanCell))]
  const measure = await measureFor([...headers, ...cells.flat()])
  const widths = columnWidths(columns, cells, width, measure)
  const line = (texts: readonly Clean[]) => {
    const shown = columns.flatMap(({ align }, index) => {
      const room = widths[index] ?? 0
      return room === 0 ? [] : [pad(cut(texts[index] ?? clean``, room, measure), room, measure, align)]
    })
    return cleanText(joinClean(shown, '  ').trimEnd(), Infinity)
  }
  return { header: line(headers), lines: cells.map(line) }
}

function cleanCell(text: string): Clean {
  return cleanText(text, 2000)
}
