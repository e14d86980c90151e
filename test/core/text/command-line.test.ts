import { expect, test } from 'vitest'
import { shellWord } from '../../../src/core/text/command-line.ts'

test('a word with a line end, or with what no terminal shows, is written by its bytes', () => {
  expect(shellWord("it's\n\u{202e}\\.tar")).toBe("$'it\\'s\\x0a\\xe2\\x80\\xae\\\\.tar'")
  expect(shellWord('日本 語.tar')).toBe("'日本 語.tar'")
})
