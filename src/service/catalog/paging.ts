import type { Page } from '../../core/api/documents.ts'

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
