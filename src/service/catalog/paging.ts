import type { Page, Pagination } from '../../core/api/documents.ts'

/** Which page of a list: `page` from 1, `perPage` at least 1. */
export interface PageQuery {
  readonly page: number
  readonly perPage: number
}

/** Start and end of a page in the whole list, from 0, without the end. */
export function boundsOf({ page, perPage }: PageQuery): [start: number, end: number] {
  return [(page - 1) * perPage, page * perPage]
}

/** The API's envelope of a page. @param total number of items on all pages */
export function pageOf<T>(data: T[], total: number, { page, perPage }: PageQuery): Page<T> {
  return { data, pagination: { page, perPage, total, hasMore: page * perPage < total } }
}

/** How many items there are on all pages: at least so many where `isTotalLeast` is set. */
export interface ListLength {
  readonly total: number
  readonly isTotalLeast?: true
}

/** Where a page stands in a list that may not be counted to its end. @param found number of items on the page */
export function paginationOf({ total, isTotalLeast }: ListLength, found: number, query: PageQuery): Pagination {
  const { pagination } = pageOf([], total, query)
  if (isTotalLeast === undefined) return pagination
  const { page, perPage } = query
  const counted = Math.max(total, (page - 1) * perPage + found)
  return { page, perPage, total: counted, isTotalLeast, hasMore: pagination.hasMore || found === perPage }
}
