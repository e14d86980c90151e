import { expect, test } from 'vitest'
import { lineOf } from '../../frame-lines.ts'
import { addressRows, wrapAtMost, wrapParts, wrapText } from '../../../../src/tui/kit/text/rows.ts'

test('a long text is broken between words, and in them where there is no space', () => {
  expect(wrapAtMost('one two three', 7, 3)).toEqual(['one two', 'three'])
  expect(wrapAtMost('abcdefghij', 4, 3)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrapAtMost('汉汉汉', 4, 3)).toEqual(['汉汉', '汉'])
})

test('what does not fit on its lines is cut at the end of the last one', () => {
  expect(wrapAtMost('one two three four', 7, 2)).toEqual(['one two', 'three …'])
  expect(wrapAtMost('a b c d', 1, 2)).toEqual(['a', '…'])
})

test('what belongs together stays on one line where one holds it', () => {
  expect(wrapText('0x12 [dffe 1949]', 12)).toEqual(['0x12', '[dffe 1949]'])
  // A line that begins with it would empty the file where it is pasted alone.
  expect(wrapText('export main > main.json', 12)).toEqual(['export', 'main >', 'main.json'])
  expect(wrapParts(['Send it?', 'P signs and sends it,', 'n declines.'], 24)).toEqual([
    'Send it?',
    'P signs and sends it,',
    'n declines.',
  ])
  expect(wrapParts(['much too long', 'x'], 8)).toEqual(['much too', 'long x'])
})

test('an address that needs two lines has its fingerprint behind its end', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const [first = '', second = '', ...rest] = addressRows('to', address, '', 41).map(lineOf)
  expect(rest).toEqual([])
  expect(first).toBe(`to           ${address.slice(0, 28)}`)
  expect(second).toMatch(new RegExp(`^ {13}${address.slice(28)} \\[[0-9a-f]{4} [0-9a-f]{4}\\]$`))
})
