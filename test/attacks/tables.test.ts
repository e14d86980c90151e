import { expect, test } from 'vitest'
import { ATTACKS, NEIGHBOURS } from './tables.ts'

/* What holds for the tables of the suite themselves. */

test.each([
  ['attacks', ATTACKS],
  ['neighbours', NEIGHBOURS],
] as const)('no two %s try the same', (_, cases) => {
  const names = cases.map(({ who, name }) => `${who}: ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
