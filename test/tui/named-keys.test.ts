import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Screen } from '../../src/tui/screen.ts'
import { SCREENS } from '../../src/tui/screens.ts'

/*
 * Sentences that name a key by its letter: what the key does by the table is listed beside them, so that neither changes
 * without the other.
 */

const TUI = fileURLToPath(new URL('../../src/tui/', import.meta.url))
const sources = readdirSync(TUI, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(TUI, path), 'utf8')] as const)

const VERBS =
  'tries again|retries|to refresh|shows|continues|locks|declines|checks|copies|removes|resumes|for yes|for no'
const NAMED = new RegExp(String.raw`(?<!\w['’]?)([A-Za-z]) (?:${VERBS})\b|[\w}] \(([A-Za-z])\)(?=[,'\x60])`, 'g')

test('sentences on a screen name keys that do there what they say', () => {
  const named = SCREENS.flatMap(({ name, keys }: Screen) => {
    // The rows of a run in the kit name keys of Review.
    const folders = name === 'review' ? [`screens/${name}/`, 'kit/run/'] : [`screens/${name}/`]
    const own = sources.filter(([path]) => folders.some((folder) => path.startsWith(folder))).map(([, text]) => text)
    const found = own.flatMap((text) => [...text.matchAll(NAMED)])
    return found.map(([words, first, second]) => {
      const does = keys.filter((row) => row.keys.some((key) => key === (first ?? second))).map(({ label }) => label)
      return `${name}: ${words.replace(/^. \(/, '(')} = ${[...new Set(does)].join(', ')}`
    })
  })
  expect([...new Set(named)].sort()).toEqual([
    'activity: A shows = clear filters',
    'activity: c continues = continue',
    'activity: c shows = continue',
    'activity: g tries again = refresh',
    'balances: g tries again = refresh',
    'providers: (O) = reopen to apply',
    'providers: C checks = check all',
    'providers: c checks = check now',
    'providers: g tries again = refresh',
    'review: (l) = lock again, lock this route again',
    'review: (n) = decline, no',
    'review: c continues = continue',
    'review: d copies = copy calldata',
    'review: l locks = lock again, lock this route again',
    'review: n declines = decline, no',
    'settings: n for no = no',
    'settings: x removes = remove',
    'settings: y for yes = copy, yes',
    'stats: g tries again = refresh',
    'swap: (u) = include all providers',
    'swap: f shows = fees',
    'swap: g retries = refresh',
    'swap: g to refresh = refresh',
    'swap: n shows = no route',
    'swap: p resumes = pause or resume refresh',
  ])
})

test('sentences that name a screen with its digit name the digit of its tab', () => {
  const titles: readonly string[] = SCREENS.map(({ title }) => title)
  const named = sources.flatMap(([, text]) => [...text.matchAll(/([A-Z][a-z]+)(?: screen)? \(([1-9])\)/g)])
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter(([, title = '', digit]) => titles[Number(digit) - 1] !== title).map(([words]) => words)).toEqual(
    [],
  )
  expect(sources.filter(([, text]) => text.includes('not ended: 2 shows')).map(([path]) => path)).toEqual([
    `screens/${SCREENS[1].name}/update.ts`,
  ])
})
