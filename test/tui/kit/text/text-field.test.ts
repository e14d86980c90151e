import { expect, test } from 'vitest'
import { lineOf as lineFrom } from '../../../../src/tui/kit/text/line-edit.ts'
import { rowWidth } from '../../../../src/tui/kit/text/rows.ts'
import { textField } from '../../../../src/tui/kit/text/text-field.ts'
import { lineOf } from '../../frame-lines.ts'

test('what acts on a terminal is spelt out in a field, and takes the columns that this needs', () => {
  const line = lineFrom('usdc\u202E base')
  for (const width of [1, 8, 12, 40])
    expect(rowWidth(textField({ line, width, active: true }))).toBeLessThanOrEqual(width)
  expect(lineOf(textField({ line, width: 40, active: true }))).toBe('usdc\\u{202e} base')
  expect(textField({ line, width: 40, active: false }).map(({ text }) => text)).toEqual(['usdc\\u{202e} base'])
})
