import type { Pagination } from '../../core/api/documents.ts'
import { counted } from '../../core/text/counted.ts'
import { defined } from '../../core/defined.ts'
import { defineOptions, type FlagsOf } from '../command.ts'
import type { Output } from './output.ts'

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

type PageFlags = FlagsOf<ReturnType<typeof pageOptions>>

/** The page that the options ask for, as the service takes it. */
export function pageQuery({ page, perPage }: PageFlags): { page?: number; perPage?: number } {
  return defined({ page, perPage })
}

/** Says on stderr how many there are in all, and how to see more. @param one what is listed: `chain` */
export function notePage(output: Output, { page, perPage, total, hasMore }: Pagination, one: string): void {
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const all = counted(total, one)
  if (total === 0) output.note(`no ${one}s`)
  else if (first > total) output.note(`page ${page} is empty: there ${total === 1 ? 'is' : 'are'} only ${all}`)
  else output.note(`${first}-${last} of ${all}${hasMore ? `; more with --page ${page + 1}` : ''}`)
}
