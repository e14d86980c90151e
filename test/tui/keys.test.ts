import { describe, expect, test } from 'vitest'
import { EVERYWHERE, KEYS, keysIn, NOT_IN_TEXT, shownKey } from '../../src/tui/keys.ts'

const modes = [...new Set(KEYS.flatMap(({ where }) => where))].filter(
  (mode) => ![EVERYWHERE, NOT_IN_TEXT].includes(mode),
)

describe('the table of keys', () => {
  test.each(modes)('means one thing by every key in the mode %s', (mode) => {
    const own = KEYS.filter(({ where }) => where.includes(mode)).flatMap(({ keys }) => keys)
    expect(own.filter((key, index) => own.indexOf(key) !== index)).toEqual([])
  })

  test.each(modes)('has help and a way out in the mode %s', (mode) => {
    const actions = keysIn(mode, true).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['app.help', 'app.interrupt']))
  })

  test('says what every key does', () => {
    expect(KEYS.filter(({ label, keys }) => label === '' || keys.length === 0)).toEqual([])
  })

  test('shows keys by the names on them', () => {
    expect(['up', 'ctrl-c', 'x', 'esc'].map(shownKey)).toEqual(['↑', 'Ctrl-C', 'x', 'Esc'])
  })
})
