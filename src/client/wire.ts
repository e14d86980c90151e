import * as z from 'zod'
import {
  paginationSchema,
  type Page,
  type QuoteEvent,
  type QuoteResult,
  routeSchema,
  verdictSchema,
} from '../core/api/documents.ts'
import { SwapError, validationFailed } from '../core/api/errors.ts'
import { isDeeplyNested } from '../core/text/json-depth.ts'

/*
 * The two directions of the wire: requests into text, and answers, checked, out of text.
 */

/** `?…` for a query, or "". Absent and null fields are left out, lists are repeated, an empty list stays visible. */
export function queryText(query: unknown): string {
  if (query === undefined) return ''
  if (typeof query !== 'object' || query === null || Array.isArray(query)) throw notAnObject()
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? (value.length === 0 ? [''] : value) : [value]
    for (const one of values) {
      if (one === undefined || one === null) continue
      params.append(name, typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
    }
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** JSON text of a request. @throws VALIDATION_ERROR when it has none */
export function bodyText(request: unknown): string {
  try {
    return JSON.stringify(request) ?? '{}'
  } catch (cause) {
    throw new SwapError('VALIDATION_ERROR', 'The request cannot be written as JSON', { cause })
  }
}

/** The same check, in the same words, as the service's: not every key can travel in a header. @throws VALIDATION_ERROR */
export function keyOption(key: string | undefined): { idempotencyKey?: string } {
  if (key === undefined) return {}
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return { idempotencyKey: key }
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters'
  throw validationFailed([{ code: 'VALIDATION_ERROR', field: 'Idempotency-Key', message }])
}

function notAnObject(): SwapError {
  return validationFailed([{ code: 'VALIDATION_ERROR', message: 'The request must be a JSON object' }])
}

/** What is inside the `data` envelope. @throws BAD_GATEWAY */
export function readData<T>(text: string, schema: z.ZodType<T>): T {
  return check(z.looseObject({ data: schema }), parse(text)).data
}

/** A page of a list. @throws BAD_GATEWAY */
export function readPage<T>(text: string, schema: z.ZodType<T>): Page<T> {
  return check(z.looseObject({ data: z.array(schema), pagination: paginationSchema }), parse(text))
}

const resultSchema = z.looseObject({ data: z.array(routeSchema), verdicts: z.array(verdictSchema) })
const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('routes'), provider: z.string(), routes: z.array(routeSchema) }),
  z.looseObject({ type: z.literal('verdict'), verdict: verdictSchema }),
  z.looseObject({ type: z.literal('done'), result: resultSchema }),
  z.looseObject({ type: z.literal('error'), error: z.unknown() }),
])
const KNOWN_EVENTS = new Set(['routes', 'verdict', 'done', 'error'])

/** One line of a streaming quote; undefined for a kind of event that is not known. @throws BAD_GATEWAY */
export function readQuoteEvent(
  line: string,
): QuoteEvent | { readonly type: 'error'; readonly error: unknown } | undefined {
  const value = check(z.looseObject({ type: z.string() }), parse(line))
  return KNOWN_EVENTS.has(value.type) ? check(eventSchema, value) : undefined
}

/** The events that make up a result which came in one piece. */
export function* eventsOf(result: QuoteResult): Generator<QuoteEvent> {
  for (const provider of new Set(result.data.map((route) => route.provider))) {
    yield { type: 'routes', provider, routes: result.data.filter((route) => route.provider === provider) }
  }
  for (const verdict of result.verdicts) yield { type: 'verdict', verdict }
  yield { type: 'done', result }
}

function parse(text: string): unknown {
  if (isDeeplyNested(text)) throw new SwapError('BAD_GATEWAY', 'The answer of the server is nested too deeply')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SwapError('BAD_GATEWAY', 'The server did not answer with JSON', { cause })
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const where = result.error.issues[0]?.path.map(String).join('.') ?? ''
  throw new SwapError(
    'BAD_GATEWAY',
    `The server's answer is not that of the API${where === '' ? '' : ` (at ${where})`}`,
    {
      cause: result.error,
    },
  )
}
