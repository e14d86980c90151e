import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { figureRows, PROOF_TABLE, readFigures } from './figures.ts'

/* The figures of the last full runs, which README.md states: `npm run proof -- NAME --write` writes them to both. */

test('README.md states the figures of the proofs', () => {
  const text = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
  const lines = PROOF_TABLE.exec(text)?.[0].trimEnd().split('\n') ?? []
  const cells = lines
    .filter((line) => !/^\| ?-/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(cells).toEqual(figureRows(readFigures()))
})
