import { describe, expect, test } from 'vitest'
import { SCREENS } from '../../src/tui/screens.ts'
import { paletteItems } from '../../src/tui/palette.ts'
import { textOf } from './frame-lines.ts'
import { asking, keys, play, quoted, route, screensOf, typed } from './sample-swap.ts'

const labels = (text: string, state = asking()) => paletteItems(SCREENS, state, text).map(({ label }) => label)

describe('the palette', () => {
  test('finds actions of the app and of all screens by words, and says their keys', () => {
    const { state } = play(screensOf(100, 24), [...keys(':'), ...typed('exp csv')])
    expect(textOf(state)).toContain('Activity: export CSV')
    expect(labels('go stats')[0]).toBe('go to Stats')
    expect(labels('quit')).toContain('quit')
  })

  test('finds nothing of Review, where payments are made, from any screen', () => {
    for (const { name: tab } of SCREENS) {
      const found = paletteItems(SCREENS, { ...asking(), tab }, '').filter((item) => item.kind === 'screen')
      expect(found.length).toBeGreaterThan(20)
      expect(found.filter(({ on }) => on === 'review')).toEqual([])
    }
  })

  test('runs what is marked, on its screen', () => {
    const { state, effects } = play(quoted([route('A')], []), [
      ...keys('ctrl-k'),
      ...typed('ranking'),
      ...keys('enter'),
    ])
    expect([state.palette, state.tab, state.screens.swap.rank]).toEqual([undefined, 'swap', 'fastest'])
    expect(effects).toEqual([])
    const gone = play(asking(), [...keys(':'), ...typed('activity filter'), ...keys('enter')]).state
    expect([gone.tab, gone.screens.activity.sifting.line?.text]).toEqual(['activity', ''])
  })

  test('takes keys for itself while it is open, and gives them back', () => {
    const open = play(asking(), [...keys(':'), ...typed('qx')]).state
    expect([open.palette?.line.text, open.tab]).toEqual(['qx', 'swap'])
    expect(textOf(open)).toContain('0 found')
    expect(play(open, keys('enter')).effects).toEqual([])
    expect(play(open, keys('esc')).state.palette).toBeUndefined()
    expect(play(open, keys('ctrl-c')).effects).toMatchObject([{ type: 'leave' }])
  })

  test('shows what a swap on one line says, and fills the form with it', () => {
    const open = play(screensOf(100, 24), [...keys(':'), ...typed('0.5 eth > usdc base slip 50bps')]).state
    for (const text of ['0.5', 'usdc@base', '50bps', 'Enter fills the form']) expect(textOf(open)).toContain(text)
    const { state, effects } = play(open, keys('enter'))
    expect([state.palette, state.tab]).toEqual([undefined, 'swap'])
    expect(effects).toMatchObject([{ on: 'swap', type: 'read-line', text: '0.5 eth > usdc base slip 50bps' }])
  })

  test('says what is wrong with a line, and keeps it', () => {
    const open = play(screensOf(100, 24), [...keys(':'), ...typed('0.5 eth > usdc min 3')]).state
    expect(textOf(open)).toContain('"min" does not apply here')
    const { state, effects } = play(open, keys('enter'))
    expect([state.palette?.line.text, effects]).toEqual(['0.5 eth > usdc min 3', []])
  })

  test('fits terminals of every size', () => {
    for (const [columns, rows] of [
      [40, 10],
      [80, 23],
      [200, 60],
    ] as const) {
      for (const text of ['', '0.5 eth > usdc base for @bob', '1,000 eth', 'zzz']) {
        const lines = textOf(play(screensOf(columns, rows), [...keys(':'), ...typed(text)]).state).split('\n')
        expect(lines.length).toBeLessThanOrEqual(rows)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
      }
    }
  })
})
