import { renderToString } from 'ink'
import { describe, expect, test } from 'vitest'
import { type AppState, SCREENS } from '../../../src/tui/screens.ts'
import { Frame } from '../../../src/tui/frame/Frame.tsx'
import { cleanDocument } from '../../../src/tui/kit/text/clean-document.ts'
import { withoutLooks } from '../../../src/tui/terminal/screen-writer.ts'
import { textWidth } from '../../../src/tui/kit/text/text-fit.ts'
import { asking, BTC, found, keys, play, quoted, route, screensOf, USDC, verdict } from '../sample-swap.ts'

const SIZES = [
  [80, 24],
  [120, 40],
  [250, 80],
] as const

function linesOf(state: AppState): string[] {
  const { columns } = state.size
  return withoutLooks(renderToString(<Frame screens={SCREENS} state={state} />, { columns })).split('\n')
}

const WIDE = route('PROVIDER_汉字汉字汉字汉字', {
  dst: { formatted: '123456789.123456789012345678', currency: 'é́́汉', usd: '99.00' },
  fees: { total: { usd: '1.00', formatted: '$1.00' }, items: [] },
  warnings: ['汉'.repeat(200)],
})
const HOSTILE = route('\u001B]52;c;eA==\u0007', {
  dst: { formatted: '1\r\n2', currency: '\u202EBTC\u0008', usd: '1.00' },
  warnings: ['\u001B[2J\u009B31m'],
})
const ERROR = cleanDocument(
  verdict('BROKEN', {
    outcome: 'error',
    routes: 0,
    code: 'time\u001B[Hout' as 'timeout',
    message: '\u0007'.repeat(500),
  }),
)

describe.each(SIZES)('a terminal of %i x %i', (columns, rows) => {
  const scenes: readonly (readonly [string, () => AppState])[] = [
    ['nothing yet', () => screensOf(columns, rows)],
    ['a picker', () => play(screensOf(columns, rows), keys('enter')).state],
    [
      'a picker of odd assets',
      () => {
        const { state } = play(screensOf(columns, rows), keys('enter'))
        const odd = { ...USDC, symbol: '汉'.repeat(20), name: '汉'.repeat(40), warnings: ['looks like '.repeat(9)] }
        return play(state, found(state, odd, { ...BTC, chainName: 'é́́'.repeat(30) })).state
      },
    ],
    ['an answer that is awaited', () => asking(columns, rows)],
    ['wide routes', () => quoted([WIDE, route('B')], [], columns, rows)],
    [
      'more routes and verdicts than lines',
      () =>
        quoted(
          Array.from({ length: 90 }, (_, index) => route(`P${index}`)),
          Array.from({ length: 90 }, (_, index) => verdict(`Q${index}`, { outcome: 'no_route', code: 'halted' })),
          columns,
          rows,
        ),
    ],
    ['the fees of a wide route', () => play(quoted([WIDE], [], columns, rows), keys('f')).state],
    ['the help', () => play(quoted([WIDE], [], columns, rows), keys('?')).state],
    [
      'a long notice',
      () => ({ ...screensOf(columns, rows), notice: { tone: 'bad', text: '汉'.repeat(400) } as const }),
    ],
  ]

  test.each(scenes)('shows %s on exactly its lines, none of them wider than it', (_name, scene) => {
    const lines = linesOf(scene())
    expect(lines.length).toBe(rows)
    expect(lines.filter((line) => textWidth(line) > columns)).toEqual([])
  })

  test('names the keys for help and for leaving, on the last line', () => {
    const last = linesOf(quoted([WIDE], [], columns, rows)).at(-1)
    expect(last).toContain('? help')
    expect(last).toContain('q quit')
  })
})

describe('a frame', () => {
  test('holds no control code that a provider sent', () => {
    const state = quoted([HOSTILE], [ERROR], 120, 40)
    const frames = [state, play(state, keys('f')).state].map((each) => linesOf(each).join('\n'))
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(frames.filter((frame) => /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/.test(frame))).toEqual([])
    expect(frames[0]).toContain('\\u{202e}BTC')
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
      '  PROVIDER    RECEIVE     USD   FEES  ON TOP  TIME  AT LEAST  TAGS',
      '▸ SLOW      0.002 BTC  $99.90  $1.00   $0.00   15m            BEST CHEAPEST',
    ])
    expect(lines[9]).toContain('QUICK')
    expect(lines[9]).toContain('FASTEST')
  })

  test('on a terminal that is too small is a plain message', () => {
    expect(linesOf(screensOf(60, 10)).slice(0, 3)).toEqual([
      'swapcli needs 80 x 24 cells.',
      'This terminal has 60 x 10.',
      'Make it larger, or q to quit.',
    ])
  })
})
