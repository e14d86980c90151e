import { expect, test } from 'vitest'
import { barText } from '../../../src/core/text/bar-text.ts'

test('a bar is as long as its part, never none for something, and never longer than all', () => {
  expect([barText(5, 10, 8), barText(1, 1000, 8), barText(20, 10, 4, '#')]).toEqual(['████', '█', '####'])
  expect([barText(0, 10, 8), barText(1, 0, 8)]).toEqual(['', ''])
})
