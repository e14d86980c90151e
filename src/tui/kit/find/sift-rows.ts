import { defined } from '../../../core/defined.ts'
import type { AppFacts } from '../../events.ts'
import type { TableColumn } from '../layout/table.ts'
import { glyphsOf } from '../text/glyphs.ts'
import { cutRow, type Row, textRow, textRows } from '../text/rows.ts'
import { textField } from '../text/text-field.ts'
import { textWidth } from '../text/text-fit.ts'
import { readFilter, termsOf } from './filter.ts'
import { filterProblem } from './filter-problem.ts'
import { completions, filterText, type SiftTable, type Sifting } from './sift.ts'

/** What is filtered, and the room for it. */
export interface SiftedList<R> {
  readonly table: SiftTable<R>
  /** All rows of the list, and how many of them are shown. */
  readonly rows: readonly R[]
  readonly shown: number
  /** Columns. */
  readonly width: number
  readonly spoken: boolean
}

/**
 * The lines above a list that say how it is filtered: the field with what completes it, or why it is not understood, while it is
 * written; else the filter, with how many rows it leaves. None without a filter. A screen reader is told of the order too, which
 * others see at the headers.
 */
export function siftRows<R>(list: SiftedList<R>, sifting: Sifting): readonly Row[] {
  return [...filterRows(list, sifting), ...(list.spoken ? orderRows(sifting) : [])]
}

function orderRows({ sortedBy, isFalling }: Sifting): readonly Row[] {
  if (sortedBy === undefined) return []
  return [[{ text: `sorted by ${sortedBy.toLowerCase()}, ${isFalling ? 'falling' : 'rising'}` }]]
}

function filterRows<R>(list: SiftedList<R>, sifting: Sifting): readonly Row[] {
  const { table, rows, shown, width } = list
  const { line } = sifting
  const text = filterText(sifting)
  if (line === undefined && text === '') return []
  const problem = filterProblem(table, rows, shown, text)
  const found = `${shown} of ${rows.length}`
  if (line === undefined) {
    const kept: Row = [
      { text: `only ${text}`, role: 'accent' },
      { text: ` · ${found} · Esc shows all`, role: 'dim' },
    ]
    return [cutRow(kept, width), ...(problem === undefined ? [] : wrongRows(problem, width))]
  }
  const field = textField({ line, width: width - 2, placeholder: exampleOf(table), active: true })
  const offered = completions(table, rows, line)
  // What is being written is not wrong yet where it may go on.
  const wrong = offered.length === 0 ? problem : readFilter(table, withoutTerm(line.text, offered[0]?.end)).problem
  const texts = offered.map((each) => each.text).join('  ')
  const help = textRow(`${found}${texts === '' ? '' : ` · Tab: ${texts}`}`, width, 'dim')
  return [[{ text: '/ ', role: 'key' }, ...field], ...(wrong === undefined ? [help] : wrongRows(wrong, width))]
}

/** Why a filter is not understood, whole: it names what may be written. */
export function wrongRows(problem: string, width: number): readonly Row[] {
  return textRows(`! ${problem}`, width, 'bad')
}

/** A filter without the part that ends there. */
function withoutTerm(text: string, end: number | undefined): string {
  return termsOf(text)
    .filter((term) => term.end !== end)
    .map((term) => term.text)
    .join(' ')
}

/** What may be written, for a field in which nothing is. */
function exampleOf<R>({ fields }: SiftTable<R>): string {
  return `words, or ${Object.keys(fields)
    .map((name) => `${name}:`)
    .join(' ')}`
}

/** The columns of a list, of which the one that it is sorted by says so; it is the last to give way where there is no room. */
export function sortedColumns(
  columns: readonly TableColumn[],
  { sortedBy, isFalling }: Sifting,
  app: Pick<AppFacts, 'settings' | 'place'>,
  spoken: boolean,
): readonly TableColumn[] {
  if (sortedBy === undefined || spoken) return columns
  const isPlain = glyphsOf(app) === 'ascii'
  const sign = isFalling ? (isPlain ? 'falling' : '▼') : isPlain ? 'rising' : '▲'
  return columns.map((column): TableColumn => {
    if (column.header !== sortedBy) return column
    const header = `${sortedBy} ${sign}`
    const { most, drop } = column
    return {
      ...column,
      header,
      ...defined({
        most: most === undefined ? undefined : Math.max(most, textWidth(header)),
        drop: drop === undefined ? undefined : 0,
      }),
    }
  })
}
