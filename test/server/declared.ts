import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { readOpenapiFile } from '../../src/io/openapi-file.ts'

/*
 * Holds answers against the published document: status, headers, media type, and every field.
 */

export type Fields = Readonly<Record<string, unknown>>

export const TEXT = await readOpenapiFile()
export const DOCUMENT = JSON.parse(TEXT) as Fields

/** The member of the document that a path of names leads to, references followed. */
export function at(value: unknown, ...names: readonly string[]): Fields {
  let found = value as Fields
  for (const name of names) found = resolved(found)[name] as Fields
  return resolved(found)
}

function resolved(value: Fields): Fields {
  const ref = value['$ref']
  return typeof ref === 'string' ? at(DOCUMENT, ...ref.slice(2).split('/')) : value
}

/** A schema with every reference put in place and, if asked, every object closed. */
function inlined(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, closed))
  if (typeof value !== 'object' || value === null) return value
  const fields = resolved(value as Fields)
  const copy = Object.fromEntries(Object.entries(fields).map(([name, member]) => [name, inlined(member, closed)]))
  return closed && fields['type'] === 'object' && fields['properties'] !== undefined
    ? { ...copy, additionalProperties: false }
    : copy
}

const ajv = new Ajv2020({ strict: true, allErrors: true, keywords: ['x-known-values', 'example'] })

const validators = new Map<unknown, ValidateFunction>()

export function validatorOf(schema: unknown, closed: boolean): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(inlined(schema, closed) as object)
  validators.set(schema, validate)
  return validate
}

/** What the document says of an answer must hold for it: status, headers, media type, and every field. */
export async function expectDeclared(operation: Fields, response: Response): Promise<void> {
  const responses = at(operation, 'responses')
  const declared = responses[String(response.status)]
  if (declared === undefined) throw new Error(`status ${response.status} is not declared`)
  for (const [name, header] of Object.entries(at(declared, 'headers'))) {
    const { required, schema } = resolved(header as Fields)
    const value = response.headers.get(name)
    if (value === null && required === true) throw new Error(`the header ${name} is missing`)
    if (value === null) continue
    const typed = (schema as Fields)['type'] === 'integer' ? Number(value) : value
    expect(validatorOf(schema, false)(typed), `${name}: ${value}`).toBe(true)
  }
  const body = await response.text()
  const content = resolved(declared as Fields)['content'] as Fields | undefined
  if (content === undefined) return expect(body).toBe('')
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const media = content[type]
  if (media === undefined) throw new Error(`the media type ${type} is not declared`)
  const value: unknown = type === 'application/json' ? JSON.parse(body) : body
  const validate = validatorOf(at(media, 'schema'), true)
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
}

/** @param path full path, as the document has it */
export function operationOf(method: string, path: string): Fields {
  return at(DOCUMENT, 'paths', path, method.toLowerCase())
}
