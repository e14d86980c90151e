import { describe, expect, test } from 'vitest'
import { cleanDocument } from '../../../src/tui/kit/text/clean-document.ts'
import type { Job } from '../../../src/tui/jobs/jobs.ts'
import { linesOf, testSizes, textOf } from '../frame-lines.ts'
import { asking, BTC, found, keys, NOW, play, quoted, route, screensOf, USDC, verdict } from '../sample-swap.ts'

const WIDE = route('PROVIDER_汉字汉字汉字汉字', {
  dst: { formatted: '123456789.123456789012345678', currency: 'é́́汉', usd: '99.00' },
  fees: { total: { usd: '1.00', formatted: '$1.00' }, items: [] },
  warnings: ['汉'.repeat(200)],
})
const HOSTILE = route('\u001B]52;c;eA==\u0007', {
  dst: { formatted: '1\r\n2', currency: '\u202EBTC\u0008', usd: '1.00' },
  warnings: ['\u001B[2J\u009B31m'],
})
const HALTED = { outcome: 'no_route', code: 'halted' } as const
const ERROR = cleanDocument(
  verdict('BROKEN', {
    outcome: 'error',
    routes: 0,
    code: 'time\u001B[Hout' as 'timeout',
    message: '\u0007'.repeat(500),
  }),
)

testSizes([
  ['nothing yet', screensOf],
  ['a picker', (...size) => play(screensOf(...size), keys('enter')).state],
  [
    'a picker of odd assets',
    (...size) => {
      const { state } = play(screensOf(...size), keys('enter'))
      const odd = { ...USDC, symbol: '汉'.repeat(20), name: '汉'.repeat(40), warnings: ['looks like '.repeat(9)] }
      return play(state, found(state, odd, { ...BTC, chainName: 'é́́'.repeat(30) })).state
    },
  ],
  ['an answer that is awaited', asking],
  ['wide routes', (...size) => quoted([WIDE, route('B')], [], ...size)],
  [
    'more routes and verdicts than lines',
    (...size) => {
      const routes = Array.from({ length: 90 }, (_, index) => route(`P${index}`))
      return quoted(
        routes,
        Array.from(routes, ({ provider }) => verdict(`No ${provider}`, HALTED)),
        ...size,
      )
    },
  ],
  ['the fees of a wide route', (...size) => play(quoted([WIDE], [], ...size), keys('i')).state],
  ['what a provider sent with control codes', (...size) => quoted([HOSTILE], [ERROR], ...size)],
  ['the fees of such a route', (...size) => play(quoted([HOSTILE], [ERROR], ...size), keys('i')).state],
  ['the help', (...size) => play(quoted([WIDE], [], ...size), keys('?')).state],
  ['a long notice', (...size) => ({ ...screensOf(...size), notice: { tone: 'bad', text: '汉'.repeat(400) } })],
])

describe('a frame', () => {
  test('shows what a provider sent with its control codes spelt out', () => {
    expect(textOf(quoted([HOSTILE], [ERROR]))).toContain('\\u{202e}BTC')
  })

  test('says on one line why a provider has no route', () => {
    const small = verdict('TINY', { outcome: 'no_route', routes: 0, code: 'below_minimum', minimum: '150' })
    expect(linesOf(quoted([route('A')], [small]))).toContain('· TINY: no route, below minimum · at least 150 USDC')
  })

  test('shows what each route pays, and which one wins what', () => {
    const slow = route('SLOW', { dst: { formatted: '0.002', currency: 'BTC', usd: '99.90' }, estimatedTime: 900 })
    const lines = linesOf(quoted([route('QUICK'), slow], [verdict('QUICK'), verdict('SLOW')]))
    expect(lines.slice(6, 9)).toEqual([
      '2 routes · 2 providers · refresh in 20 s',
      '  ROUTE  NET $    RECEIVE  AT LEAST   FEES  TIME',
      '▸ SLOW   99.90  0.002 BTC         —  $1.00   15m  best cheap',
    ])
    expect(lines[9]).toMatch(/^ {2}QUICK .* -.* fast$/)
  })

  test('marks a route below the floor, and one with a cost that nobody values, wherever it stands', () => {
    const low = route('LOW', { warnings: ['below-floor: the provider promises at least 0.0001 BTC'] })
    const costly = route('COSTLY', { warnings: ['unpriced-cost: what is paid on top is not all counted'] })
    const lines = linesOf(quoted([route('SOUND'), low, costly], []))
    const at = (provider: string) => lines.findIndex((line) => line.includes(provider))
    expect(lines[at('LOW')]).toMatch(/ ! {2}below floor$/)
    expect(lines[at('COSTLY')]).toMatch(/ — .* ! .*unpriced cost$/)
    expect(at('LOW')).toBeGreaterThan(Math.max(at('SOUND'), at('COSTLY')))
  })

  test('on a terminal that is too small is a plain message', () => {
    expect(linesOf(screensOf(60, 9)).slice(0, 4)).toEqual([
      'swapcli needs 40 x 10 cells',
      'this terminal has 60 x 9',
      'q quits',
      '',
    ])
    expect(linesOf(screensOf(20, 1))).toEqual(['swapcli needs 40 x …'])
  })

  test('on a terminal that is too small says first what is in hand', () => {
    const job: Job = {
      id: 'run_1',
      amount: '0.05',
      from: 'ETH',
      to: 'USDC',
      doing: 'swapping',
      waits: false,
      lockEndsAt: undefined,
      isPaid: true,
      estimateSec: 90,
    }
    const at = (change: Partial<Job>, columns: number) =>
      linesOf(play(screensOf(columns, 1), [{ on: 'app', type: 'job', job: { ...job, ...change } }]).state)
    expect(at({}, 39)).toEqual(['▶ 0.05 ETH→USDC 0s/90s  sandbox'])
    expect(at({ waits: true, lockEndsAt: NOW + 48_000 }, 39)).toEqual(['⏱ lock 48s  sandbox'])
    expect(at({}, 12)).toEqual(['▶ 0s/90s'])
  })
})
