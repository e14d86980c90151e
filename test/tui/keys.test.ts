import { describe, expect, test } from 'vitest'
import { PAY } from '../../src/tui/bindings.ts'
import { DESK_KEYS } from '../../src/tui/desk/keys.ts'
import { appKeys, keyName, type KeyRow, keysIn } from '../../src/tui/keys.ts'
import type { KeyName } from '../../src/tui/terminal/key-decoder.ts'
import type { Screen } from '../../src/tui/screen.ts'
import { SCREENS } from '../../src/tui/screens.ts'
import { helpBody } from '../../src/tui/frame/help.ts'
import { helpLines } from '../../src/tui/frame/help-lines.ts'
import { offeredKeys } from '../../src/tui/state.ts'
import { lineOf, linesOf } from './frame-lines.ts'
import { keys, play, screensOf, typed } from './sample-swap.ts'

const modes = SCREENS.flatMap((screen: Screen) =>
  [...new Set(screen.keys.flatMap(({ where }) => where))].map((mode) => [screen.name, mode, screen.keys] as const),
)

describe('the tables of keys', () => {
  test.each(modes)('mean one thing by every key on %s in the mode %s', (_name, mode, rows) => {
    const own = keysIn(rows, mode).flatMap(({ keys }) => keys)
    expect(own.filter((key, index) => own.indexOf(key) !== index)).toEqual([])
  })

  test.each(modes)('leave help, the palette and the way out to the app on %s in the mode %s', (_name, mode, rows) => {
    const everywhere = appKeys(SCREENS).filter(({ where }) => where.includes('text'))
    expect(everywhere.map(({ action }) => action)).toEqual(['help', 'palette', 'redraw', 'suspend', 'interrupt'])
    const taken = keysIn(rows, mode).flatMap(({ keys }) => keys)
    expect(everywhere.filter(({ keys }) => keys.some((key) => taken.includes(key)))).toEqual([])
  })

  test('mean the same by a letter or sign on all screens', () => {
    const meanings = new Map<string, Set<string>>()
    for (const { keys: rows } of SCREENS as readonly Screen[]) {
      for (const { keys: own, action } of rows) {
        for (const key of own.filter((each) => each.length === 1 || each.startsWith('alt-'))) {
          meanings.set(key, new Set([...(meanings.get(key) ?? []), action]))
        }
      }
    }
    const several = [...meanings].filter(([, actions]) => actions.size > 1)
    expect(Object.fromEntries(several.map(([key, actions]) => [key, [...actions].sort()]))).toEqual({
      // To the left and right of what is marked, whatever stands there.
      h: ['close', 'route-before', 'share-less', 'shorter'],
      l: ['longer', 'route-next', 'share-more'],
      // Both lock a route again; and both close what the key has opened.
      L: ['again', 'lock-again'],
      Q: ['back', 'qr'],
    })
  })

  test('pay by a key that does nothing else anywhere, and by none that opens, moves or is held', () => {
    const paying = SCREENS.flatMap((screen: Screen) => screen.keys).filter(({ action }) => action === PAY)
    const keysThatPay = paying.flatMap(({ keys: own }) => own)
    expect([...new Set(keysThatPay)]).toEqual(['P'])
    const others = [...SCREENS.flatMap((screen: Screen) => screen.keys), ...appKeys(SCREENS), ...DESK_KEYS]
    const shared = others.filter(
      ({ action, keys: own }) => action !== PAY && own.some((key) => keysThatPay.includes(key)),
    )
    expect(shared).toEqual([])
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

  test('name no mode that the screen does not declare', () => {
    // @ts-expect-error -- a misspelt mode does not compile: its keys would do nothing
    const misspelt: KeyRow<'list'>['where'] = ['lsit']
    expect(misspelt).not.toContain('list')
  })

  test('are shown in as many columns as fit', () => {
    const heightOf = (columns: number) =>
      helpBody(helpLines(offeredKeys(SCREENS, screensOf(columns, 60))), columns).length
    expect(heightOf(250) * 3).toBeLessThan(heightOf(60) + 15)
    // Nothing is lost by that.
    const all = helpLines(offeredKeys(SCREENS, screensOf(250, 60)))
    const wide = linesOf(play(screensOf(250, 60), keys('?')).state).join('\n')
    expect(all.filter(({ label }) => !wide.includes(label))).toEqual([])
  })

  test('are whole on a narrow terminal, with what they do', () => {
    for (const columns of [40, 60, 80]) {
      const rows = helpBody(helpLines(offeredKeys(SCREENS, screensOf(columns, 60))), columns).map(lineOf)
      expect(rows.filter((line) => line.includes('…') || line.length > columns)).toEqual([])
    }
  })

  test('show keys by the names on them', () => {
    const names: readonly KeyName[] = ['up', 'ctrl-c', 'alt-b', 'ctrl-left', 'x', '-', 'esc', 'f1']
    expect(names.map(keyName)).toEqual(['↑', 'Ctrl-C', 'Alt-B', 'Ctrl-←', 'x', '-', 'Esc', 'F1'])
  })

  test('type a question mark in a text field, where F1 shows the help', () => {
    const search = play(screensOf(), [...keys('f'), ...typed('a?b')]).state
    expect(search).toMatchObject({ help: undefined, screens: { swap: { picker: { line: { text: 'a?b' } } } } })
    expect(play(search, keys('f1')).state.help).toBe(0)
    expect(play(screensOf(), keys('?')).state.help).toBe(0)
  })
})
