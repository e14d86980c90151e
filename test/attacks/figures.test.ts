import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LIARS, type Outcome } from './case.ts'
import { countSuite } from './tables.ts'

/* The figures of the suite, which README.md and `swapcli help safety` state. After a change of the tables, copy them from here. */

const counts = countSuite()
const sum = (what: Outcome | 'honest') => LIARS.reduce((total, who) => total + counts[who][what], 0)
const all = sum('refused') + sum('asked') + sum('within bounds')

const FIGURES = `${all} attacks: ${sum('refused')} refused, ${sum('asked')} asked, ${sum('within bounds')} signed within the bounds, 0 beyond; ${sum('honest')} honest payments, 0 refused`

test.each(['README.md', 'src/docs/safety.md'])('%s states the figures of the suite', (path) => {
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
  expect(/\d+ attacks: [^.]+/.exec(text)?.[0].replace(/\s+/g, ' ')).toBe(FIGURES)
})
