import { describe, expect, test } from 'vitest'
import { type AppState, SCREENS, type ProgramEffect, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import type { ReviewEvent } from '../../../../src/tui/screens/review/state.ts'
import { readableQuestion } from '../../../../src/tui/state.ts'
import { update } from '../../../../src/tui/update.ts'
import { BTC, eventsIn, keys, NOW, play, route, screensOf, typed, USDC } from '../../sample-swap.ts'
import { depositRun, lockedRun } from './sample-run.ts'

const ASKED = {
  request: { srcChain: 'ethereum', srcAddress: 'a', dstChain: 'bitcoin', dstAddress: 'b', amount: '100' },
  from: USDC,
  to: BTC,
}
const OPEN: ReviewEvent = { on: 'review', type: 'open', route: route('A'), asked: ASKED }

function opened(): AppState {
  return play(screensOf(), [{ on: 'app', type: 'opened' }, { on: 'app', type: 'go', tab: 'review' }, OPEN]).state
}

function asked(next: 'pays' | 'asks' | 'you-pay' = 'pays', settings: AppState['settings'] = {}): AppState {
  const run = factsOfRun(lockedRun())
  const { state } = play({ ...opened(), settings }, [{ on: 'review', type: 'terms', id: 1, run, next }])
  return state
}

function ofReview(effects: readonly ProgramEffect[]): readonly ProgramEffect[] {
  return effects.filter(({ on, type }) => on === 'review' || type === 'copy')
}

function saidIn(effects: readonly ProgramEffect[]): readonly string[] {
  return eventsIn(effects).flatMap((event) => (event.type === 'notice' ? [event.notice.text] : []))
}

describe('a transaction that waits for a block', () => {
  const payment = { hash: '0xabc', raw: '0x' }
  const sent = () =>
    play(opened(), [{ on: 'review', type: 'progress', id: 1, run: factsOfRun(lockedRun({ step: 'sent', payment })) }])
      .state

  test.each([
    ['+', 'speed-up'],
    ['-', 'cancel'],
  ] as const)('is replaced by %s only once that is said again', (key, how) => {
    expect(ofReview(play(sent(), keys(key)).effects)).toEqual([])
    expect(ofReview(play(sent(), keys(key, 'esc', 'Y', key, 'n', 'Y')).effects)).toEqual([])
    expect(ofReview(play(sent(), keys(key, 'Y')).effects)).toEqual([
      { on: 'review', type: 'replace', id: 2, runId: 'run_1', how },
    ])
  })

  test('is not replaced where it is in a block by the time of the answer', () => {
    const tracked = factsOfRun(lockedRun({ step: 'tracked', payment, transactionId: 'tx_1' }))
    const { effects } = play(sent(), [
      ...keys('-'),
      { on: 'review', type: 'progress', id: 1, run: tracked },
      ...keys('Y'),
    ])
    expect([ofReview(effects), saidIn(effects)]).toEqual([[], ['No transaction of this swap waits for a block']])
  })
})

test('a lock whose end cannot be read is agreed to by no key', () => {
  const lock = lockedRun().lock
  if (lock === undefined) throw new Error('the sample has no lock')
  const run = factsOfRun(lockedRun({ lock: { ...lock, expiresAt: 'soon' } }))
  const { effects } = play(opened(), [{ on: 'review', type: 'terms', id: 1, run, next: 'pays' }, ...keys('P', 'Y')])
  expect(ofReview(effects).filter(({ type }) => type === 'answer')).toEqual([])
})

describe('a route that was chosen', () => {
  test('is locked at once', () => {
    const { effects } = play(screensOf(), [OPEN])
    expect(ofReview(effects)).toEqual([{ on: 'review', type: 'begin', id: 1, route: OPEN.route, asked: ASKED }])
  })

  test('takes the place of one that is only asked about, which is declined', () => {
    const { effects } = play(asked(), [OPEN])
    expect(ofReview(effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'no' },
      { on: 'review', type: 'begin', id: 2, route: OPEN.route, asked: ASKED },
    ])
  })

  test('takes the place of one that is only followed, and waits for one whose money is being moved', () => {
    const at = (step: 'tracked' | 'signed') =>
      play(opened(), [{ on: 'review', type: 'progress', id: 1, run: factsOfRun(lockedRun({ step })) }, OPEN])
    expect(ofReview(at('tracked').effects).map(({ type }) => type)).toEqual(['begin'])
    expect(ofReview(at('signed').effects)).toEqual([])
    expect(saidIn(at('signed').effects)).toEqual([
      'one swap at a time: 100 ethereum:USDC to cardano:ADA is in progress on Review (2)',
    ])
  })
})

/** A key of somebody who has read what is asked. */
function read(press: ProgramEvent | undefined, state: AppState): ProgramEvent {
  if (press?.on !== 'app' || press.type !== 'key') throw new Error('no key')
  return { ...press, asked: readableQuestion(SCREENS, state) }
}

describe('the locked terms', () => {
  test('are agreed to by P where that pays, and by nothing else', () => {
    const { effects } = play(asked(), keys('enter', 'y', 'Y', 's', 'a', 'h', 'l', 'L', 'd', 'tab'))
    expect(ofReview(effects).filter(({ type }) => type === 'answer')).toEqual([])
    const yes = [{ on: 'review', type: 'answer', id: 1, answer: 'yes' }]
    expect(ofReview(play(asked(), keys('P')).effects)).toEqual(yes)
    expect(ofReview(play(asked('asks'), keys('P')).effects)).toEqual([])
    expect(ofReview(play(asked('asks'), keys('Y')).effects)).toEqual(yes)
  })

  test('cannot be agreed to once they ran out, even before the next second is counted', () => {
    const [press] = keys('P')
    const late = update(SCREENS, asked(), read(press, asked()), NOW + 45_000)
    expect(ofReview(late.effects)).toEqual([])
    expect(ofReview(play(late.state, keys('L')).effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'lock-again' },
    ])
  })

  test('that ran out while the amount was typed are not agreed to', () => {
    const { state } = play(asked('pays', { 'confirm-above': '1' }), typed('100'))
    expect(state.screens.review.question?.kind === 'terms' && state.screens.review.question.typing?.text).toBe('100')
    const [press] = keys('enter')
    const enter = read(press, state)
    expect(ofReview(update(SCREENS, state, enter, NOW + 45_000).effects)).toEqual([])
    expect(ofReview(update(SCREENS, state, enter, NOW + 44_999).effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'yes' },
    ])
  })

  test('need no typing where the payment is asked about after them', () => {
    const settings = { 'confirm-above': '1' }
    expect(ofReview(play(asked('asks', settings), keys('Y')).effects).length).toBe(1)
    expect(ofReview(play(asked('you-pay', settings), keys('Y', 'P')).effects).length).toBe(0)
  })
})

describe('what was seen before', () => {
  /** A lock as the work tells of it: first as progress, then as terms to agree to. */
  const locked = (lockId: string, amount: bigint): readonly ReviewEvent[] => {
    const run = lockedRun()
    const { lock } = run
    if (lock === undefined) throw new Error('the sample has a lock')
    const terms = { ...lock.terms, dst: { ...lock.terms.dst, amount } }
    const facts = factsOfRun({ ...run, lock: { ...lock, lockId, terms } })
    return [
      { on: 'review', type: 'progress', id: 1, run: facts },
      { on: 'review', type: 'terms', id: 1, run: facts, next: 'pays' },
    ]
  }
  const quoted = 100_000n
  const compared = ({ screens: { review } }: AppState) => [
    review.before?.dst.amount,
    review.run?.lock?.terms.dst.amount,
  ]

  test('is the route for the first lock, and that lock for the next', () => {
    const first = play(opened(), locked('lock_1', 249n)).state
    expect(compared(first)).toEqual([quoted, 249n])
    const second = play(first, locked('lock_2', 248n)).state
    expect(compared(second)).toEqual([249n, 248n])
  })

  test('stays the same when the same lock is shown again', () => {
    const { state } = play(opened(), [...locked('lock_1', 249n), ...locked('lock_1', 249n)])
    expect(compared(state)).toEqual([quoted, 249n])
  })
})

test('what an earlier run tells is not heard', () => {
  const state = play(opened(), [OPEN]).state
  const problem = { message: 'late', hint: undefined }
  const heard = play(state, [{ on: 'review', type: 'stopped', id: 0, run: undefined, problem }]).state
  expect(heard.screens.review).toEqual(state.screens.review)
})

describe('keys that copy', () => {
  const paying = (memo: string) => {
    const run = factsOfRun(depositRun(memo))
    return play(opened(), [{ on: 'review', type: 'progress', id: 1, run }]).state
  }

  test('take the deposit address, the memo and the amount as they are', () => {
    const { effects } = play(paying('customer-77'), keys('alt-a', 'alt-m', 'alt-v'))
    expect(effects.flatMap((effect) => (effect.type === 'copy' ? [effect.text] : []))).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'customer-77',
      '100',
    ])
  })

  test('refuse a memo that holds what cannot be shown: a changed one would lose the money', () => {
    const { effects } = play(paying('customer\u200B-77'), keys('alt-m'))
    expect(effects.filter(({ type }) => type === 'copy')).toEqual([])
    expect(saidIn(effects).join()).toContain('not copied: the memo holds characters that cannot be shown')
  })
})

test('an unfinished swap is continued by another screen, unless it is the one in work', () => {
  const event: ReviewEvent = { on: 'review', type: 'resume', runId: 'run_9' }
  expect(ofReview(play(screensOf(), [event]).effects)).toEqual([
    { on: 'review', type: 'continue', id: 1, runId: 'run_9' },
  ])
  expect(ofReview(play(asked(), [{ ...event, runId: 'run_1' }]).effects)).toEqual([])
})
