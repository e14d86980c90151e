import { cleanText } from '../../src/core/text/clean-text.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameRows } from '../../src/tui/frame/frame.ts'
import type { Row } from '../../src/tui/kit/text/rows.ts'
import { textWidth } from '../../src/tui/kit/text/text-fit.ts'
import { type AppState, SCREENS } from '../../src/tui/screens.ts'
import { update } from '../../src/tui/update.ts'

/** The lines of one frame. */
export function linesOf(state: AppState): string[] {
  return frameRows(SCREENS, state, false).map(lineOf)
}

/** What stands on a line. */
export function lineOf(row: Row): string {
  return row
    .map(({ text }) => cleanText(text, Infinity))
    .join('')
    .trimEnd()
}

/** The same as one text. */
export function textOf(state: AppState): string {
  return linesOf(state).join('\n')
}

/** What a frame looks like on terminals of these sizes, by the name of what it shows. */
export type Scenes = readonly (readonly [name: string, scene: (columns: number, rows: number) => AppState])[]

/** Frames fill their terminal exactly, keep to it, name the key of the help, and hold no control code of a stranger. */
export function testSizes(scenes: Scenes): void {
  describe.each([
    [40, 10],
    [60, 15],
    [80, 23],
    [80, 24],
    [120, 40],
    [200, 60],
    [250, 80],
  ])('a terminal of %i x %i', (columns, rows) => {
    test.each(scenes)('shows %s on exactly its lines, none of them wider than it', (_name, scene) => {
      const lines = linesOf(scene(columns, rows))
      expectToFill(lines, columns, rows)
      expect(lines.at(-1)).toMatch(/(\?|F1) help|Esc close/)
    })
  })

  test.each(scenes)('a terminal of any size, while it changes, shows %s on exactly its lines', (_name, scene) => {
    const start = scene(120, 40)
    const sizes = fc.record({ columns: fc.integer({ min: 1, max: 260 }), rows: fc.integer({ min: 1, max: 90 }) })
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 5 }), (storm) => {
        storm.reduce((state, size) => {
          const next = update(SCREENS, state, { on: 'app', type: 'resized', size }, state.now).state
          expectToFill(linesOf(next), size.columns, size.rows)
          return next
        }, start)
      }),
      { numRuns: 8 },
    )
  })
}

function expectToFill(lines: readonly string[], columns: number, rows: number): void {
  expect(lines.length).toBe(rows)
  expect(lines.filter((line) => textWidth(line) > columns)).toEqual([])
  // eslint-disable-next-line no-control-regex -- these are what must not be there
  expect(lines.filter((line) => /[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/.test(line))).toEqual([])
}
