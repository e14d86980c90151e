import { expect, test } from 'vitest'
import { rememberEach, rememberLast } from '../../../src/tui/kit/remember-last.ts'

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

test('of each of many objects what was made of it last is given again', () => {
  const label = rememberEach((of: { readonly id: number }, by: string) => ({ text: `${by} ${of.id}` }))
  const [one, two] = [{ id: 1 }, { id: 2 }]
  const [first, second] = [label(one, 'run'), label(two, 'run')]
  expect([label(one, 'run'), label(two, 'run')]).toEqual([first, second])
  expect(label(one, 'run')).toBe(first)
  expect(label(two, 'run')).toBe(second)
  expect(label(one, 'swap')).toEqual({ text: 'swap 1' })
  expect(label(two, 'run')).toBe(second)
})
