import { expect, test } from 'vitest'
import * as z from 'zod'
import { watchReply } from '../../../src/service/drift/read-fields.ts'

const REPLY = { kept: { a: '1', b: '2' }, rows: [{ amount: '1', note: 'x' }], other: 1 }

function readBy(read: (value: unknown) => void, fields: readonly string[]): readonly boolean[] {
  const watched = watchReply(REPLY)
  read(watched.value)
  return fields.map((field) => watched.wasRead(field))
}

const FIELDS = ['kept', 'kept.a', 'kept.b', 'rows.*.amount', 'rows.*.note', 'other', 'absent']

test('a schema reads the fields that it names, also one that is not there, and no others', () => {
  const schema = z.object({
    kept: z.object({ a: z.string() }),
    rows: z.array(z.object({ amount: z.string() })),
    absent: z.string().optional(),
  })
  expect(readBy((value) => schema.parse(value), FIELDS)).toEqual([true, true, false, true, false, false, true])
})

test('a copy of what a schema does not name is no reading, before and after', () => {
  const schema = z.looseObject({ kept: z.looseObject({ a: z.string() }) })
  expect(readBy((value) => schema.parse(value), FIELDS)).toEqual([true, true, false, false, false, false, false])
  const both = z.union([schema, z.object({ other: z.string() }), z.object({ other: z.number() })])
  expect(readBy((value) => both.parse(value), FIELDS)[0]).toBe(true)
})

test('a field that another schema reads after a copy is read', () => {
  const first = z.looseObject({ kept: z.string() })
  const both = z.union([first, z.object({ other: z.number() })])
  expect(readBy((value) => both.parse(value), ['other'])).toEqual([true])
})

test('what is read later of an unknown value is read', () => {
  const watched = watchReply(REPLY)
  const { rows } = z.object({ rows: z.unknown() }).parse(watched.value)
  expect(watched.wasRead('rows.*.amount')).toBe(false)
  expect(z.array(z.object({ amount: z.string() })).parse(rows)).toEqual([{ amount: '1' }])
  expect([watched.wasRead('rows.*.amount'), watched.wasRead('rows.*.note')]).toEqual([true, false])
})

test('it is the same value to whoever reads it', () => {
  const { value } = watchReply(REPLY)
  expect(JSON.parse(JSON.stringify(value))).toEqual(REPLY)
  expect(Array.isArray((value as typeof REPLY).rows)).toBe(true)
  expect((value as typeof REPLY).kept).toBe((value as typeof REPLY).kept)
})
