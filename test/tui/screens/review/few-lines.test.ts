import { describe, expect, test } from 'vitest'
import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import { update } from '../../../../src/tui/update.ts'
import { lineOf } from '../../../../src/tui/kit/text/line-edit.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { type AppState, SCREENS } from '../../../../src/tui/screens.ts'
import { newWork } from '../../../../src/tui/screens/review/work.ts'
import { linesOf } from '../../frame-lines.ts'
import { NOW, screensOf } from '../../sample-swap.ts'
import { lockedRun, TERMS } from './sample-run.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What may take lines from the payment that is asked about. */
const PRESSURES = [
  'typed amount',
  'guide',
  'notice',
  'slippage warning',
  'second swap',
  'more than the balance',
] as const
type Pressure = (typeof PRESSURES)[number]

/** Every choice of them. */
const CHOICES = Array.from({ length: 2 ** PRESSURES.length }, (_, bits) =>
  PRESSURES.filter((_pressure, at) => (bits & (1 << at)) !== 0),
)

interface Amounts {
  readonly amount: string
  readonly terms: StatedTerms
}

const USUAL: Amounts = {
  amount: '0.5',
  terms: {
    ...TERMS,
    src: { symbol: 'ETH', decimals: 18, amount: 500_000_000_000_000_000n, usd: 1_498_630_000n },
    dst: { symbol: 'USDC', decimals: 6, amount: 1_496_406_000n, usd: 1_496_380_000n },
    minimumOut: 1_481_440_000n,
  },
}

const LONG: Amounts = {
  amount: '0.123456789012345678',
  terms: {
    ...TERMS,
    src: { symbol: 'wstETH', decimals: 18, amount: 123_456_789_012_345_678n, usd: 1_498_630_000n },
    dst: { symbol: 'WBTC', decimals: 18, amount: 12_123_456_789_012_345_678n, usd: 1_496_380_000n },
    minimumOut: 12_023_456_789_012_345_678n,
  },
}

function screensThatAsk(
  pressed: readonly Pressure[],
  { amount, terms }: Amounts,
  columns: number,
  rows: number,
): AppState {
  const has = (pressure: Pressure) => pressed.includes(pressure)
  const start = lockedRun()
  const shown = { ...terms, ...(has('slippage warning') ? { minimumOut: (terms.minimumOut ?? 0n) / 2n } : {}) }
  const run = factsOfRun({
    ...start,
    request: { ...start.request, amount, recipient: PAYEE },
    recipientName: '@a-name-that-is-long',
    ...(start.lock === undefined ? {} : { lock: { ...start.lock, terms: shown } }),
  })
  const typing = has('typed amount') ? lineOf(amount.slice(0, 3)) : undefined
  const asset = { chain: 'ethereum', symbol: shown.src.symbol, decimals: 18 } as never
  const asked = { request: start.request, from: asset, to: asset, balance: '0.01' }
  const first = {
    ...newWork(1),
    run,
    question: { kind: 'terms', next: 'pays', expired: false, typing } as const,
    ...(has('more than the balance') ? { asked } : {}),
  }
  const works = has('second swap') ? [first, { ...newWork(2), run: { ...run, id: 'run_2' } }] : [first]
  const state = screensOf(columns, rows)
  const text = 'the server that was asked does not answer, and is asked again as soon as anybody does that'
  return {
    ...state,
    ready: true,
    tab: 'review',
    settings: { ...state.settings, 'contact.a-name-that-is-long': PAYEE },
    ...(has('guide') ? { guide: { step: 4, of: 8, says: `P pays. ${text}` } } : {}),
    ...(has('notice') ? { notice: { tone: 'bad', text } } : {}),
    screens: { ...state.screens, review: { ...state.screens.review, works, shown: 1 } },
  }
}

/** The five facts of a payment, as they may be written. */
function factsIn(pressed: readonly Pressure[], { amount, terms }: Amounts): Readonly<Record<string, RegExp>> {
  const { src, dst } = terms
  const least = pressed.includes('slippage warning') ? '! at least [0-9.,]+' : 'at least [0-9.,]+'
  return {
    clock: /lock 45 s/,
    amount: new RegExp(`PAY ${amount} ${src.symbol} \\(\\$1,498\\.63\\)`),
    recipient: /to @a-name-tha\S* 0xf39F…2266 \[dffe 1949\]/,
    least: new RegExp(`${least} ${dst.symbol}`),
    ...(pressed.includes('slippage warning') ? { 'how far it is below': /50\.\d\d % less/ } : {}),
    'what the next key does': pressed.includes('typed amount')
      ? new RegExp(`type (${amount} and|the amount,) Enter .*amount > ${amount.slice(0, 3)}`)
      : /P pays.* n declines/,
    ...(pressed.includes('second swap') ? { 'that there is another swap, and its key': /▸1\b.* Tab/ } : {}),
  }
}

const SIZES = [40, 44, 50, 60].flatMap((columns) => [10, 11, 12, 14].map((rows) => [columns, rows] as const))
const ALONE = PRESSURES.map((pressure) => [pressure])

test('a lock that claims to hold until the year 9999 has a clock that says no more than a day, and a full bar', () => {
  const state = screensThatAsk([], USUAL, 80, 24)
  const { review } = state.screens
  const works = review.works.map((work) => ({
    ...work,
    run: work.run && {
      ...work.run,
      lock: work.run.lock && { ...work.run.lock, expiresAt: '9999-12-31T23:59:59Z', ttlMs: 0 },
    },
  }))
  const text = linesOf({ ...state, screens: { ...state.screens, review: { ...review, works } } }).join('\n')
  expect([/lock >1 day █+(?!.*░)/.test(text), /lock [0-9]/.test(text)]).toEqual([true, false])
})

describe('a payment that is asked about', () => {
  test.each([
    ['usual amounts', USUAL],
    ['amounts of eighteen decimals', LONG],
  ])('is whole with %s from 40 x 10 on, whatever else there is to say', (_name, amounts) => {
    const missing = SIZES.flatMap(([columns, rows]) =>
      // The smallest one sees all of them, the others each alone and all at once.
      (columns === 40 && rows === 10 ? CHOICES : [[], ...ALONE, PRESSURES]).flatMap((pressed) => {
        const text = linesOf(screensThatAsk(pressed, amounts, columns, rows))
          .join(' ')
          .replace(/ +/g, ' ')
        return Object.entries(factsIn(pressed, amounts)).flatMap(([name, fact]) =>
          fact.test(text) ? [] : [`${columns}x${rows} with ${pressed.join(', ')}: ${name}`],
        )
      }),
    )
    expect(missing).toEqual([])
  })

  test('leaves a line of the terms that scrolls on 40 x 10, where nothing else takes lines', () => {
    const before = screensThatAsk(['typed amount'], USUAL, 40, 10)
    const press = { name: 'down', text: '' } as const
    const after = update(SCREENS, before, { on: 'app', type: 'key', press }, NOW).state
    expect(linesOf(after)).not.toEqual(linesOf(before))
  })
})
