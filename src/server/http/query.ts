/*
 * Query texts as the service takes them. What does not fit its type is handed on as it is, so that one place, the
 * service, refuses it and names the field.
 */

export type QueryValue = string | number | boolean | string[]

/** How the parameters of an endpoint are read. */
export type QueryTypes = Readonly<Record<string, 'text' | 'number' | 'boolean' | 'list'>>

/** The parameters of `types` that are present; others are ignored. A parameter that is given twice and is no list stays a list, which the service refuses. */
export function readQuery(search: string, types: QueryTypes): Readonly<Record<string, QueryValue>> {
  const found: Record<string, QueryValue> = {}
  if (search.length < 2) return found
  const params = new URLSearchParams(search)
  for (const [name, type] of Object.entries(types)) {
    const values = params.getAll(name)
    const [only] = values
    if (only === undefined) continue
    if (type === 'list') found[name] = values
    else found[name] = values.length > 1 ? values : readValue(only, type)
  }
  return found
}

function readValue(text: string, type: 'text' | 'number' | 'boolean'): QueryValue {
  if (type === 'number') return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}

/**
 * Input from outside in the shape that a service method declares. The cast is the checked edge: every service method
 * takes whatever comes, checks it at run time and rejects with the field's name.
 */
export function unchecked<T>(fields: Readonly<Record<string, unknown>>): T {
  return fields as T
}
