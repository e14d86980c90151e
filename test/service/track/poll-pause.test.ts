import { describe, expect, test } from 'vitest'
import type { PollTimes } from '../../../src/providers/index.ts'
import { pollPauseMs, statedPauseMs } from '../../../src/service/track/poll-pause.ts'

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

describe('the pause after a poll whose provider says when to ask again', () => {
  const stated = (estimatedTimeSec: number, times: PollTimes, polls = 3) =>
    statedPauseMs(swap(estimatedTimeSec), polls, times, START_MS + 10_000)

  // What adapters have asked for, by the estimate in seconds.
  test.each([
    ['LI.FI over Across, by the interval that it recommends', 20, { pollAfterMs: 10_000 }, 3_000],
    ['THORChain with 50 s of confirmations left', 60, { pollAfterMs: 50_000 }, 6_000],
    ['a receipt on one chain that no node knows', 5, { pollAfterMs: 30_000 }, 3_000],
    ['an order of Mayan that is refunded', 15, { pollAfterMs: 60_000 }, 3_000],
    ['what is longer than all', 86_400, { pollAfterMs: Number.POSITIVE_INFINITY }, 300_000],
  ])('is no longer than a tenth of the estimate, or 3 s: %s', (_, estimatedTimeSec, times, pauseMs) => {
    expect(stated(estimatedTimeSec, times)).toBe(pauseMs)
  })

  test.each([
    ["CCTP, by Circle's limit", 40, { pollAfterMs: 5_000, leastPauseMs: 5_000 }, 5_000],
    [
      "a Chainflip channel that is not found, by its backend's limit",
      120,
      { pollAfterMs: 15_000, leastPauseMs: 15_000 },
      15_000,
    ],
    ['a limit alone', 20, { leastPauseMs: 10_000 }, 10_000],
    ['a limit of hours', 20, { leastPauseMs: 86_400_000 }, 300_000],
  ])('is longer only by a published limit, at most 5 minutes: %s', (_, estimatedTimeSec, times, pauseMs) => {
    expect(stated(estimatedTimeSec, times)).toBe(pauseMs)
  })

  test('may be shorter than that of the service, and grows with it where nothing is asked for', () => {
    expect(stated(600, { pollAfterMs: 10_000 }, 20)).toBe(10_000)
    expect(stated(600, { pollAfterMs: 1 })).toBe(100)
    expect(stated(600, { leastPauseMs: 5_000 }, 20)).toBe(60_000)
    expect(stated(600, {})).toBe(pollPauseMs(swap(600), 3, START_MS + 10_000))
  })

  test('grows with a swap that is late', () => {
    expect(statedPauseMs(swap(20), 3, { pollAfterMs: 30_000 }, START_MS + 100_000)).toBe(10_000)
    expect(statedPauseMs(swap(20), 3, { pollAfterMs: 30_000 }, START_MS + 3_600_000)).toBe(30_000)
  })
})
