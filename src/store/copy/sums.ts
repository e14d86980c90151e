import { hash } from 'node:crypto'
import { keyText } from '../postgres/stored-text.ts'
import {
  type CopiedCollection,
  isDamaged,
  type RowPlace,
  ROWS_AT_A_TIME,
  type StoreReader,
  type SummedRow,
} from './rows.ts'

/** What a collection holds, to be compared with another one. */
export interface CollectionSum {
  readonly rows: number
  /** Equal for equal ids, versions, documents and, where the collection has one, order; 64 hex digits. */
  readonly digest: string
}

/** Collections with an order of their own. */
const ORDERED: readonly CopiedCollection[] = ['events', 'catalog_chains', 'catalog_assets']

/** Stands for the checksum of a damaged row: no other one is like it. */
export const DAMAGED_SUM = 'damaged'

/** Sums of digests stay below this. */
const LIMIT = 2n ** 256n

/** Every row of a collection as it is compared, a page at a time. */
export async function* readSums(
  reader: StoreReader,
  collection: CopiedCollection,
  isLeft: (id: string) => boolean,
): AsyncGenerator<readonly SummedRow[]> {
  for (let after: RowPlace | undefined; ;) {
    const page = await reader.sums(collection, after)
    // One that is damaged, and stays behind by nobody's word, makes the sums differ.
    const whole = page.map((row) =>
      isDamaged(row) ? { ...row, id: row.damagedId, version: 0, sum: DAMAGED_SUM } : row,
    )
    yield whole.filter(({ id }) => !isLeft(id))
    after = page.at(-1)?.place
    if (page.length < ROWS_AT_A_TIME) return
  }
}

/**
 * Adds up a collection. The digests of its rows are added, so that each store reads them in the order that costs it least.
 * @param isLeft whether the row with this id stays behind
 */
export async function sumUp(
  reader: StoreReader,
  collection: CopiedCollection,
  isLeft: (id: string) => boolean = () => false,
): Promise<CollectionSum> {
  let rows = 0
  let sum = 0n
  for await (const page of readSums(reader, collection, isLeft)) {
    for (const row of page) {
      rows += 1
      sum = (sum + BigInt(`0x${hash('sha256', textOfRow(collection, row, rows))}`)) % LIMIT
    }
  }
  return { rows, digest: sum.toString(16).padStart(64, '0') }
}

/** What is compared of a row. @param place its place among all, from 1 */
function textOfRow(collection: CopiedCollection, { id, version, sum, request }: SummedRow, place: number): string {
  // The number of an event is another one in each journal.
  const key = collection === 'events' ? '' : keyText(id)
  return JSON.stringify([
    ...(ORDERED.includes(collection) ? [place] : []),
    ...[key, version, sum],
    ...(request === undefined ? [] : [request.digest, request.runningUntil, request.keepUntil]),
  ])
}
