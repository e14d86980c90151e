import { expect, test } from 'vitest'
import { assessLoss } from '../../../../src/core/money/loss.ts'
import { holdsFloor } from '../../../../src/core/swap/floor.ts'
import { divideUp } from '../../../../src/core/money/divide-up.ts'
import { smaller } from '../../../../src/core/money/larger.ts'
import { percentOfBps } from '../../../../src/core/money/basis-points.ts'
import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { linesOf } from '../../frame-lines.ts'
import { keys, play, screensOf } from '../../sample-swap.ts'
import { lockedRun, RESUME, TERMS } from './sample-run.ts'

/*
 * A server that changes its answer between quote and lock: whatever the lock says, one key never pays for less than was
 * quoted less the slippage, for much lost value, or for a value that nobody but the server states.
 */

const QUOTED = 149_510_000n
const FLOOR = 148_014_900n
/** What is sent is worth, by evidence: with the second, what was quoted is a bad price by itself. */
const SENT_USD = [149_600_000n, 200_000_000n] as const

/** Numbers from 0 up to `below` that are the same in each run. */
function createDice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface HostileLock {
  readonly receive: bigint
  readonly least: bigint | undefined
  readonly usd: bigint
  readonly isLive: boolean
  readonly isValued: boolean
  readonly sentUsd: bigint
  readonly next: 'pays' | 'asks'
}

function drawLock(dice: (below: number) => number): HostileLock {
  const amounts = [QUOTED, FLOOR, FLOOR - 3n, 74_800_000n, 1_800_000n, 1n, BigInt(1 + dice(200_000_000))]
  const pick = () => amounts[dice(amounts.length)] ?? QUOTED
  const receive = pick()
  const least = [undefined, pick(), receive, (receive * 99n) / 100n + 1n][dice(4)]
  return {
    ...{ receive, least, usd: [0n, 10_000n, 149_400_000n, 900_000_000n][dice(4)] ?? 0n },
    ...{ isLive: dice(2) === 0, isValued: dice(3) > 0, next: dice(2) === 0 ? 'pays' : 'asks' },
    sentUsd: SENT_USD[dice(4) === 0 ? 1 : 0],
  }
}

/** The screens with the question about such a lock. */
function askedAbout({ receive, least, usd, isLive, isValued, sentUsd, next }: HostileLock) {
  const terms: StatedTerms = {
    ...TERMS,
    src: { symbol: 'ETH', decimals: 18, amount: 50_000_000_000_000_000n, usd },
    dst: { symbol: 'USDC', decimals: 6, amount: receive, usd },
    ...(least === undefined ? {} : { minimumOut: least }),
  }
  const start = lockedRun()
  const lock = start.lock === undefined ? undefined : { ...start.lock, terms }
  const run = factsOfRun({
    ...{ ...start, lock, shown: QUOTED },
    request: { ...start.request, amount: '0.05', slippage: 100 },
  })
  const worth = (value: bigint) => ({ usdLow: value, usdHigh: value, sources: [], by: 'oracle' as const })
  const value = { kind: 'priced', src: worth(sentUsd), dst: worth(receive), onTop: 0n, unvalued: [] } as const
  const loss = assessLoss(isValued ? value : undefined, terms)
  const state = screensOf(40, 10)
  const place = { ...state.place, network: isLive ? 'live' : 'sandbox', api: 'https://swaps.example' } as const
  return play({ ...state, ready: true, tab: 'review', place }, [
    RESUME,
    { on: 'review', type: 'terms', id: 1, run, next, loss },
  ]).state
}

test('one key never pays for a lock that is worse than the quote, and 40 x 10 says by how much', () => {
  const dice = createDice(20_261_129)
  const met = { worse: 0, lost: 0, unknown: 0, paid: 0 }
  for (let round = 0; round < 400; round += 1) {
    const drawn = drawLock(dice)
    const { receive, least, isLive, isValued, sentUsd, next } = drawn
    const state = askedAbout(drawn)
    const arrives = smaller(least ?? receive, receive)
    const isWorse = !holdsFloor(arrives, FLOOR)
    const lost = isValued ? Number(sentUsd - receive) / Number(sentUsd) : 0
    const isLost = lost > (isLive ? 0.0301 : 0.1501)
    const isUnknown = isLive && !isValued
    const text = linesOf(state).join(' ').replace(/ +/g, ' ')
    const says = JSON.stringify(drawn, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) + text
    const key = next === 'pays' ? 'P' : 'Y'
    const isPaid = play(state, keys(key)).effects.some((effect) => effect.on === 'review' && effect.type === 'answer')
    if (isWorse || isLost || isUnknown) expect(isPaid, says).toBe(false)
    if (isWorse) {
      // Rounded up: nothing looks less bad than it is.
      const bps = Number(divideUp((QUOTED - arrives - 2n) * 10_000n, QUOTED))
      expect(says).toContain(`${percentOfBps(bps < 0 ? 0 : bps)} % less than quoted`)
      const shown = /(?:at least|about) ([0-9.,]+) USDC/.exec(text)?.[1]?.replaceAll(',', '')
      expect(Math.round(Number(shown) * 1e6), says).toBe(Number(arrives))
    }
    if (isWorse) met.worse += 1
    if (isLost && !isWorse) met.lost += 1
    if (isUnknown && !isWorse) met.unknown += 1
    if (isPaid) met.paid += 1
  }
  // Each of them was drawn: an honest lock is paid by a key.
  expect(Object.entries(met).filter(([, count]) => count < 5)).toEqual([])
})

test('the same lock is held against the quote when it is paid, also once it was agreed to', () => {
  const drawn: HostileLock = {
    ...{ receive: 1_800_000n, least: 1_790_000n, usd: 149_400_000n },
    ...{ isLive: false, isValued: false, sentUsd: SENT_USD[0], next: 'asks' },
  }
  const state = askedAbout(drawn)
  const work = state.screens.review.works[0]
  if (work?.run === undefined) throw new Error('nothing is asked')
  // What was agreed to has become what the run was shown.
  const run = { ...work.run, step: 'executed', seen: { shown: 1_800_000n, slippageBps: 100, isAgreed: true } } as const
  const review = {
    chain: '',
    action: '',
    ...{ transactions: [], doubts: [], warnings: [], leaves: [], from: '', target: '' },
  } as never
  const paying = play(state, [{ on: 'review', type: 'payment', id: 1, run, review }]).state
  const { effects } = play(paying, keys('P'))
  expect(effects.filter(({ type }) => type === 'answer')).toEqual([])
  expect(linesOf(paying).join(' ')).toMatch(/98\.81 %/)
})
