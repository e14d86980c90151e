import { expect, test } from 'vitest'
import { columnWidths, scrollToSelected, type TableRow } from '../../../../src/tui/kit/layout/table.ts'

const row = (...cells: readonly string[]): TableRow => ({ key: cells.join(), cells })

test('columns are as wide as their widest cell, however many rows there are', () => {
  const rows = [...Array.from({ length: 200_000 }, () => row('a', 'b')), row('汉字', 'bb')]
  expect(columnWidths([{ header: 'A' }, { header: 'B' }], rows, 80)).toEqual([4, 2])
})

test('columns that do not fit go, the least missed first, and then the widest is cut', () => {
  const columns = [{ header: 'A' }, { header: 'B', drop: 1 }, { header: 'C', drop: 2 }]
  const rows = [row('a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10))]
  expect(columnWidths(columns, rows, 34)).toEqual([10, 10, 10])
  expect(columnWidths(columns, rows, 33)).toEqual([10, 10, 0])
  expect(columnWidths(columns, rows, 21)).toEqual([10, 0, 0])
  expect(columnWidths(columns, rows, 5)).toEqual([5, 0, 0])
})

test('the marked row is among those that are shown', () => {
  const first = [0, 4, 50, 99].map((selected) => scrollToSelected(100, selected, 10))
  expect(first).toEqual([0, 0, 45, 90])
  expect(scrollToSelected(3, 2, 10)).toBe(0)
})
