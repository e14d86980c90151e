import { expect, test } from 'vitest'
import { spreadClasses, spreadOf } from '../../../src/core/delivery/spread.ts'

test('differences are counted by how much less was delivered, an end being of the better class', () => {
  expect(spreadOf([5, 0, -0.1, -10, -10.1, -30, -30.1, -100, -100.1])).toEqual([1, 2, 2, 2, 2])
  expect(spreadOf([])).toBeUndefined()
})

test('classes are named best first, and are none where a server tells of none, or of others', () => {
  expect(spreadClasses({ spread: [1, 0, 0, 3, 5] })).toEqual([
    { label: 'as promised, or more', count: 5 },
    { label: 'up to 0.1 % less', count: 3 },
    { label: 'up to 0.3 % less', count: 0 },
    { label: 'up to 1 % less', count: 0 },
    { label: 'more than 1 % less', count: 1 },
  ])
  expect([spreadClasses({}), spreadClasses({ spread: [1, 2] })]).toEqual([[], []])
})
