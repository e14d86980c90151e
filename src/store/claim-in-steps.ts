import { isWithin } from '../core/stored-time.ts'
import type { ClaimedPolls, DuePlaces, Store } from './port.ts'

/** Rows of a file that were to be claimed. */
export interface RowsClaimed extends ClaimedPolls {
  /** Those that cannot be leased; they count as damaged too. */
  readonly failed: readonly number[]
}

/** How a file claims what is due: it is found without holding the file, then leased as far as it is still free. */
export interface ClaimSteps {
  /** Rows that are due and free. @param except rows that are left out */
  readonly findDue: (leaseMs: number, places: DuePlaces, except: readonly number[]) => Promise<readonly number[]>
  readonly claimRows: (rows: readonly number[], holder: string, leaseMs: number) => Promise<RowsClaimed>
}

/** How often more is looked for where others have taken all that was found. */
const MOST_ATTEMPTS = 5

/**
 * Claims what is due in two steps. A row that cannot be leased is left alone for as long as its lease would have run.
 * @param now epoch milliseconds
 */
export function claimInSteps({ findDue, claimRows }: ClaimSteps, now: () => number): Store['transactions']['claimDue'] {
  /** When each row could not be leased, and for how long it is left alone, in milliseconds. */
  const unleased = new Map<number, { readonly atMs: number; readonly forMs: number }>()
  return async (holder, leaseMs, places) => {
    for (let attempt = 1; ; attempt += 1) {
      for (const [row, { atMs, forMs }] of unleased) if (!isWithin(atMs, now(), forMs)) unleased.delete(row)
      const rows = await findDue(leaseMs, places, [...unleased.keys()])
      if (rows.length === 0) return { leased: [], damaged: [] }
      const { leased, damaged, failed } = await claimRows(rows, holder, leaseMs)
      for (const row of failed) unleased.set(row, { atMs: now(), forMs: leaseMs })
      if (leased.length + damaged.length > 0 || attempt === MOST_ATTEMPTS) return { leased, damaged }
    }
  }
}
