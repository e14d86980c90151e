import { LEAST_BPS } from '../money/basis-points.ts'
import { isRecord } from '../is-record.ts'
import { type FieldProblem, SwapError, validationFailed } from './errors.ts'
import type { Field, Flat, RequestFields } from './request-fields.ts'

/** The value of a field after its check. An amount stays unchecked: its decimals depend on the asset. */
type CheckedValue<F extends Field> = F extends { kind: 'integer' | 'basisPoints' }
  ? number
  : F extends { kind: 'amount' }
    ? unknown
    : F extends { kind: 'providerKeys' }
      ? ReadonlySet<string>
      : F extends { kind: 'choice'; values: readonly (infer V extends string)[]; default: string }
        ? V
        : F extends { kind: 'choice'; values: readonly (infer V extends string)[] }
          ? V | undefined
          : F extends { kind: 'list'; values: readonly (infer V extends string)[] }
            ? readonly V[] | undefined
            : F extends { kind: 'list' }
              ? readonly string[] | undefined
              : F extends { kind: 'boolean' }
                ? boolean | undefined
                : string | undefined

/** The fields of a request during the check; those with a problem are undefined. */
type FoundFields<T extends RequestFields> = Flat<{ readonly [K in keyof T]: CheckedValue<T[K]> }>

/** The fields of a valid request: required ones are present, defaults are filled in. */
export type CheckedFields<T extends RequestFields> = Flat<{
  readonly [K in keyof T]: T[K] extends { readonly required: true }
    ? Exclude<CheckedValue<T[K]>, undefined>
    : CheckedValue<T[K]>
}>

/** A check in progress, for requests that need more checks than their table. */
export interface RequestCheck<T extends RequestFields> {
  readonly fields: FoundFields<T>
  readonly problems: Problems<keyof T & string>
  /** True for a field that was sent, valid or not. */
  wasSent(field: keyof T): boolean
  /** The fields. @throws one error with every problem, in the order of the table */
  finish(): CheckedFields<T>
}

/** Collects the problems of a request. */
export interface Problems<Name extends string = string> {
  /** @param code @default 'VALIDATION_ERROR' */
  add(field: Name, message: string, code?: string): undefined
}

/** Checks a request against its table. @throws VALIDATION_ERROR and the codes of its fields, with every problem */
export function checkRequest<T extends RequestFields>(table: T, request: unknown): CheckedFields<T> {
  return startCheck(table, request).finish()
}

/** Checks each field and collects the problems. @throws VALIDATION_ERROR when the request is not an object */
export function startCheck<T extends RequestFields>(table: T, request: unknown): RequestCheck<T> {
  const sent = membersOf(request)
  const found: FieldProblem[] = []
  const problems: Problems = {
    add: (field, message, code = 'VALIDATION_ERROR') => {
      found.push({ code, field, message })
      return undefined
    },
  }
  const names = Object.keys(table)
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(table)) fields[name] = checkField(problems, name, field, sent[name])
  return {
    // Each value has its type of `CheckedValue`, which a loop cannot prove to the compiler.
    fields: fields as FoundFields<T>,
    problems,
    wasSent: (name) => !isMissing(sent[String(name)]),
    finish: () => {
      const rank = ({ field = '' }: FieldProblem) => names.indexOf(field)
      if (found.length > 0) throw validationFailed([...found].sort((a, b) => rank(a) - rank(b)))
      return fields as CheckedFields<T>
    },
  }
}

/** The members of a request. @throws VALIDATION_ERROR when it is not an object */
export function membersOf(request: unknown): Readonly<Record<string, unknown>> {
  if (request === undefined) return {}
  if (!isRecord(request)) {
    throw new SwapError('VALIDATION_ERROR', 'The request must be a JSON object', {
      errors: [{ code: 'VALIDATION_ERROR', message: 'The request must be a JSON object' }],
    })
  }
  return { ...request }
}

/** True for a field that was not sent, or sent as null. */
function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function checkField(problems: Problems, name: string, field: Field, value: unknown): unknown {
  const blank = isMissing(value) || (value === '' && field.kind === 'text')
  if (field.required === true && blank) return problems.add(name, `${name} is required`, field.missingCode)
  if (isMissing(value)) return defaultOf(field)
  switch (field.kind) {
    case 'text':
      if (value === '') return problems.add(name, `${name} must not be empty when it is given`)
      return checkText(problems, name, value, field.maxLength)
    case 'search':
      if (typeof value !== 'string' || value.length > field.maxLength) {
        return problems.add(name, `${name} must be a string of at most ${field.maxLength} characters`)
      }
      return value.trim() === '' ? undefined : value.trim()
    case 'amount':
      return value
    case 'wallet':
      if (value === '') return problems.add(name, `${name} is empty`, 'INVALID_ADDRESS')
      return typeof value === 'string' ? value : problems.add(name, `${name} must be a string`, 'INVALID_ADDRESS')
    case 'integer':
      if (isWholeNumber(value, field)) return value
      return problems.add(name, `${name} must be a whole number from ${field.minimum} to ${field.maximum}`)
    case 'basisPoints':
      // JSON can write a zero with a sign.
      if (value === 0) return 0
      if (isBasisPoints(value, field)) return value
      return problems.add(name, basisPointsProblem(name, field), field.invalidCode)
    case 'choice':
      return checkChoice(problems, name, value, field.values)
    case 'boolean':
      return typeof value === 'boolean' ? value : problems.add(name, `${name} must be true or false`)
    case 'list':
      return checkList(problems, name, value, field)
    case 'providerKeys':
      if (!Array.isArray(value) || value.length > field.maxItems || !value.every((key) => typeof key === 'string')) {
        return problems.add(name, `${name} must be a list of provider keys`)
      }
      return new Set<string>(value)
  }
}

/** The problem of a value that is no number of basis points in the field's range. */
export function basisPointsProblem(name: string, { minimum, maximum }: Bounds): string {
  return `${name} must be a number of basis points from ${minimum} to ${maximum} (100 is 1 %); one that is not 0 is ${LEAST_BPS} at least`
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

function defaultOf(field: Field): unknown {
  if (field.kind === 'providerKeys') return new Set<string>()
  return 'default' in field ? field.default : undefined
}

function isBasisPoints(value: unknown, { maximum }: Bounds): boolean {
  return typeof value === 'number' && value >= LEAST_BPS && value <= maximum
}

function isWholeNumber(value: unknown, bounds: Bounds): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= bounds.minimum && value <= bounds.maximum
}

function checkText(problems: Problems, name: string, value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return problems.add(name, `${name} must be a string`)
  if (value.length > maxLength) return problems.add(name, `${name} must have at most ${maxLength} characters`)
  return value
}

function checkChoice(problems: Problems, name: string, value: unknown, values: readonly string[]): string | undefined {
  const found = values.find((candidate) => candidate === value)
  return found ?? problems.add(name, `${name} must be one of ${values.join(', ')}`)
}

function checkList(
  problems: Problems,
  name: string,
  value: unknown,
  { maxItems, values }: Extract<Field, { kind: 'list' }>,
): readonly string[] | undefined {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  const items: string[] = []
  for (const part of parts) {
    if (typeof part !== 'string') return problems.add(name, `${name} must be a string or a list of strings`)
    for (const item of part.split(',')) if (item.trim() !== '') items.push(item.trim())
  }
  if (items.length === 0) return problems.add(name, `${name} is empty; leave it out to take all`)
  if (items.length > maxItems) return problems.add(name, `${name} may name at most ${maxItems} values`)
  if (values === undefined) return items
  const stranger = items.find((item) => !values.includes(item))
  if (stranger !== undefined) return checkChoice(problems, name, stranger, values) === undefined ? undefined : items
  return [...new Set(items)]
}
