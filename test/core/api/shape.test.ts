import { expect, test } from 'vitest'
import { lockSchema, routeSchema, statusResultSchema } from '../../../src/core/api/document-schemas.ts'
import { lockShape, routeShape, statusResultShape } from '../../../src/core/api/documents.ts'
import {
  anything,
  boolean,
  exactOptional,
  findMisfit,
  list,
  nullable,
  number,
  object,
  optional,
  record,
  text,
  word,
  yes,
} from '../../../src/core/api/shape.ts'

const shape = object({
  name: text(),
  kind: word(['a', 'b']),
  size: number(),
  open: boolean(),
  seen: optional(yes()),
  note: nullable(text()),
  tags: exactOptional(list(text())),
  meta: optional(record(['a'])),
  any: optional(anything()),
  inner: optional(object({ deep: list(object({ last: number() })) })),
})
const fits = { name: 'x', kind: 'c', size: 1, open: false, note: null, added: [1] }

test.each([
  [fits, undefined],
  [{ ...fits, tags: ['x'], meta: { b: 1 }, any: null, seen: true, inner: { deep: [{ last: 1 }] } }, undefined],
  [{ ...fits, tags: undefined, inner: undefined }, undefined],
  [null, ''],
  [[], ''],
  ['text', ''],
  [{ ...fits, name: 1 }, 'name'],
  [{ ...fits, kind: undefined }, 'kind'],
  [{ ...fits, size: Infinity }, 'size'],
  [{ ...fits, size: '1' }, 'size'],
  [{ ...fits, open: 0 }, 'open'],
  [{ ...fits, seen: false }, 'seen'],
  [{ ...fits, note: undefined }, 'note'],
  [{ ...fits, tags: [1] }, 'tags.0'],
  [{ ...fits, tags: {} }, 'tags'],
  [{ ...fits, meta: [] }, 'meta'],
  [{ ...fits, inner: { deep: [{ last: 1 }, { last: null }] } }, 'inner.deep.1.last'],
  // What an object has from its prototype is nothing that a server sent.
  [Object.assign(Object.create({ name: 'x' }) as object, { ...fits, name: undefined }), 'name'],
])('%j first differs at %s', (value, misfit) => {
  expect(findMisfit(shape, value)).toBe(misfit)
})

test('what a shape takes is what the schema made of it takes', () => {
  const side = { formatted: '1', currency: 'A', usd: '1' }
  const route = {
    ...{ provider: 'A', routeId: 'a', src: side, dst: side, fees: { total: { usd: '0', formatted: '$0' }, items: [] } },
    ...{ estimatedTime: 1, steps: [], added: 1 },
  }
  const changes = Object.keys(route).flatMap((name) =>
    [1, '1', null, undefined, [], {}].map((value) => ({ [name]: value })),
  )
  for (const [each, schema] of [
    [routeShape, routeSchema],
    [lockShape, lockSchema],
    [statusResultShape, statusResultSchema],
  ] as const) {
    for (const change of [{}, ...changes]) {
      const value = { ...route, lockId: 'l', expiresAt: '', ttlMs: 1, ...change }
      const { error } = schema.safeParse(value)
      expect(findMisfit(each, value)).toBe(error?.issues[0]?.path.map(String).join('.'))
    }
  }
})
