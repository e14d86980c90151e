import { describe, expect, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { ASSETS_QUERY, HISTORY_QUERY } from '../../../src/core/api/requests.ts'
import { readQuery } from '../../../src/server/http/query.ts'

const A = '0x1111111111111111111111111111111111111111'
const B = '0x2222222222222222222222222222222222222222'

describe('the two filters of a list', () => {
  test.each([
    ['repeated', `addresses=${A}&addresses=${B}`],
    ['by axios, PHP and Rails', `addresses[]=${A}&addresses[]=${B}`],
    ['by them, escaped', `addresses%5B%5D=${A}&addresses%5b%5d=${B}`],
    ['by qs', `addresses[0]=${A}&addresses[1]=${B}`],
    ['by qs, escaped', `addresses%5B0%5D=${A}&addresses%5B17%5D=${B}`],
    ['mixed', `addresses=${A}&addresses[]=${B}`],
    ['mixed with a number', `addresses[]=${A}&page=2&addresses[5]=${B}`],
  ])('%s are both read', (_how, query) => {
    expect(readQuery(`?${query}`, HISTORY_QUERY)).toEqual({
      addresses: [A, B],
      ...(query.includes('page') ? { page: 2 } : {}),
    })
  })

  test('keep their commas, which the service splits', () => {
    expect(readQuery(`?statuses[]=PENDING,FAILED&statuses=REFUND`, HISTORY_QUERY)).toEqual({
      statuses: ['PENDING,FAILED', 'REFUND'],
    })
  })

  test('may be one', () => {
    expect(readQuery(`?addresses[]=${A}`, HISTORY_QUERY)).toEqual({ addresses: [A] })
  })
})

describe('a single value', () => {
  test('is read from a list of one', () => {
    expect(readQuery('?chain[]=ethereum&page[0]=2&query%5B%5D=usdc', ASSETS_QUERY)).toEqual({
      chain: 'ethereum',
      page: 2,
      query: 'usdc',
    })
    expect(readQuery('?finalizedOnly[]=1', HISTORY_QUERY)).toEqual({ finalizedOnly: true })
  })

  test('stays a list, which the service refuses, where it was sent twice', () => {
    expect(readQuery('?chain[]=a&chain=b', ASSETS_QUERY)).toEqual({ chain: ['a', 'b'] })
  })
})

/** The problems that a query is refused with. */
function problemsOf(search: string): readonly string[] {
  try {
    readQuery(search, HISTORY_QUERY)
    return []
  } catch (error) {
    if (!isSwapError(error)) throw error
    expect([error.code, error.httpStatus, error.field]).toEqual(['VALIDATION_ERROR', 400, error.errors[0]?.field])
    return error.errors.map(({ field, message }) => `${field}: ${message}`)
  }
}

describe('a known name in a form that is not understood', () => {
  test.each([
    'addresses[foo]',
    'addresses[foo][]',
    'addresses[][]',
    'addresses[0][address]',
    'addresses[-1]',
    'addresses[',
    'addresses]',
    'addresses.x',
    'addresses.0',
    'addresses()',
    'addresses ',
    ' addresses',
    'addresses[] ',
    'Addresses',
    'ADDRESSES[]',
    '?addresses',
    'amp;addresses',
    'addresses%5B%5D',
  ])('"%s" is refused, and never ignored: other people’s swaps would come back', (key) => {
    expect(problemsOf(`?${encodeURIComponent(key)}=${A}`)).toEqual([
      `addresses: the parameter ${JSON.stringify(key)} is not understood: write it addresses, addresses[] or addresses[0]`,
    ])
  })

  test.each([
    ['transaction_id', 'transactionId'],
    ['finalized-only', 'finalizedOnly'],
    ['perpage', 'perPage'],
  ])('%s is refused as %s', (key, name) => {
    expect(problemsOf(`?${key}=1`)[0]).toMatch(new RegExp(`^${name}: `))
  })

  test.each([
    'filter[addresses]=1',
    'filter%5Baddresses%5D%5B%5D=1',
    'where[addresses]=1',
    'x=1;addresses=1',
    'data[addresses]=1',
    'q[0][addresses][]=1',
    'query.addresses=1',
    '__proto__[addresses]=1',
  ])('%s is refused as addresses: the answer was about everybody', (query) => {
    expect(problemsOf(`?${query}`)[0]).toMatch(/^addresses: /)
  })

  test('is told with every other problem of the request, in the order of the fields', () => {
    expect(problemsOf(`?statuses.x=FAILED&page=0&Addresses=${A}`).map((problem) => problem.split(':')[0])).toEqual([
      'addresses',
      'page',
      'statuses',
    ])
  })

  test('is shown short', () => {
    expect(problemsOf(`?addresses${'['.repeat(5000)}=${A}`)[0]?.length).toBeLessThan(200)
  })
})

test('unknown names are ignored', () => {
  for (const key of [
    'partner',
    'address',
    'q[]',
    'filter[x]',
    '_',
    '',
    '[]',
    'addressesx',
    'xaddresses',
    '__proto__[x]',
  ]) {
    expect(readQuery(`?${encodeURIComponent(key)}=1&page=3`, HISTORY_QUERY), key).toEqual({ page: 3 })
  }
})
