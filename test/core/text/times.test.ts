import { expect, test } from 'vitest'
import {
  dayTimeText,
  minuteText,
  preciseTimeText,
  shortTimeText,
  timeHeader,
  timeText,
  type TimeZone,
  UTC,
} from '../../../src/core/text/times.ts'

/** Of 2026: its clocks go on at 01:00 UTC of 29 March and back at 01:00 UTC of 25 October. */
const BERLIN: TimeZone = {
  name: 'local',
  aheadMin: (atMs) => (atMs >= Date.UTC(2026, 2, 29, 1) && atMs < Date.UTC(2026, 9, 25, 1) ? 120 : 60),
}
const NEWFOUNDLAND: TimeZone = { name: 'local', aheadMin: () => -210 }

test('a time says its offset, that of its own moment, on the days too on which the clocks change', () => {
  const moments = [
    ['2026-03-29T00:59:59.000Z', '2026-03-29 01:59:59 +01:00'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29 03:00:00 +02:00'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25 02:30:00 +02:00'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25 02:30:00 +01:00'],
  ] as const
  expect(moments.map(([iso]) => [iso, timeText(iso, BERLIN)])).toEqual(moments)
  expect(timeText('2026-01-01T00:00:00.000Z', NEWFOUNDLAND)).toBe('2025-12-31 20:30:00 -03:30')
  expect(timeText('2026-01-15T12:00:05.120Z', UTC)).toBe('2026-01-15 12:00:05 UTC')
})

test('columns have no offset: their header names the zone', () => {
  expect([timeHeader('WHEN', BERLIN), timeHeader('WHEN', UTC)]).toEqual(['WHEN (local)', 'WHEN (UTC)'])
  expect(minuteText('2026-07-01T23:30:00.000Z', BERLIN)).toBe('2026-07-02 01:30')
  const [old, now] = ['2025-12-31T22:30:00.000Z', '2025-12-31T23:30:00.000Z']
  const short = (iso: string, atIso: string) => shortTimeText(iso, BERLIN, Date.parse(atIso))
  expect([short(old, now), short(now, now), short(old, old)]).toEqual(['2025-12-31', '01-01 00:30', '12-31 23:30'])
})

test('a time of today has no day', () => {
  const iso = '2026-01-15T12:00:05.120Z'
  expect([dayTimeText(iso, BERLIN), dayTimeText(iso, UTC), preciseTimeText(iso, BERLIN)]).toEqual([
    '13:00:05 +01:00',
    '12:00:05 UTC',
    '13:00:05.120',
  ])
})

test('a text that is no moment stays as it is', () => {
  for (const text of ['', 'soon', '2026-01-15', '2026-99-99T99:99', '9999-12-31T23:59:59Z']) {
    expect([timeText(text, BERLIN), minuteText(text, BERLIN), dayTimeText(text, BERLIN)]).toEqual([text, text, text])
  }
  expect(shortTimeText('as a server says', BERLIN, 0)).toBe('as a server')
})
