import { fieldOf, type FilterTable, termsOf } from './filter.ts'

/** A way in which a filter may go on. */
export interface FilterCompletion {
  /** The part of the text whose place it takes, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** What it is, for people; '' for nothing. */
  readonly detail: string
}

/** Most completions. */
const MOST = 8
/** Rows whose values are offered, the first of a list: there may be thousands. */
const MOST_ROWS = 500

/**
 * How the part of a filter before the cursor may go on: by the names of fields, and behind one by its values.
 * @param rows of the list, in the first of which values are looked for where the table names none
 * @param cursor UTF-16 units before it
 */
export function completeFilter<R>(
  table: FilterTable<R>,
  rows: readonly R[],
  text: string,
  cursor: number,
): readonly FilterCompletion[] {
  const term = termsOf(text.slice(0, cursor)).find(({ end }) => end === cursor) ?? {
    text: '',
    start: cursor,
    end: cursor,
  }
  const sign = /^[-!]/.exec(term.text)?.[0] ?? ''
  const [, name, typed = ''] = /^([a-z-]+):(.*)$/is.exec(term.text.slice(sign.length)) ?? []
  if (name === undefined) {
    const begun = term.text.slice(sign.length).toLowerCase()
    return Object.entries(table.fields)
      .filter(([each]) => each.startsWith(begun))
      .slice(0, MOST)
      .map(([each, { about }]) => ({ start: term.start + sign.length, end: cursor, text: `${each}:`, detail: about }))
  }
  const field = fieldOf(table, name)
  if (field?.kind !== 'text') return []
  const last = typed.slice(typed.lastIndexOf(',') + 1).replace(/^[="]+/, '')
  const known = field.values ?? [...new Set(rows.slice(0, MOST_ROWS).flatMap(field.read))]
  return known
    .filter((each) => each.toLowerCase().startsWith(last.toLowerCase()) && each !== last)
    .slice(0, MOST)
    .map((each) => ({
      start: cursor - last.length,
      end: cursor,
      text: /[\s,]/.test(each) ? `"${each}"` : each,
      detail: '',
    }))
}
