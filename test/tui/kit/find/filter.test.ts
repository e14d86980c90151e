import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeFilter } from '../../../../src/tui/kit/find/complete-filter.ts'
import { type FilterTable, readFilter } from '../../../../src/tui/kit/find/filter.ts'

const DAY = 86_400_000
const NOW = 1_800_000_000_000

interface Row {
  readonly id: string
  readonly status: string
  readonly chains: readonly string[]
  readonly usd: bigint | undefined
  readonly at: number
  readonly tookSec: number | undefined
}

const ROWS: readonly Row[] = [
  { id: 'a', status: 'FAILED', chains: ['ethereum', 'base'], usd: 150_000_000n, at: NOW - 3 * DAY, tookSec: 40 },
  { id: 'b', status: 'SUCCESS', chains: ['base', 'arbitrum'], usd: 99_999_999n, at: NOW - DAY, tookSec: 90 },
  { id: 'c', status: 'SUCCESS', chains: ['bitcoin', 'basecamp'], usd: undefined, at: NOW, tookSec: undefined },
  { id: 'two words', status: 'REFUND', chains: ['bnb smart'], usd: 0n, at: NOW - 60_000, tookSec: 0 },
]

const TABLE: FilterTable<Row> = {
  fields: {
    status: {
      kind: 'text',
      about: 'how it ended',
      read: ({ status }) => [status],
      values: ['success', 'failed', 'refund'],
    },
    chain: { kind: 'text', about: 'either chain', read: ({ chains }) => chains },
    usd: { kind: 'usd', about: 'value', read: ({ usd }) => usd },
    age: { kind: 'age', about: 'begun so long ago', read: ({ at }) => at },
    time: { kind: 'duration', about: 'how long it took', read: ({ tookSec }) => tookSec },
  },
  words: ({ id, status, chains }) => [id, status, ...chains],
}

const ids = (text: string) => {
  const { holds } = readFilter(TABLE, text)
  return ROWS.filter((row) => holds(row, NOW)).map(({ id }) => id)
}
const problem = (text: string) => readFilter(TABLE, text).problem

describe('a filter', () => {
  test.each<[string, readonly string[]]>([
    ['', ['a', 'b', 'c', 'two words']],
    ['base', ['a', 'b', 'c']],
    ['BASE arb', ['b']],
    ['-base', ['two words']],
    ['!base', ['two words']],
    ['"two words"', ['two words']],
    ['status:failed', ['a']],
    ['STATUS:Fail', ['a']],
    ['status:failed,refund', ['a', 'two words']],
    ['-status:success', ['a', 'two words']],
    ['chain:base', ['a', 'b', 'c']],
    ['chain:=base', ['a', 'b']],
    ['chain:"bnb s"', ['two words']],
    ['>100usd', ['a']],
    ['>$99.99', ['a', 'b']],
    ['<=0usd', ['two words']],
    ['-usd:>100', ['b', 'c', 'two words']],
    ['usd:>=99.999999', ['a', 'b']],
    ['<2d', ['b', 'c', 'two words']],
    ['>=3d', ['a']],
    ['age:2h', ['c', 'two words']],
    ['time:<1m', ['a', 'two words']],
    ['time:=90', ['b']],
    ['chain:base >100usd -status:success <1w eth', ['a']],
  ])('keeps the rows for which all of it holds: %s', (text, rows) => {
    expect(ids(text)).toEqual(rows)
    expect(problem(text)).toBeUndefined()
  })

  test.each<[string, string, readonly string[]]>([
    ['stat:failed', 'No field stat: there are status, chain, usd, age, time', []],
    ['statsu:failed base', 'No field statsu: did you mean status:?', []],
    ['status: base', 'status: needs a value', ['a', 'b', 'c']],
    ['status:,', 'status: needs a value', ['a', 'b', 'c', 'two words']],
    ['usd:> base', 'usd: compares dollars, such as usd:>100', ['a', 'b', 'c']],
    ['usd:100', 'usd: compares dollars, such as usd:>100', ['a', 'b', 'c', 'two words']],
    ['age:<soon', 'age: needs an age, such as age:<2d', ['a', 'b', 'c', 'two words']],
    ['time:<x', 'time: needs a number, such as time:>5', ['a', 'b', 'c', 'two words']],
    ['>100', '>100 compares nothing: write >100usd or <2d', ['a', 'b', 'c', 'two words']],
    ['a:b:c', 'No field a: there are status, chain, usd, age, time', []],
    ['toString:x', 'No field toString: there are status, chain, usd, age, time', []],
  ])('says what of it is not understood, and reads the rest: %s', (text, message, rows) => {
    expect([problem(text), ids(text)]).toEqual([message, rows])
  })

  test('is read without a crash, whatever is typed', () => {
    const part = fc.constantFrom(
      'status',
      'usd',
      'chain',
      ':',
      '>',
      '<',
      '=',
      '-',
      '!',
      '"',
      ',',
      '100',
      'usd',
      '2d',
      ' ',
      '$',
      '%',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(part, { maxLength: 12 }).map((each) => each.join('')),
    )
    fc.assert(
      fc.property(text, fc.nat(40), (line, cursor) => {
        ids(line)
        for (const { start, end } of completeFilter(TABLE, ROWS, line, Math.min(cursor, line.length))) {
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(line.length)
        }
      }),
    )
  })
})

describe('the completion of a filter', () => {
  const texts = (text: string, cursor = text.length) =>
    completeFilter(TABLE, ROWS, text, cursor).map(
      (each) => text.slice(0, each.start) + each.text + text.slice(each.end),
    )

  test.each<[string, readonly string[]]>([
    ['', ['status:', 'chain:', 'usd:', 'age:', 'time:']],
    ['base -st', ['base -status:']],
    ['status:', ['status:success', 'status:failed', 'status:refund']],
    ['status:failed,r', ['status:failed,refund']],
    ['chain:b', ['chain:base', 'chain:bitcoin', 'chain:basecamp', 'chain:"bnb smart"']],
    ['chain:=bit', ['chain:=bitcoin']],
    ['usd:', []],
    ['nothing:x', []],
  ])('names fields and their values: "%s"', (text, offered) => {
    expect(texts(text)).toEqual(offered)
  })

  test('takes the place of what stands before the cursor', () => {
    expect(texts('st base', 2)).toEqual(['status: base'])
  })
})
