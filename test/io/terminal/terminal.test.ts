import { expect, test } from 'vitest'
import { chartGlyphs, hasColumns, terminalColumns } from '../../../src/io/terminal/terminal.ts'

test.each([
  [120, {}, 120],
  [undefined, {}, 80],
  [undefined, { COLUMNS: '132' }, 132],
  [100, { COLUMNS: '132' }, 100],
  [undefined, { COLUMNS: '0' }, 80],
  [undefined, { COLUMNS: 'wide' }, 80],
  [3, {}, 20],
])('a stream of %s columns with %j is laid out in %i', (columns, env, expected) => {
  expect(terminalColumns({ isTTY: columns !== undefined, columns, env })).toBe(expected)
})

test.each([
  ['a terminal', true, undefined, {}, true],
  ['a pipe', false, undefined, {}, false],
  ['a pipe with COLUMNS', false, undefined, { COLUMNS: '132' }, true],
  ['a pipe with COLUMNS that says nothing', false, undefined, { COLUMNS: '0' }, false],
])('text is cut to the width of %s as far as it is known', (_name, isTTY, columns, env, expected) => {
  expect(hasColumns({ isTTY, columns, env })).toBe(expected)
})

test.each([
  ['auto', {}, 'braille'],
  ['auto', { LANG: 'de_DE.UTF-8', TERM: 'xterm' }, 'braille'],
  ['auto', { LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, 'ascii'],
  ['auto', { TERM: 'linux' }, 'ascii'],
  ['blocks', { TERM: 'linux' }, 'blocks'],
] as const)('charts are drawn, where %s is set and the environment is %o, with %s', (set, env, glyphs) => {
  expect(chartGlyphs(set, env)).toBe(glyphs)
})
