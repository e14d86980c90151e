import { expect, test } from 'vitest'
import { pageOf, paginationOf } from '../../../src/service/catalog/paging.ts'

test('a page knows how many there are on all pages, and whether more come', () => {
  expect(pageOf(['a'], 3, { page: 1, perPage: 1 })).toEqual({
    data: ['a'],
    pagination: { page: 1, perPage: 1, total: 3, hasMore: true },
  })
  expect(paginationOf({ total: 3 }, 1, { page: 3, perPage: 1 })).toEqual({
    ...{ page: 3, perPage: 1, total: 3, hasMore: false },
  })
})

test('a list that is not counted to its end goes on as long as its pages are full', () => {
  const least = { total: 10, isTotalLeast: true } as const
  expect(paginationOf(least, 5, { page: 1, perPage: 5 })).toEqual({
    ...{ page: 1, perPage: 5, total: 10, isTotalLeast: true, hasMore: true },
  })
  expect(paginationOf(least, 5, { page: 3, perPage: 5 })).toEqual({
    ...{ page: 3, perPage: 5, total: 15, isTotalLeast: true, hasMore: true },
  })
  expect(paginationOf(least, 2, { page: 4, perPage: 5 })).toEqual({
    ...{ page: 4, perPage: 5, total: 17, isTotalLeast: true, hasMore: false },
  })
})
