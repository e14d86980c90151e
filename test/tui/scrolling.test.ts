import { describe, expect, test } from 'vitest'
import { scrolledBy } from '../../src/tui/scrolling.ts'

describe('scrolling', () => {
  test('stops where the last line is shown, one line being left for what is above', () => {
    expect([1, 9, Infinity].map((by) => scrolledBy(0, by, 20, 10))).toEqual([1, 9, 11])
    expect(scrolledBy(5, -Infinity, 20, 10)).toBe(0)
  })

  test('goes back from the end with the first press, however far past it the number was', () => {
    expect(scrolledBy(Number.MAX_SAFE_INTEGER, -1, 20, 10)).toBe(10)
  })

  test('does nothing to a text that fits', () => {
    expect(scrolledBy(3, 1, 10, 10)).toBe(0)
  })
})
