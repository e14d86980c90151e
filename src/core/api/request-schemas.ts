import * as z from 'zod'
import type { Field, Known, RequestFields } from './request-fields.ts'
import { LOCK_REQUEST, QUOTE_REQUEST } from './requests.ts'

/*
 * Schemas of stored and piped requests: fields and types only. The service checks the values.
 */

type FieldSchema<F extends Field> = F extends { kind: 'integer' | 'basisPoints' }
  ? z.ZodNumber
  : F extends { kind: 'boolean' }
    ? z.ZodBoolean
    : F extends { kind: 'providerKeys' }
      ? z.ZodArray<z.ZodString>
      : F extends { kind: 'list' }
        ? z.ZodUnion<[z.ZodString, z.ZodArray<z.ZodString>]>
        : F extends { kind: 'choice'; values: readonly (infer V extends string)[] }
          ? z.ZodType<Known<V>>
          : z.ZodString

type RequestShape<T extends RequestFields> = {
  -readonly [K in keyof T]: T[K] extends { readonly required: true }
    ? FieldSchema<T[K]>
    : z.ZodExactOptional<FieldSchema<T[K]>>
}

/** The schema of a declared request; drops unknown fields unless made `.loose()`. */
export function requestSchema<T extends RequestFields>(table: T): z.ZodObject<RequestShape<T>> {
  const shape = Object.entries(table).map(([name, field]) => {
    const schema = fieldSchema(field)
    return [name, field.required === true ? schema : z.exactOptional(schema)]
  })
  // Each schema has its type of `RequestShape`, which a loop cannot prove to the compiler.
  return z.object(Object.fromEntries(shape) as RequestShape<T>)
}

function fieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'basisPoints':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'providerKeys':
      return z.array(z.string())
    case 'list':
      return z.union([z.string(), z.array(z.string())])
    case 'text':
    case 'search':
    case 'amount':
    case 'wallet':
    case 'choice':
      return z.string()
  }
}

export const quoteRequestSchema = requestSchema(QUOTE_REQUEST)
export const lockRequestSchema = requestSchema(LOCK_REQUEST)
