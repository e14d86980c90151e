import { expect, test } from 'vitest'
import { scrollToSelected } from '../../../../src/tui/kit/layout/table.ts'

test('the marked row is among those that are shown', () => {
  const first = [0, 4, 50, 99].map((selected) => scrollToSelected(100, selected, 10))
  expect(first).toEqual([0, 0, 45, 90])
  expect(scrollToSelected(3, 2, 10)).toBe(0)
})
