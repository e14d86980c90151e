import { readAmount } from '../api/answers.ts'
import { larger } from './larger.ts'
import { lossProblem, type SwapLoss } from './loss.ts'
import { lossBps, MOST_LOSS_BPS, type ValuedTerms } from './price-loss.ts'
import { notableShortfallBps, type PromisedLeast } from './shortfall.ts'
import { parseUsd } from './usd.ts'

/** What is agreed to, as far as it decides how. */
interface AgreedTerms extends ValuedTerms {
  readonly dst: ValuedTerms['dst'] & Partial<PromisedLeast['dst']>
  readonly minimumOut?: PromisedLeast['minimumOut']
}

/**
 * What must be typed before money moves; undefined where a key is enough. It never is where the least that is promised is far
 * below what is quoted, whatever that is worth.
 * @param aboveUsd dollars as decimal text, of the setting `confirm-above`; one that cannot be read counts as 0
 * @param isLive false for paper money, whose value need not be known and may be lost
 * @param loss by evidence; the counterparty's own values only make it stricter. @default those alone
 */
export function wordToType(
  terms: AgreedTerms,
  amount: string,
  aboveUsd: string,
  isLive: boolean,
  loss?: SwapLoss,
): string | undefined {
  const limit = parseUsd(aboveUsd) ?? 0n
  const value = loss === undefined ? worthOf(terms) : worthByEvidence(terms, loss)
  const loses =
    loss === undefined
      ? (lossBps(terms) ?? 0) > MOST_LOSS_BPS
      : lossProblem(loss, { isSandbox: !isLive, hasMinReceive: false }) !== undefined
  const { dst, minimumOut } = terms
  const isBare = notableShortfallBps({ dst: { amount: dst.amount ?? 0n }, minimumOut }) !== undefined
  const asks = isBare || (value === undefined ? isLive : value > limit || (isLive && loses))
  if (!asks) return undefined
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
