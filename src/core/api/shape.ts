import { isRecord } from '../is-record.ts'
import type { Flat, Known } from './request-fields.ts'

/*
 * Shapes of JSON documents as plain data. From them come the TypeScript types, the check of what a server answers, and
 * the schemas of stored and published documents. Own code in place of zod, which has several times the size of the whole
 * client of the API, and without which the library's declarations need no package.
 */

interface ShapeFacts {
  /** One line for the OpenAPI document. */
  readonly description?: string | undefined
}

interface TextShape extends ShapeFacts {
  readonly kind: 'text'
  /** Values that are known; a server may send others. */
  readonly known?: readonly string[]
}

/** A finite number; true or false; true alone; any value. */
interface PlainShape extends ShapeFacts {
  readonly kind: 'number' | 'boolean' | 'true' | 'anything'
}

/** An object with any members. */
interface RecordShape extends ShapeFacts {
  readonly kind: 'record'
  /** Names of members that may be read. */
  readonly names: readonly string[]
}

interface ListShape extends ShapeFacts {
  readonly kind: 'list'
  readonly item: Shape
}

/** A value or null; a value that may be absent, which with `exactOptional` is never undefined in its type. */
interface WrappedShape extends ShapeFacts {
  readonly kind: 'nullable' | 'optional' | 'exactOptional'
  readonly inner: Shape
}

/** Members of an object, by name. */
export type Members = Readonly<Record<string, Shape>>

/** An object. Its type has the declared members only; at run time it keeps those that a server adds. */
export interface ObjectShape<M extends Members = Members> extends ShapeFacts {
  readonly kind: 'object'
  readonly members: M
}

/** What a JSON document looks like. */
export type Shape = TextShape | PlainShape | RecordShape | ListShape | WrappedShape | ObjectShape

type Of<K extends Shape['kind']> = { readonly kind: K; readonly description: string | undefined }

export const text = (description?: string): Of<'text'> => ({ kind: 'text', description })
export const number = (description?: string): Of<'number'> => ({ kind: 'number', description })
export const boolean = (description?: string): Of<'boolean'> => ({ kind: 'boolean', description })
export const yes = (description?: string): Of<'true'> => ({ kind: 'true', description })
export const anything = (description?: string): Of<'anything'> => ({ kind: 'anything', description })

/** A text of a known set that a server may extend. */
export function word<const W extends string>(
  known: readonly W[],
  description?: string,
): Of<'text'> & { readonly known: readonly W[] } {
  return { kind: 'text', known, description }
}

/** An object with any members, of which those with these names may be read, unchecked. */
export function record<const N extends string>(
  names: readonly N[],
  description?: string,
): Of<'record'> & { readonly names: readonly N[] } {
  return { kind: 'record', names, description }
}

export function list<S extends Shape>(item: S, description?: string): Of<'list'> & { readonly item: S } {
  return { kind: 'list', item, description }
}

export function nullable<S extends Shape>(inner: S, description?: string): Of<'nullable'> & { readonly inner: S } {
  return { kind: 'nullable', inner, description }
}

export function optional<S extends Shape>(inner: S, description?: string): Of<'optional'> & { readonly inner: S } {
  return { kind: 'optional', inner, description }
}

export function exactOptional<S extends Shape>(
  inner: S,
  description?: string,
): Of<'exactOptional'> & { readonly inner: S } {
  return { kind: 'exactOptional', inner, description }
}

export function object<M extends Members>(members: M, description?: string): ObjectShape<M> {
  return { kind: 'object', members, description }
}

/** The type of what has a shape. */
export type ShapeOf<S extends Shape> = S extends { readonly kind: 'object'; readonly members: infer M extends Members }
  ? MembersOf<M>
  : S extends { readonly kind: 'list'; readonly item: infer I extends Shape }
    ? ShapeOf<I>[]
    : S extends { readonly kind: 'nullable'; readonly inner: infer I extends Shape }
      ? ShapeOf<I> | null
      : S extends { readonly kind: 'optional'; readonly inner: infer I extends Shape }
        ? ShapeOf<I> | undefined
        : S extends { readonly kind: 'exactOptional'; readonly inner: infer I extends Shape }
          ? ShapeOf<I>
          : S extends { readonly kind: 'text'; readonly known: readonly (infer W extends string)[] }
            ? Known<W>
            : S extends { readonly kind: 'record'; readonly names: readonly (infer N extends string)[] }
              ? Readonly<Partial<Record<N, unknown>>>
              : PlainValues[S['kind'] & keyof PlainValues]

interface PlainValues {
  text: string
  number: number
  boolean: boolean
  true: true
  anything: unknown
}

type OptionalName<M extends Members, N extends keyof M> = M[N]['kind'] extends 'optional' | 'exactOptional' ? N : never

type MembersOf<M extends Members> = Flat<
  { -readonly [N in keyof M as N extends OptionalName<M, N> ? never : N]: ShapeOf<M[N]> } & {
    -readonly [N in keyof M as OptionalName<M, N>]?: ShapeOf<M[N]>
  }
>

/** True where a value has a shape; what a server adds to an object is left in it. */
export function hasShape<S extends Shape>(shape: S, value: unknown): value is ShapeOf<S> {
  return findMisfit(shape, value) === undefined
}

/** Where a value first differs from a shape, as names and numbers with points between, "" for the whole; undefined where it fits. */
export function findMisfit(shape: Shape, value: unknown): string | undefined {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? undefined : ''
    case 'number':
      return Number.isFinite(value) ? undefined : ''
    case 'boolean':
      return typeof value === 'boolean' ? undefined : ''
    case 'true':
      return value === true ? undefined : ''
    case 'anything':
      return undefined
    case 'record':
      return isRecord(value) ? undefined : ''
    case 'nullable':
      return value === null ? undefined : findMisfit(shape.inner, value)
    case 'optional':
    case 'exactOptional':
      return value === undefined ? undefined : findMisfit(shape.inner, value)
    case 'list':
      return Array.isArray(value) ? findWithin(value.keys(), (index) => [shape.item, value[index]]) : ''
    case 'object':
      return isRecord(value)
        ? findWithin(Object.keys(shape.members), (name) => [shape.members[name], ownMember(value, name)])
        : ''
  }
}

/** Where the first of some members differs, its name in front. */
function findWithin<N extends string | number>(
  names: Iterable<N>,
  read: (name: N) => readonly [Shape | undefined, unknown],
): string | undefined {
  for (const name of names) {
    const [shape, value] = read(name)
    const misfit = shape === undefined ? undefined : findMisfit(shape, value)
    if (misfit !== undefined) return misfit === '' ? `${name}` : `${name}.${misfit}`
  }
  return undefined
}

/** A member that an object itself has: none of its prototype. */
function ownMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
