/** Rows of a block. */
export const BLOCK_ROWS = 2 ** 14

/** Rows that lie side by side. */
export interface RowBlock {
  /** Row number of the first. */
  readonly first: number
  /** A byte for each row: 1 where it is in the set. */
  readonly marks: Uint8Array
  /** How many are. */
  readonly count: number
}

/** Row numbers of transactions, a byte each where they lie close together. */
export interface RowSet {
  readonly size: number
  has(n: number): boolean
  add(rows: Iterable<number>): void
  addAll(other: RowSet): void
  /** Blocks with rows of the set, by their numbers. */
  blocks(): readonly RowBlock[]
}

/** A set of some rows, to which others may be added. */
export function createRowSet(rows: Iterable<number> = []): RowSet {
  const blocks = new Map<number, { readonly marks: Uint8Array; count: number }>()
  let size = 0
  const blockAt = (at: number) => {
    const found = blocks.get(at)
    if (found !== undefined) return found
    const block = { marks: new Uint8Array(BLOCK_ROWS), count: 0 }
    blocks.set(at, block)
    return block
  }
  const add = (added: Iterable<number>): void => {
    for (const n of added) {
      const at = Math.floor(n / BLOCK_ROWS)
      const block = blockAt(at)
      const place = n - at * BLOCK_ROWS
      if (block.marks[place] !== 0) continue
      block.marks[place] = 1
      block.count += 1
      size += 1
    }
  }
  add(rows)
  return {
    get size() {
      return size
    },
    has: (n) => {
      const at = Math.floor(n / BLOCK_ROWS)
      return blocks.get(at)?.marks[n - at * BLOCK_ROWS] === 1
    },
    add,
    addAll: (other) => {
      for (const block of other.blocks()) add(rowsOf(block))
    },
    blocks: () =>
      [...blocks]
        .sort(([one], [other]) => one - other)
        .map(([at, { marks, count }]) => ({ first: at * BLOCK_ROWS, marks, count })),
  }
}

/** The rows of a block, by their numbers. */
export function rowsOf({ first, marks }: RowBlock): readonly number[] {
  const rows: number[] = []
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) rows.push(first + at)
  return rows
}

/** All rows of a set, by their numbers. */
export function numbersOf(rows: RowSet): readonly number[] {
  return rows.blocks().flatMap(rowsOf)
}

/** The rows that are in both sets. */
export function intersect(one: RowSet, other: RowSet): RowSet {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  const both = createRowSet()
  for (const block of few.blocks()) both.add(rowsOf(block).filter((n) => many.has(n)))
  return both
}
