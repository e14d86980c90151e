import { expect, test } from 'vitest'
import type { ErrorVerdict, Verdict } from '../../../../src/core/api/documents.ts'
import { markNotAsked, markWithoutConnection } from '../../../../src/core/api/offline.ts'
import { linesOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { asking, keys, NOW, play, quoted, route, verdict } from '../../sample-swap.ts'

const REACHED = { outcome: 'error', code: 'unreachable', message: 'It cannot be reached' } as const
const unconnected = (provider: string): Verdict =>
  markWithoutConnection({
    provider,
    outcome: 'error',
    routes: 0,
    code: 'unreachable',
    message: 'It cannot be reached',
  })
const OFFLINE = 'No connection could be made to any provider: this machine seems to be offline'
const NEXT = 'Check the network; r asks again, N shows each failure'

test('a quote without a connection to anyone says once that this machine is offline, and N what each ended with', () => {
  const state = quoted([], ['RELAY', 'LIFI', 'ACROSS'].map(unconnected))
  const lines = linesOf(state).map((line) => line.trim())
  expect(lines.filter((line) => line.includes('offline') || line.includes('RELAY'))).toEqual([`! ${OFFLINE}`])
  expect(lines[lines.indexOf(`! ${OFFLINE}`) + 1]).toBe(NEXT)
  expect(linesOf(play(state, keys('N')).state).join('\n')).toContain('RELAY: error, unreachable · It cannot be reached')
})

test('where some had no connection and others were silent, that nobody was reached is said once', () => {
  const silent = verdict('COW', { outcome: 'error', code: 'timeout', message: 'No answer within 15 s' })
  const other = verdict('CCTP', { outcome: 'no_route', code: 'pair_unsupported', message: 'It moves native USDC' })
  const lines = linesOf(quoted([], [unconnected('RELAY'), silent, other])).map((line) => line.trim())
  expect(lines.filter((line) => /^!|RELAY|COW|CCTP/.test(line))).toEqual([
    '! No provider was reached: connections failed, or no answer came in time',
  ])
})

test('a reason takes the lines that are left, and is cut where there are none', () => {
  const message = `${'It moves native USDC between the chains of its table '.repeat(4)}only`
  const verdicts = Array.from({ length: 6 }, (_, at) =>
    verdict(`P${at}`, { outcome: 'no_route', code: 'pair_unsupported', message }),
  )
  const textOf = (rows: number) =>
    linesOf(quoted([], verdicts, 60, rows))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  expect(textOf(60).split(`pair unsupported · ${message}`)).toHaveLength(7)
  const tight = textOf(20)
  expect([tight.includes('…'), tight.includes('P0: no route')]).toEqual([true, true])
})

test('providers that are all paused are one sentence too', () => {
  const paused = (provider: string) =>
    markNotAsked({ ...unconnected(provider), code: 'unreachable', retryAfterSec: 9 } as ErrorVerdict)
  const lines = linesOf(quoted([], ['RELAY', 'LIFI', 'ACROSS'].map(paused))).map((line) => line.trim())
  expect(lines.filter((line) => /paused|RELAY|LIFI/.test(line))).toEqual([
    '! No provider was reached: those that failed a moment ago are paused, and not asked again yet',
  ])
})

test('the service says so in the screens at work too: the marks of its verdicts are kept', async () => {
  const verdicts = ['RELAY', 'LIFI'].map(unconnected)
  async function* quoteStream() {
    yield { type: 'done', result: { data: [], verdicts } }
  }
  const screens = openScreens({ open: openOnly({ quoteStream }) }, { start: asking() })
  screens.press('r')
  await screens.clock.advance(100)
  const lines = linesOf(screens.state())
  expect(lines.filter((line) => line.includes('RELAY'))).toEqual([])
  expect(lines.join('\n')).toContain(OFFLINE)
  expect(lines[0]).toMatch(/offline|no answer/)
})

test('one that answered with an error is an error of each', () => {
  const text = linesOf(quoted([], [unconnected('RELAY'), unconnected('LIFI'), verdict('ACROSS', REACHED)])).join('\n')
  expect([text.includes('offline'), text.includes('! ACROSS: error, unreachable')]).toEqual([false, true])
})

test('the sentence stands whole on a narrow terminal, and is not said before the quote has ended', () => {
  const words = linesOf(quoted([], ['RELAY', 'LIFI'].map(unconnected), 40, 24))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  expect(words).toContain(OFFLINE)
  expect(words).toContain(NEXT)
  const state = asking()
  const id = state.screens.swap.quote?.id ?? -1
  const events = ['RELAY', 'LIFI'].map(
    (provider) => ({ on: 'swap', type: 'verdict', id, verdict: unconnected(provider) }) as const,
  )
  expect(linesOf(play(state, events).state).join('\n')).not.toContain('offline')
})

test.each([
  [40, 10],
  [60, 15],
  [80, 23],
  [120, 40],
  [200, 60],
])('prices of a server that went away say that they are old, and the header that it is away, at %i x %i', (...size) => {
  const problem = { message: 'The service is not available', hint: undefined }
  const before = quoted(
    [route('RELAY', { dst: { formatted: '123456.123456789', currency: 'BTC', usd: '99.00' } }), route('LIFI')],
    [],
    ...size,
  )
  const id = before.screens.swap.quote?.id ?? -1
  const failed = play(before, [{ on: 'swap', type: 'quote-failed', id, problem, isAway: true }], NOW).state
  const told = play(failed, [{ on: 'app', type: 'link', isUp: false }]).state
  const lines = linesOf(play(told, [{ on: 'app', type: 'tick' }], NOW + 12_000).state)
  expect(lines.join('\n')).toContain('12s old, cannot be locked')
  expect(lines[0]).toMatch(/offline|no answer for 12s/)
})

test('prices that no provider could refresh, and those that are being asked for, are said to be old', () => {
  const before = quoted([route('RELAY'), route('LIFI')], [], 40, 10)
  const again = play(before, keys('r')).state
  const id = again.screens.swap.quote?.id ?? -1
  expect(linesOf(again).join('\n')).toContain('asking … 0 answered, 2 routes (2 old)')
  const verdicts = ['RELAY', 'LIFI'].map(unconnected)
  const cut = play(again, [{ on: 'swap', type: 'quoted', id, routes: [], verdicts }], NOW + 7_000).state
  expect(linesOf(cut).join('\n')).toContain('prices 7s old · r refreshes')
})
