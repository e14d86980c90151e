import { SwapError } from '../api/errors.ts'
import { defined } from '../defined.ts'
import { readEntry, SEPARATORS } from '../entry/read-entry.ts'
import { explainAmountProblem, parseAmount } from '../money/amount.ts'
import { cleanText } from '../text/clean-text.ts'
import { RATE_DECIMALS } from './point.ts'

/** What is to be watched, as it was written; nothing of it has been looked up. */
export interface WatchOrder {
  /** As `matchAsset` takes them. */
  readonly from: string
  readonly to: string
  /** Decimal text, in the source asset. */
  readonly amount: string
  /** Rates at which an alert fires, in units of 10^-36; absent for none. */
  readonly above?: bigint
  readonly below?: bigint
}

/** A whole line, for hints. */
export const WATCH_EXAMPLE = '0.5 eth to usdc base above 3300 below 2800'

/** Amount that is quoted where none is written. */
export const USUAL_AMOUNT = '1'

const LIMITS = ['above', 'below'] as const

/**
 * Reads what is to be watched from one line: a swap as an entry writes it, with the amount in front, behind or nowhere, and then
 * the limits, as in `eth to usdc base above 3300 below 2800`; or as `swapcli watch add` takes it, `FROM TO [AMOUNT] [--above RATE]
 * [--below RATE]`.
 * @throws USAGE
 */
export function readWatchLine(text: string): WatchOrder {
  const places: string[] = []
  const limits: { above?: bigint; below?: bigint } = {}
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const before = places.at(-1)
    const isBehind = before !== undefined && !SEPARATORS.has(before.toLowerCase())
    const side = LIMITS.find((name) => word === `--${name}` || (isBehind && word.toLowerCase() === name))
    if (side !== undefined) {
      if (limits[side] !== undefined) throw unreadable(`${word} stands twice`)
      at += 1
      limits[side] = numberOf(word, words[at] ?? '')
    } else if (word.startsWith('--')) throw unreadable(`There is no ${cleanText(word, 40)}`)
    else places.push(word)
  }
  const order = isEntry(places) ? readSwap(places) : readPlaces(places)
  const problem = limitsProblem(limits)
  if (problem !== undefined) throw unreadable(problem)
  return { ...order, ...defined(limits) }
}

type Order = Pick<WatchOrder, 'from' | 'to' | 'amount'>

const NUMBER = /^[0-9.]+$/

/** True for words of an entry, which has the amount first or a word between its assets. */
function isEntry([first = '', ...rest]: readonly string[]): boolean {
  return NUMBER.test(first) || [first, ...rest].some((word) => word.includes('>') || SEPARATORS.has(word.toLowerCase()))
}

function readSwap(words: readonly string[]): Order {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isFirst = NUMBER.test(first)
  const isLast = !isFirst && NUMBER.test(last)
  const amount = isFirst ? first : isLast ? last : USUAL_AMOUNT
  const assets = words.slice(isFirst ? 1 : 0, isLast ? -1 : undefined)
  const { order, problem } = readEntry([amount, ...assets].join(' '), { clauses: [] })
  if (order === undefined) throw unreadable(problem?.message ?? 'Two assets are needed')
  return { from: order.from, to: order.to, amount: order.amount }
}

function readPlaces([from, to, amount = USUAL_AMOUNT, ...more]: readonly string[]): Order {
  if (from === undefined || to === undefined) throw unreadable('Two assets are needed')
  if (more.length > 0) throw unreadable(`${cleanText(more[0] ?? '', 40)} is too much`)
  numberOf('The amount', amount)
  return { from, to, amount }
}

/** Why two limits are none; undefined where they are. */
export function limitsProblem({ above, below }: Pick<WatchOrder, 'above' | 'below'>): string | undefined {
  return above !== undefined && below !== undefined && above <= below
    ? '--above must be higher than --below'
    : undefined
}

function numberOf(name: string, text: string): bigint {
  const parsed = parseAmount(text, RATE_DECIMALS)
  if (parsed.ok) return parsed.units
  throw unreadable(`${name}: ${explainAmountProblem(parsed.problem, RATE_DECIMALS)}`)
}

function unreadable(message: string): SwapError {
  return new SwapError('USAGE', message, { hint: `Write for example ${WATCH_EXAMPLE}` })
}
