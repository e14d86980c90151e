import { cleanText } from '../../../core/text/clean-text.ts'

/** Fields that go back to a service as they came, and are never shown. */
const KEPT: ReadonlySet<string> = new Set(['routeId', 'image'])

/** Longest text of a field that is shown, in UTF-16 units. */
const MAX_LENGTH = 400

/**
 * A copy of a document of the service in which every text is safe to show. Ids of routes stay as they are: they are
 * sent back, and must not be shown. Marks by symbols, such as that of a provider without a connection, stay too.
 */
export function cleanDocument<T>(document: T): T {
  // Only texts change, to other texts: the shape stays.
  return cleanValue(document) as T
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_LENGTH)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  const texts = Object.entries(value).map(([key, field]: [string, unknown]): readonly [string | symbol, unknown] => [
    cleanText(key),
    KEPT.has(key) ? field : cleanValue(field),
  ])
  const marks = Object.getOwnPropertySymbols(value).map((mark) => [mark, Reflect.get(value, mark)] as const)
  return Object.fromEntries([...texts, ...marks])
}
