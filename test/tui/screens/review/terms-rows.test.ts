import { expect, test } from 'vitest'
import { assessLoss, type SwapLoss } from '../../../../src/core/money/loss.ts'
import { parseUsd } from '../../../../src/core/money/usd.ts'
import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { termsRows } from '../../../../src/tui/screens/review/terms-rows.ts'
import { lockedRun, TERMS } from './sample-run.ts'

/** The lines of a lock's terms that are about the loss of value or warn. */
function warnedOf(change: Partial<StatedTerms>, warnings: readonly string[] = []): readonly string[] {
  return rowsOf(change, undefined, warnings)
    .filter((row) => row.some(({ role }) => role === 'warn'))
    .map((row) => row.map(({ text }) => text).join(''))
}

/** The lines of a lock's terms that a server stated. */
function rowsOf(
  change: Partial<StatedTerms>,
  loss?: SwapLoss,
  warnings: readonly string[] = [],
  backing: readonly string[] = [],
) {
  const run = factsOfRun(lockedRun())
  if (run.lock === undefined) throw new Error('a run without lock')
  const lock = { ...run.lock, terms: { ...TERMS, ...change } }
  return termsRows({
    run,
    lock,
    before: undefined,
    shortfall: undefined,
    loss,
    isServed: true,
    backing,
    warnings,
    isOver: false,
    width: 100,
  })
}

const ADA = { symbol: 'ADA', decimals: 6, amount: 250_500_000n }

test('terms say where it is not known what is lost, and what is warned of', () => {
  expect(warnedOf({ dst: { ...ADA, usd: 99_000_000n } })).toEqual([])
  expect(warnedOf({ dst: ADA })).toEqual(['value lost   not known: no values are stated'])
  expect(warnedOf({ dst: ADA, priceImpactBps: 20 }, ['The pool is new'])).toEqual(['warning      The pool is new'])
})

test('what is sent is worth what evidence says, and what the server says of it only where there is none', () => {
  const valuation = (text: string) => {
    const usd = parseUsd(text) ?? 0n
    return { usdLow: usd, usdHigh: usd, sources: [], by: 'market' as const }
  }
  const value = { kind: 'priced', src: valuation('100'), dst: valuation('99'), onTop: 0n, unvalued: [] } as const
  const lines = (loss?: SwapLoss) =>
    rowsOf({ src: { ...TERMS.src, usd: 1_000_000n }, dst: { ...ADA, usd: 1_000_000n } }, loss)
      .map((row) => row.map(({ text }) => text).join(''))
      .join('\n')
  expect(lines()).toMatch(/send .*, worth \$1\.00, says the server/)
  const known = lines(assessLoss(value, { src: {}, dst: {} }))
  expect(known).toMatch(/send .*, worth \$100\.00$/m)
  expect(known).toContain(
    'warning      The server says that what is sent is worth $1.00, and it is worth $100.00 by the',
  )
  expect(known).toContain('The server says that what arrives is worth $1.00')
})

test('terms say what stands behind an asset, where that is not plain', () => {
  const line = 'USDC on linea: two lists, canonical bridge'
  const said = (backing: readonly string[]) =>
    rowsOf({}, undefined, [], backing)
      .map((row) => row.map(({ text }) => text).join(''))
      .filter((text) => text.startsWith('asset'))
  expect([said([line]), said([])]).toEqual([[`asset        ${line}`], []])
})
