import type { Field, RequestFields, RequestOf } from '../../core/api/request-fields.ts'

/*
 * Converts query strings to requests. A value that does not fit its field is passed on unchanged, so that the service
 * alone refuses it and names the field.
 */

type QueryValue = string | number | boolean | string[]

/**
 * Reads the fields of `table` from a query; ignores other parameters. A repeated parameter that is not a list stays a
 * list, which the service refuses.
 */
export function readQuery<T extends RequestFields>(search: string, table: T): RequestOf<T> {
  const found: Record<string, QueryValue> = {}
  if (search.length >= 2) {
    const params = new URLSearchParams(search)
    for (const [name, field] of Object.entries(table)) {
      const values = params.getAll(name)
      const [only] = values
      if (only === undefined) continue
      found[name] = values.length > 1 || isList(field) ? values : readValue(only, field)
    }
  }
  // The service checks every value at run time.
  return found as RequestOf<T>
}

function isList({ kind }: Field): boolean {
  return kind === 'list' || kind === 'providerKeys'
}

function readValue(text: string, { kind }: Field): QueryValue {
  if (kind === 'integer' || kind === 'basisPoints') return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
  if (kind === 'boolean') {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}
