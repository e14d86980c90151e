import { describe, expect, test } from 'vitest'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { frameRows } from '../../../../src/tui/frame/frame.ts'
import { SCREENS } from '../../../../src/tui/screens.ts'
import { shortAmount } from '../../../../src/tui/kit/text/short-amount.ts'
import type { ActivityDetail } from '../../../../src/tui/screens/activity/state.ts'
import { keys, NOW, play, typed } from '../../sample-swap.ts'
import { filter, listed, onActivity, openRun, page, past, statusOf } from './sample-activity.ts'

const ODD = past('tx_汉字'.repeat(20), {
  provider: '汉'.repeat(30),
  status: '\u001B[31mODD\r\n' as 'FAILED',
  srcAmount: '123456789.123456789012345678',
  srcAsset: { id: 1, symbol: 'é́́汉\u202E', contract: null, image: null, chain: '\u0007bell' },
  reason: '\u009B2J'.repeat(90),
  createdAt: 'not a time\u001B',
  walletAddress: 'x'.repeat(300),
})
const DETAIL: ActivityDetail = {
  transaction: statusOf('tx_1', { status: 'FAILED', reason: '汉'.repeat(100) }),
  entries: Array.from({ length: 90 }, (_, index) => ({
    at: '2026-01-15T11:00:00.000Z',
    // Ink takes far longer to lay out wide text: some of it is enough.
    text: index % 15 === 0 ? `moved on ${index}, ${'汉'.repeat(60)}` : `moved on ${index}, ${'ab '.repeat(40)}`,
  })),
  own: undefined,
  hashes: [{ name: 'source', hash: '0x1234', link: 'https://etherscan.io/tx/0x1234' }],
  failure: { message: 'The swap failed', hint: 'swapcli track tx_1' },
}

const detailed = (columns: number, rows: number) =>
  play(listed([past('tx_1')], [], columns, rows), [
    ...keys('enter'),
    { on: 'activity', type: 'detail', detail: DETAIL },
  ]).state
const MANY = Array.from({ length: 200 }, (_, index) => past(`tx_${index}`))

testSizes([
  ['nothing yet', onActivity],
  ['no swaps', (...size) => listed([], [], ...size)],
  [
    'odd swaps and runs',
    (...size) => listed([ODD, past('tx_2')], [openRun('run_1', { money: '汉'.repeat(90) })], ...size),
  ],
  ['the detail of an odd swap', (...size) => play(listed([ODD], [], ...size), keys('enter')).state],
  ['the detail of a run', (...size) => play(listed([], [openRun('run_1')], ...size), keys('enter')).state],
  ['a long detail', detailed],
  ['the end of a long detail', (...size) => play(detailed(...size), keys('end')).state],
  [
    'a filter that is written',
    (...size) => play(listed([ODD], [], ...size), [...keys('/'), ...typed('汉'.repeat(200))]).state,
  ],
  ['a kept filter that is not understood', (...size) => play(listed([ODD], [], ...size), filter('nme:x')).state],
  ['many swaps', (...size) => listed(MANY, [], ...size)],
])

test('a narrow list keeps what was sent and how it stands; why a filter is not understood is whole', () => {
  const narrow = listed([past('tx_1')], [openRun('run_1')], 40, 10)
  expect(textOf(narrow)).toMatch(/▸ .*5 USDC +open$/m)
  expect(textOf(narrow)).toMatch(/ 100 USDC .*SUCCESS$/m)
  const pending = past('tx_2', { status: 'PENDING', stage: 'paying_out', late: true, srcAmount: '123456.123456' })
  const failed = past('tx_3', { status: 'FAILED', reason: 'the price moved further than the slippage allows' })
  const stood = textOf(listed([pending, failed], [], 40, 10))
  expect(stood).toMatch(/ 123,456\.123456 USDC .*paying out, late$/m)
  expect(stood).toMatch(/ 100 USDC .*FAILED$/m)
  const wrong = textOf(play(narrow, filter('nme:x')).state).replaceAll('\n', ' ')
  expect(wrong).toMatch(/! No field nme: there are [^…]*age/)
})

test('the list shows what was sent, what came, how it stands, and the keys', () => {
  const text = textOf(
    listed(
      [past('tx_1', { dstDelivered: '99.8' }), past('tx_2', { status: 'PENDING', stage: 'swapping', late: true })],
      [],
      80,
      24,
    ),
  )
  expect(text).toMatch(/▸ 01-15 11:00 +100 USDC +99\.8 USDC .*SUCCESS/)
  expect(text).toMatch(/ {2}01-15 11:00 +100 USDC +~99\.8 USDC .*PENDING swapping/)
  expect(text).toMatch(/Enter details.*\/ filter.*\? help.*q quit *$/)
})

test('a swap that ended well while nobody read what arrived shows what was promised as that', () => {
  expect(textOf(listed([past('tx_1')], [], 80, 24))).toMatch(/▸ 01-15 11:00 +100 USDC +unknown, ~99\.8 USDC .*SUCCESS/)
})

test('amounts are whole where that takes the place of nothing, and shortened where it would', () => {
  const [srcAmount, dstDelivered] = ['500', '0.166771334032048725']
  const dstAsset = { id: 2, symbol: 'ETH', contract: null, image: null, chain: 'base' }
  const swaps = [past('tx_1', { srcAmount, dstDelivered, dstAsset }), past('tx_2', { dstDelivered: '99.8' })]
  const lineAt = (columns: number) => linesOf(listed(swaps, [], columns, 24)).find((line) => line.startsWith('▸'))
  expect(lineAt(100)).toMatch(/500 USDC +0\.166771334032048725 ETH .*RELAY +tx_1 +SUCCESS$/)
  expect(lineAt(60)).toMatch(/500 USDC +0\.166771… ETH .*SUCCESS$/)
  // An amount has more digits only where every column of before still stands.
  const headerAt = (columns: number) => linesOf(listed(swaps, [], columns, 24)).find((line) => line.includes('SENT'))
  for (let columns = 41; columns < 160; columns += 1) {
    const headers = (at: number) => headerAt(at)?.split(/ {2,}/).length ?? 0
    expect([columns, headers(columns) >= headers(columns - 1)]).toEqual([columns, true])
  }
})

test('a run that takes longer than estimated says so, and open runs are counted', () => {
  const transaction = statusOf('tx_of_run_1', { status: 'PENDING', stage: 'swapping', late: true })
  const text = textOf(listed([past('tx_1')], [openRun('run_1', { transaction })], 80, 24))
  expect(text).toContain('open, late: received by the prov')
  expect(text).toContain('1 open · 1 swap')
})

test('a provider whose swaps were not all read says of how many they are', () => {
  const state = play(listed([past('tx_1')]), filter('provider:relay')).state
  const items = [past('tx_1'), past('tx_2', { provider: 'ACROSS' })]
  const shown = play(state, [page(state, items, { total: 900, hasMore: true })]).state
  expect(textOf(shown)).toContain('only provider:relay (Esc shows all) · 1 swap among the newest 2 of 900')
})

test('swaps with a common text are said to be at least as many as were counted', () => {
  const shown = play(onActivity(), [])
  const state = play(shown.state, [
    page(shown.state, [past('tx_1'), past('tx_2')], { total: 10_000, isTotalLeast: true, hasMore: true }),
  ]).state
  expect(textOf(state)).toContain('at least 10000 swaps, the newest 2 loaded')
})

test('swaps that are damaged are counted, and the others are listed', () => {
  const state = onActivity(80, 24)
  const damaged = ['tx_2', 'tx_3']
  const text = textOf(play(state, [page(state, [past('tx_1')], { damaged })]).state)
  expect(text).toContain('3 swaps · 2 damaged, not shown')
  expect(text).toMatch(/▸ 01-15 11:00 +100 USDC/)
  const unread = page(state, [past('tx_1')], { unreadable: ['tx_2', 'item 3'] })
  expect(textOf(play(state, [unread]).state)).toContain('3 swaps · 2 of the server cannot be read')
  const none = textOf(play(state, [page(state, [], { damaged })]).state)
  expect(none).toContain('2 swaps · 2 damaged, not shown')
  expect(none).toMatch(/2 swaps are damaged in the store: swapcli doctor --network sandbox\.\n *There are no others\./)
  const filtered = play(state, filter('status:failed')).state
  expect(textOf(play(filtered, [page(filtered, [], { damaged: ['tx_2'] })]).state)).toMatch(
    /1 swap is damaged in the store: swapcli doctor --network sandbox\.\n *No other matches\. Esc shows all\./,
  )
})

test('an empty list says how to begin, and an empty filter how to leave it', () => {
  expect(textOf(listed([]))).toContain('Choose assets and an amount on Swap (1)')
  const filtered = play(listed([past('tx_1')]), filter('status:failed')).state
  expect(textOf(play(filtered, [page(filtered, [])]).state)).toContain('No swap matches. Esc shows all.')
  const mistyped = play(listed([past('tx_1')]), filter('status:sucess')).state
  const wrong = textOf(play(mistyped, [page(mistyped, [])]).state)
  expect(wrong).toContain('! No status sucess: did you mean success?')
  expect(wrong).not.toContain('No swap matches')
})

test('a history that cannot be read says why, and how to try again', () => {
  const state = onActivity()
  const problem = { message: 'The server cannot be reached', hint: 'swapcli doctor' }
  const failed = play(state, [
    { on: 'activity', type: 'load-failed', id: state.screens.activity.lastId, problem },
  ]).state
  expect(textOf(failed)).toMatch(/! The server cannot be reached\n *swapcli doctor\n *r tries again\./)
})

describe('the detail of a swap', () => {
  test('says why it failed, what to do, and all that happened', () => {
    const text = textOf(detailed(120, 80))
    expect(text).toContain('✗ FAILED')
    expect(text).toContain('! The swap failed\nswapcli track tx_1')
    expect(text).toContain('11:00:00.000 moved on 0,')
  })

  test('leads to the page of an explorer by its hash', () => {
    const pieces = frameRows(SCREENS, detailed(120, 40), false).flat()
    expect(pieces).toContainEqual(expect.objectContaining({ text: '0x1234', link: 'https://etherscan.io/tx/0x1234' }))
  })

  test('says of one on a server that only the server knows its journal', () => {
    const detail = { ...DETAIL, entries: undefined }
    const state = play(listed([past('tx_1')]), [...keys('enter'), { on: 'activity', type: 'detail', detail }]).state
    const place = { ...state.place, api: 'https://swaps.example/api/v1' }
    expect(textOf({ ...state, place })).toContain('Only https://swaps.example/api/v1 knows')
  })
})

describe('the detail of a run', () => {
  const run = openRun('run_1')
  const opened = play(listed([], [run]), keys('enter'))

  test('says what is known about the money, and the command that continues it', () => {
    expect(textOf(opened.state)).toContain('not ended. What is known about the money: to be sent by you')
    expect(textOf(opened.state)).toContain('swapcli resume run_1 --network sandbox')
  })

  test('tells nobody to pay before the service has said how it stands', () => {
    expect(textOf(opened.state)).not.toContain('Send exactly')
    expect(opened.effects).toEqual([{ on: 'activity', type: 'detail', transactionId: 'tx_of_run_1' }])
    const told = (stage: 'awaiting_deposit' | 'swapping', inboundHash = '') => {
      const transaction = statusOf('tx_of_run_1', { status: 'PENDING', stage, inboundHash })
      return textOf(play(opened.state, [{ on: 'activity', type: 'detail', detail: { ...DETAIL, transaction } }]).state)
    }
    expect(told('awaiting_deposit')).toContain('Send exactly 5 USDC')
    expect(told('swapping')).not.toContain('Send exactly')
    expect(told('swapping')).toContain('What is known about the money: received by the provider\n')
    // Who reported a payment is not asked for another one.
    const reported = told('awaiting_deposit', '0xab')
    expect(reported).toMatch(/^money +reported as sent, not seen by the provider yet \(0xab\)$/m)
    expect(reported).not.toMatch(/Send exactly|to be sent by you/)
  })

  test('asks for no second whole deposit where a part has arrived, but says what is missing', () => {
    const progress = { srcReceived: '2', note: 'Send the missing 3 USDC' }
    const transaction = statusOf('tx_of_run_1', { status: 'PENDING', stage: 'awaiting_deposit', progress })
    const text = textOf(
      play(opened.state, [{ on: 'activity', type: 'detail', detail: { ...DETAIL, transaction } }]).state,
    )
    expect(text).not.toContain('Send exactly')
    expect(text).toContain('A part has arrived')
    expect(text).toMatch(/progress +2 USDC received\. Send the missing 3 USDC/)
  })

  test('of another service says where it is known, and asks nothing here', () => {
    const other = openRun('run_1', { api: 'https://swaps.example/api/v1' })
    const { state, effects } = play(listed([], [other]), keys('enter'))
    expect(effects).toEqual([])
    expect(textOf(state)).toContain(
      'continue it: swapcli resume run_1 --network sandbox --api https://swaps.example/api/v1',
    )
    expect(textOf(state)).not.toContain('Send exactly')
  })
})

test('amounts are cut where digits stop to matter, and say so', () => {
  expect(
    ['100', '0.5', '0.00464918', '29.922845847864265664', '0.000000123456789', '1234567.1234567'].map(shortAmount),
  ).toEqual(['100', '0.5', '0.00464918', '29.922845…', '0.0000001234…', '1,234,567.123456…'])
})

test('past swaps of a server that does not answer are said to be old, and how old', () => {
  const own = listed([past('tx_1')], [], 100, 30)
  const state = { ...own, place: { ...own.place, api: 'http://swap.example/api/v1' } }
  const away = play(state, [{ on: 'app', type: 'link', isUp: false }], NOW + 42_000).state
  expect([linesOf(state)[1], linesOf(away)[1]]).toEqual([
    expect.stringMatching(/^1 swap/),
    expect.stringMatching(/^42s old · 1 swap/),
  ])
})
