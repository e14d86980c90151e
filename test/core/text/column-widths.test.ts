import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { columnWidths } from '../../../src/core/text/column-widths.ts'

test('columns are as wide as their widest cell, however many rows there are', () => {
  const rows = [...Array.from({ length: 200_000 }, () => ['a', 'b']), ['汉字', 'bb']]
  expect(columnWidths([{ header: 'A' }, { header: 'B' }], rows, 80, stringWidth)).toEqual([4, 2])
})

test('columns that do not fit go, the least missed first, and then the widest is cut', () => {
  const columns = [{ header: 'A' }, { header: 'B', drop: 1 }, { header: 'C', drop: 2 }]
  const rows = [['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)]]
  expect(columnWidths(columns, rows, 34, stringWidth)).toEqual([10, 10, 10])
  expect(columnWidths(columns, rows, 33, stringWidth)).toEqual([10, 10, 0])
  expect(columnWidths(columns, rows, 21, stringWidth)).toEqual([10, 0, 0])
  expect(columnWidths(columns, rows, 5, stringWidth)).toEqual([5, 0, 0])
})

test('a column that may be shorter is cut before the last of the others goes, where that is enough', () => {
  const columns = [{ header: 'A' }, { header: 'B', drop: 1 }, { header: 'C', drop: 2 }, { header: 'D', shrinks: 4 }]
  const rows = [['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10), 'd'.repeat(10)]]
  expect(columnWidths(columns, rows, 34, stringWidth)).toEqual([10, 10, 0, 10])
  expect(columnWidths(columns, rows, 28, stringWidth)).toEqual([10, 10, 0, 4])
  expect(columnWidths(columns, rows, 27, stringWidth)).toEqual([10, 0, 0, 10])
  // With those gone it is cut before the widest is.
  expect(columnWidths(columns, rows, 20, stringWidth)).toEqual([10, 0, 0, 8])
  expect(columnWidths(columns, rows, 14, stringWidth)).toEqual([8, 0, 0, 4])
})
