import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Json } from '../../src/core/ports.ts'
import { decodeShape, encodeShape } from '../../src/core/text/reply-shape.ts'
import { liveProviders } from '../../src/providers/live.ts'
import type { RecordedShapes } from '../../src/service/index.ts'
import { recordedShapesText, SHAPES_FILE } from '../support/recorded-shapes.ts'

const text = readFileSync(SHAPES_FILE, 'utf8')
const shapes = JSON.parse(text) as RecordedShapes

test('the shapes that the program carries are those of the recordings; else run npx tsx test/providers/write-shapes.ts', async () => {
  expect(text).toBe(await recordedShapesText())
})

test('every provider that asks an API has some, and they take a few kilobytes of the package', () => {
  const withApi = liveProviders().flatMap(({ manifest: { key, baseUrl } }) => (baseUrl === undefined ? [] : [key]))
  // It asks nothing until transactions of Solana can be signed here.
  const silent = ['JUPITER']
  expect(Object.keys(shapes).sort()).toEqual(withApi.filter((key) => !silent.includes(key)).sort())
  expect(gzipSync(text).length).toBeLessThan(8 * 1024)
})

test('each is read as it was written', () => {
  const coded: readonly Json[] = Object.values(shapes).flatMap((calls) => Object.values(calls))
  expect(coded.map((one) => sorted(encodeShape(decodeShape(one))))).toEqual(coded.map(sorted))
})

function sorted(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    ),
  )
}
