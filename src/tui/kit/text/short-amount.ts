import { groupThousands } from '../../../core/money/amount.ts'

/** Most characters of an amount that is shown whole, as long as those that are cut: all decimals of bitcoin in what most send. */
const WHOLE_CHARS = 12

/** A decimal amount, a long one with at most six decimals, or four that count where it is small; `…` where digits were left out. */
export function shortAmount(text: string): string {
  if (text.length <= WHOLE_CHARS) return groupThousands(text)
  return cutAmount(text, /^(\d+\.(?:0{3,}\d{1,4}|\d{1,6}))(\d*)$/)
}

/** The same with at most two decimals. */
export function shortestAmount(text: string): string {
  return cutAmount(text, /^(0\.0*\d{1,4}|\d+\.\d{1,2})(\d*)$/)
}

/** @param parts what is kept of it, and what is not */
function cutAmount(text: string, parts: RegExp): string {
  const [, kept, rest] = parts.exec(text) ?? []
  return kept === undefined || rest === '' ? groupThousands(text) : `${groupThousands(kept)}…`
}
