import { expect, test } from 'vitest'
import type { AppState } from '../../../../src/tui/screens.ts'
import type { SwapState } from '../../../../src/tui/screens/swap/state.ts'
import { textOf } from '../../frame-lines.ts'
import { BTC, eventsIn, keys, play, quoted, route, screensOf, typed, USDC } from '../../sample-swap.ts'

const formOf = (change: Partial<SwapState>, columns = 80): AppState => {
  const state = screensOf(columns, 24)
  return { ...state, ready: true, screens: { ...state.screens, swap: { ...state.screens.swap, ...change } } }
}

test.each([
  [{}, 'choose both assets and an amount'],
  [{ amount: '1' }, 'choose both assets'],
  [{ from: USDC }, 'choose what to receive and an amount'],
  [{ to: BTC, amount: '1' }, 'choose what to send'],
  [{ from: USDC, to: BTC }, 'write an amount'],
  [{ from: USDC, to: { ...BTC, form: 'dead' as const }, amount: '1' }, 'receive another asset: BTC is dead'],
])('the form says what it still needs, and no more: %#', (change, missing) => {
  expect(textOf(formOf(change))).toContain(`To load routes, ${missing}.`)
  // On narrow terminals it is not cut.
  expect(textOf(formOf(change, 40))).toMatch(new RegExp(`${missing}\\.?$`, 'm'))
})

test('a dead asset may be sent; what receives one all the same is said under it', () => {
  const dead = { ...USDC, form: 'dead' as const, successor: 'ethereum:0x1' }
  const text = textOf(formOf({ from: BTC, to: dead, amount: '1' }, 118))
  expect(text).toContain("issuer's, dead, now ethereum:0x1  ! dead")
  expect(text).toContain('! USDC is dead: only a command receives it, swapcli swap … --accept dead-asset')
  expect(textOf(formOf({ from: dead, to: BTC, amount: '1' }, 118))).toContain('Routes load automatically.')
})

test('Enter on an empty amount says so on a line of its own, and the field stays open', () => {
  const { state } = play(formOf({ from: USDC, to: BTC }), keys('a', 'enter'))
  expect(state.screens.swap.editing?.field).toBe('amount')
  expect(textOf(state)).toMatch(/^! write how much to send, for example 100$/m)
  const written = play(state, typed('5')).state
  expect(textOf(written)).not.toContain('! write how much')
  expect(play(written, keys('enter')).state.screens.swap).toMatchObject({ amount: '5', problems: {} })
})

test('Enter on the routes says what they wait for', () => {
  const { effects } = play(formOf({ from: USDC, to: BTC, spot: 'routes' }), keys('enter'))
  expect(eventsIn(effects)).toMatchObject([{ notice: { text: 'to load routes, write an amount' } }])
})

test('the routes keep their headings on the smallest terminal, also under a message', () => {
  const routes = ['A', 'B', 'C'].map((name) => route(name, { minimumReceived: '0.00099' }))
  const state = quoted(routes, [], 40, 10)
  for (const text of ['copied', 'a message that is longer than the terminal is wide', 'long '.repeat(30)]) {
    expect(textOf({ ...state, notice: { tone: 'info', text } })).toMatch(/ROUTE +NET \$ +/)
  }
})
