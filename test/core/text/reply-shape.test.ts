import { expect, test } from 'vitest'
import { compareShapes, decodeShape, encodeShape, mergeShapes, shapeOf } from '../../../src/core/text/reply-shape.ts'

const changes = (recorded: readonly unknown[], reply: unknown) =>
  compareShapes(recorded.map(shapeOf).reduce(mergeShapes), shapeOf(reply))

test('a reply of other values has the same shape', () => {
  expect(changes([{ a: 'x', rows: [{ n: 1 }, { n: 2 }] }], { a: 'y', rows: [{ n: 3 }] })).toEqual([])
})

test('what is added, missing and of another type is told apart, at its highest place', () => {
  const recorded = { gone: { deep: 1 }, kind: 'x', rows: [{ amount: '1' }], size: 1 }
  expect(changes([recorded], { fresh: { deep: 1 }, kind: null, rows: [{ amount: 1, more: true }], size: 2 })).toEqual([
    { field: 'fresh', change: 'added', now: 'object' },
    { field: 'kind', change: 'changed', was: 'string', now: 'null' },
    { field: 'rows.*.amount', change: 'changed', was: 'string', now: 'number' },
    { field: 'rows.*.more', change: 'added', now: 'boolean' },
    { field: 'gone', change: 'missing', was: 'object' },
  ])
})

test('what one recording has and another has not may be missing, and every type that one has is known', () => {
  expect(changes([{ a: 1, fee: '1' }, { a: null }], { a: 2 })).toEqual([])
  expect(changes([{ a: 1, fee: '1' }, { a: null }], { fee: 1 })).toEqual([
    { field: 'fee', change: 'changed', was: 'string', now: 'number' },
    { field: 'a', change: 'missing', was: 'number or null' },
  ])
})

test('an empty list says nothing of its rows, and one row has what another lacks', () => {
  expect(changes([{ rows: [{ a: 1 }] }], { rows: [] })).toEqual([])
  expect(changes([{ rows: [] }], { rows: [{ a: 1 }] })).toEqual([])
  expect(changes([{ rows: [{ a: 1, b: 1 }] }], { rows: [{ a: 1 }, { a: 1, b: 1 }] })).toEqual([])
})

test('names that are data are one field: other tokens are no change', () => {
  const of = (name: string) => ({ tokens: { [name]: { decimals: 6 } } })
  const [usdc, weth] = ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2']
  expect(changes([of(usdc)], of(weth))).toEqual([])
  expect(changes([of('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')], of('1'))).toEqual([])
})

test('a reply of another kind is a change of all of it', () => {
  expect(changes([{ a: 1 }], ['a'])).toEqual([{ field: '', change: 'changed', was: 'object', now: 'list' }])
})

test.each([
  'text',
  [],
  [[{ a: 1 }]],
  { a: [], b: {} },
  { mixed: [{ x: [1] }, { x: { y: 's' } }, { x: null }, { x: [] }, {}] },
])('a shape is read as it was written: %j', (value) => {
  expect(decodeShape(encodeShape(shapeOf(value)))).toEqual(shapeOf(value))
})
