import { describe, expect, test } from 'vitest'
import { defined } from '../../../../src/core/defined.ts'
import type { AppState } from '../../../../src/tui/screens.ts'
import { cleanDocument } from '../../../../src/tui/kit/text/clean-document.ts'
import type { PaymentReview } from '../../../../src/wallet/payment.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { type ReviewState, START_REVIEW, type Work } from '../../../../src/tui/screens/review/state.ts'
import { newWork } from '../../../../src/tui/screens/review/work.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import type { SwapRun } from '../../../../src/wallet/run/journal.ts'
import { lineOf } from '../../../../src/tui/kit/text/line-edit.ts'
import { BTC, keys, NOW, play, route, screensOf, USDC } from '../../sample-swap.ts'
import { statusOf } from '../activity/sample-activity.ts'
import { depositRun, lockedRun, RESUME, reviewOf, TERMS } from './sample-run.ts'

const HOSTILE = '\u001B]52;c;eA==\u0007\u202E汉字\u009B31m\r\n'

function hostileRun(): SwapRun {
  const run = depositRun(HOSTILE.repeat(9))
  const { lock } = run
  return {
    ...run,
    id: `run_${HOSTILE}`,
    from: HOSTILE.repeat(20),
    reason: HOSTILE.repeat(50),
    request: { ...run.request, provider: HOSTILE, recipient: HOSTILE.repeat(5) },
    ...(lock === undefined
      ? {}
      : {
          lock: {
            ...lock,
            terms: {
              ...lock.terms,
              dst: { symbol: '汉'.repeat(90), decimals: 0, amount: 10n ** 77n },
              minimumOut: 10n ** 77n,
              steps: [{ type: '', name: HOSTILE.repeat(40), image: '' }],
              fees: Array.from({ length: 60 }, () => ({
                type: HOSTILE as 'other',
                amount: 10n ** 77n,
                token: { chainId: 1, chainName: HOSTILE, address: '', symbol: HOSTILE, decimals: 0 },
                description: HOSTILE,
                providerLabel: HOSTILE,
              })),
            },
          },
        }),
  }
}

function scene(review: ReviewState, columns: number, rows: number): AppState {
  const state = screensOf(columns, rows)
  return { ...state, tab: 'review', ready: true, screens: { ...state.screens, review } }
}

const bad = factsOfRun(hostileRun())
const terms = { kind: 'terms', next: 'pays', expired: false, typing: undefined } as const
const review: PaymentReview = cleanDocument({
  family: 'evm',
  chain: HOSTILE,
  from: HOSTILE,
  target: HOSTILE,
  action: HOSTILE,
  leaves: [HOSTILE, HOSTILE],
  approval: { spender: HOSTILE, amount: HOSTILE, resets: true, needed: true },
  recipient: HOSTILE,
  minimumReceived: HOSTILE,
  leastBy: 'promise',
  provider: HOSTILE,
  validUntil: HOSTILE,
  networkCost: HOSTILE,
  changes: [HOSTILE],
  sending: HOSTILE,
  transactions: [{ kind: 'call', description: HOSTILE }],
  doubts: [{ code: 'unknown-call', text: HOSTILE }],
  warnings: [HOSTILE],
} as const)
const problem = { message: '汉 '.repeat(150), hint: 'x'.repeat(300) }
const code = { lines: Array.from({ length: 24 }, () => '█'.repeat(48)), width: 48 }

/** Several swaps at a time: one that asks, others that go on, stopped or ended, and runs that were left open. */
const several: ReviewState = {
  ...START_REVIEW,
  works: [
    { run: factsOfRun(lockedRun()), question: terms },
    { run: bad },
    { route: route('A') },
    { run: bad, isRunning: false, problem },
    { run: factsOfRun(lockedRun({ step: 'closed' })), isRunning: false },
  ].map((change, index) => ({ ...newWork(index + 1), ...change })),
  shown: 1,
  unfinished: [bad],
}

const SCENES: readonly (readonly [string, ReviewState])[] = [
  ['nothing', START_REVIEW],
  ['a lock that is awaited', reviewOf({ route: route('A') })],
  ['more unfinished swaps than lines', { ...START_REVIEW, unfinished: Array.from({ length: 90 }, () => bad) }],
  ['the terms', reviewOf({ run: factsOfRun(lockedRun()), question: terms })],
  ['hostile terms', reviewOf({ run: bad, before: TERMS, question: terms })],
  ['the amount being typed', reviewOf({ run: bad, question: { ...terms, typing: lineOf('汉'.repeat(100)) } })],
  [
    'a password being typed',
    reviewOf({ run: bad, question: { kind: 'password', account: 'main', attempt: 2, typing: lineOf('secret') } }),
  ],
  ['a hostile payment', reviewOf({ run: bad, question: { kind: 'payment', review, typing: undefined } })],
  ['a hostile deposit', reviewOf({ run: bad })],
  ['a deposit with its code', reviewOf({ run: factsOfRun(depositRun('')), qr: code })],
  ['a code alone', reviewOf({ run: factsOfRun(depositRun('')), qr: code, showsQr: true })],
  ['a run that stopped', reviewOf({ run: bad, isRunning: false, problem })],
  [
    'a closed run',
    { ...reviewOf({ run: { ...bad, step: 'closed' }, isRunning: false, problem }), confirming: 'give-up' },
  ],
  ['several swaps', several],
  ['several swaps, and the runs that were left', { ...several, shown: undefined }],
]

testSizes(SCENES.map(([name, shown]) => [name, (...size) => scene(shown, ...size)]))

test('a password is in no frame while it is typed', () => {
  const question = { kind: 'password', account: 'main', attempt: 2, typing: lineOf('secret') } as const
  expect(textOf(scene(reviewOf({ run: bad, question }), 80, 24))).not.toContain('secret')
})

describe('a deposit', () => {
  test('is shown with its address in full, the digits to compare it by, its memo and how long it can be paid', () => {
    const lines = linesOf({
      ...scene(reviewOf({ run: factsOfRun(depositRun('customer-7')) }), 120, 40),
      now: NOW,
    })
    const from = lines.findIndex((line) => line.startsWith('Send exactly'))
    expect(lines.slice(from, from + 6)).toEqual([
      'Send exactly 100 USDC',
      'address      0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 [dffe 1949] on ethereum',
      'memo         customer-7',
      '             Without this memo the money may be lost',
      'warning      Only the provider reads this memo: what it orders, and for whom, cannot be checked',
      'until        2026-01-15 12:10:00 UTC, in 10m',
    ])
  })

  test('whose time is over says to send nothing', () => {
    const state = { ...scene(reviewOf({ run: factsOfRun(depositRun('')) }), 120, 40), now: NOW + 600_000 }
    expect(linesOf(state).join('\n')).toContain('2026-01-15 12:10:00 UTC: too late, send nothing')
  })

  test.each([
    ['A', 'sandbox', undefined],
    ['A', 'sandbox', 'http://swap.example'],
    ['A', 'live', 'http://swap.example'],
  ] as const)('through %s is real, whatever the network (%s) and server (%s)', (provider, network, api) => {
    const text = linesOf(paidThrough(provider, network, api)).join('\n')
    expect(text).toContain('Send exactly 100 USDC')
    expect(text).not.toMatch(/Paper money|of paper/)
  })

  test.each([undefined, 'http://swap.example'])('of the sandbox asks for nothing, also over the server %s', (api) => {
    const lines = linesOf(paidThrough('SANDBOX_DEPOSIT', 'sandbox', api))
    const from = lines.indexOf('100 USDC of paper arrives by itself')
    expect(lines.slice(from, from + 2)).toEqual([
      '100 USDC of paper arrives by itself',
      'Paper money: the sandbox sends it by itself, and you send nothing. The address belongs to nobody: never send real money',
    ])
    expect(lines.join('\n')).not.toMatch(/Send exactly|to be sent by you|Only the server says/)
  })
})

function paidThrough(provider: string, network: 'sandbox' | 'live', api: string | undefined) {
  const run = depositRun('')
  const through = { ...run, ...defined({ api }), request: { ...run.request, provider } }
  const state = scene(reviewOf({ run: factsOfRun(through) }), 120, 40)
  return { ...state, place: { ...state.place, network, api } }
}

describe('a deposit by a message', () => {
  const { execution } = depositRun('')
  if (execution === undefined) throw new Error('nothing was executed')
  const exec = { meta: { walletExecution: false, message: { type: 'Pay' }, instructions: 'Broadcast it' } }
  const paid = { execution: { ...execution, providerResult: { depositMemo: 'customer-7' }, exec } }
  const shown = (change: Partial<SwapRun>) =>
    linesOf(scene(reviewOf({ run: factsOfRun(depositRun('', { ...paid, ...change })) }), 120, 40))

  test('is shown with its memo', () => {
    const lines = shown({})
    const from = lines.indexOf('To be sent by your own wallet')
    expect(lines.slice(from, from + 5)).toEqual([
      'To be sent by your own wallet',
      'message      {"type":"Pay"}',
      'memo         customer-7',
      'how          Broadcast it',
      'then report  swapcli track tx_1 HASH --network sandbox',
    ])
  })

  test('that was refused is not', () => {
    const lines = shown({ step: 'closed', closedAs: 'refused', reason: 'It is for somebody else' })
    expect(lines.join('\n')).toContain('It is for somebody else')
    expect(lines.join('\n')).not.toContain('message')
  })
})

test('a recipient that is longer than the line is shown whole', () => {
  const run = factsOfRun(lockedRun())
  const lines = linesOf(scene(reviewOf({ run, question: terms }), 80, 24))
  const from = lines.findIndex((line) => line.startsWith('paid to'))
  expect(
    lines
      .slice(from, from + 2)
      .map((line) => line.slice(13).trim())
      .join(''),
  ).toMatch(new RegExp(`^${run.recipient} \\[[0-9a-f]{4} [0-9a-f]{4}\\]`))
})

describe('what is asked before money moves', () => {
  const asked = (columns: number, rows: number, settings: Readonly<Record<string, string>> = {}) => {
    const event = { on: 'review', type: 'terms', id: 1, run: factsOfRun(lockedRun()), next: 'pays' } as const
    const { state } = play({ ...screensOf(columns, rows), settings }, [...keys('2'), RESUME, event])
    return linesOf(state)
  }

  test.each([
    [40, 10],
    [80, 23],
    [120, 40],
    [200, 60],
  ])('is whole at the bottom of %i x %i: clock, amount, recipient, least, and what the key does', (columns, rows) => {
    const text = asked(columns, rows).slice(-9).join(' ').replace(/ +/g, ' ')
    expect(text).toMatch(/lock \d+ s/)
    expect(text).toMatch(/PAY 100 USDC \(.*\) to \S+ \[.{9}\] no least (is promised in cardano:ADA|promised)/)
    expect(text).toContain(
      rows === 10 ? ' P pays at once; n declines' : 'P pays: executes, and sends 100 USDC at once; n declines.',
    )
  })

  const ofWork = (columns: number, rows: number, change: Partial<Work>, settings = {}) => {
    const question = { kind: 'terms', next: 'pays', expired: false, typing: undefined } as const
    const work = { run: factsOfRun(lockedRun()), isRunning: true, question, ...change }
    const state = { ...screensOf(columns, rows), settings, tab: 'review' } as const
    const screens = { ...state.screens, review: reviewOf(work) }
    return linesOf({ ...state, screens })
      .slice(-10)
      .join(' ')
      .replace(/ +/g, ' ')
  }

  test.each([
    [40, 10],
    [80, 23],
    [120, 40],
  ])('says on %i x %i how far the least is below the quote, and has the amount typed', (columns, rows) => {
    const run = lockedRun()
    const lock = run.lock && { ...run.lock, terms: { ...TERMS, minimumOut: 2_505_000n } }
    const event = {
      on: 'review',
      type: 'terms',
      id: 1,
      run: factsOfRun({ ...run, shown: TERMS.dst.amount, ...defined({ lock }) }),
      next: 'pays',
    } as const
    const lines = linesOf(play(screensOf(columns, rows), [...keys('2'), RESUME, event]).state)
    const text = lines.join(' ').replace(/ +/g, ' ')
    if (rows === 10) {
      expect(text).toContain('! at least 2.505 ADA, 99.00 % less than quoted type the amount, Enter sends; Esc no')
      return
    }
    expect(text).toContain('! at least 2.505 ADA: 99.00 % less than quoted')
    expect(text).toContain('99.00 % less than quoted: type 100 and Enter to send 100 USDC')
    expect(text).toContain('99.00 % less than quoted may arrive: that is more than the slippage allows')
  })

  test('says that it is more than the balance, and which contact is paid', () => {
    const asked = { request: lockedRun().request, from: USDC, to: BTC, balance: '99.5' }
    expect(ofWork(80, 23, { asked })).toContain('! more than the balance of 99.5 USDC')
    expect(ofWork(80, 23, { asked: { ...asked, balance: '100' } })).not.toContain('balance')
    const { recipient } = factsOfRun(lockedRun())
    expect(ofWork(120, 40, {}, { 'contact.zoe': recipient })).toMatch(/to @zoe addr1q\S+ \[.{9}\]/)
    expect(ofWork(120, 40, {}, { 'contact.zoe': `${recipient} 77` })).not.toContain('@zoe')
    const near = { 'contact.zoe': recipient, 'contact.z0e': 'somebody' }
    expect(ofWork(120, 40, {}, near)).toMatch(/to @zoe addr1q\S+ \[.{9}\] ! easily taken for @z0e/)
    const imitated = { 'contact.zoe': `${recipient.slice(0, 6)}${'q'.repeat(40)}${recipient.slice(-4)}` }
    expect(ofWork(160, 40, {}, imitated)).toContain('! begins and ends like @zoe, and is another address')
    expect(ofWork(40, 10, {}, imitated)).toContain('! not @zoe')
    expect(ofWork(40, 10, {}, near)).toMatch(/to @zoe addr1q\S+ \[.{9}\] ! not @z0e\?/)
  })

  test.each([
    [40, 10],
    [120, 40],
  ])('says at once on %i x %i that the amount must be typed, and has a box for it', (columns, rows) => {
    const lines = asked(columns, rows, { 'confirm-above': '1' })
    expect(lines.at(-3)).toMatch(/^amount >/)
    expect(lines.slice(-8).join(' ').replace(/ +/g, ' ')).toContain(
      rows === 10
        ? 'above $1.00: type the amount, Enter sends; Esc no'
        : 'Above $1.00: type 100 and Enter to send 100 USDC; Esc no',
    )
  })
})

test('a swap that is called a success and brought less than its least is not done', () => {
  const { lock } = lockedRun()
  if (lock === undefined) throw new Error('no lock')
  const transaction = statusOf('tx_1', { status: 'SUCCESS', dstDelivered: '5.00' })
  const least = { ...lock, terms: { ...lock.terms, minimumOut: 248_000_000n } }
  const run = factsOfRun(depositRun('', { step: 'final', lock: least, transaction }))
  const text = textOf(scene(reviewOf({ run, isRunning: false }), 100, 40))
  expect(text).toContain('It brought 5.00 ADA, less than the least that was promised, 248')
  expect(text).toContain('✗ too little')
  expect(text).not.toContain('Done.')
})

test('a lock of another amount than was asked for is marked as refused, and not as locked', () => {
  const { lock } = lockedRun()
  if (lock === undefined) throw new Error('no lock')
  const wrong = { ...lock, terms: { ...lock.terms, src: { ...lock.terms.src, amount: 1_000_000_000n } } }
  const shown = (run: SwapRun) => textOf(scene(reviewOf({ run: factsOfRun(run), isRunning: false }), 100, 40))
  const text = shown(lockedRun({ lock: wrong }))
  expect(text).toContain('✗ lock')
  expect(text).toContain('the lock is refused: it is not what was asked for')
  expect(text).not.toContain('stopped after')
  expect(shown(lockedRun())).toContain('✓ lock')
})

test('a swap whose execution was not confirmed says so, also before it is given up, and is not locked again after it', () => {
  const { request } = lockedRun()
  const paper = { ...request, provider: 'SANDBOX_DEPOSIT' }
  const asked = { request: paper, from: USDC, to: BTC }
  const shown = (run: SwapRun, change: Partial<ReviewState> = {}) => {
    const state = reviewOf({ run: factsOfRun(run), route: route('A'), asked, isRunning: false })
    return textOf(scene({ ...state, ...change }, 100, 40)).replace(/\s+/g, ' ')
  }
  const stopped = lockedRun({ step: 'executing', request: paper })
  expect(shown(stopped)).toContain('stopped after: executing; to continue asks again, and executes once')
  const question = shown(stopped, { confirming: 'give-up' })
  expect(question).toContain('Its money: not known: the provider was asked to execute, and has not confirmed it.')
  expect(question).not.toContain('Nothing was signed')
  const closed = { step: 'closed', request: paper } as const
  expect(shown(lockedRun({ ...closed, closedAs: 'lost' }))).not.toContain('lock this route again')
  expect(shown(lockedRun({ ...closed, closedAs: 'given_up' }))).toContain('lock this route again')
})
