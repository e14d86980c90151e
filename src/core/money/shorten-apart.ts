/** Fewest and most digits that count of an amount that is shortened. */
const DIGITS = { least: 6, most: 9 } as const
/** Fewest decimals that it keeps. */
const LEAST_DECIMALS = 2

/**
 * Decimal amounts with as few decimals as tell those apart that differ, or nine digits each: always rounded down, so that none says
 * more than it was. A text that is no plain decimal amount stays as it is.
 */
export function shortenApart(amounts: readonly string[]): readonly string[] {
  const most = Math.max(0, ...amounts.map((text) => text.length))
  const count = new Set(amounts).size
  for (let decimals = LEAST_DECIMALS; decimals < most; decimals += 1) {
    const short = amounts.map((text) => cutDecimals(text, decimals))
    const isClear = short.every((text, at) => text === amounts[at] || digitsOf(text) >= DIGITS.least)
    const isLong = short.some((text) => digitsOf(text) >= DIGITS.most)
    if (isClear && (isLong || new Set(short).size === count)) return short
  }
  return amounts
}

/**
 * Decimal amounts with the fewest decimals with which each has so many digits that count, or all of its own: always rounded down. Those
 * that differ may look the same.
 */
export function shortenToDigits(amounts: readonly string[], digits: number): readonly string[] {
  const most = Math.max(0, ...amounts.map((text) => text.length))
  for (let decimals = 0; decimals < most; decimals += 1) {
    const short = amounts.map((text) => cutDecimals(text, decimals))
    if (short.every((text, at) => text === amounts[at] || digitsOf(text) >= digits)) return short
  }
  return amounts
}

function cutDecimals(text: string, decimals: number): string {
  const [, whole = '', fraction = ''] = /^([0-9]+)\.([0-9]+)$/.exec(text) ?? []
  if (whole === '' || fraction.length <= decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

/** Digits from the first that is not 0. */
function digitsOf(text: string): number {
  return text.replace('.', '').replace(/^0+/, '').length
}
