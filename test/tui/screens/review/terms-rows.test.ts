import { expect, test } from 'vitest'
import type { Lock } from '../../../../src/core/api/documents.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { termsRows } from '../../../../src/tui/screens/review/terms-rows.ts'
import { NOW } from '../../sample-swap.ts'
import { lockedRun } from './sample-run.ts'

/** The lines of a lock's terms that are about the loss of value or warn. */
function warnedOf(change: Partial<Lock>, warnings: readonly string[] = []): readonly string[] {
  const run = factsOfRun(lockedRun())
  if (run.lock === undefined) throw new Error('a run without lock')
  const lock = { ...run.lock, ...change }
  return termsRows({ run, lock, before: undefined, warnings, now: NOW, width: 100, spoken: true })
    .filter((row) => row.some(({ role }) => role === 'warn'))
    .map((row) => row.map(({ text }) => text).join(''))
}

const ADA = { formatted: '250.5', currency: 'ADA' }

test('terms say where it is not known what is lost, and what is warned of', () => {
  expect(warnedOf({ dst: { ...ADA, usd: '99.00' } })).toEqual([])
  expect(warnedOf({ dst: { ...ADA, usd: '' } })).toEqual(['value lost   not known: no values are stated'])
  expect(warnedOf({ dst: { ...ADA, usd: '' }, priceImpactBps: 20 }, ['The pool is new'])).toEqual([
    'look twice   The pool is new',
  ])
})
