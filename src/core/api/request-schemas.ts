import * as z from 'zod'
import type { Field, RequestFields } from './request-fields.ts'
import { LOCK_REQUEST, QUOTE_REQUEST } from './requests.ts'

/*
 * Requests as they are kept or handed on, in a journal or a pipe: their fields and types. What a field may say, the
 * service checks.
 */

type FieldSchema<F extends Field> = F extends { kind: 'integer' | 'basisPoints' }
  ? z.ZodNumber
  : F extends { kind: 'boolean' }
    ? z.ZodBoolean
    : F extends { kind: 'providerKeys' }
      ? z.ZodArray<z.ZodString>
      : F extends { kind: 'list' }
        ? z.ZodUnion<[z.ZodString, z.ZodArray<z.ZodString>]>
        : z.ZodString

type RequestShape<T extends RequestFields> = {
  -readonly [K in keyof T]: T[K] extends { readonly required: true }
    ? FieldSchema<T[K]>
    : z.ZodExactOptional<FieldSchema<T[K]>>
}

/** The schema of a declared request; it drops unknown fields unless it is made `.loose()`. */
export function requestSchema<T extends RequestFields>(table: T): z.ZodObject<RequestShape<T>> {
  const shape = Object.entries(table).map(([name, field]) => {
    const schema = fieldSchema(field)
    return [name, field.required === true ? schema : z.exactOptional(schema)]
  })
  // Built field by field as `RequestShape` says; a loop cannot show that to the compiler.
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

/** A quote request as it is kept or handed on. */
export const quoteRequestSchema = requestSchema(QUOTE_REQUEST)

/** A lock request, likewise. */
export const lockRequestSchema = requestSchema(LOCK_REQUEST)
