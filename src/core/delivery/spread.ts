/*
 * How what was delivered is spread around what was promised: median and worst alone hide whether one swap was bad, or many were.
 */

/** Classes of a difference, worst first: each from its end up to that of the next, in basis points of what was promised. */
const CLASSES = [
  { fromBps: -Infinity, label: 'more than 1 % less' },
  { fromBps: -100, label: 'up to 1 % less' },
  { fromBps: -30, label: 'up to 0.3 % less' },
  { fromBps: -10, label: 'up to 0.1 % less' },
  { fromBps: 0, label: 'as promised, or more' },
] as const

/** How many differences are of each class, worst first; undefined for none. @param differencesBps in basis points */
export function spreadOf(differencesBps: readonly number[]): number[] | undefined {
  if (differencesBps.length === 0) return undefined
  const classOf = (bps: number) => CLASSES.findLastIndex(({ fromBps }) => bps >= fromBps)
  return CLASSES.map((_class, at) => differencesBps.filter((bps) => classOf(bps) === at).length)
}

/** One class of a spread. */
export interface SpreadClass {
  readonly label: string
  readonly count: number
}

/** The classes of a spread, best first; none where it is not known. */
export function spreadClasses({ spread }: { readonly spread?: readonly number[] }): readonly SpreadClass[] {
  if (spread?.length !== CLASSES.length) return []
  return CLASSES.map(({ label }, at) => ({ label, count: spread[at] ?? 0 })).toReversed()
}
