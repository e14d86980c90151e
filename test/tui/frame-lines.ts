import { cleanText } from '../../src/core/text/clean-text.ts'
import { describe, expect, test } from 'vitest'
import { frameRows } from '../../src/tui/frame/frame.ts'
import type { Row } from '../../src/tui/kit/text/rows.ts'
import { textWidth } from '../../src/tui/kit/text/text-fit.ts'
import { type AppState, SCREENS } from '../../src/tui/screens.ts'

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
    [80, 24],
    [120, 40],
    [250, 80],
  ])('a terminal of %i x %i', (columns, rows) => {
    test.each(scenes)('shows %s on exactly its lines, none of them wider than it', (_name, scene) => {
      const lines = linesOf(scene(columns, rows))
      expect(lines.length).toBe(rows)
      expect(lines.filter((line) => textWidth(line) > columns)).toEqual([])
      expect(lines.at(-1)).toMatch(/(\?|F1) help|Esc close/)
      // eslint-disable-next-line no-control-regex -- these are what must not be there
      expect(lines.filter((line) => /[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/.test(line))).toEqual([])
    })
  })
}
