import type { Page } from '../../core/api/documents.ts'

/** Which page of a list: `page` from 1, `perPage` at least 1. */
export interface PageQuery {
  readonly page: number
  readonly perPage: number
}

/** Where a page begins and ends in the whole list, counted from 0, its end left out. */
export function boundsOf({ page, perPage }: PageQuery): [start: number, end: number] {
  return [(page - 1) * perPage, page * perPage]
}

/** A page as the API shows it. @param total how many items all pages have */
export function pageOf<T>(data: T[], total: number, { page, perPage }: PageQuery): Page<T> {
  return { data, pagination: { page, perPage, total, hasMore: page * perPage < total } }
}
