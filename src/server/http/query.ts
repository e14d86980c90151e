import { startCheck } from '../../core/api/request-check.ts'
import type { Field, RequestFields, RequestOf } from '../../core/api/request-fields.ts'

/*
 * Converts query strings to requests. A value that does not fit its field is passed on unchanged, so that the service
 * alone refuses it and names the field.
 */

type QueryValue = string | number | boolean | string[]

/**
 * Reads the fields of `table` from a query. `name[]` and `name[0]` are `name`: so write axios, PHP, Rails and qs a list,
 * and a list of one. A repeated parameter that is not a list stays a list, which the service refuses. Other parameters
 * are ignored.
 * @throws VALIDATION_ERROR for a declared name in another form, such as `name[x]` or `NAME`, with every other problem:
 * without that filter the answer would be about other people
 */
export function readQuery<T extends RequestFields>(search: string, table: T): RequestOf<T> {
  const found: Record<string, QueryValue> = {}
  if (search.length >= 2) {
    const sent = new Map<string, string[]>()
    const strange = new Map<string, string>()
    for (const [key, value] of new URLSearchParams(search)) {
      const name = key.replace(/\[[0-9]*\]$/, '')
      if (Object.hasOwn(table, name)) {
        const values = sent.get(name)
        if (values === undefined) sent.set(name, [value])
        else values.push(value)
        continue
      }
      // A server that takes ";" for "&" would have read more parameters.
      for (const form of [key, ...value.split(';').slice(1)]) {
        const meant = meantName(form.split('=')[0] ?? '', table)
        if (meant !== undefined) strange.set(form, meant)
      }
    }
    for (const [name, field] of Object.entries(table)) {
      const values = sent.get(name)
      const only = values?.[0]
      if (values === undefined || only === undefined) continue
      found[name] = values.length > 1 || isList(field) ? values : readValue(only, field)
    }
    if (strange.size > 0) refuseForms(strange, table, found)
  }
  // The service checks every value at run time.
  return found as RequestOf<T>
}

/**
 * The declared name that a parameter has as one of its words, in another form, letter case or spelling: many write filters as
 * `filter[name]`, and `amp;` is left of a link that was copied out of HTML.
 */
function meantName(key: string, table: RequestFields): string | undefined {
  const words = key.split(/[^A-Za-z0-9_-]+/).map((word) => plainWord(word.replace(/^[^A-Za-z]+/, '')))
  return Object.keys(table).find((name) => words.includes(plainWord(name)))
}

function plainWord(text: string): string {
  return text.replaceAll(/[_-]/g, '').toLowerCase()
}

/** @param strange parameters, each with the name that it means */
function refuseForms(strange: ReadonlyMap<string, string>, table: RequestFields, found: Readonly<object>): never {
  const check = startCheck(table, found)
  for (const [key, name] of strange) {
    const shown = JSON.stringify(key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key)
    check.problems.add(name, `the parameter ${shown} is not understood: write it ${name}, ${name}[] or ${name}[0]`)
  }
  check.finish()
  throw new Error('a form that was refused has passed its check')
}

/** Most characters of a parameter's name in a message. */
const MAX_SHOWN = 60

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
