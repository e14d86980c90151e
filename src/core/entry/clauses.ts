import { readBps } from '../money/basis-points.ts'
import { explainAmountProblem, MOST_DECIMALS, parseAmount } from '../money/amount.ts'
import { MAX_SLIPPAGE_BPS } from '../swap/defaults.ts'
import { RANK_MODES } from '../swap/ranking.ts'
import { oneOf } from '../text/one-of.ts'

/** What may follow the two assets of an entry, by the name of the option that says the same: a word and its value. */
export interface ClauseRow {
  /** Words that begin it, in lower case; the first is the one that is offered. */
  readonly words: readonly [string, ...string[]]
  /** What its value is, for people. */
  readonly value: string
  /** Why a value does not hold, as a predicate; undefined for one that may hold. */
  problem(text: string): string | undefined
}

/** The clauses of an entry. */
export const ENTRY_CLAUSES = {
  recipient: {
    words: ['for', 'to'],
    value: 'an address, a name or an @contact',
    problem: () => undefined,
  },
  recipientMemo: {
    words: ['memo', 'tag'],
    value: 'the memo or tag of the payment to the recipient, or none',
    problem: () => undefined,
  },
  slippage: {
    words: ['slip', 'slippage'],
    value: 'basis points or a percentage: 50bps or 0.5%',
    problem: (text) => {
      const read = readBps(text, MAX_SLIPPAGE_BPS)
      return read.ok ? undefined : read.problem
    },
  },
  minReceive: {
    words: ['min'],
    value: 'the least to receive, in the asset to get',
    problem: (text) => amountProblem(text),
  },
  provider: {
    words: ['via'],
    value: 'the key of a provider',
    problem: (text) => (/^[a-z0-9_-]{1,60}$/i.test(text) ? undefined : 'must be the key of a provider'),
  },
  rank: {
    words: ['rank'],
    value: oneOf(RANK_MODES),
    problem: (text) => (RANK_MODES.some((mode) => mode === text) ? undefined : `must be ${oneOf(RANK_MODES)}`),
  },
} as const satisfies Readonly<Record<string, ClauseRow>>

/** The name of a clause. */
export type EntryClause = keyof typeof ENTRY_CLAUSES

/** The names of all clauses, in the order in which they are offered. */
export const EVERY_CLAUSE = Object.keys(ENTRY_CLAUSES) as readonly EntryClause[]

/** The clause that a word begins, in any letter case; undefined for any other word. */
export function clauseOf(word: string): EntryClause | undefined {
  const typed = word.toLowerCase()
  return EVERY_CLAUSE.find((name) => ENTRY_CLAUSES[name].words.some((each: string) => each === typed))
}

/** Why a text is no amount, as a predicate; undefined for an amount of an asset with enough decimals. */
export function amountProblem(text: string): string | undefined {
  const parsed = parseAmount(text, MOST_DECIMALS)
  return parsed.ok ? undefined : explainAmountProblem(parsed.problem, MOST_DECIMALS).replace(/^amount /, '')
}
