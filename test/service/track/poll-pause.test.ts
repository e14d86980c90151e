import { describe, expect, test } from 'vitest'
import { pollPauseMs } from '../../../src/service/track/poll-pause.ts'

const START_MS = Date.parse('2026-01-15T12:00:00.000Z')
const swap = (estimatedTimeSec: number) => ({ createdAt: '2026-01-15T12:00:00.000Z', terms: { estimatedTimeSec } })

/** The pauses while polls go on until a number of seconds after its start, in seconds. */
function pausesUntil(estimatedTimeSec: number, untilSec: number): readonly number[] {
  const pauses: number[] = []
  for (let atMs = START_MS; atMs < START_MS + untilSec * 1000;) {
    const pauseMs = pollPauseMs(swap(estimatedTimeSec), pauses.length, atMs)
    pauses.push(pauseMs / 1000)
    atMs += pauseMs
  }
  return pauses
}

describe('the pause between two polls', () => {
  test('grows up to a tenth of the estimated time and stays there until that is over', () => {
    expect(pausesUntil(100, 100).map(Math.round)).toEqual([3, 5, 7, ...Array.from({ length: 9 }, () => 10)])
    expect(Math.max(...pausesUntil(600, 600))).toBe(60)
  })

  test('is 3 s for a swap of seconds', () => {
    expect(new Set(pausesUntil(1, 29))).toEqual(new Set([3]))
  })

  test('is a tenth of the time that a late one has taken, at most 5 minutes', () => {
    expect(pollPauseMs(swap(35), 20, START_MS + 35_000)).toBe(3_500)
    expect(pollPauseMs(swap(35), 50, START_MS + 600_000)).toBe(60_000)
    expect(pollPauseMs(swap(35), 500, START_MS + 86_400_000)).toBe(300_000)
    expect(pollPauseMs(swap(86_400), 500, START_MS)).toBe(300_000)
  })

  test('counts from when the hash was known, and holds where the clock was ahead', () => {
    const late = { ...swap(35), hashKnownAtMs: START_MS + 590_000 }
    expect(pollPauseMs(late, 20, START_MS + 600_000)).toBe(3_500)
    expect(pollPauseMs(swap(35), 20, START_MS - 600_000)).toBe(3_500)
  })
})
