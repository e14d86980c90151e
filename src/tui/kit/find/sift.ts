import { compare } from '../../../core/compare.ts'
import { isActionOf } from '../../keys.ts'
import { completeLine, type Edit, editLine, type Line, lineOf, unitsBefore } from '../text/line-edit.ts'
import { completeFilter, type FilterCompletion } from './complete-filter.ts'
import { type FilterTable, readFilter } from './filter.ts'

/*
 * What of a list is shown, and in which order: the same by the same keys on every list.
 */

/** How a list is filtered and sorted. */
export interface Sifting {
  /** The filter as it was written; '' for none. */
  readonly text: string
  /** The filter while it is being written: then this one is in force. */
  readonly line: Line | undefined
  /** Header of the column that the list is sorted by; undefined for the order of its own. */
  readonly sortedBy: string | undefined
  /** True for the largest first. */
  readonly isFalling: boolean
}

/** Everything, in the order of the list. */
export const NO_SIFTING: Sifting = { text: '', line: undefined, sortedBy: undefined, isFalling: false }

/** A column that rows R can be sorted by. */
export interface SortColumn<R> {
  /** As the table has it. */
  readonly header: string
  /** Undefined where it is not known: such rows come last. */
  readonly value: (row: R) => string | number | bigint | undefined
  /** True where more is better: then the largest come first, until the order is reversed. */
  readonly isFallingFirst?: true
}

/** What a list can be filtered and sorted by. */
export interface SiftTable<R> extends FilterTable<R> {
  /** In the order of the table. */
  readonly columns: readonly SortColumn<R>[]
}

/** Rows of a key table that filter and sort the list of the mode `list`; the filter is written in the mode `filter`. */
export function siftKeys<const M extends string>(...here: readonly [M, ...M[]]) {
  const writing = ['filter'] as const
  return [
    { keys: ['/'], label: 'filter', where: here, action: 'filter', footer: 4 },
    { keys: ['s'], label: 'sort', where: here, action: 'sort', footer: 4 },
    { keys: ['S'], label: 'reverse', where: here, action: 'sort-reverse', footer: 4 },
    { keys: ['esc'], label: 'clear the filter', where: here, action: 'filter-clear' },
    { keys: ['enter'], label: 'keep the filter', where: writing, action: 'filter-done', footer: 1, leaves: true },
    { keys: ['tab'], label: 'complete', where: writing, action: 'filter-complete', footer: 2 },
    { keys: ['esc'], label: 'clear', where: writing, action: 'filter-clear', footer: 3 },
    { keys: ['up', 'ctrl-p'], label: 'up', where: writing, action: 'up' },
    { keys: ['down', 'ctrl-n'], label: 'down', where: writing, action: 'down' },
  ] as const
}

/** What the keys of every list do to its filter and order. */
const SIFT_KEYS = siftKeys('list').filter(({ action }) => action !== 'up' && action !== 'down')
export type SiftAction = Exclude<ReturnType<typeof siftKeys>[number]['action'], 'up' | 'down'>

/** True for the action of a key that filters or sorts. */
export function isSiftAction<A extends string>(action: A): action is A & SiftAction {
  return isActionOf(SIFT_KEYS, action)
}

/** The filter that is in force, as it is written. */
export function filterText({ text, line }: Sifting): string {
  return (line?.text ?? text).trim()
}

/** The rows that are shown, in their order. @param now epoch milliseconds */
export function siftedRows<R>(table: SiftTable<R>, rows: readonly R[], sifting: Sifting, now: number): readonly R[] {
  const text = filterText(sifting)
  const { holds } = readFilter(table, text)
  return sortedRows(table, text === '' ? rows : rows.filter((row) => holds(row, now)), sifting)
}

/** The filter and the order after a key; the same where there is nothing to filter. @param rows of the list, whose values complete a filter */
export function changeSifting<R>(
  table: SiftTable<R>,
  rows: readonly R[],
  sifting: Sifting,
  action: SiftAction,
): Sifting {
  const { text, line, sortedBy, isFalling } = sifting
  const isNothing = rows.length === 0 && text === '' && line === undefined
  if (isNothing) return sifting
  switch (action) {
    case 'filter':
      return { ...sifting, line: lineOf(text) }
    case 'filter-done':
      return { ...sifting, text: filterText(sifting), line: undefined }
    case 'filter-clear':
      return text === '' && line === undefined ? sifting : { ...sifting, text: '', line: undefined }
    case 'filter-complete':
      return line === undefined ? sifting : complete(sifting, line, completions(table, rows, line)[0])
    case 'sort': {
      const at = table.columns.findIndex(({ header }) => header === sortedBy)
      const next = sortedBy !== undefined && at < 0 ? undefined : table.columns[at + 1]
      return { ...sifting, sortedBy: next?.header, isFalling: next?.isFallingFirst === true }
    }
    case 'sort-reverse':
      return sortedBy === undefined ? sifting : { ...sifting, isFalling: !isFalling }
  }
}

/** The filter after an edit of its line; the same where it is not being written. */
export function editSifting(sifting: Sifting, edit: Edit): Sifting {
  return sifting.line === undefined ? sifting : { ...sifting, line: editLine(sifting.line, edit) }
}

/** How the filter may go on at its cursor. */
export function completions<R>(table: SiftTable<R>, rows: readonly R[], line: Line): readonly FilterCompletion[] {
  return completeFilter(table, rows, line.text, unitsBefore(line))
}

function complete(sifting: Sifting, line: Line, completion: FilterCompletion | undefined): Sifting {
  return completion === undefined ? sifting : { ...sifting, line: completeLine(line, completion) }
}

function sortedRows<R>({ columns }: SiftTable<R>, rows: readonly R[], { sortedBy, isFalling }: Sifting): readonly R[] {
  const column = columns.find(({ header }) => header === sortedBy)
  if (column === undefined) return rows
  const valued = rows.map((row) => ({ row, value: keyOf(column.value(row)) }))
  const sign = isFalling ? -1 : 1
  return valued
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined)
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}

/** Letter case does not count; an empty text says nothing. */
function keyOf(value: string | number | bigint | undefined): string | number | bigint | undefined {
  return typeof value === 'string' ? value.toLowerCase() || undefined : value
}
