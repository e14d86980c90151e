import { expect, test } from 'vitest'
import { terminalColumns } from '../../../src/io/terminal/terminal.ts'

test.each([
  [120, {}, 120],
  [undefined, {}, 80],
  [undefined, { COLUMNS: '132' }, 132],
  [100, { COLUMNS: '132' }, 100],
  [undefined, { COLUMNS: '0' }, 80],
  [undefined, { COLUMNS: 'wide' }, 80],
  [3, {}, 20],
])('a stream of %s columns with %j is laid out in %i', (columns, env, expected) => {
  expect(terminalColumns({ isTTY: columns !== undefined, columns, env })).toBe(expected)
})
