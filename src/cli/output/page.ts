import type { Pagination } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { defineOptions, type FlagsOf } from '../command.ts'
import type { Output } from './output.ts'

/** Options of a list that comes in pages. @param most rows of one page */
export function pageOptions<const N extends number>(what: string, most: N) {
  return defineOptions('Paging', {
    page: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 1,
      max: 1_000_000_000,
      error: 'VALIDATION_ERROR',
      description: 'page, from 1',
    },
    perPage: {
      kind: 'number',
      value: 'n',
      whole: true,
      min: 1,
      max: most,
      error: 'VALIDATION_ERROR',
      description: `${what} a page`,
    },
  })
}

type PageFlags = FlagsOf<ReturnType<typeof pageOptions>>

/** The page that the options ask for, as the service takes it. */
export function pageQuery({ page, perPage }: PageFlags): { page?: number; perPage?: number } {
  return defined({ page, perPage })
}

/** Something that is counted. */
export type Counted = readonly [one: string, several: string]

/** Says on stderr how many there are in all, and how to see more. */
export function notePage(output: Output, { page, perPage, total, hasMore }: Pagination, [one, several]: Counted): void {
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const what = total === 1 ? one : several
  if (total === 0) output.note(`no ${several}`)
  else if (first > total) output.note(`there ${total === 1 ? 'is' : 'are'} only ${total} ${what}`)
  else output.note(`${first}-${last} of ${total} ${what}${hasMore ? `; more with --page ${page + 1}` : ''}`)
}
