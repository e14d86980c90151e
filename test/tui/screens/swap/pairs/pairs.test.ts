import { describe, expect, test } from 'vitest'
import { NOTHING_REMEMBERED, type Remembered, rememberPair } from '../../../../../src/tui/remembered.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../../src/tui/screens.ts'
import { startState } from '../../../../../src/tui/state.ts'
import { linesOf } from '../../../frame-lines.ts'
import { BTC, eventsIn, keys, NOW, play, route, USDC } from '../../../sample-swap.ts'

const endOf = ({ chain, address, symbol, isNative }: typeof USDC) => ({
  chain,
  contract: isNative ? null : address,
  symbol,
})
const THERE = { from: endOf(USDC), to: endOf(BTC) }
const BACK = { from: endOf(BTC), to: endOf(USDC) }
const USED: Remembered = [BACK, THERE].reduce(rememberPair, NOTHING_REMEMBERED)

function screensThat(
  remembered: Remembered | undefined,
  network: 'sandbox' | 'live' = 'sandbox',
  columns = 100,
): AppState {
  return startState(SCREENS, {
    now: NOW,
    size: { columns, rows: 30 },
    place: { network, api: undefined, version: '0.0.0' },
    settings: {},
    remembered,
  })
}

const opened: ProgramEvent[] = [{ on: 'app', type: 'opened' }]
const filling = { from: USDC, to: BTC, amount: '', recipient: '', slippage: '', rank: undefined }
const textOf = (state: AppState) => linesOf(state).join('\n')

describe('the first time', () => {
  test('three lines say what to do, until a pair was quoted', () => {
    const first = textOf(play(screensThat(NOTHING_REMEMBERED), opened).state)
    expect(first).toContain('Press : and write a swap on one line: 0.5 eth to usdc base')
    expect(first).toContain('? lists the keys of the screen that you see.')
    expect(first).toContain('paper money, nothing here is real')
    expect(textOf(play(screensThat(NOTHING_REMEMBERED, 'live'), opened).state)).toContain('LIVE: this is real money.')
    expect(textOf(play(screensThat(NOTHING_REMEMBERED, 'sandbox', 200), opened).state)).toContain(
      'on one line: 0.5 eth',
    )
    for (const remembered of [USED, undefined]) {
      expect(textOf(play(screensThat(remembered), opened).state)).not.toContain('on one line: 0.5 eth')
    }
  })

  test('a pair is remembered once it has routes, and kept', () => {
    const filled = play(screensThat(NOTHING_REMEMBERED), [
      ...opened,
      { on: 'swap', type: 'line-written', text: '1 usdc to btc' },
      { on: 'swap', type: 'filled', id: 1, filling: { ...filling, amount: '1' } },
      {
        on: 'swap',
        type: 'accounts',
        from: `${USDC.chain}:${USDC.address}`,
        to: `${BTC.chain}:${BTC.address}`,
        accounts: { depositor: undefined, recipient: undefined },
      },
    ]).state
    const id = filled.screens.swap.quote?.id ?? 0
    const none = play(filled, [{ on: 'swap', type: 'quoted', id, routes: [], verdicts: [] }])
    expect(eventsIn(none.effects).filter(({ type }) => type === 'remember')).toEqual([])
    const some = play(filled, [{ on: 'swap', type: 'quoted', id, routes: [route('A')], verdicts: [] }])
    const after = play(some.state, eventsIn(some.effects))
    expect(after.state.remembered?.recent).toEqual([THERE])
    expect(after.effects).toContainEqual({ on: 'app', type: 'keep-remembered', remembered: after.state.remembered })
  })
})

describe('the next time', () => {
  test('opens on the screen and the pair that were used last, and writes nothing', () => {
    const start = screensThat({ ...USED, tab: 'activity' })
    expect(start.tab).toBe('activity')
    expect(screensThat({ ...USED, tab: 'review' }).tab).toBe('swap')
    expect(screensThat({ ...USED, tab: 'gone' }).tab).toBe('swap')
    const asked = play(start, opened)
    expect(asked.effects).toContainEqual(
      expect.objectContaining({ on: 'swap', type: 'recall', past: { ...THERE, amount: '', recipient: '' } }),
    )
    const { state } = play(asked.state, [{ on: 'swap', type: 'recalled', id: 1, filling }])
    expect(state.screens.swap).toMatchObject({
      from: USDC,
      to: BTC,
      amount: '',
      spot: 'amount',
      editing: undefined,
      quote: undefined,
    })
  })

  test('leaves alone what was begun meanwhile', () => {
    const begun = play(screensThat(USED), [...opened, ...keys('f')]).state
    const { state } = play(begun, [{ on: 'swap', type: 'recalled', id: 1, filling }])
    expect(state.screens.swap).toMatchObject({ from: undefined, picker: { field: 'from' } })
  })

  test('the screen that is gone to is kept; without a memory nothing is', () => {
    const gone = play(screensThat(USED), [...opened, ...keys('5')])
    expect(gone.effects).toContainEqual({ on: 'app', type: 'keep-remembered', remembered: { ...USED, tab: 'stats' } })
    const without = play(screensThat(undefined), [...opened, ...keys('5')])
    expect(without.effects.filter(({ type }) => type === 'keep-remembered')).toEqual([])
  })
})

describe('the list of pairs', () => {
  test('is a key away; Enter fills the form with the marked one, whose amount is written next', () => {
    const list = play(screensThat(USED), [...opened, ...keys('b')]).state
    expect(textOf(list)).toMatch(/▸ +ethereum:USDC → bitcoin:BTC\n +bitcoin:BTC → ethereum:USDC/)
    const chosen = play(list, keys('down', 'enter'))
    expect(chosen.effects).toContainEqual(
      expect.objectContaining({ type: 'find-past', past: { ...BACK, amount: '', recipient: '' } }),
    )
    const id = chosen.state.screens.swap.filling ?? 0
    const { state } = play(chosen.state, [
      { on: 'swap', type: 'filled', id, filling: { ...filling, from: BTC, to: USDC } },
    ])
    expect(state.screens.swap).toMatchObject({ pairs: undefined, from: BTC, to: USDC, editing: { field: 'amount' } })
    expect(play(list, keys('esc')).state.screens.swap.pairs).toBeUndefined()
  })

  test('a star marks a favourite, which stands first, and takes the star away again', () => {
    const list = play(screensThat(USED), [...opened, ...keys('b', 'down', '*')])
    const marked = play(list.state, eventsIn(list.effects)).state
    expect(marked.remembered?.favourites).toEqual([BACK])
    expect(textOf(marked)).toMatch(/▸ \* +bitcoin:BTC → ethereum:USDC\n +ethereum:USDC → bitcoin:BTC/)
    const again = play(marked, keys('*'))
    expect(play(again.state, eventsIn(again.effects)).state.remembered?.favourites).toEqual([])
  })

  test('says where there is none', () => {
    const { effects, state } = play(screensThat(NOTHING_REMEMBERED), [...opened, ...keys('b')])
    expect(state.screens.swap.pairs).toBeUndefined()
    expect(eventsIn(effects)).toContainEqual(
      expect.objectContaining({ notice: { tone: 'info', text: 'no pair was used yet' } }),
    )
  })
})
