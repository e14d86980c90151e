import { type FieldProblem, SwapError, validationFailed } from '../core/api/errors.ts'

/** Collects everything that is wrong with a request, in the order of the API's field tables. */
export interface Problems {
  add(field: string, message: string, code?: string): undefined
  /** Throws one error that lists all problems, if there are any. */
  throwIfAny(): void
}

/** @param fieldOrder names of the fields in the order in which problems are reported */
export function createProblems(fieldOrder: readonly string[]): Problems {
  const found: FieldProblem[] = []
  const rank = (problem: FieldProblem) => {
    const index = fieldOrder.indexOf(problem.field ?? '')
    return index < 0 ? fieldOrder.length : index
  }
  return {
    add: (field, message, code = 'VALIDATION_ERROR') => {
      found.push({ code, field, message })
      return undefined
    },
    throwIfAny: () => {
      if (found.length > 0) throw validationFailed([...found].sort((a, b) => rank(a) - rank(b)))
    },
  }
}

/** The fields of a request, whatever came in. @throws VALIDATION_ERROR when it is no object */
export function fieldsOf(request: unknown): Readonly<Record<string, unknown>> {
  if (request === undefined) return {}
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw new SwapError('VALIDATION_ERROR', 'The request must be a JSON object', {
      errors: [{ code: 'VALIDATION_ERROR', message: 'The request must be a JSON object' }],
    })
  }
  return Object.fromEntries(Object.entries(request))
}

/** True for a field that was not sent; JSON null counts as not sent. */
export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** The text of a required field, or undefined after noting the problem. */
export function requiredText(
  problems: Problems,
  field: string,
  value: unknown,
  missingCode?: string,
): string | undefined {
  if (isMissing(value) || value === '') return problems.add(field, `${field} is required`, missingCode)
  return text(problems, field, value, 4_096)
}

/** The text of an optional field, or undefined when it is missing or after noting the problem. */
export function optionalText(problems: Problems, field: string, value: unknown, maxLength: number): string | undefined {
  if (isMissing(value)) return undefined
  if (value === '') return problems.add(field, `${field} must not be empty when it is given`)
  return text(problems, field, value, maxLength)
}

function text(problems: Problems, field: string, value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return problems.add(field, `${field} must be a string`)
  if (value.length > maxLength) return problems.add(field, `${field} must have at most ${maxLength} characters`)
  return value
}

/** A whole number from `least` to `most`, `fallback` when missing; notes a problem otherwise. */
export function wholeNumber(
  problems: Problems,
  field: string,
  value: unknown,
  bounds: { readonly least: number; readonly most: number; readonly fallback: number },
): number {
  if (isMissing(value)) return bounds.fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= bounds.least && value <= bounds.most)
    return value
  problems.add(field, `${field} must be a whole number from ${bounds.least} to ${bounds.most}`)
  return bounds.fallback
}

/** One of `allowed`, or undefined when missing or after noting the problem. */
export function oneOf<T extends string>(
  problems: Problems,
  field: string,
  value: unknown,
  allowed: readonly T[],
): T | undefined {
  if (isMissing(value)) return undefined
  const found = allowed.find((candidate) => candidate === value)
  return found ?? problems.add(field, `${field} must be one of ${allowed.join(', ')}`)
}

/** A list given as one text, several, or comma-separated; undefined when missing or after noting the problem. */
export function textList(problems: Problems, field: string, value: unknown, maxItems: number): string[] | undefined {
  if (isMissing(value)) return undefined
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  const items: string[] = []
  for (const part of parts) {
    if (typeof part !== 'string') return problems.add(field, `${field} must be a string or a list of strings`)
    for (const item of part.split(',')) if (item.trim() !== '') items.push(item.trim())
  }
  if (items.length === 0) return problems.add(field, `${field} is empty; leave it out to take all`)
  if (items.length > maxItems) return problems.add(field, `${field} may name at most ${maxItems} values`)
  return items
}
