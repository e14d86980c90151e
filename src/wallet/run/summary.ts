import type { KnownAddress } from '../../core/assets/imitated-address.ts'
import { shortAddress } from '../../core/assets/short-address.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** The doubts that a payment was made in spite of, and those that were allowed beside them; '' where none was either. */
export function describeAccepted({ accept = [], openDoubts = [] }: Pick<SwapRun, 'accept' | 'openDoubts'>): string {
  const others = accept.filter((code) => !openDoubts.includes(code))
  if (others.length === 0) return openDoubts.join(', ')
  return `${openDoubts.length === 0 ? 'none was open' : openDoubts.join(', ')} (allowed: ${others.join(', ')})`
}

/** `1,000 ethereum:USDC to base:USDC`. */
export function describeSwap({ request, from, to }: Pick<SwapRun, 'request' | 'from' | 'to'>): string {
  return `${groupThousands(request.amount)} ${from} to ${to}`
}

/** Newest runs whose recipients an address is held against. */
const PAST_RUNS = 50

/** Whom the newest runs paid, as addresses that are known; those of runs that were not paid are none. @throws STORE_UNUSABLE */
export async function pastRecipients(journal: Pick<RunJournal, 'listNewest'>): Promise<readonly KnownAddress[]> {
  const runs = await journal.listNewest(PAST_RUNS, () => undefined)
  return runs.flatMap(({ step, payment, request: { recipient } }) =>
    payment === undefined && step !== 'tracked' && step !== 'final'
      ? []
      : [{ name: `${shortAddress(recipient)} of an earlier swap`, address: recipient }],
  )
}
