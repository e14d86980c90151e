import * as z from 'zod'
import {
  damagedSchema,
  paginationSchema,
  type Page,
  type QuoteEvent,
  type QuoteResult,
  routeSchema,
  verdictSchema,
} from '../core/api/documents.ts'
import { SwapError } from '../core/api/errors.ts'
import { membersOf } from '../core/api/request-check.ts'
import { parseJson } from '../core/text/parse-json.ts'

/*
 * Serialises requests, and parses and validates answers.
 */

/** `?…` for a query, or "". Omits undefined and null, repeats lists, and sends an empty list as an empty value. @throws VALIDATION_ERROR */
export function queryText(query: unknown): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(membersOf(query))) {
    const values: unknown[] = Array.isArray(value) ? (value.length === 0 ? [''] : value) : [value]
    for (const one of values) {
      if (one === undefined || one === null) continue
      params.append(name, typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
    }
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** JSON text of a request. @throws VALIDATION_ERROR when it cannot be JSON */
export function bodyText(request: unknown): string {
  try {
    return JSON.stringify(request, writeNumber) ?? '{}'
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request cannot be written as JSON', { cause })
  }
}

/** JSON has no NaN and no infinity: the server refuses the text by its field, where it would take a null for nothing. */
function writeNumber(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** Reads the content of a `data` envelope. @throws BAD_GATEWAY */
export function readData<T>(text: string, schema: z.ZodType<T>): T {
  return check(z.looseObject({ data: schema }), parse(text)).data
}

/** Reads a page of a list. @throws BAD_GATEWAY */
export function readPage<T>(text: string, schema: z.ZodType<T>): Page<T> {
  return check(
    z.looseObject({ data: z.array(schema), pagination: paginationSchema, damaged: damagedSchema }),
    parse(text),
  )
}

const resultSchema = z.looseObject({ data: z.array(routeSchema), verdicts: z.array(verdictSchema) })
const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('routes'), provider: z.string(), routes: z.array(routeSchema) }),
  z.looseObject({ type: z.literal('verdict'), verdict: verdictSchema }),
  z.looseObject({ type: z.literal('done'), result: resultSchema }),
  z.looseObject({ type: z.literal('error'), error: z.unknown() }),
])
const KNOWN_EVENTS = new Set(['routes', 'verdict', 'done', 'error'])

/** Reads one line of a streamed quote; undefined for an unknown type of event. @throws BAD_GATEWAY */
export function readQuoteEvent(
  line: string,
): QuoteEvent | { readonly type: 'error'; readonly error: unknown } | undefined {
  const value = check(z.looseObject({ type: z.string() }), parse(line))
  return KNOWN_EVENTS.has(value.type) ? check(eventSchema, value) : undefined
}

/** The events of a result that arrived as a whole. */
export function* eventsOf(result: QuoteResult): Generator<QuoteEvent> {
  for (const provider of new Set(result.data.map((route) => route.provider))) {
    yield { type: 'routes', provider, routes: result.data.filter((route) => route.provider === provider) }
  }
  for (const verdict of result.verdicts) yield { type: 'verdict', verdict }
  yield { type: 'done', result }
}

function parse(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  throw new SwapError('BAD_GATEWAY', 'The response of the server is not JSON, or nested too deeply')
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const where = result.error.issues[0]?.path.map(String).join('.') ?? ''
  const message = `The response of the server does not fit the API${where === '' ? '' : ` (at ${where})`}`
  throw new SwapError('BAD_GATEWAY', message, { cause: result.error })
}
