import { expect, test } from 'vitest'
import { withChange } from '../../../src/payments/home/stored-mark.ts'
import type { HomeChange } from '../../../src/core/ports.ts'
import { doubtOf, type HomeStanding } from '../../../src/wallet/run/home-doubt.ts'
import { readRunDocument } from '../../../src/wallet/run/run-document.ts'
import { RUN_OF_FORMAT_6 } from '../fixtures/run-format-6.ts'

const { createdAt } = RUN_OF_FORMAT_6.run
const LATER = new Date(Date.parse(createdAt) + 1).toISOString()

const open = { ...readRunDocument(RUN_OF_FORMAT_6), step: 'executed' as const, version: 1 }
const begunIn = (generation: string) => ({ ...open, generation })
const closedIn = (generation: string, endGeneration: string) => ({
  ...{ ...open, step: 'closed' as const, generation, endGeneration },
})

/** A home that was put on another machine, then was an older copy that was accepted, then came from elsewhere again. */
const HOME: HomeStanding = {
  standing: 'current',
  generation: 'd',
  changes: [
    { after: 'a', doubt: 'unseen' },
    { after: 'b', doubt: 'elsewhere' },
    { after: 'c', doubt: 'unseen' },
  ],
}

test('a run is doubted by the worst of all that became of its home since, whatever the clocks said', () => {
  // Times that would say that it was begun after everything, and before.
  for (const adoptedAt of ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']) {
    const home = { ...HOME, adoptedAt, unseenUntil: adoptedAt }
    const doubts = ['a', 'b', 'c', 'd'].map((generation) => doubtOf(begunIn(generation), home))
    expect(doubts).toEqual(['elsewhere', 'elsewhere', 'unseen', undefined])
  }
})

test('a run of a generation that its home has never had may be paid elsewhere', () => {
  expect(doubtOf(begunIn('x'), HOME)).toBe('elsewhere')
  expect(doubtOf(begunIn('x'), { standing: 'unmarked' })).toBe('elsewhere')
})

test('what became of a home after a run was closed says nothing of the run', () => {
  expect([
    doubtOf(closedIn('a', 'a'), HOME),
    doubtOf(closedIn('a', 'b'), HOME),
    doubtOf(closedIn('a', 'c'), HOME),
    doubtOf(closedIn('c', 'd'), HOME),
  ]).toEqual([undefined, 'unseen', 'elsewhere', 'unseen'])
})

test('a run of a version that noted no generation is doubted by all that is known since, and by times before that', () => {
  expect(doubtOf(open, HOME)).toBe('elsewhere')
  expect(doubtOf(open, { standing: 'current', changes: [{ after: 'a', doubt: 'unseen' }] })).toBe('unseen')
  expect(doubtOf({ ...open, step: 'closed' }, HOME)).toBeUndefined()
  // The mark of such a version.
  expect(doubtOf(open, { standing: 'current', generation: 'a', adoptedAt: LATER })).toBe('elsewhere')
  expect(doubtOf(open, { standing: 'current', generation: 'a', unseenUntil: LATER })).toBe('unseen')
  expect(doubtOf(open, { standing: 'current', generation: 'a', adoptedAt: '2000-01-01T00:00:00.000Z' })).toBeUndefined()
})

test('what falls off the list of changes is judged by the worst of the list', () => {
  const listed = (first: HomeChange['doubt']) => {
    let changes: readonly HomeChange[] = first === undefined ? [] : [{ after: 'first', doubt: first }]
    for (let at = 0; at < 200; at += 1) changes = withChange(changes, { after: `g${at}`, doubt: 'unseen' })
    return { standing: 'current' as const, generation: 'now', changes }
  }
  for (const [first, worst] of [
    ['unseen', 'unseen'],
    ['elsewhere', 'elsewhere'],
  ] as const) {
    const home = listed(first)
    expect([home.changes.length, doubtOf(begunIn('g7'), home), doubtOf(begunIn('g190'), home)]).toEqual([
      ...[50, worst, 'unseen'],
    ])
  }
})
