import type { AcceptCode } from '../../src/core/swap/acceptances.ts'
import type { ErrorCode } from '../../src/core/api/errors.ts'
import type { RefusalReason } from '../../src/core/api/refusal-reasons.ts'

/*
 * What a case of the suite is, as data: who lies, and how it must end. The tables of cases are modules of their own; the
 * figures of README.md and `swapcli help safety` are counted from them.
 */

/** Who lies; a chain does by taking blocks back. */
export const LIARS = ['server', 'provider', 'calldata', 'node', 'chain', 'token', 'name', 'file', 'page'] as const
export type Liar = (typeof LIARS)[number]

/** How a payment ends that nobody reviews. */
export const OUTCOMES = ['refused', 'asked', 'printed', 'within bounds'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How a case must end. */
export type Ending =
  /** Nothing was signed, for this reason. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason }
  /** Nothing was signed, and the error has another code than that of the wallet. */
  | { readonly outcome: 'refused'; readonly code: ErrorCode }
  /** Nothing was signed: `--yes` does not agree, and the refusal names what a person may accept. */
  | { readonly outcome: 'asked'; readonly doubts: readonly AcceptCode[] }
  /** Nothing was signed: what is to be paid was printed, for a person to look at. */
  | { readonly outcome: 'printed' }
  /** It was signed; what left and what arrived is what was agreed to. */
  | { readonly outcome: 'within bounds' }

export const SIGNED: Ending = { outcome: 'within bounds' }
export const PRINTED: Ending = { outcome: 'printed' }
export const refused = (reason: RefusalReason): Ending => ({ outcome: 'refused', reason })
export const failed = (code: ErrorCode): Ending => ({ outcome: 'refused', code })
export const asked = (...doubts: readonly [AcceptCode, ...AcceptCode[]]): Ending => ({ outcome: 'asked', doubts })

/** What every attack has. */
export interface Attack {
  /** What is tried, unlike in every other case of its table. */
  readonly name: string
  readonly who: Liar
  readonly ending: Ending
}

/** What every honest payment has: it must be signed, and within bounds. */
export interface Neighbour {
  readonly name: string
  readonly who: Liar
}

/** Attacks by who lies and how they end, and the honest neighbours of each. */
export type Counts = Readonly<Record<Liar, Readonly<Record<Outcome | 'honest', number>>>>

export function countOutcomes(attacks: readonly Attack[], neighbours: readonly Neighbour[]): Counts {
  const of = (who: Liar): [Liar, Counts[Liar]] => {
    const own = attacks.filter((attack) => attack.who === who)
    const ended = (outcome: Outcome) => own.filter(({ ending }) => ending.outcome === outcome).length
    const honest = neighbours.filter((one) => one.who === who).length
    return [
      who,
      { ...(Object.fromEntries(OUTCOMES.map((what) => [what, ended(what)])) as Record<Outcome, number>), honest },
    ]
  }
  return Object.fromEntries(LIARS.map(of)) as Counts
}
