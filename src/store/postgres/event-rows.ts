import type { NewEvent } from '../port.ts'
import { keyText, storeText } from './stored-text.ts'

/** The four parameters of `noteEvents`: times, transactions, checksums and documents. */
export function eventValues(events: readonly NewEvent[]): readonly unknown[] {
  const texts = events.map(storeText)
  return [
    events.map(({ at }) => epochMs(at)),
    events.map(({ transactionId }) => (transactionId === undefined ? null : keyText(transactionId))),
    texts.map(({ sum }) => sum),
    texts.map(({ doc }) => doc),
  ]
}

/**
 * The part of a statement that notes events, in their order, once for each row of `source`, which has one row or none.
 * @param first number of its first parameter
 */
export function noteEvents(schema: string, source: string, first: number): string {
  const types = ['bigint[]', 'text[]', 'bytea[]', 'text[]'].map((type, index) => `$${first + index}::${type}`)
  return `insert into ${schema}.events (at_ms, transaction_id, sum, doc)
    select noted.at_ms, noted.transaction_id, noted.sum, noted.doc
    from ${source}, unnest(${types.join(', ')}) with ordinality as noted (at_ms, transaction_id, sum, doc, place)
    order by noted.place`
}

function epochMs(at: string): number | null {
  const atMs = Date.parse(at)
  return Number.isNaN(atMs) ? null : atMs
}
