import type { Page } from '../../core/api/documents.ts'
import { countText } from '../../core/text/count-text.ts'
import { defineOptions } from '../command.ts'
import type { Output } from './output.ts'
import type { Column } from './table.ts'

interface WholeField {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}

/** Options of a list that comes in pages. @param query its request of the API */
export function pageOptions(what: string, query: { readonly page: WholeField; readonly perPage: WholeField }) {
  const option = ({ minimum, maximum, default: preset }: WholeField, description: string) =>
    ({
      kind: 'number',
      value: 'n',
      whole: true,
      min: minimum,
      max: maximum,
      error: 'VALIDATION_ERROR',
      defaultText: String(preset),
      description,
    }) as const
  return defineOptions('Paging', {
    page: option(query.page, 'page'),
    perPage: option(query.perPage, `${what} a page`),
  })
}

/** One page of a list, and how it is printed. */
export interface ListPage<T> {
  readonly page: Page<T>
  readonly columns: readonly Column[]
  readonly row: (item: T) => readonly string[]
  /** What is listed: `chain`. */
  readonly one: string
}

/** Prints a page of a list as a table or as JSON. */
export async function printPage<T>(output: Output, { page, columns, row, one }: ListPage<T>): Promise<void> {
  if (output.json) return output.printJson(page)
  await output.table(columns, page.data.map(row))
  notePage(output, page, one)
}

/** Says on stderr how many there are in all, and how to see more. @param one what is listed: `chain` */
export function notePage(
  output: Output,
  { pagination, damaged, unreadable }: Omit<Page<unknown>, 'data'>,
  one: string,
): void {
  const { page, perPage, total, hasMore, isTotalLeast } = pagination
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const all = `${isTotalLeast === undefined ? '' : 'at least '}${countText(total, one)}`
  if (total === 0) output.note(`no ${one}s`)
  else if (first > total) output.note(`page ${page} is empty: there ${total === 1 ? 'is' : 'are'} only ${all}`)
  else output.note(`${first}-${last} of ${all}${hasMore ? `; more with --page ${page + 1}` : ''}`)
  noteDamaged(output, damaged, one)
  if (unreadable === undefined || output.json) return
  output.warn(`${countText(unreadable.length, one)} of the server cannot be read: ${unreadable.join(', ')}`)
}

/** Says which of a list are damaged in the store and not shown. @param one what is listed: `transaction` */
export function noteDamaged(output: Output, damaged: readonly string[] | undefined, one: string): void {
  if (damaged === undefined || damaged.length === 0) return
  const text = `${countText(damaged.length, `damaged ${one}`)} not shown: ${damaged.join(', ')} (swapcli doctor)`
  // No remark that --quiet hides: what was printed is not all. JSON has it as a member.
  if (!output.json) output.warn(text)
}
