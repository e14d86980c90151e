import { describe, expect, test } from 'vitest'
import type { AppState, ProgramEvent } from '../../../../src/tui/screens.ts'
import { linesOf, textOf } from '../../frame-lines.ts'
import { openScreens } from '../../open-screens.ts'
import {
  asking,
  BTC,
  eventsIn,
  found,
  keys,
  NOW,
  play,
  quoted,
  route,
  screensOf,
  times,
  typed,
  USDC,
} from '../../sample-swap.ts'

const BALANCES = { 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': '2000.5' }
const has = (balances: Readonly<Record<string, string>> = BALANCES): ProgramEvent => ({
  ...{ on: 'swap', type: 'balances' },
  balances,
})
const amountsAsked = (effects: ReturnType<typeof play>['effects']) =>
  effects.flatMap((effect) => (effect.on === 'swap' && effect.type === 'quote' ? [effect.asked.request.amount] : []))
const live = (state: AppState): AppState => ({ ...state, place: { ...state.place, network: 'live' } })
const amountLine = (state: AppState, columns = 118) =>
  linesOf({ ...state, size: { columns, rows: 40 } }).find((text) => text.includes('Amount'))
const notices = (effects: ReturnType<typeof play>['effects']) =>
  eventsIn(effects).flatMap((event) => (event.on === 'app' && event.type === 'notice' ? [event.notice.text] : []))

/** The form with this in its amount. */
function writeAmount(state: AppState, text: string) {
  return play(state, [...keys('a', 'ctrl-u'), ...typed(text), ...keys('enter')])
}

/** The form with a bitcoin to send, and what of it there is. */
function sendsBitcoin(balance: string): AppState {
  const { state } = play(screensOf(), keys('f'))
  const chosen = play(state, [...found(state, BTC), ...keys('enter')]).state
  return play(chosen, [...keys('esc'), has({ 'bitcoin:native': balance })]).state
}

describe('a share of the balance', () => {
  const held = () => play(asking(), [has()]).state

  test.each([
    ['50%', '1000.25'],
    ['0.1 %', '2.0005'],
    ['max', '2000.5'],
    ['ALL', '2000.5'],
  ])('typed as %s is the amount %s', (text, amount) => {
    const { state, effects } = writeAmount(held(), text)
    expect([state.screens.swap.amount, amountsAsked(effects)]).toEqual([amount, [amount]])
  })

  test.each([
    ['150%', 'a share is a percentage above 0% and up to 100%, such as 25%'],
    ['1e3', 'amount must be written out, without an exponent'],
  ])('that is none, such as %s, says why', (text, problem) => {
    const { state, effects } = writeAmount(held(), text)
    expect([state.screens.swap.problems.amount, amountsAsked(effects)]).toEqual([problem, []])
  })

  test('waits for a balance that is not known yet, and is asked for then', () => {
    const waiting = writeAmount(asking(), '50%').state
    expect(waiting.screens.swap.problems.amount).toBe('the balance of USDC is not known here: write the amount itself')
    const { state, effects } = play(waiting, [has()])
    expect([state.screens.swap.amount, state.screens.swap.problems, amountsAsked(effects)]).toEqual([
      '1000.25',
      {},
      ['1000.25'],
    ])
    expect(play(state, [has()]).effects).toEqual([])
  })

  test('leaves some of a coin that pays the network; paper pays none', () => {
    const real = writeAmount(live(sendsBitcoin('2')), 'max').state
    expect(real.screens.swap.problems.amount).toBe('network fees are paid in BTC too: leave some of it, as with 95%')
    expect(writeAmount(sendsBitcoin('2'), 'max').state.screens.swap.amount).toBe('2')
  })
})

describe('keys on the amount', () => {
  const onAmount = () => play(asking(), [has(), ...keys('a', 'esc')]).state

  test('go through the shares of the balance, and ask once after several', () => {
    const { state, effects } = play(onAmount(), times(3, 'right'))
    expect([state.screens.swap.amount, amountsAsked(effects)]).toEqual(['1500.375', []])
    expect(amountsAsked(play(state, [{ on: 'app', type: 'tick' }], NOW + 500).effects)).toEqual([])
    expect(amountsAsked(play(state, [{ on: 'app', type: 'tick' }], NOW + 600).effects)).toEqual(['1500.375'])
    const last = play(state, times(3, 'l')).state
    expect(last.screens.swap.amount).toBe('2000.5')
    expect(play(last, times(5, 'h')).state.screens.swap.amount).toBe('500.125')
  })

  test('say the amount that they choose where its pane is hidden', () => {
    const hidden = play(asking(200), [has(), ...keys('a', 'esc', 'alt-1')]).state
    expect(notices(play(hidden, keys('right')).effects)).toEqual(['amount 500.125 USDC'])
    expect(notices(play(hidden, keys('alt-1', 'right')).effects)).toEqual([])
  })

  test('say why all of a coin is not taken, and keep what there is', () => {
    const start = live(sendsBitcoin('2'))
    const { state, effects } = play(start, times(4, 'right'))
    expect([state.screens.swap.amount, notices(effects)]).toEqual([
      '1.5',
      ['network fees are paid in BTC too: leave some of it, as with 95%'],
    ])
  })

  test('do nothing on another field', () => {
    const start = play(onAmount(), keys('up')).state
    expect(play(start, keys('right', 'left'))).toEqual({ state: start, effects: [] })
  })
})

describe('the line of the amount', () => {
  const held = () => play(quoted([route('A')], []), [has()]).state

  test('has the value that the first route states, the balance and the shares', () => {
    expect(amountLine(held())).toBe('  Amount    100  USDC  $100.00  bal 2,000.5  25 50 75 max')
    const half = play(held(), [...keys('a', 'esc'), ...times(2, 'right')]).state
    // The routes were of another amount.
    expect(amountLine(half)).toBe('▸ Amount    1000.25  USDC  bal 2,000.5  25 50 75 max')
  })

  test('leaves out what does not fit, the shares first', () => {
    expect([52, 40, 30].map((columns) => amountLine(held(), columns))).toEqual([
      '  Amount    100  USDC  $100.00  bal 2,000.5',
      '  Amount    100  USDC  $100.00',
      undefined,
    ])
  })

  test('has the balances beneath where they do not fit and lines are many, also on the desk', () => {
    const texts = (columns: number, rows: number) =>
      linesOf({
        ...play(held(), [has({ ...BALANCES, 'bitcoin:native': '0.123456789' })]).state,
        size: { columns, rows },
      })
    expect(texts(40, 40)).toContain('            bal 2,000.5  25 50 75 max')
    expect(texts(40, 40)).toContain('            balance 0.123456789')
    expect(texts(40, 24).join()).not.toMatch(/bal 2|balance 0\.123456789/)
    expect(texts(200, 60).join()).toContain('balance 0.123456789')
  })

  test('shows them while the amount is typed', () => {
    const line = amountLine(play(held(), [...keys('a', 'ctrl-u')]).state)
    expect(line).toMatch(/^▸ Amount .* {2}bal 2,000\.5 {2}25 50 75 max$/)
  })

  test('warns of more than there is, in words too, where the money is paper as where it is real', () => {
    const more = play(held(), [has({ ...BALANCES, [Object.keys(BALANCES)[0] ?? '']: '99' })]).state
    expect([amountLine(live(more)), amountLine(more)]).toEqual([
      '  Amount    100  USDC  $100.00  ! bal 99  25 50 75 max',
      '  Amount    100  USDC  $100.00  ! bal 99  25 50 75 max',
    ])
    expect(textOf(more)).toContain('! more than the balance of 99 USDC')
    expect(textOf(held())).not.toContain('more than the balance')
    const locked = play(more, keys('enter')).effects
    expect(locked).toMatchObject([{ event: { asked: { balance: '99' } } }, {}])
  })
})

describe('a balance that could not be read', () => {
  const name = 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const unread: ProgramEvent = {
    ...{ on: 'swap', type: 'balances', balances: {} },
    unread: { [name]: 'No node of Ethereum answered', 'bitcoin:native': 'it cannot be read' },
  }

  test('is unknown, with the reason where there is room, and no share of it is offered', () => {
    const { state } = play(asking(), [has(), unread])
    expect(amountLine(state)).toMatch(/100 +USDC {2}bal unknown {2}No node of Ethereum answered$/)
    expect(amountLine(state, 44)).toMatch(/bal unknown$/)
    expect(linesOf(state).find((text) => text.includes('bitcoin:BTC'))).toContain('balance unknown')
    const listed = play(state, keys('f'))
    expect(textOf(play(listed.state, found(listed.state, BTC)).state)).toMatch(/BTC.* unknown/)
  })

  test('is what was read later, and nothing for another wallet', () => {
    const { state } = play(asking(), [unread, has()])
    expect(amountLine(state)).toContain('bal 2,000.5')
    expect(state.screens.swap.unread).toEqual({ 'bitcoin:native': 'it cannot be read' })
    const other = play(state, [{ on: 'app', type: 'saved', key: 'wallet', value: 'other' }]).state
    expect(other.screens.swap).toMatchObject({ balances: {}, unread: {} })
  })
})

describe('a balance that was read before', () => {
  const name = Object.keys(BALANCES)[0] ?? ''
  const readsIn = (effects: ReturnType<typeof play>['effects']) =>
    effects.flatMap((effect) => (effect.on === 'swap' && effect.type === 'balances' ? [effect.sinceMs] : []))
  const read = (balance: string, sinceMs: number): ProgramEvent => ({
    ...{ on: 'swap', type: 'balances', balances: { [name]: balance } },
    sinceMs,
  })
  const held = () => play(asking(), [read('2000.5', NOW)]).state
  const LATER = NOW + 6_000

  test('is dropped after a payment, and read anew: what was being read before does not count', () => {
    const { state, effects } = play(held(), [{ on: 'swap', type: 'moved' }], LATER)
    expect([state.screens.swap.balances, readsIn(effects)]).toEqual([{}, [LATER]])
    expect(amountLine(state)).toContain('bal unknown  it is being read')
    expect(play(state, [read('2000.5', NOW)], LATER).state.screens.swap.balances).toEqual({})
    const again = play(state, [...keys('d'), ...found(play(state, keys('d')).state, BTC)], LATER)
    expect(readsIn(again.effects)).toEqual([LATER])
    expect(amountLine(play(state, [read('1500', LATER)], LATER).state)).toContain('bal 1,500')
  })

  test('is read anew before a share of it is taken that is typed', () => {
    const { state, effects } = play(held(), [...keys('a', 'ctrl-u'), ...typed('max'), ...keys('enter')], LATER)
    expect([state.screens.swap.amount, amountsAsked(effects), readsIn(effects)]).toEqual(['max', [], [LATER]])
    expect(state.screens.swap.problems.amount).toBe('the balance of USDC is being read')
    const after = play(state, [read('1500', LATER)], LATER)
    expect([after.state.screens.swap.amount, amountsAsked(after.effects)]).toEqual(['1500', ['1500']])
  })

  test('after which Enter goes where it goes after any amount, unless a key was pressed meanwhile', () => {
    const waiting = play(held(), [...keys('a', 'ctrl-u'), ...typed('max'), ...keys('enter')], LATER).state
    const answer = read('1500', LATER)
    const spotAfter = (...events: ProgramEvent[]) => play(waiting, [...events, answer], LATER).state.screens.swap.spot
    expect([waiting.screens.swap.spot, spotAfter(), spotAfter(...keys('up', 'down'))]).toEqual([
      ...['amount', 'routes', 'amount'],
    ])
    const below = play(held(), [...keys('a', 'ctrl-u'), ...typed('max'), ...keys('down'), answer], LATER).state
    expect([below.screens.swap.spot, below.screens.swap.amount]).toEqual(['to', '1500'])
  })

  test('while what is missing is filled in', () => {
    const chosen = play(screensOf(), keys('f')).state
    const first = play(chosen, [...found(chosen, USDC), ...keys('enter', 'esc'), read('2000.5', NOW)]).state
    const waiting = play(first, [...keys('a'), ...typed('50%'), ...keys('enter')], LATER).state
    expect(waiting.screens.swap.picker?.field).toBe('to')
    const { state } = play(waiting, [...found(waiting, BTC), read('1500', LATER), ...keys('enter')], LATER)
    expect(state.screens.swap).toMatchObject({ amount: '750', problems: {}, to: BTC, spot: 'routes' })
  })

  test('and before one that keys take; several presses are one reading', () => {
    const onAmount = play(held(), keys('a', 'esc')).state
    const { state, effects } = play(onAmount, times(2, 'right'), LATER)
    expect([state.screens.swap.amount, readsIn(effects)]).toEqual(['50%', [LATER]])
    expect(play(state, [read('1500', LATER)], LATER).state.screens.swap.amount).toBe('750')
  })

  test('that cannot be read in time is not known, and no share is taken', () => {
    const waiting = play(held(), [...keys('a', 'ctrl-u'), ...typed('max'), ...keys('enter')], LATER).state
    const slow: ProgramEvent = {
      ...{ on: 'swap', type: 'balances', balances: {} },
      ...{ unread: { [name]: 'no answer in 5 s' }, sinceMs: LATER },
    }
    const { state, effects } = play(waiting, [slow], LATER)
    expect(state.screens.swap.problems.amount).toBe('the balance of USDC is not known here: write the amount itself')
    expect(amountsAsked(effects)).toEqual([])
    const other = play(waiting, [{ ...slow, unread: {}, nobodys: [name] }], LATER).state
    expect(other.screens.swap).toMatchObject({ balances: {}, unread: {} })
  })

  test('is read again with the routes: when r asks every few seconds, by itself once a minute', () => {
    const state = play(quoted([route('A')], []), [read('2000.5', NOW)]).state
    expect(readsIn(play(state, keys('r'), NOW + 4_000).effects)).toEqual([])
    expect(readsIn(play(state, keys('r'), LATER).effects)).toEqual([LATER])
    const refreshed = play(state, [{ on: 'app', type: 'tick' }], NOW + 21_000).effects
    expect(readsIn(refreshed)).toEqual([NOW - 39_000])
  })
})

describe('a balance of nothing', () => {
  const none = (state: AppState) => play(state, [has({ [Object.keys(BALANCES)[0] ?? '']: '0' })]).state

  test('is known: the amount is more than it, and there is no share of it', () => {
    const state = none(quoted([route('A')], []))
    expect(amountLine(state)).toContain('! bal 0')
    expect(textOf(state)).toContain('! more than the balance of 0 USDC')
    const { state: after } = writeAmount(none(asking()), 'max')
    expect(after.screens.swap.problems.amount).toBe('there is no USDC to take a share of')
    expect(writeAmount(live(sendsBitcoin('0')), 'max').state.screens.swap.problems.amount).toBe(
      'there is no BTC to take a share of',
    )
  })
})

describe('the effect that reads balances', () => {
  test('asks for what is new, and says of what is slow that it is not known, until it is', async () => {
    const asked: (number | undefined)[] = []
    let answer: (balances: readonly string[]) => void = () => undefined
    const balances = async (_chain: string, _assets: readonly object[], sinceMs?: number) => {
      asked.push(sinceMs)
      return new Promise<readonly string[]>((resolve) => (answer = resolve))
    }
    const start = play(asking(), [
      { on: 'swap', type: 'balances', balances: { ...BALANCES, 'bitcoin:native': '1' } },
    ]).state
    const world = openScreens(
      { balances },
      { start: { ...start, screens: { ...start.screens, swap: { ...start.screens.swap, to: undefined } } } },
    )
    world.send([{ on: 'swap', type: 'moved' }])
    await world.clock.advance(250)
    expect(asked).toEqual([NOW])
    await world.clock.advance(5_000)
    await world.until(({ screens }) => Object.values(screens.swap.unread).includes('no answer in 5 s'))
    answer(['7'])
    await world.clock.advance(100)
    await world.until(({ screens }) => Object.values(screens.swap.balances).includes('7'))
  })
})
