import { describe, expect, test } from 'vitest'
import { type AppState, SCREENS, type ProgramEffect, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { factsOfRun, type RunFacts } from '../../../../src/tui/kit/run/run-facts.ts'
import { reviewMode, type ReviewEvent, shownWork } from '../../../../src/tui/screens/review/state.ts'
import type { TuiRuns } from '../../../../src/tui/context.ts'
import { notify } from '../../../../src/tui/events.ts'
import { offeredKeys, readableQuestion } from '../../../../src/tui/state.ts'
import { update } from '../../../../src/tui/update.ts'
import { BTC, eventsIn, keys, NOW, play, route, screensOf, typed, USDC } from '../../sample-swap.ts'
import { linesOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { SwapError } from '../../../../src/core/api/errors.ts'
import { statusOf } from '../activity/sample-activity.ts'
import { reportsOf } from '../../../../src/tui/screens/review/job-reports.ts'
import type { FollowOptions } from '../../../../src/core/api/service.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
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

test.each([
  [120, 40],
  [40, 10],
])('the digits behind a name from right to left stay where they are at %i x %i', (columns, rows) => {
  const run = factsOfRun({ ...lockedRun(), recipientName: '@أحمد' })
  const start = { ...opened(), size: { columns, rows } }
  const { state } = play(start, [{ on: 'review', type: 'terms', id: 1, run, next: 'pays' }])
  const text = linesOf(state).join(' ').replace(/\s+/g, ' ')
  expect(text).toContain('to @أحمد at addr1q…5a3x [')
  expect(text.replace(/name @أحمد on/, '')).not.toMatch(/[\u0590-\u08ff][^A-Za-z\u0590-\u08ff]*[0-9]/)
})

describe('a contact who stands for another address by now', () => {
  const OLD = lockedRun().request.recipient
  const NEW = 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w'
  const about = (next: 'pays' | 'asks', settings: AppState['settings'] = {}) => {
    const run = factsOfRun({ ...lockedRun(), recipientName: '@bob' })
    const book = { 'contact.bob': OLD, ...settings }
    return play({ ...opened(), settings: book }, [{ on: 'review', type: 'terms', id: 1, run, next }]).state
  }
  const move = (state: AppState, address: string | undefined = NEW) => {
    const values = { ...state.settings, 'contact.bob': address }
    return play(state, [{ on: 'app', type: 'settings', values }]).state
  }
  const answers = (state: AppState, events: readonly ProgramEvent[], now = NOW) =>
    ofReview(play(state, events, now).effects).filter(({ type }) => type === 'answer')

  test('is paid by no key, nor by the amount, which the question says', () => {
    expect(answers(about('pays'), keys('P'))).toHaveLength(1)
    const moved = move(about('pays'))
    expect(answers(moved, keys('P'))).toEqual([])
    expect(answers(move(about('asks')), keys('Y'))).toEqual([])
    expect(answers(move(about('pays', { 'confirm-above': '0' })), [...typed('100'), ...keys('enter')])).toEqual([])
    const said = linesOf(moved).join(' ').replace(/\s+/g, ' ')
    expect(said).toContain('@bob now stands for addr1v…u80w [')
    expect(said).toContain('Nothing is sent: Esc declines')
    expect(said).not.toContain('P pays')
    expect(saidIn(play(moved, keys('P')).effects)).toMatchObject([expect.stringContaining('@bob now stands for')])
    expect(answers(moved, keys('esc'))).toMatchObject([{ answer: 'no' }])
    // Back at what was agreed to, it is payable again.
    expect(answers(move(moved, OLD), keys('P'))).toHaveLength(1)
  })

  test('is not locked for again once the lock ran out', () => {
    const late = NOW + 60_000
    const over = (state: AppState) => play(state, [{ on: 'app', type: 'tick' }], late).state
    expect(answers(over(about('pays')), keys('L'), late)).toMatchObject([{ answer: 'lock-again' }])
    expect(answers(move(over(about('pays'))), keys('L'), late)).toEqual([])
  })

  test.each([
    [40, 10],
    [80, 24],
  ])('is said at %i x %i', (columns, rows) => {
    expect(linesOf({ ...move(about('pays')), size: { columns, rows } }).join(' ')).toMatch(
      /@bob (now stands|was changed)/,
    )
  })
})

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
      { on: 'review', type: 'replace', id: 2, runId: 'run_1', how, after: 1 },
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

  test('stands beside one that is asked about, which is neither declined nor answered by its keys', () => {
    const early = read(keys('n')[0], asked())
    const { state, effects } = play(asked(), [OPEN, ...keys('P', 'Y'), early])
    expect(ofReview(effects)).toEqual([{ on: 'review', type: 'begin', id: 2, route: OPEN.route, asked: ASKED }])
    expect(state.screens.review.works.map(({ id, question }) => [id, question?.kind])).toEqual([
      [1, 'terms'],
      [2, undefined],
    ])
    const back = play(state, keys('shift-tab', 'n'))
    expect(ofReview(back.effects)).toEqual([{ on: 'review', type: 'answer', id: 1, answer: 'no' }])
    // Once it can be read that a lock is waited for, that is what n is said to.
    const left = play(state, keys('n'))
    expect(ofReview(left.effects)).toEqual([{ on: 'review', type: 'give-up', id: 3, runId: undefined, after: 2 }])
    expect(left.state.screens.review.works[0]?.question?.kind).toBe('terms')
  })

  test('has balances read again once its payment is sent, and at its end', () => {
    const moved = (event: ReviewEvent) =>
      play(opened(), [event]).effects.flatMap((effect) =>
        effect.type === 'send' && effect.event.type === 'moved' ? [effect.event.on] : [],
      )
    const at = (step: 'locked' | 'sent' | 'tracked' | 'final') => factsOfRun(lockedRun({ step }))
    expect(moved({ on: 'review', type: 'progress', id: 1, run: at('locked') })).toEqual([])
    expect(moved({ on: 'review', type: 'progress', id: 1, run: at('sent') })).toEqual(['swap', 'balances'])
    expect(moved({ on: 'review', type: 'progress', id: 1, run: at('tracked') })).toEqual(['swap', 'balances'])
    expect(moved({ on: 'review', type: 'ended', id: 1, run: at('final'), problem: undefined })).toEqual([
      'swap',
      'balances',
    ])
  })

  test('has what the payer holds read when it is asked about, and again when another swap has paid', () => {
    const reads = (effects: readonly ProgramEffect[]) =>
      effects.flatMap((effect) => (effect.type === 'read-held' ? [[effect.id, effect.asset.symbol]] : []))
    const run = factsOfRun(lockedRun())
    const terms: ReviewEvent = { on: 'review', type: 'terms', id: 1, run, next: 'pays' }
    const { state, effects } = play(opened(), [terms])
    expect(reads(effects)).toEqual([[1, 'USDC']])
    const held = (text: string) => play(state, [{ on: 'review', type: 'held', id: 1, held: text }]).state
    const shown = (each: AppState) => linesOf({ ...each, size: { columns: 118, rows: 40 } }).join(' ')
    expect(shown(held('150'))).toContain('150 USDC now, 50 USDC after it (network cost apart)')
    expect(shown(held('0'))).toContain('! more than the balance of 0 USDC')
    const unread = play(state, [{ on: 'review', type: 'held', id: 1, held: { reason: 'no answer in 5 s' } }]).state
    expect(shown(unread)).toContain('not known: no answer in 5 s')
    const sent = factsOfRun(lockedRun({ id: 'run_2', step: 'sent' }))
    expect(reads(play(state, [OPEN, { on: 'review', type: 'progress', id: 2, run: sent }]).effects)).toEqual([
      [1, 'USDC'],
    ])
  })

  test('has what the payer holds read anew, and unknown where nobody answers in time', async () => {
    const asked: (number | undefined)[] = []
    let answers: readonly (readonly string[])[] = [['7']]
    const balances = async (_chain: string, _assets: readonly object[], sinceMs?: number) => {
      asked.push(sinceMs)
      const [first] = answers
      answers = []
      return first ?? new Promise<readonly string[]>(() => undefined)
    }
    const world = openScreens({ balances }, { start: opened() })
    const terms: ReviewEvent = { on: 'review', type: 'terms', id: 1, run: factsOfRun(lockedRun()), next: 'pays' }
    const held = (state: AppState) => shownWork(state.screens.review)?.held
    world.send([terms])
    await Promise.all([world.clock.advance(100), world.until((state) => held(state) === '7')])
    world.send([terms])
    await world.clock.advance(5_000)
    await world.until((state) => typeof held(state) === 'object')
    expect([asked, held(world.state())]).toEqual([[NOW, NOW + 100], { reason: 'no answer in 5 s' }])
  })

  test('has balances read again once what is sent is under way, as whoever follows it says', () => {
    const at = (stage: string) => {
      const transaction = statusOf('tx_1', { status: 'PENDING', stage: stage as 'swapping' })
      return factsOfRun(lockedRun({ step: 'tracked', transactionId: 'tx_1', transaction }))
    }
    const progress = (stage: string): ReviewEvent => ({ on: 'review', type: 'progress', id: 1, run: at(stage) })
    const begun = play(opened(), [progress('awaiting_deposit')]).state
    const moved = (event: ReviewEvent, state = begun) =>
      play(state, [event]).effects.filter((effect) => effect.type === 'send' && effect.event.type === 'moved').length
    expect([moved(progress('awaiting_deposit')), moved(progress('confirming'))]).toEqual([0, 2])
    expect(moved(progress('swapping'), play(begun, [progress('confirming')]).state)).toBe(0)
  })

  test('takes the place of what was delivered or declined, and of nothing else', () => {
    const ended = (change: Parameters<typeof lockedRun>[0], problem?: { message: string; hint: undefined }) =>
      play(
        play(opened(), [{ on: 'review', type: 'ended', id: 1, run: factsOfRun(lockedRun(change)), problem }]).state,
        [OPEN],
      ).state.screens.review.works.map(({ id }) => id)
    expect(ended({ step: 'final', transaction: statusOf('tx_1', { status: 'SUCCESS' }) })).toEqual([2])
    expect(ended({ step: 'closed', closedAs: 'declined' })).toEqual([2])
    expect(ended({ step: 'closed', closedAs: 'unpaid' })).toEqual([1, 2])
    expect(
      ended({ step: 'final', transaction: statusOf('tx_1', { status: 'REFUND' }) }, { message: 'x', hint: undefined }),
    ).toEqual([1, 2])
  })

  test('is not begun as the ninth that is open, and says why', () => {
    const eight = play(
      screensOf(),
      Array.from({ length: 8 }, () => OPEN),
    )
    expect(ofReview(eight.effects).map(({ type }) => type)).toEqual(Array.from({ length: 8 }, () => 'begin'))
    const ninth = play(eight.state, [OPEN])
    expect(ofReview(ninth.effects)).toEqual([])
    expect(saidIn(ninth.effects)).toEqual([
      '8 swaps are open on Review (2): another one has to end, or be closed there, first',
    ])
  })
})

describe('several swaps', () => {
  const run = factsOfRun(lockedRun())
  const two = () => play(asked(), [OPEN]).state
  const shown = (state: AppState) => state.screens.review.shown

  test('follow each other by Tab, round the ends, with the runs that were left open after the last', () => {
    expect(shown(two())).toBe(2)
    expect([shown(play(two(), keys('tab')).state), shown(play(two(), keys('<')).state)]).toEqual([1, 1])
    const left = { ...run, id: 'run_7' }
    const three = play(two(), [{ on: 'review', type: 'found', runs: [left, run], tells: true }]).state
    const seen = keys('tab', 'tab', '>').map((_key, index, all) => shown(play(three, all.slice(0, index + 1)).state))
    expect(seen).toEqual([undefined, 1, 2])
    // What is on the screen is not listed once more.
    const list = play(three, keys('tab', 'c'))
    expect(ofReview(list.effects)).toEqual([
      { on: 'review', type: 'continue', id: 3, runId: 'run_7', after: undefined },
    ])
  })

  test('can be left before what they ask could be read, and are answered by no key that came so soon', () => {
    const soon = keys('shift-tab', 'P', 'n').map((press) => pressedFor(press, undefined))
    const { state, effects } = play(play(two(), keys('tab')).state, soon)
    expect([shown(state), ofReview(effects)]).toEqual([2, []])
    const back = play(state, [...soon, ...soon])
    expect([shown(back.state), ofReview(back.effects)]).toEqual([2, []])
  })

  test('can be left while the amount is typed, which stays', () => {
    const typing = play(asked('pays', { 'confirm-above': '1' }), [...typed('10'), OPEN, ...keys('tab')]).state
    expect(shown(typing)).toBe(1)
    expect(ofReview(play(typing, [...typed('0'), ...keys('enter')]).effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'yes' },
    ])
  })

  test('say that they ask while another one is shown, and do not change the question that is', () => {
    const first = play(two(), keys('tab')).state
    const question = readableQuestion(SCREENS, first)
    const { state, effects } = play(first, [{ on: 'review', type: 'terms', id: 2, run, next: 'pays' }])
    expect(saidIn(effects)).toEqual(['100 USDC to ADA waits for your answer (Tab)'])
    expect([shown(state), readableQuestion(SCREENS, state)]).toEqual([1, question])
    const other = readableQuestion(SCREENS, play(state, keys('tab')).state)
    expect([other === undefined, other === question]).toEqual([false, false])
  })

  test('run out by themselves while another one is shown', () => {
    const late = play(two(), [{ on: 'app', type: 'tick' }], NOW + 45_000).state
    expect(late.screens.review.works[0]?.question).toMatchObject({ kind: 'terms', expired: true })
  })

  test('are closed one by one by Esc once they stopped, and the next to it is shown', () => {
    const problem = { message: 'gone', hint: undefined }
    const stopped = play(two(), [{ on: 'review', type: 'stopped', id: 2, run: { ...run, id: 'run_2' }, problem }]).state
    const closed = play(stopped, keys('esc')).state
    expect([shown(closed), closed.screens.review.works.length]).toEqual([1, 1])
  })

  test('each hear what its own work tells', () => {
    const moved = { ...run, id: 'run_2', amount: '7' }
    const { state } = play(two(), [{ on: 'review', type: 'progress', id: 2, run: moved }])
    expect(state.screens.review.works.map(({ run }) => run?.id)).toEqual(['run_1', 'run_2'])
  })

  test('stand in one line on every width, the one that asks marked', () => {
    const line = (columns: number) => linesOf({ ...two(), size: { columns, rows: 24 } })[1]?.trimEnd()
    expect(line(118)).toBe(' 1 100 USDC→ADA lock 45s  ▸2 100 USDC→BTC locking  Tab shows the next')
    expect(line(40)).toBe(' 1 lock 45s  ▸2 locking  Tab next')
    const eight = play(two(), [
      { on: 'review', type: 'terms', id: 2, run, next: 'pays' },
      ...Array.from({ length: 6 }, () => OPEN),
    ]).state
    const of = (state: AppState, columns: number) => linesOf({ ...state, size: { columns, rows: 24 } })[1]?.trimEnd()
    const runs = (id: string): ProgramEvent => ({
      ...{ on: 'app', type: 'job' },
      job: {
        ...{ id, amount: '100', from: 'USDC', to: 'BTC', doing: 'swapping', waits: false, isPaid: true },
        ...{ lockEndsAt: undefined, estimateSec: 90 },
      },
    })
    const running = play(
      eight,
      [3, 4, 5, 6, 7, 8].flatMap((id): readonly ProgramEvent[] => [
        { on: 'review', type: 'progress', id, run: { ...run, id: `run_${id}` } },
        runs(`run_${id}`),
      ]),
    ).state
    expect([of(eight, 40), of(eight, 80), of(running, 80), of(running, 118)]).toEqual([
      // The lock that ends soonest keeps its clock.
      ' 1 lock 45s  2?  3  4  5  6  7 ▸8 Tab',
      ' 1 lock 45s   2? 45s   3 locking   4 locking   5   6   7  ▸8 locking  Tab next',
      ' 1 lock 45s   2 lock 45s   3 0s   4 0s   5 0s   6 0s   7 0s  ▸8 0s/90s  Tab next',
      ' 1 USDC→ADA lock 45s   2 lock 45s   3 0s/90s   4 0s/90s   5 0s/90s   6 0s/90s   7 0s/90s  ▸8 USDC→ADA 0s/90s  Tab next',
    ])
  })
})

test.each([
  ['this wallet paid', { payment: { hash: 'a'.repeat(64), raw: '00' } }],
  ['somebody else paid', {}],
] as const)('a swap that %s counts from one moment everywhere, also once it is taken up again', (_name, change) => {
  const at = new Date(NOW - 30_000).toISOString()
  const transaction = { ...statusOf('tx_1', { status: 'PENDING' }), updatedAt: at, stage: 'swapping' as const }
  const run = factsOfRun(depositRun('m', { ...change, updatedAt: at, transaction }))
  const progress = { on: 'review', type: 'progress', id: 1, run } as const
  const { state } = play(opened(), [progress, ...reportsOf(progress, undefined, false)])
  const lines = (tab: AppState['tab'], now: number) =>
    linesOf({ ...play({ ...state, tab }, [{ on: 'app', type: 'tick' }], now).state, size: { columns: 120, rows: 40 } })
  const review = lines('review', NOW + 5_000)
  expect(review[0]).toContain('▶ 35s/60s')
  expect(review.find((line) => line.includes('status'))).toContain(', 35s of about 60s')
  expect(lines('swap', NOW + 5_000).find((line) => line.includes('█'))).toContain('swapping  35s of 60s')
  // News of its status do not change that.
  const news = { ...progress, run: { ...run, transaction: { ...transaction, updatedAt: new Date(NOW).toISOString() } } }
  const later = play(state, [news, ...reportsOf(news, undefined, false)], NOW + 10_000).state
  expect([...linesOf(later)].join(' ')).toMatch(/40s\/60s .*, 40s of about 60s/)
})

test('a server that says no more how a swap stands has its last word shown with its age, until it answers again', async () => {
  const api = 'http://swap.example/api/v1'
  const run = depositRun('m', { api, payment: { hash: 'a'.repeat(64), raw: '00' } })
  const status = {
    ...statusOf('tx_1', { status: 'PENDING' }),
    recipientWalletAddress: run.request.recipient,
    inboundHash: 'a'.repeat(64),
  }
  const clock = createFakeClock()
  async function* watch(_query: object, { onPoll, signal }: FollowOptions) {
    yield { transaction: { ...status, stage: 'confirming' }, final: false }
    // Nothing changes.
    for (const isAnswered of [true, true, false, false, true]) {
      onPoll?.(isAnswered)
      await clock.sleep(10_000, signal)
    }
  }
  const journal = { get: async () => run, listUnfinished: async () => [] } as unknown as TuiRuns['journal']
  const start = screensOf()
  const world = openScreens(
    {
      open: openOnly({ watch, sources: () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'no answer')) }),
      runs: async () => ({ journal, wallet: undefined }),
      clock,
      place: { ...start.place, api },
    },
    { start: { ...start, tab: 'review', place: { ...start.place, api } } },
  )
  const shown = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) await clock.advance(1_000)
    return linesOf(world.state()).join(' ').replace(/\s+/g, ' ')
  }
  world.send([{ on: 'review', type: 'resume', runId: run.id }])
  expect(await shown(15)).toMatch(/PENDING, [a-z ]+ confirming the payment, 15s of about 60s/)
  expect(await shown(10)).toMatch(
    /(offline|no answer for) .* PENDING, [a-z ]+ payment, as of 15s ago; 25s of about 60s the server has not answered for 15s/,
  )
  expect(await shown(10)).toContain('as of 25s ago; 35s of about 60s')
  expect(await shown(10)).not.toMatch(/as of|offline|no answer|answered/)
})

test('another try of a run takes the place of the one before, and ends it', () => {
  const problem = { message: 'gone', hint: undefined }
  const stopped: ReviewEvent = { on: 'review', type: 'stopped', id: 1, run: factsOfRun(lockedRun()), problem }
  const { state, effects } = play(asked(), [stopped, ...keys('c')])
  expect(ofReview(effects).at(-1)).toEqual({ on: 'review', type: 'continue', id: 2, runId: 'run_1', after: 1 })
  expect(state.screens.review.works.map(({ id, isRunning }) => [id, isRunning])).toEqual([[2, true]])
})

/** A key of somebody who has read what is asked. */
function read(press: ProgramEvent | undefined, state: AppState): ProgramEvent {
  return pressedFor(press, readableQuestion(SCREENS, state))
}

/** A key that was pressed when a question could be read, or none could. */
function pressedFor(press: ProgramEvent | undefined, asked: string | undefined): ProgramEvent {
  if (press?.on !== 'app' || press.type !== 'key') throw new Error('no key')
  return { ...press, asked }
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
    const question = shownWork(state.screens.review)?.question
    expect(question?.kind === 'terms' && question.typing?.text).toBe('100')
    const [press] = keys('enter')
    const enter = read(press, state)
    expect(ofReview(update(SCREENS, state, enter, NOW + 45_000).effects)).toEqual([])
    expect(ofReview(update(SCREENS, state, enter, NOW + 44_999).effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'yes' },
    ])
  })

  test('that ran out over a field keep it for the rest of the amount, which is no key elsewhere', () => {
    const begun = play(asked('pays', { 'confirm-above': '1' }), typed('10')).state
    const late = play(begun, [{ on: 'app', type: 'tick' }, ...typed('0.2')], NOW + 45_000)
    const question = shownWork(late.state.screens.review)?.question
    expect([late.state.tab, question]).toMatchObject(['review', { expired: true, typing: { text: '100.2' } }])
    for (const leave of ['enter', 'esc'] as const) {
      const left = play(late.state, keys(leave), NOW + 46_000)
      expect([ofReview(left.effects), reviewMode(left.state.screens.review)]).toEqual([[], 'expired'])
      expect(ofReview(play(left.state, keys('L'), NOW + 47_000).effects)).toEqual([
        { on: 'review', type: 'answer', id: 1, answer: 'lock-again' },
      ])
    }
  })

  test('are agreed to by an amount that is typed, and not by one that is pasted, which is said', () => {
    const { state } = play(asked('pays', { 'confirm-above': '1' }), [])
    const paste: ProgramEvent = { on: 'app', type: 'key', press: { name: 'paste', text: '100' } }
    const pasted = play(state, [paste])
    const question = shownWork(pasted.state.screens.review)?.question
    expect(question).toMatchObject({ typing: { text: '' } })
    expect(pasted.effects).toContainEqual(notify('bad', 'What was pasted was not taken: type it'))
    expect(ofReview(play(pasted.state, keys('enter')).effects)).toEqual([])
    expect(ofReview(play(pasted.state, [...typed('100'), ...keys('enter')]).effects)).toEqual([
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
  const compared = ({ screens: { review } }: AppState) => {
    const { before, run } = shownWork(review) ?? {}
    return [before?.dst.amount, run?.lock?.terms.dst.amount]
  }

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

test('an unfinished swap is continued by another screen, unless it is in work: then that is shown', () => {
  const event: ReviewEvent = { on: 'review', type: 'resume', runId: 'run_9' }
  expect(ofReview(play(screensOf(), [event]).effects)).toEqual([
    { on: 'review', type: 'continue', id: 1, runId: 'run_9', after: undefined },
  ])
  const { state, effects } = play(asked(), [OPEN, { ...event, runId: 'run_1' }])
  expect([ofReview(effects).map(({ type }) => type), state.screens.review.shown]).toEqual([['begin'], 1])
})

test('what only a lock left is told of no more once that ran out, and the list says what it is', () => {
  const start = play(screensOf(), [{ on: 'app', type: 'opened' }]).state
  const run = { ...factsOfRun(lockedRun()), lapsesAt: NOW + 1 }
  const found = (lapsesAt: number) =>
    play(start, [{ on: 'review', type: 'found', runs: [{ ...run, lapsesAt }], tells: true }])
  expect(saidIn(found(NOW + 1).effects)).toEqual(['a swap has not ended: 2 shows it, where c continues it'])
  expect(saidIn(found(NOW).effects)).toEqual([])
  const list = linesOf(play(found(NOW).state, [{ on: 'app', type: 'go', tab: 'review' }]).state).join('\n')
  expect(list).toContain('lock ran out, nothing was sent')
})

test('what is left open is looked at again, and nothing is where nothing is left', () => {
  const start = play(screensOf(), [{ on: 'app', type: 'opened' }]).state
  const left = play(start, [{ on: 'app', type: 'open-runs', ids: ['run_1'] }]).state
  const looks = (state: AppState) => ofReview(play(state, [{ on: 'review', type: 'look-due' }]).effects)
  expect([looks(left), looks(start)]).toEqual([[{ on: 'review', type: 'find', isStart: false }], []])
})

test('what could not be read, or was found by another screen, is looked at again without a visit', async () => {
  let isBusy = true
  let open = [lockedRun({ step: 'tracked' })]
  const listUnfinished = async () => {
    if (isBusy) throw new SwapError('SERVICE_UNAVAILABLE', 'The store is in use')
    return open
  }
  const journal = { listUnfinished } as unknown as TuiRuns['journal']
  const service = { status: () => Promise.reject(new SwapError('NOT_FOUND', 'none')) }
  const { send, until, clock } = openScreens({
    runs: async () => ({ journal, wallet: undefined }),
    open: openOnly(service),
  })
  const shows = async (holds: (state: AppState) => boolean) => {
    // A frame, in which it is drawn.
    await clock.advance(16)
    await until(holds)
  }
  send([{ on: 'app', type: 'opened' }])
  await shows(({ notice }) => notice?.text.includes('The store is in use') === true)
  isBusy = false
  await clock.advance(5_000)
  await shows(({ jobs }) => jobs.open.length === 1)
  open = []
  await clock.advance(5_300)
  await shows(({ jobs }) => jobs.open.length === 0)
  // Nothing is looked at while nothing is left; then another process begins one, and Activity finds it.
  await clock.advance(60_000)
  const facts = factsOfRun(lockedRun({ step: 'tracked' }))
  send([
    { on: 'activity', type: 'runs', runs: [facts] },
    { on: 'app', type: 'open-runs', ids: [facts.id] },
  ])
  await shows(({ jobs }) => jobs.open.length === 1)
  await clock.advance(5_300)
  await shows(({ jobs }) => jobs.open.length === 0)
})

test('nothing is agreed to while the server is of the other network, which the question says', () => {
  const state = asked('pays')
  const served = {
    ...state,
    place: { ...state.place, network: 'sandbox', api: 'https://swaps.example/api/v1' },
  } as const
  const answers = (from: AppState) => ofReview(play(from, keys('P')).effects).filter(({ type }) => type === 'answer')
  const turned = play(served, [{ on: 'app', type: 'network', network: 'live' }]).state
  const lines = linesOf(turned).join(' ')
  expect([answers(served).length, answers(turned).length, lines.includes('P pays')]).toEqual([1, 0, false])
  expect(lines).toContain('This server is LIVE (real money)')
})

test('a swap that its server tells news of is followed again: the server is there', () => {
  const api = 'https://swaps.example/api/v1'
  const away = play(asked(), [{ on: 'app', type: 'link', isUp: false }]).state
  const run = factsOfRun(lockedRun())
  const transaction = { ...statusOf('tx_1', { status: 'PENDING' }), stage: 'swapping' } as const
  const news = (change: Partial<RunFacts>) =>
    play(away, [{ on: 'review', type: 'progress', id: 1, run: { ...run, step: 'tracked', transaction, ...change } }])
  const link = { on: 'app', type: 'send', event: { on: 'app', type: 'link', isUp: true } }
  expect(news({ api }).effects).toContainEqual(link)
  expect(news({ api: undefined }).effects).not.toContainEqual(link)
  expect(news({ api, transaction: undefined }).effects).not.toContainEqual(link)
})

describe('terms whose server does not answer', () => {
  const away: ProgramEvent = { on: 'app', type: 'link', isUp: false }
  const served = (
    next: 'pays' | 'asks',
    settings: AppState['settings'] = {},
    api: string | undefined = 'http://swap.example/api/v1',
  ) => {
    const state = asked(next, settings)
    return play({ ...state, place: { ...state.place, api } }, [away]).state
  }
  const pinned = (state: AppState, columns = 118, rows = 40) =>
    linesOf({ ...state, now: NOW + 4_000, size: { columns, rows } }).join(' ')

  test.each([
    ['pays', 'P'],
    ['asks', 'Y'],
  ] as const)('that %s are not agreed to by %s, which says so and is not offered; no declines', (next, key) => {
    const state = served(next)
    const pressed = play(state, keys(key), NOW + 4_000)
    expect(ofReview(pressed.effects)).toEqual([])
    expect(saidIn(pressed.effects)).toEqual([
      'Not taken: the server has not answered for 4s. It is asked again and again whether it is there',
    ])
    const isOffered = (from: AppState) => offeredKeys(SCREENS, from).own.some((row) => row.keys.includes(key))
    expect([isOffered(state), isOffered(play(state, [{ ...away, isUp: true }]).state)]).toEqual([false, true])
    const said = `The server has not answered for 4s: ${key} is not taken until it answers; n declines.`
    expect([pinned(state), pinned(state, 40, 10)]).toEqual([
      expect.stringContaining(said),
      expect.stringContaining(said),
    ])
    expect(pinned(state)).not.toContain('executes')
    const answered = ofReview(play(pressed.state, keys('n'), NOW + 4_000).effects)
    expect(answered).toEqual([{ on: 'review', type: 'answer', id: 1, answer: 'no' }])
  })

  test('take the key again once it answers, and always where no server executes', () => {
    const answers = (state: AppState) =>
      ofReview(play(state, keys('P')).effects).filter(({ type }) => type === 'answer')
    expect(answers(served('pays'))).toEqual([])
    expect(answers(play(served('pays'), [{ ...away, isUp: true }]).state)).toHaveLength(1)
    const own = asked('pays')
    expect(answers(play(own, [away]).state)).toHaveLength(1)
  })

  test('keep what is typed, and send nothing', () => {
    const state = served('pays', { 'confirm-above': '1' })
    const { state: after, effects } = play(state, [...typed('100'), ...keys('enter')])
    expect(ofReview(effects)).toEqual([])
    expect(shownWork(after.screens.review)?.question).toMatchObject({ typing: { text: '100' } })
    expect(pinned(after)).toContain('what is typed is not taken until it answers; Esc no')
  })

  test('have it asked every three seconds until it answers, while the clock goes on', () => {
    const asks = (state: AppState, ms: number) => play(state, [{ on: 'app', type: 'tick' }], NOW + ms)
    const askedIn = (effects: ReturnType<typeof play>['effects']) =>
      effects.filter(({ type }) => type === 'ask-network').length
    const first = asks(served('pays'), 1_000)
    const second = asks(first.state, 2_000)
    const third = asks(second.state, 4_000)
    expect([first, second, third].map(({ effects }) => askedIn(effects))).toEqual([1, 0, 1])
    const up = play(third.state, [{ ...away, isUp: true }]).state
    expect(askedIn(asks(up, 9_000).effects)).toBe(0)
    const late = asks(third.state, 46_000).state
    expect(reviewMode(late.screens.review)).toBe('expired')
    expect(ofReview(play(late, keys('L'), NOW + 46_000).effects)).toEqual([
      { on: 'review', type: 'answer', id: 1, answer: 'lock-again' },
    ])
  })

  test('find out that it is there again', async () => {
    let isThere = false
    let asks = 0
    const sources = async () => {
      asks += 1
      if (!isThere) throw new SwapError('SERVICE_UNAVAILABLE', 'gone')
      return { data: [{ key: 'SANDBOX_DEX' }] }
    }
    const world = openScreens({ open: openOnly({ sources }) }, { start: served('pays') })
    world.send([{ on: 'app', type: 'tick' }])
    for (let seconds = 0; seconds < 7; seconds += 1) await world.clock.advance(1_000)
    expect([asks > 1, world.state().jobs.awaySince]).toEqual([true, NOW])
    isThere = true
    for (let seconds = 0; seconds < 4; seconds += 1) await world.clock.advance(1_000)
    await world.until(({ jobs }) => jobs.awaySince === undefined)
  })
})
