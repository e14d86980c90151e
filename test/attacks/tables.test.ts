import { expect, test } from 'vitest'
import { ATTACKS, NEIGHBOURS } from './tables.ts'

/* What holds for the tables of the suite themselves. */

test.each([
  ['attacks', ATTACKS],
  ['neighbours', NEIGHBOURS],
] as const)('no two %s try the same', (_, cases) => {
  const names = cases.map(({ who, name }) => `${who}: ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  // What is data alone can be compared; code cannot, and what nodes answer is made when they are asked.
  const tried = cases.flatMap(({ who, name: _name, ...more }) =>
    who === 'node' || hasCode(more) ? [] : [JSON.stringify(more)],
  )
  expect(tried.filter((one, at) => tried.indexOf(one) !== at)).toEqual([])
})

function hasCode(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'bigint'
  return Object.values(value).some(hasCode)
}
