import type { TransactionRecord } from '../../core/swap/records.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { Store } from '../../store/index.ts'
import { checkHistoryQuery, checkStatsQuery, type CheckedHistory } from '../catalog/list-queries.ts'
import { paginationOf } from '../catalog/paging.ts'
import type { ServiceContext } from '../context.ts'
import { listHistory, statsOf } from './history.ts'
import { findCurrent } from './track.ts'
import { toHistoryTransaction, toStatusResult } from './transaction-documents.ts'

/**
 * Answers as JSON text, the same as `JSON.stringify` of what the service answers: a server reads, checks and writes the text of
 * what has not changed once.
 */
export interface AnswerTexts {
  /** @throws as `history` */
  history(query: unknown): Promise<string>
  /** @throws as `stats` */
  stats(query: unknown): Promise<string>
  /** @throws as `status` */
  status(query: unknown): Promise<string>
}

/** Characters of texts that are kept: some thousand rows of history. */
const MOST_CHARACTERS = 2 ** 23

/** A row of history as it was read. Its sum was checked then. */
interface KeptRow {
  /** That of the record; it has changed once that is another one. */
  readonly mark: string
  readonly record: TransactionRecord
  /** Absent while the clock may change it. */
  readonly text?: string
}

/** An answer, and of which state of the store it is. */
interface KeptAnswer {
  readonly state: number
  readonly text: string
}

/** The texts of a service's answers. */
export function createAnswerTexts(context: ServiceContext): AnswerTexts {
  const { store, clock } = context
  const rows = keepRecent<KeptRow>(
    ({ record, text }) => text?.length ?? JSON.stringify(record.addressKeys).length + 2_000,
  )
  const answers = keepRecent<KeptAnswer>(({ text }) => text.length)
  const statuses = new WeakMap<TransactionRecord, string>()

  /** What `write` gives of the present state, once for each. @param write gives undefined of what the clock may change too */
  async function oncePerState(
    key: string,
    write: () => Promise<{ readonly text: string; readonly isLasting: boolean }>,
  ) {
    const state = await store.transactions.state()
    const kept = answers.get(key)
    if (state !== undefined && kept?.state === state) return kept.text
    // What changes meanwhile has a later state: this text is then no answer any more.
    const { text, isLasting } = await write()
    if (state !== undefined && isLasting) answers.set(key, { state, text })
    return text
  }

  async function rowsOf(listed: Awaited<ReturnType<Store['transactions']['listMarks']>>['rows']) {
    const unknown = listed.filter(({ id, mark }) => rows.get(id)?.mark !== mark).map(({ id }) => id)
    const read = new Map(
      (unknown.length === 0 ? [] : await store.transactions.getMany(unknown)).map(({ mark, doc }) => [
        doc.id,
        { mark, record: doc, ...(isFinal(doc.status) ? { text: rowText(doc, 0) } : {}) } satisfies KeptRow,
      ]),
    )
    for (const [id, row] of read) rows.set(id, row)
    // One that is damaged, or has changed since it was listed, is not there as it was listed.
    const found = listed.map(({ id, mark }) => [read.get(id), rows.get(id)].find((row) => row?.mark === mark))
    return found.every((row) => row !== undefined) ? found : undefined
  }

  async function writeHistory(query: CheckedHistory) {
    const { page, perPage, filter } = query
    const nowMs = clock.now()
    if (filter !== 'nothing') {
      const { rows: listed, ...length } = await store.transactions.listMarks(filter, page, perPage)
      const found = await rowsOf(listed)
      if (found !== undefined) {
        const data = found.map(({ text, record }) => text ?? rowText(record, nowMs))
        const pagination = paginationOf(length, listed.length, query)
        return {
          text: `{"data":[${data.join(',')}],"pagination":${JSON.stringify(pagination)}}`,
          isLasting: found.every(({ text }) => text !== undefined),
        }
      }
    }
    return { text: JSON.stringify(await listHistory(store, query, nowMs)), isLasting: false }
  }

  return {
    history: async (query) => {
      const checked = checkHistoryQuery(query)
      return oncePerState(`history ${JSON.stringify(checked)}`, () => writeHistory(checked))
    },
    stats: async (query) => {
      const filter = checkStatsQuery(query)
      return oncePerState(`stats ${JSON.stringify(filter)}`, async () => ({
        text: JSON.stringify(await statsOf(context, filter)),
        isLasting: true,
      }))
    },
    status: async (query) => {
      const record = await findCurrent(context, query)
      const text = statuses.get(record) ?? JSON.stringify(toStatusResult(record, clock.now()))
      if (isFinal(record.status)) statuses.set(record, text)
      return text
    },
  }
}

function rowText(record: TransactionRecord, nowMs: number): string {
  return JSON.stringify(toHistoryTransaction(record, nowMs))
}

/** Keeps what was set or read last, up to so many characters. */
function keepRecent<T>(charactersOf: (value: T) => number) {
  const kept = new Map<string, T>()
  let characters = 0
  const drop = (key: string) => {
    const found = kept.get(key)
    if (found === undefined) return
    characters -= key.length + charactersOf(found)
    kept.delete(key)
  }
  return {
    get: (key: string): T | undefined => kept.get(key),
    set: (key: string, value: T) => {
      drop(key)
      kept.set(key, value)
      characters += key.length + charactersOf(value)
      // A Map lists what was set first first.
      for (const oldest of kept.keys()) {
        if (characters <= MOST_CHARACTERS) return
        drop(oldest)
      }
    },
  }
}
