import type { ErrorCode } from './errors.ts'

/*
 * The kinds of request fields. A request is declared as a table of fields, from which the check at run time, the
 * TypeScript type, the query parser, the schema of piped documents and the OpenAPI schema are derived. Loads no validator.
 */

declare const other: unique symbol
/** A value of a known set that a server may extend. Comparing it with a literal outside the set does not compile. */
export type Known<T extends string> = T | `${string & { readonly [other]: true }}`

interface FieldFacts {
  /** One line for the OpenAPI document. */
  readonly description: string
  readonly required?: true
  /** Error code when a required field is missing. @default 'VALIDATION_ERROR' */
  readonly missingCode?: ErrorCode
  readonly example?: string
}

/** A text, or a search term, which counts as omitted when it is blank. */
interface TextField extends FieldFacts {
  readonly kind: 'text' | 'search'
  /** Most characters. */
  readonly maxLength: number
}

/**
 * A positive decimal string, whose number of decimals depends on the asset; an address, whose format depends on the
 * chain; true or false.
 */
interface PlainField extends FieldFacts {
  readonly kind: 'amount' | 'wallet' | 'boolean'
}

interface NumberField extends FieldFacts {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}

interface IntegerField extends NumberField {
  readonly kind: 'integer'
}

interface BasisPointsField extends NumberField {
  readonly kind: 'basisPoints'
  readonly invalidCode: ErrorCode
}

interface ChoiceField extends FieldFacts {
  readonly kind: 'choice'
  readonly values: readonly string[]
  readonly default?: string
}

/** A string, several, or a comma-separated list. */
interface ListField extends FieldFacts {
  readonly kind: 'list'
  readonly maxItems: number
  readonly values?: readonly string[]
}

/** A JSON list of provider keys. */
interface ProviderKeysField extends FieldFacts {
  readonly kind: 'providerKeys'
  readonly maxItems: number
}

/** One declared field. */
export type Field =
  TextField | PlainField | IntegerField | BasisPointsField | ChoiceField | ListField | ProviderKeysField

/** A request: its fields in the order of the API's field tables, in which problems are reported. */
export type RequestFields = Readonly<Record<string, Field>>

/** The type of a field as a caller writes it. */
type FieldValue<F extends Field> = F extends { kind: 'integer' | 'basisPoints' }
  ? number
  : F extends { kind: 'boolean' }
    ? boolean
    : F extends { kind: 'providerKeys' }
      ? readonly string[]
      : F extends { kind: 'list'; values: readonly (infer V extends string)[] }
        ? Known<V> | readonly Known<V>[]
        : F extends { kind: 'list' }
          ? string | readonly string[]
          : F extends { kind: 'choice'; values: readonly (infer V extends string)[] }
            ? Known<V>
            : string

type RequiredName<T, K extends keyof T> = T[K] extends { readonly required: true } ? K : never
type OptionalName<T, K extends keyof T> = T[K] extends { readonly required: true } ? never : K

/** The type of a request as a caller writes it. */
export type RequestOf<T extends RequestFields> = Flat<
  { readonly [K in keyof T as RequiredName<T, K>]: FieldValue<T[K]> } & {
    readonly [K in keyof T as OptionalName<T, K>]?: FieldValue<T[K]>
  }
>

/** An intersection as one object type. */
export type Flat<T> = { [K in keyof T]: T[K] }
