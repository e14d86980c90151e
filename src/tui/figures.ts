import { formatUsdForPeople } from '../core/fees.ts'
import { parseUsd } from '../core/usd.ts'

/** Seconds for a person: `45s`, `2m`, `1h5m`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 100) return `${whole}s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes}m`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : `${rest}m`}`
}

/** A decimal dollar text for a person; one that is no number as it is. */
export function usdForPeople(text: string): string {
  const value = parseUsd(text)
  return value === undefined ? text : formatUsdForPeople(value)
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** Values as bars between the least and the greatest of the last `width` of them; '' for fewer than two. */
export function sparkline(values: readonly bigint[], width: number): string {
  const shown = values.slice(-width)
  if (shown.length < 2 || width < 2) return ''
  const least = shown.reduce((a, b) => (b < a ? b : a))
  const span = shown.reduce((a, b) => (b > a ? b : a)) - least
  const top = BigInt(BARS.length - 1)
  return shown.map((value) => BARS[Number(span === 0n ? top / 2n : ((value - least) * top) / span)] ?? '').join('')
}

/** A command line that can be pasted into a shell. */
export function commandLine(words: readonly string[]): string {
  return ['swapcli', ...words.map(shellWord)].join(' ')
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9@%+=:,./_-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
