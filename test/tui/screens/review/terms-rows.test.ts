import { expect, test } from 'vitest'
import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { termsRows } from '../../../../src/tui/screens/review/terms-rows.ts'
import { NOW } from '../../sample-swap.ts'
import { lockedRun, TERMS } from './sample-run.ts'

/** The lines of a lock's terms that are about the loss of value or warn. */
function warnedOf(change: Partial<StatedTerms>, warnings: readonly string[] = []): readonly string[] {
  const run = factsOfRun(lockedRun())
  if (run.lock === undefined) throw new Error('a run without lock')
  const lock = { ...run.lock, terms: { ...TERMS, ...change } }
  return termsRows({ run, lock, before: undefined, loss: undefined, warnings, now: NOW, width: 100 })
    .filter((row) => row.some(({ role }) => role === 'warn'))
    .map((row) => row.map(({ text }) => text).join(''))
}

const ADA = { symbol: 'ADA', decimals: 6, amount: 250_500_000n }

test('terms say where it is not known what is lost, and what is warned of', () => {
  expect(warnedOf({ dst: { ...ADA, usd: 99_000_000n } })).toEqual([])
  expect(warnedOf({ dst: ADA })).toEqual(['value lost   not known: no values are stated'])
  expect(warnedOf({ dst: ADA, priceImpactBps: 20 }, ['The pool is new'])).toEqual(['warning      The pool is new'])
})
