import { expect, test } from 'vitest'
import { wayText } from '../../../src/core/swap/way-text.ts'

test('the way of a route names equal steps that follow each other once', () => {
  expect(wayText(['Sandbox Deposit', 'Sandbox Deposit', 'Sandbox Deposit'])).toBe('Sandbox Deposit')
  expect(wayText(['A', 'B', 'A'])).toBe('A, then B, then A')
})
