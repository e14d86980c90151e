import { expect, test } from 'vitest'
import { typedPlaceWords, shellWord } from '../../../src/core/text/command-line.ts'

/** Settings by key, value and where they come from. */
function settings(...rows: readonly (readonly [key: string, value: string, origin: string])[]) {
  return new Map(rows.map(([key, value, origin]) => [key, { value, origin }] as const))
}

test('a suggested command names the network or server that the command line named, and none that is set anyway', () => {
  expect(typedPlaceWords(settings(['network', 'live', '--network']))).toEqual(['--network', 'live'])
  expect(typedPlaceWords(settings(['api', 'http://127.0.0.1:8787/api/v1', '--api']))).toEqual([
    '--api',
    'http://127.0.0.1:8787/api/v1',
  ])
  expect(typedPlaceWords(settings(['network', 'live', 'SWAPCLI_NETWORK']))).toEqual([])
  expect(typedPlaceWords(settings())).toEqual([])
})

test('a word with a line end, or with what no terminal shows, is written by its bytes', () => {
  expect(shellWord("it's\n\u{202e}\\.tar")).toBe("$'it\\'s\\x0a\\xe2\\x80\\xae\\\\.tar'")
  expect(shellWord('日本 語.tar')).toBe("'日本 語.tar'")
})
