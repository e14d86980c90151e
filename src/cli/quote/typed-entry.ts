import { EVERY_CLAUSE } from '../../core/entry/clauses.ts'
import { isEntry, readEntry } from '../../core/entry/read-entry.ts'
import { defined } from '../../core/defined.ts'
import type { OptionTable } from '../command.ts'
import { usage } from '../usage.ts'

/** What the help of a command says of them. */
export const ENTRY_NOTE =
  'The swap may also stand in one argument: "0.5 eth to usdc base slip 50bps for @bob", or "0.5 eth on base to usdc on arbitrum". Behind the two assets may follow slip, for, memo, rank and, in swap, via PROVIDER and min AMOUNT.'

/**
 * A swap that one argument says, as the arguments of the pair and the options that say the same; undefined for an amount alone.
 * @param options of the command: a clause whose option it lacks does not apply
 * @throws USAGE for a line that is no order
 */
export function spreadEntry(text: string, options: OptionTable) {
  if (!isEntry(text)) return undefined
  const { order, problem } = readEntry(text, {
    clauses: EVERY_CLAUSE.filter((name) => Object.hasOwn(options, name)),
  })
  if (order === undefined) throw usage(problem?.message ?? 'The line is no swap', problem?.hint)
  const { amount, from, to, clauses } = order
  return { words: [amount, from, to], values: defined(clauses) }
}
