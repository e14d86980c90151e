import { expect, test } from 'vitest'
import { rememberLast } from '../../../src/tui/kit/remember-last.ts'

test('what is asked again is given again, and anything else is made', () => {
  const asked: (readonly [readonly number[], number])[] = []
  const times = rememberLast((numbers: readonly number[], by: number) => {
    asked.push([numbers, by])
    return numbers.map((each) => each * by)
  })
  const numbers = [1, 2]
  const first = times(numbers, 2)
  expect(times(numbers, 2)).toBe(first)
  expect(times(numbers, 3)).toEqual([3, 6])
  expect(times([1, 2], 3)).toEqual([3, 6])
  expect(asked).toHaveLength(3)
})
