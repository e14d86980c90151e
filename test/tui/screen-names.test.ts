import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SCREENS } from '../../src/tui/screens.ts'

const TUI = fileURLToPath(new URL('../../src/tui/', import.meta.url))

/** Files of the app around the screens: all but the screens themselves, their list, and the tour through them. */
const around = readdirSync(TUI, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^(screens|tour)\//.test(path) && path !== 'screens.ts')
  .map((path) => [path, readFileSync(join(TUI, path), 'utf8')] as const)

test('nothing around the screens imports one of them, or knows one by its name', () => {
  expect(around.length).toBeGreaterThan(30)
  const names = SCREENS.map(({ name }) => name).join('|')
  const joints = new RegExp(String.raw`screens/(${names})|\bon: '(${names})'|\btab: '(${names})'|=== '(${names})'`)
  expect(around.filter(([, text]) => joints.test(text)).map(([path]) => path)).toEqual([])
})
