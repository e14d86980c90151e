import { expect, test } from 'vitest'
import { rowsOf, scrollToSelected, tableRows } from '../../../../src/tui/kit/layout/table.ts'
import { lineOf } from '../../frame-lines.ts'

test('the marked row is among those that are shown', () => {
  const first = [0, 4, 50, 99].map((selected) => scrollToSelected(100, selected, 10))
  expect(first).toEqual([0, 0, 45, 90])
  expect(scrollToSelected(3, 2, 10)).toBe(0)
})

/** A table of ten thousand rows, of which those from 150 on are wide. */
function longTable(selected: number) {
  const made: number[] = []
  const numbers = Array.from({ length: 10_000 }, (_, index) => index)
  const rows = rowsOf(numbers, (index) => {
    made.push(index)
    return { key: String(index), cells: [index < 150 ? 'x' : 'x'.repeat(20), String(index)] }
  })
  const columns = [{ header: 'A' }, { header: 'B' }]
  const drawn = tableRows({ columns, rows, selected, width: 60, height: 11, noun: 'row', spoken: false })
  return { made, lines: drawn.map(lineOf) }
}

test('of a long table only the rows about those that are shown are made', () => {
  const { made, lines } = longTable(5_000)
  expect(lines).toHaveLength(11)
  expect(lines).toContain(`▸ ${'x'.repeat(20)}  5000`)
  expect([Math.min(...made), Math.max(...made)]).toEqual([4_900, 5_099])
})

test('a table has its headings on two lines too, where its only row leaves one', () => {
  const linesIn = (height: number, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ key: String(at), cells: [`row ${at}`] }))
    const table = { columns: [{ header: 'A' }], rows, selected: 0, width: 20, noun: 'row', spoken: false }
    return tableRows({ ...table, height }).map(lineOf)
  }
  expect([linesIn(2, 1), linesIn(2, 2), linesIn(1, 1)]).toEqual([
    ['  A', '▸ row 0'],
    ['▸ row 0', '  row 1'],
    ['▸ row 0'],
  ])
})

test('columns stay where they are while rows scroll, but from one block of rows to another', () => {
  const placeOf = (selected: number) => longTable(selected).lines[0]?.indexOf('B')
  expect([0, 10, 50, 80].map(placeOf)).toEqual([5, 5, 5, 5])
  expect([100, 120, 140, 180].map(placeOf)).toEqual([24, 24, 24, 24])
})
