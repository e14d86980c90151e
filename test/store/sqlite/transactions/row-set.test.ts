import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BLOCK_ROWS,
  createRowSet,
  intersect,
  numbersOf,
  rowsOf,
} from '../../../../src/store/sqlite/transactions/row-set.ts'

/** At the ends of blocks, and anywhere. */
const row = fc.oneof(
  fc.integer({ min: 1, max: 200_000 }),
  fc.constantFrom(-1, 0, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 2 * BLOCK_ROWS, 2 ** 40),
)
const rows = fc.array(row, { maxLength: 60 })

test('a set of rows holds what was added to it, by blocks and by numbers, and what it has in common with another', () => {
  fc.assert(
    fc.property(rows, rows, rows, (first, second, others) => {
      const set = createRowSet(first)
      set.add(second)
      const plain = new Set([...first, ...second])
      const inOrder = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other)
      expect(numbersOf(set)).toEqual(inOrder(plain))
      expect(set.size).toBe(plain.size)
      expect([...first, ...others].map((n) => set.has(n))).toEqual([...first, ...others].map((n) => plain.has(n)))
      const blocks = set.blocks()
      expect(blocks.every(({ first: from }) => from % BLOCK_ROWS === 0)).toBe(true)
      expect(blocks.flatMap(({ count }) => count)).toEqual(blocks.map((block) => rowsOf(block).length))
      const other = createRowSet(others)
      expect(numbersOf(intersect(set, other))).toEqual(inOrder(new Set(others.filter((n) => plain.has(n)))))
      set.addAll(other)
      expect(numbersOf(set)).toEqual(inOrder(new Set([...plain, ...others])))
    }),
  )
})
