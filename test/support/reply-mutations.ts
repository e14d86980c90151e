import type { Operation } from './provider-faults.ts'

/** Fields of a good reply without which its operation ends without a route or a status. */
export interface Need {
  readonly of: readonly Operation[]
  /** How the call's path begins. */
  readonly path: string
  /**
   * Names from the outside in, `*` for any row of a list; `.**` behind one for all that is below it: `steps.*.items`. What
   * holds a needed field is needed too.
   */
  readonly fields: readonly string[]
  /** True where without one of them the answer is another one, and a right one. @default false */
  readonly changes?: boolean
  /** What depends on them. */
  readonly why: string
}

/** A place in a reply. */
export type FieldPath = readonly string[]

/** A reply with one field changed. */
export interface Mutation {
  /** `details.fees.*.amount`: rows of lists are told as `*`. */
  readonly field: string
  readonly how: string
  readonly body: unknown
}

/** Rows of a list that are tried, from its begin; the last one is tried too. */
const ROWS = 2

/** The reply with each of its fields left out, null and of every other type. @param isTried which fields. @default all */
export function* mutationsOf(body: unknown, isTried: (path: FieldPath) => boolean = () => true): Generator<Mutation> {
  for (const path of pathsOf(body, [])) {
    if (!isTried(path)) continue
    const field = path.map((name) => (/^[0-9]+$/.test(name) ? '*' : name)).join('.')
    const value = valueAt(body, path)
    for (const [how, other] of othersThan(value)) yield { field, how, body: changedAt(body, path, other) }
  }
}

/** True when one of the fields is this one, stands in it or holds it by `.**`. */
export function isNeeded(field: string, needed: readonly string[]): boolean {
  return needed.some((pattern) => holds(field, pattern) || isFieldOf(pattern, field))
}

/** True when the pattern is of exactly this field, or of one above it by `.**`. */
export function isFieldOf(pattern: string, field: string): boolean {
  const all = pattern.endsWith('.**')
  const wanted = (all ? pattern.slice(0, -3) : pattern).split('.')
  const names = field.split('.')
  return (all ? names.length >= wanted.length : names.length === wanted.length) && startsWith(names, wanted)
}

function holds(field: string, pattern: string): boolean {
  const wanted = pattern.replace(/\.\*\*$/, '').split('.')
  const names = field.split('.')
  return names.length < wanted.length && startsWith(wanted, names)
}

function startsWith(names: readonly string[], start: readonly string[]): boolean {
  return start.every((name, index) => name === '*' || names[index] === '*' || name === names[index])
}

/** A field is left out by this. */
const LEFT_OUT = Symbol('left out')

function othersThan(value: unknown): readonly (readonly [string, unknown])[] {
  const others: readonly (readonly [string, unknown])[] = [
    ['left out', LEFT_OUT],
    ['null', null],
    ['a text', typeof value === 'number' ? String(value) : 'x'],
    // Instead of an object or a list a text stands for both.
    ...(isRecord(value)
      ? []
      : [['a number', typeof value === 'string' && /^-?[0-9.]{1,15}$/.test(value) ? Number(value) : 7] as const]),
    ['an object', {}],
    ['a list', []],
  ]
  const own = Array.isArray(value) ? 'a list' : OWN[value === null ? 'null' : typeof value]
  return others.filter(([how]) => how !== own)
}

const OWN: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  object: 'an object',
  null: 'null',
}

function pathsOf(value: unknown, at: FieldPath): readonly FieldPath[] {
  const names = Array.isArray(value)
    ? [...value.keys()].filter((index) => index < ROWS || index === value.length - 1).map(String)
    : isRecord(value)
      ? Object.keys(value)
      : []
  return [
    ...(at.length === 0 ? [] : [at]),
    ...names.flatMap((name) => pathsOf((value as Readonly<Record<string, unknown>>)[name], [...at, name])),
  ]
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce((holder, name) => (isRecord(holder) ? holder[name] : undefined), value)
}

function changedAt(value: unknown, [name, ...rest]: FieldPath, other: unknown): unknown {
  if (name === undefined || !isRecord(value)) return other
  const below = rest.length === 0 ? other : changedAt(value[name], rest, other)
  if (Array.isArray(value)) {
    const rows = value as readonly unknown[]
    return rows.flatMap((row, index) => (String(index) !== name ? [row] : below === LEFT_OUT ? [] : [below]))
  }
  const { [name]: _, ...others } = value
  return below === LEFT_OUT ? others : { ...value, [name]: below }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
