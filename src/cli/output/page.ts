import type { Pagination } from '../../core/api/documents.ts'
import type { Flags } from '../command.ts'
import type { Output } from './output.ts'

/** The paging and search options of a list, as the service takes them; it checks their bounds. */
export function pageQuery(flags: Flags): { page?: number; perPage?: number; query?: string } {
  const page = wholeNumber(flags.text('page'))
  const perPage = wholeNumber(flags.text('per-page'))
  const query = flags.text('query')
  return {
    ...(page === undefined ? {} : { page }),
    ...(perPage === undefined ? {} : { perPage }),
    ...(query === undefined ? {} : { query }),
  }
}

/** NaN for what is no number, so that the service refuses it with the field's name. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : NaN
}

/** Says on stderr how many there are in all, and how to see more. */
export function notePage(output: Output, { page, perPage, total, hasMore }: Pagination, what: string): void {
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  if (total === 0) output.note(`no ${what}`)
  else if (first > total) output.note(`there are only ${total} ${what}`)
  else output.note(`${first}-${last} of ${total} ${what}${hasMore ? `; more with --page ${page + 1}` : ''}`)
}
