import { UTC } from '../../../src/core/text/times.ts'
import { expect, test } from 'vitest'
import { noteReview } from '../../../src/cli/views/run-view.ts'
import { readLock } from '../../../src/core/api/answers.ts'
import type { Lock } from '../../../src/core/api/documents.ts'
import { wrapText } from '../../../src/tui/kit/text/rows.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'

const TOKEN = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const EXPIRES = '2026-01-01T00:01:00.000Z'

const LOCK: Lock = {
  provider: 'UNISWAP',
  routeId: 'way',
  lockId: 'lock_1',
  expiresAt: EXPIRES,
  ttlMs: 60_000,
  src: { formatted: '1', currency: 'ETH', usd: '2000.00' },
  dst: { formatted: '900', currency: 'FOO', usd: '1800.00' },
  fees: { total: { usd: '0', formatted: '$0' }, items: [] },
}

/** What is noted of a run with this lock, from the line about the provider on. */
function noted(
  lock: Partial<Lock>,
  request: Partial<SwapRun['request']> = {},
  width?: number,
  backing: readonly string[] = [],
): readonly string[] {
  const run: SwapRun = {
    id: 'run_1',
    version: 1,
    step: 'locked',
    createdAt: EXPIRES,
    updatedAt: EXPIRES,
    from: 'base:ETH',
    to: `base:${TOKEN}`,
    request: {
      srcChain: 'base',
      srcAddress: '0x0000000000000000000000000000000000000000',
      dstChain: 'base',
      dstAddress: TOKEN,
      amount: '1',
      provider: 'UNISWAP',
      depositor: WALLET,
      recipient: WALLET,
      ...request,
    },
    source: { chainId: 8453, isNative: true },
    agreed: false,
    lockKey: 'run_1-lock',
    executeKey: 'run_1-execute',
    lock: readLock({ ...LOCK, ...lock }, { src: 18, dst: 18 }),
  }
  const lines: string[] = []
  noteReview(
    { zone: UTC, watched: width !== undefined, width: width ?? 80, note: (text) => void lines.push(text) },
    run,
    undefined,
    {},
    backing,
  )
  return lines
}

test('a review names the whole contract of a token that the catalog lacks, and what to look at twice', () => {
  const unlisted = `FOO is unlisted: base:${TOKEN} is known only from its own contract`
  const lines = noted({ warnings: [unlisted, 'FOO is unlisted: looks like F00'] })
  expect(lines[2]).toBe(`  receive       about 900 FOO (base:${TOKEN})`)
  const warned = lines.indexOf(`  warning       ${unlisted}`)
  expect(lines[warned + 1]).toBe('  warning       FOO is unlisted: looks like F00')
})

test.each([
  [80, 24],
  [40, 10],
])('a review ends with amount, recipient and least, which %i x %i show together with the question', (width, rows) => {
  const warnings = Array.from({ length: 20 }, (_, index) => `something to look at twice, number ${index}`)
  const lines = noted({ warnings, minimumReceived: '890' }, {}, width)
  // A line that is too wide takes more of the terminal; the question has one.
  const seen = lines.flatMap((line) => wrapText(line, width)).slice(1 - rows)
  const text = seen.join('').replaceAll(' ', '')
  expect(text).toContain(`send1ETH(base:ETH)to${WALLET}[dffe1949]onbasepromisedatleast890FOO`)
})

test('a review says once what a lock warns of and its own values show', () => {
  const lost = 'The output is worth 10 % less than the input'
  const lines = noted({ warnings: [lost] })
  expect(lines.filter((line) => line.includes(lost))).toEqual([`  value lost    ${lost}`])
})

test('what the payment to the recipient states stands before the question, also that it states nothing', () => {
  const memoOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('  memo'))
  expect([
    memoOf(noted({ recipientMemo: '12345' }, { recipientMemo: '12345' })),
    memoOf(noted({}, { recipientMemo: 'none' })),
    memoOf(noted({})),
  ]).toEqual([['  memo          12345'], ['  memo          none: the payment there states no tag and no memo'], []])
})

test('a slippage far above the usual is warned of beside the question, not only before the quote', () => {
  const lines = noted({ minimumReceived: '720' }, { slippage: 2_000 })
  const [warned, sent] = ['  warning       a slippage of 20.00 % lets as much', '  send  '].map((start) =>
    lines.findIndex((line) => line.startsWith(start)),
  )
  expect([warned !== -1, warned === (sent ?? 0) - 1]).toEqual([true, true])
  expect(noted({}, { slippage: 100 }).join()).not.toContain('slippage')
})

test('a review says what stands behind an asset before it asks', () => {
  const line = 'USDC on linea: two lists, canonical bridge'
  const lines = noted({}, {}, undefined, [line])
  const said = lines.indexOf(`  asset         ${line}`)
  expect(said).toBeGreaterThan(0)
  expect(said).toBeLessThan(lines.findIndex((each) => each.startsWith('  send  ')))
  expect(noted({}).some((each) => each.startsWith('  asset'))).toBe(false)
})
