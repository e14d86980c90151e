import { expect, test } from 'vitest'
import { clockText, DAY_MS, duration, lockLeftText } from '../../../src/core/text/duration.ts'

test('a duration is bounded, whatever somebody states', () => {
  const texts = [45, 120, 3900, 999 * 3600, 999 * 3600 + 1, 1e300, Infinity].map(duration)
  expect(texts).toEqual(['45s', '2m', '1h5m', '999h', '>999h', '>999h', '>999h'])
})

test('what is counted goes on each second for an hour', () => {
  const texts = [45, 90, 99.6, 107, 120, 3599, 3600, 3900, Infinity].map(clockText)
  expect(texts).toEqual(['45s', '90s', '1m40s', '1m47s', '2m', '59m59s', '1h', '1h5m', '>999h'])
})

test('the clock of a lock counts to a day: one that claims to hold until the year 9999 is not believed to the second', () => {
  const left = Date.parse('9999-12-31T23:59:59Z') - Date.UTC(2026, 0, 15)
  expect([lockLeftText(44_100), lockLeftText(DAY_MS), lockLeftText(left)]).toEqual(['45s', '24h', '>1 day'])
})
