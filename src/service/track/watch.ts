import type { Clock } from '../../core/ports.ts'
import type { StatusResult } from '../../core/api/documents.ts'
import type { StoreHints } from '../../store/index.ts'
import { createHintedPauses } from '../hinted-pauses.ts'

/** Pause between two reads of the status, in milliseconds; the provider is polled less often. A hint ends it, but for the least. */
const PAUSE_MS = { least: 50, most: 500 } as const

/**
 * Yields the status now and at every change until it is final or the signal aborts.
 * @param status reads the current status
 * @param hints of the store. @default none
 */
export async function* watchTransaction<Q>(
  status: (query: Q) => Promise<StatusResult>,
  clock: Clock,
  query: Q,
  signal: AbortSignal = new AbortController().signal,
  hints?: StoreHints,
): AsyncGenerator<StatusResult, void, undefined> {
  let last: { readonly id: string; readonly text: string } | undefined
  const pauses = createHintedPauses(hints, clock, ({ transactions }) =>
    last === undefined || transactions === 'any' || transactions.includes(last.id) ? 0 : undefined,
  )
  try {
    while (!signal.aborted) {
      const result = await status(query)
      const text = JSON.stringify(result)
      const isNew = text !== last?.text
      last = { id: result.transaction.id, text }
      if (isNew) yield result
      if (result.final) return
      await pauses.wait({ mostMs: PAUSE_MS.most, leastMs: PAUSE_MS.least }, signal)
    }
  } finally {
    pauses.end()
  }
}
