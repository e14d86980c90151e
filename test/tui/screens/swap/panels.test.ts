import { describe, expect, test } from 'vitest'
import type { FeeItem } from '../../../../src/core/api/documents.ts'
import type { AppState } from '../../../../src/tui/screens.ts'
import type { KeyName } from '../../../../src/tui/terminal/key-decoder.ts'
import { linesOf } from '../../frame-lines.ts'
import { eventsIn, keys, play, quoted, route, verdict } from '../../sample-swap.ts'

/** Lines of the frame below the form and the line of the quote, without status and keys. */
function panelOf(state: AppState): string[] {
  return linesOf(state)
    .slice(7, -2)
    .map((line) => line.trimEnd())
}

const fee = (index: number): FeeItem => ({
  type: 'bridge_fee',
  amount: '1',
  token: { chainId: 1, address: '0x1', symbol: 'USDC', decimals: 6 },
  description: `Part ${index}`,
  providerLabel: '',
  chain: { chainId: 1 },
})
const LONG = route('LONG', {
  fees: { total: { usd: '0.30', formatted: '$0.30' }, items: Array.from({ length: 30 }, (_, index) => fee(index)) },
})
const after = (state: AppState, ...names: readonly KeyName[]) => panelOf(play(state, keys(...names)).state)

describe('the fees of a route that are longer than the terminal', () => {
  const small = () => quoted([LONG, route('SHORT')], [], 80, 24)

  test('are scrolled by lines and by tens, to the last one and back', () => {
    const whole = panelOf(play(quoted([LONG], [], 80, 80), keys('i')).state).filter((line) => line !== '')
    const top = after(small(), 'i')
    expect(top).toHaveLength(15)
    expect(top.slice(0, -1)).toEqual(whole.slice(0, 14))
    expect(top.at(-1)).toBe(`↑↓ ${whole.length - 14} more below`)
    expect(after(small(), 'i', 'down', 'pagedown').slice(0, -1)).toEqual(whole.slice(11, 25))
    expect(after(small(), 'i', 'end', 'end').slice(0, -1)).toEqual(whole.slice(-14))
    expect(after(small(), 'i', 'end', 'end', 'up').slice(0, -1)).toEqual(whole.slice(-15, -1))
    expect(after(small(), 'i', 'end', 'home')).toEqual(top)
  })

  test('begin at the top for the route beside it, which Enter then takes', () => {
    expect(after(small(), 'i', 'end', 'right')[0]).toContain('SHORT, about')
    expect(after(small(), 'i', 'right', 'left')[0]).toContain('LONG, about')
    const { effects } = play(small(), keys('i', 'right', 'enter'))
    const opened = eventsIn(effects).flatMap((event) => (event.type === 'open' ? [event.route.provider] : []))
    expect(opened).toEqual(['SHORT'])
  })

  test('are closed by Esc, and by the key that opened them', () => {
    const list = panelOf(small())
    expect(after(small(), 'i', 'esc')).toEqual(list)
    expect(after(small(), 'i', 'i')).toEqual(list)
  })

  test('say a long description whole', () => {
    const description = 'what the long description of this fee says '.repeat(4).trim()
    const wordy = route('A', { fees: { ...LONG.fees, items: [{ ...fee(0), description }] } })
    const said = after(quoted([wordy], [], 80, 24), 'i')
    const from = said.findIndex((line) => line.includes('not priced'))
    const text = said.slice(
      from,
      said.findIndex((line) => line.startsWith('way:')),
    )
    expect(text.map((line) => line.trim()).join(' ')).toBe(`not priced, not in the totals: ${description}`)
  })
})

test('the detail of a route says how swaps like it ended here, once that is known', () => {
  const { state } = play(quoted([route('A'), route('B')], [], 120, 40), keys('i'))
  expect(panelOf(state).join('\n')).not.toContain('ended well')
  const delivery = {
    ...{ provider: 'A', finished: 7, success: 6, refunded: 1, belowLeast: 0, measured: 6, pairs: [] },
    ...{ differenceBps: { median: 0, worst: -3 }, tookSec: { median: 44, worst: 90 }, estimatedSec: 45 },
  }
  const known = play(state, [{ on: 'swap', type: 'records', records: [], deliveries: [delivery] }]).state
  expect(panelOf(known)).toContain('last 7 here: 6 of 7 ended well, median 44s, delivered +0.00 %')
  const served = { ...known, place: { ...known.place, api: 'http://swap.example' } }
  expect(panelOf(served).join(' ')).toContain('The server says, of all its users: last 7 here: 6 of 7 ended well')
  expect(after(known, 'right').join('\n')).not.toContain('ended well')
})

describe('providers without a route', () => {
  const none = Array.from({ length: 20 }, (_, index) =>
    verdict(`P${index}`, { outcome: 'no_route', routes: 0, code: 'pair_unsupported', message: `it said ${index}` }),
  )

  test('that have no line of their own are told of, with the key that shows them', () => {
    expect(panelOf(quoted([], none, 80, 24)).at(-1)).toBe('  and 6 more without a route: N shows them all')
  })

  test('are all shown, with all that they said', () => {
    const words = 'a reason that is longer than a line of this terminal, and goes on '.repeat(2).trim()
    const state = quoted([], [...none, verdict('LAST', { outcome: 'error', routes: 0, message: words })], 80, 24)
    const top = after(state, 'N')
    expect(top.slice(0, 2)).toEqual(['21 providers without a route', '· P0: no route, pair unsupported · it said 0'])
    const end = after(state, 'N', 'end').slice(-4, -1)
    expect(end.map((line) => line.trim()).join(' ')).toBe(`! LAST: error, no reason given · ${words}`)
  })

  test('where there are none, that is said', () => {
    expect(after(quoted([route('A')], [verdict('A')], 80, 24), 'N')[0]).toBe(
      'Every provider that was asked has a route.',
    )
  })
})
