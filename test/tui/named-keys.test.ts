import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DESK_KEYS } from '../../src/tui/desk/keys.ts'
import { appKeys, keyName } from '../../src/tui/keys.ts'
import type { Screen } from '../../src/tui/screen.ts'
import { SCREENS } from '../../src/tui/screens.ts'

/*
 * Sentences that name keys: they name the one that does what they say, whatever the settings make of it.
 */

const TUI = fileURLToPath(new URL('../../src/tui/', import.meta.url))
const sources = readdirSync(TUI, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(TUI, path), 'utf8')] as const)

/** `keyFor(settings, 'refresh', 'r')`. */
const NAMED = /keyFor\([\w.]+, '([\w-]+)', '([^']+)'\)/g

test('sentences on a screen name keys by their action, and the usual one as the tables have it', () => {
  const keysOf = new Map<string, Set<string>>()
  for (const { keys } of SCREENS as readonly Screen[]) {
    for (const row of keys) keysOf.set(row.action, new Set([...(keysOf.get(row.action) ?? []), keyName(row.keys[0])]))
  }
  for (const { action, keys } of [...appKeys(SCREENS), ...DESK_KEYS]) {
    if (typeof action === 'string') keysOf.set(action, new Set([...(keysOf.get(action) ?? []), keyName(keys[0])]))
  }
  const named = sources.flatMap(([path, text]) =>
    [...text.matchAll(NAMED)].map(([, action = '', key = '']) => ({ path, action, key })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ action, key }) => keysOf.get(action)?.has(key) !== true)).toEqual([])
})

const VERBS =
  'tries again|retries|to refresh|shows|continues|locks|declines|checks|copies|removes|resumes|pays|for yes|for no'
/** A key by its letter, which would be wrong where another one is set. */
const BY_LETTER = new RegExp(String.raw`(?<![-\w'’}])([A-Za-z]) (?:${VERBS})\b`, 'g')

test('no sentence names a key by its letter but those that tell of old keys', () => {
  const found = sources.flatMap(([path, text]) => [...text.matchAll(BY_LETTER)].map(([words]) => `${path}: ${words}`))
  expect(found.filter((each) => !each.startsWith('old-keys.ts'))).toEqual([])
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
