import { describe, expect, test } from 'vitest'
import { appKeys, keyName, keysIn } from '../../src/tui/keys.ts'
import type { KeyName } from '../../src/tui/terminal/key-decoder.ts'
import type { Screen } from '../../src/tui/screen.ts'
import { SCREENS } from '../../src/tui/screens.ts'

const modes = SCREENS.flatMap((screen: Screen) =>
  [...new Set(screen.keys.flatMap(({ where }) => where))].map((mode) => [screen.name, mode, screen.keys] as const),
)

describe('the tables of keys', () => {
  test.each(modes)('mean one thing by every key on %s in the mode %s', (_name, mode, rows) => {
    const own = keysIn(rows, mode).flatMap(({ keys }) => keys)
    expect(own.filter((key, index) => own.indexOf(key) !== index)).toEqual([])
  })

  test.each(modes)('leave help and the way out to the app on %s in the mode %s', (_name, mode, rows) => {
    const everywhere = appKeys(SCREENS).filter(({ inText }) => inText)
    expect(everywhere.map(({ action }) => action)).toEqual(['help', 'suspend', 'interrupt'])
    const taken = keysIn(rows, mode).flatMap(({ keys }) => keys)
    expect(everywhere.filter(({ keys }) => keys.some((key) => taken.includes(key)))).toEqual([])
  })

  test('say what every key does', () => {
    const rows = [...SCREENS.flatMap((screen: Screen) => screen.keys), ...appKeys(SCREENS)]
    expect(rows.filter(({ label, keys }) => label === '' || keys.length === 0)).toEqual([])
  })

  test('name no key that no terminal sends', () => {
    // @ts-expect-error -- a misspelt key does not compile
    const misspelt: KeyName = 'retrun'
    expect(misspelt).not.toBe('enter')
  })

  test('show keys by the names on them', () => {
    const names: readonly KeyName[] = ['up', 'ctrl-c', 'alt-b', 'ctrl-left', 'x', '-', 'esc']
    expect(names.map(keyName)).toEqual(['↑', 'Ctrl-C', 'Alt-B', 'Ctrl-←', 'x', '-', 'Esc'])
  })
})
