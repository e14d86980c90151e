import { readAmount } from '../api/answers.ts'
import { larger } from './larger.ts'
import { lossProblem, type SwapLoss } from './loss.ts'
import type { ValuedTerms } from './price-loss.ts'
import type { Shortfall } from './shortfall.ts'
import { parseUsd } from './usd.ts'

/** What is agreed to, as far as it decides how. */
export interface ConsentFacts {
  readonly terms: ValuedTerms
  /** What need not arrive of what was seen; undefined where that is usual. */
  readonly shortfall: Shortfall | undefined
  /** By evidence; the counterparty's own values only make it stricter. Undefined where nobody valued it. */
  readonly loss: SwapLoss | undefined
  /** False for paper money, whose value need not be known. */
  readonly isLive: boolean
}

/**
 * Why a key is never enough to go on, whatever it is worth: less than was seen may arrive, much is lost, or, on the live
 * network, nobody but the counterparty says what it is worth. Undefined where none of that is so.
 */
export function consentDoubt({
  terms,
  shortfall,
  loss,
  isLive,
}: ConsentFacts): 'shortfall' | 'loss' | 'value' | undefined {
  if (shortfall !== undefined) return 'shortfall'
  const problem = loss === undefined ? undefined : lossProblem(loss, { isSandbox: !isLive, hasMinReceive: false })
  if (problem === 'loss') return 'loss'
  if (!isLive) return undefined
  // A swap that is too good has a price that is probably wrong.
  const isKnown = loss !== undefined && problem === undefined && worthByEvidence(terms, loss) !== undefined
  return isKnown ? undefined : 'value'
}

/**
 * What must be typed before money moves; undefined where a key is enough.
 * @param aboveUsd dollars as decimal text, of the setting `confirm-above`; one that cannot be read counts as 0
 */
export function wordToType(facts: ConsentFacts, amount: string, aboveUsd: string): string | undefined {
  const limit = parseUsd(aboveUsd) ?? 0n
  const value = worthAtStake(facts.terms, facts.loss)
  const asks = consentDoubt(facts) !== undefined || (value !== undefined && value > limit)
  return asks ? typedWord(amount) : undefined
}

/** What must be typed to go on to where what is to be signed is shown: only where there is a doubt. */
export function wordToGoOn(facts: ConsentFacts, amount: string): string | undefined {
  return consentDoubt(facts) === undefined ? undefined : typedWord(amount)
}

/** The amount, or a word where that is too long. */
function typedWord(amount: string): string {
  return amount.length <= MAX_TYPED && /^[0-9.]+$/.test(amount) ? amount : 'send'
}

/** What is at stake in micro-dollars, by evidence or by the counterparty, whichever says more; undefined where neither says. */
export function worthAtStake(terms: ValuedTerms, loss: SwapLoss | undefined): bigint | undefined {
  return (loss === undefined ? undefined : worthByEvidence(terms, loss)) ?? worthOf(terms)
}

/** What is at stake in micro-dollars, by the side that is worth more; undefined where neither says, zero being no value. */
function worthOf({ src, dst }: ValuedTerms): bigint | undefined {
  const [sent = 0n, received = 0n] = [src.usd, dst.usd]
  const worth = larger(sent, received)
  return worth > 0n ? worth : undefined
}

/** The same where evidence says so; undefined where it does not. */
function worthByEvidence(terms: ValuedTerms, { leavesUsd, isSingleNode }: SwapLoss): bigint | undefined {
  if (leavesUsd === undefined || isSingleNode) return undefined
  const stated = worthOf(terms) ?? 0n
  return larger(stated, leavesUsd)
}

/** Longest amount that a person is made to type, in characters. */
const MAX_TYPED = 20

/** True when what was typed is the word, or the same amount. */
export function isTyped(typed: string, word: string): boolean {
  const text = typed.trim()
  if (text === word) return true
  const amount = readAmount(text)
  return amount !== undefined && amount === readAmount(word)
}
