import { isRecord } from '../is-record.ts'
import type { Json } from '../ports.ts'

/*
 * The shape of JSON replies: which fields there are and of which types, without their values. Rows of a list are one shape,
 * and so are the fields of an object whose names are data, such as addresses.
 */

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'list'

export interface ReplyShape {
  readonly types: ReadonlySet<JsonType>
  /** Of the objects that stand there, by name; `*` for names that are data. */
  readonly fields: ReadonlyMap<string, ShapedField>
  /** Of the lists that stand there; undefined while all are empty. */
  readonly rows: ReplyShape | undefined
}

interface ShapedField {
  readonly shape: ReplyShape
  /** True where every object has it. */
  readonly isAlways: boolean
}

/** How a reply differs from the recorded ones in one field. */
export interface FieldChange {
  /** `details.fees.*.amount`; `*` for rows of a list and for names that are data. */
  readonly field: string
  readonly change: 'added' | 'missing' | 'changed'
  /** Types in the recordings: `number or null`; absent for what was added. */
  readonly was?: string
  /** Types in the reply; absent for what is missing. */
  readonly now?: string
}

const ROWS = '*'
const DATA_NAME = /^(?:0x[0-9a-fA-F]*|[0-9]+|(?=.*[0-9])[1-9A-HJ-NP-Za-km-z]{32,})$/

/** How a field of an object or a row of a list is told in a path. */
export function fieldName(name: string): string {
  return DATA_NAME.test(name) ? ROWS : name
}

/** The shape of one value of JSON. */
export function shapeOf(value: unknown): ReplyShape {
  if (Array.isArray(value)) {
    const rows = (value as readonly unknown[]).map(shapeOf)
    return { types: new Set(['list']), fields: new Map(), rows: mergeAll(rows) }
  }
  if (!isRecord(value)) return { types: new Set([scalarType(value)]), fields: new Map(), rows: undefined }
  const fields = new Map<string, ShapedField>()
  for (const [stated, item] of Object.entries(value)) {
    const name = fieldName(stated)
    const known = fields.get(name)
    const shape = shapeOf(item)
    fields.set(name, {
      shape: known === undefined ? shape : mergeShapes(known.shape, shape),
      isAlways: name !== ROWS,
    })
  }
  return { types: new Set(['object']), fields, rows: undefined }
}

/** The shape that both values have. */
export function mergeShapes(one: ReplyShape, other: ReplyShape): ReplyShape {
  const names = new Set([...one.fields.keys(), ...other.fields.keys()])
  const inAll = ({ types, fields }: ReplyShape, name: string) =>
    !types.has('object') || fields.get(name)?.isAlways === true
  const fields = [...names].map((name): [string, ShapedField] => {
    const shapes = [one, other].flatMap((shape) => shape.fields.get(name)?.shape ?? [])
    const shape = mergeAll(shapes) ?? NOTHING
    return [name, { shape, isAlways: inAll(one, name) && inAll(other, name) }]
  })
  return {
    types: new Set([...one.types, ...other.types]),
    fields: new Map(fields),
    rows: mergeAll([one.rows, other.rows].filter((rows) => rows !== undefined)),
  }
}

/**
 * How a reply differs from the recordings: fields that these have not, those that all of them have and it has nowhere, and
 * those of a type that none of them has. What stands below such a field is not told.
 */
export function compareShapes(recorded: ReplyShape, reply: ReplyShape): readonly FieldChange[] {
  return changesAt(recorded, reply, [])
}

function changesAt(recorded: ReplyShape, reply: ReplyShape, at: readonly string[]): readonly FieldChange[] {
  const field = at.join('.')
  const isNew = [...reply.types].some((type) => !recorded.types.has(type))
  const changed: FieldChange[] = isNew
    ? [{ field, change: 'changed', was: typesText(recorded), now: typesText(reply) }]
    : []
  const below = (name: string) => [...at, name].join('.')
  const known = recorded.types.has('object') ? [...reply.fields] : []
  const added = known.flatMap(([name, { shape }]): readonly FieldChange[] => {
    const before = recorded.fields.get(name)
    if (before !== undefined) return changesAt(before.shape, shape, [...at, name])
    return [{ field: below(name), change: 'added', now: typesText(shape) }]
  })
  const missing = reply.types.has('object')
    ? [...recorded.fields].flatMap(([name, { shape, isAlways }]): readonly FieldChange[] =>
        !isAlways || reply.fields.has(name) ? [] : [{ field: below(name), change: 'missing', was: typesText(shape) }],
      )
    : []
  const rows =
    recorded.rows === undefined || reply.rows === undefined ? [] : changesAt(recorded.rows, reply.rows, [...at, ROWS])
  return [...changed, ...added, ...missing, ...rows]
}

function typesText({ types }: ReplyShape): string {
  return TYPES.filter(([type]) => types.has(type))
    .map(([type]) => type)
    .join(' or ')
}

function mergeAll(shapes: readonly ReplyShape[]): ReplyShape | undefined {
  return shapes.length === 0 ? undefined : shapes.reduce(mergeShapes)
}

function scalarType(value: unknown): JsonType {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'null'
}

const NOTHING: ReplyShape = { types: new Set(), fields: new Map(), rows: undefined }

/** Letters of the types in a shape that is written down. */
const TYPES: readonly (readonly [JsonType, string])[] = [
  ['string', 's'],
  ['number', 'n'],
  ['boolean', 'b'],
  ['object', 'o'],
  ['list', 'l'],
  ['null', 'z'],
]
/** Names that no field of an API has: the letters of all types where there are several, and the rows of a list. */
const LETTERS = '|'
const LIST = '[]'

/**
 * A shape as short JSON: `{"amount":"s","fee?":"nz","steps":[{"id":"s"}]}`, with a question mark behind what not every
 * object has.
 */
export function encodeShape({ types, fields, rows }: ReplyShape): Json {
  const letters = TYPES.flatMap(([type, letter]) => (types.has(type) ? [letter] : [])).join('')
  const list = rows === undefined ? [] : [encodeShape(rows)]
  if (letters === 'l') return list
  if (!types.has('object') && !types.has('list')) return letters
  const coded = [...fields].map(([name, { shape, isAlways }]) => [isAlways ? name : `${name}?`, encodeShape(shape)])
  return {
    ...(letters === 'o' ? {} : { [LETTERS]: letters }),
    ...(types.has('list') ? { [LIST]: list } : {}),
    ...(Object.fromEntries(coded) as Record<string, Json>),
  }
}

/** Reads what `encodeShape` wrote. */
export function decodeShape(coded: Json): ReplyShape {
  if (typeof coded === 'string') return { types: typesOf(coded), fields: new Map(), rows: undefined }
  if (Array.isArray(coded)) return { types: new Set(['list']), fields: new Map(), rows: rowsOf(coded) }
  if (!isRecord(coded)) throw new Error('a shape is a text, a list or an object')
  const { [LETTERS]: letters = 'o', [LIST]: list, ...named } = coded as Readonly<Record<string, Json>>
  const fields = Object.entries(named).map(([name, shape]): [string, ShapedField] => {
    const isAlways = !name.endsWith('?')
    return [isAlways ? name : name.slice(0, -1), { shape: decodeShape(shape), isAlways }]
  })
  return {
    types: typesOf(typeof letters === 'string' ? letters : ''),
    fields: new Map(fields),
    rows: Array.isArray(list) ? rowsOf(list) : undefined,
  }
}

function rowsOf(list: readonly Json[]): ReplyShape | undefined {
  return list[0] === undefined ? undefined : decodeShape(list[0])
}

function typesOf(letters: string): ReadonlySet<JsonType> {
  return new Set(TYPES.flatMap(([type, letter]) => (letters.includes(letter) ? [type] : [])))
}
