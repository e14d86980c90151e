import { readAmount } from '../core/api/answers.ts'
import {
  damagedShape,
  type HistoryTransaction,
  historyTransactionShape,
  type Page,
  paginationShape,
  type QuoteEvent,
  type QuoteResult,
  readVerdict,
  routeShape,
  type Verdict,
  verdictDocumentShape,
} from '../core/api/documents.ts'
import { SwapError } from '../core/api/errors.ts'
import { membersOf } from '../core/api/request-check.ts'
import {
  anything,
  findMisfit,
  hasShape,
  list,
  object,
  type Shape,
  type ShapeOf,
  text as textShape,
} from '../core/api/shape.ts'
import { isRecord } from '../core/is-record.ts'
import { cleanText } from '../core/text/clean-text.ts'
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
export function readData<S extends Shape>(json: string, shape: S): ShapeOf<S> {
  const envelope: { readonly data?: unknown } = check(object({ data: shape }), parse(json))
  // The compiler does not see that of a shape that is not known yet.
  return envelope.data as ShapeOf<S>
}

/** Reads a page of a list. @throws BAD_GATEWAY */
export function readPage<S extends Shape>(json: string, shape: S): Page<ShapeOf<S>> {
  return check(object({ data: list(shape), pagination: paginationShape, damaged: damagedShape }), parse(json))
}

/** Longest id that names what cannot be read, in UTF-16 units. */
const MAX_ID = 80

/** Reads a page of past transactions: one that does not fit the API hides no other. @throws BAD_GATEWAY */
export function readHistory(json: string): Page<HistoryTransaction> {
  const page = readPage(json, anything())
  const data: HistoryTransaction[] = []
  const unreadable: string[] = []
  for (const [index, item] of page.data.entries()) {
    if (hasShape(historyTransactionShape, item) && hasAmounts(item)) data.push(item)
    else unreadable.push(nameOf(item) || `item ${index + 1}`)
  }
  return { ...page, data, unreadable: unreadable.length === 0 ? undefined : unreadable }
}

/** True for amounts that are plain decimals of no less than zero. */
function hasAmounts({ srcAmount, dstAmount, dstDelivered = '0' }: HistoryTransaction): boolean {
  return [srcAmount, dstAmount, dstDelivered].every((text) => readAmount(text) !== undefined)
}

function nameOf(item: unknown): string {
  return isRecord(item) && typeof item.id === 'string' ? cleanText(item.id, MAX_ID) : ''
}

/** Reads the verdicts of a quote. @throws BAD_GATEWAY */
export function readVerdicts(json: string): Verdict[] {
  return readData(json, list(verdictDocumentShape)).map(readVerdict)
}

const routesEventShape = object({ provider: textShape(), routes: list(routeShape) })
const verdictEventShape = object({ verdict: verdictDocumentShape })
const doneEventShape = object({ result: object({ data: list(routeShape), verdicts: list(verdictDocumentShape) }) })

/** Reads one line of a streamed quote; undefined for an unknown type of event. @throws BAD_GATEWAY */
export function readQuoteEvent(
  line: string,
): QuoteEvent | { readonly type: 'error'; readonly error: unknown } | undefined {
  const value = parse(line)
  const { type } = check(object({ type: textShape() }), value)
  switch (type) {
    case 'routes':
      return { ...check(routesEventShape, value), type }
    case 'verdict': {
      const event = check(verdictEventShape, value)
      return { ...event, type, verdict: readVerdict(event.verdict) }
    }
    case 'done': {
      const { result, ...event } = check(doneEventShape, value)
      return { ...event, type, result: { ...result, verdicts: result.verdicts.map(readVerdict) } }
    }
    case 'error':
      return { type, error: check(object({ error: anything() }), value).error }
    default:
      return undefined
  }
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

function check<S extends Shape>(shape: S, value: unknown): ShapeOf<S> {
  const where = findMisfit(shape, value)
  // What fits a shape is of its type.
  if (where === undefined) return value as ShapeOf<S>
  const message = `The response of the server does not fit the API${where === '' ? '' : ` (at ${where})`}`
  throw new SwapError('BAD_GATEWAY', message)
}
