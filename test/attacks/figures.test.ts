import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LIARS, type Outcome, OUTCOMES } from './case.ts'
import { countSuite } from './tables.ts'

/* The figures of the suite, which README.md and `swapcli help safety` state. After a change of the tables, copy them from here. */

const counts = countSuite()
const sum = (what: Outcome | 'honest') => LIARS.reduce((total, who) => total + counts[who][what], 0)
const all = OUTCOMES.reduce((total, what) => total + sum(what), 0)

const FIGURES = `${all} attacks: ${sum('refused')} refused, ${sum('asked')} asked, ${sum('printed')} printed, ${sum('within bounds')} signed within the bounds; ${sum('honest')} honest payments beside them`

test.each(['README.md', 'src/docs/safety.md'])('%s states the figures of the suite', (path) => {
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
  expect(/\d+ attacks: [^.]+/.exec(text)?.[0].replace(/\s+/g, ' ')).toBe(FIGURES)
})

/** Who lies, and how that ends: a table of Markdown without the spaces that align it. */
const rows = [
  ['Who lies', 'Refused', 'Asked', 'Printed', 'Signed within bounds', 'Honest payments beside'],
  ...LIARS.map((who) => [who, ...([...OUTCOMES, 'honest'] as const).map((what) => `${counts[who][what]}`)]),
].filter(([, ...cells]) => cells.some((cell) => cell !== '0'))

test('README.md states who lies and how that ends', () => {
  const text = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
  const table = /^\| Who lies [^]*?\n(?!\|)/m.exec(text)?.[0].trimEnd().split('\n') ?? []
  const cells = table
    .filter((row) => !row.startsWith('| -'))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(cells).toEqual(rows)
})
