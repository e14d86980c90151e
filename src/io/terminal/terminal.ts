import type { ChartGlyphs } from '../../core/rates/chart.ts'

/** What colour and width of an output stream depend on. */
interface StreamFacts {
  readonly isTTY: boolean
  /** Columns that the terminal reports; undefined in a pipe. */
  readonly columns: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Columns when the width is unknown. */
const DEFAULT_COLUMNS = 80
/** Below this width tables become lines of `field: value`. */
export const NARROW_COLUMNS = 60

/**
 * True when a stream gets colour: the flag decides, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal.
 * @param flag true for --color, false for --no-color, undefined for neither
 */
export function wantsColor(flag: boolean | undefined, { isTTY, env }: StreamFacts): boolean {
  if (flag !== undefined) return flag
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const force = env['FORCE_COLOR'] ?? ''
  if (force !== '') return force !== '0' && force !== 'false'
  return env['TERM'] !== 'dumb' && isTTY
}

/** Columns for layout: those of the terminal, else COLUMNS, else 80; at least 20. */
export function terminalColumns(facts: StreamFacts): number {
  return Math.max(20, statedColumns(facts) ?? DEFAULT_COLUMNS)
}

/**
 * What charts are drawn with: what is set, else braille. A terminal that says it has none, such as the Linux console, gets ASCII,
 * as one does whose texts are not in UTF-8.
 */
export function chartGlyphs(set: ChartGlyphs | 'auto', env: StreamFacts['env']): ChartGlyphs {
  if (set !== 'auto') return set
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'utf-8'
  const isPlain = ['linux', 'dumb', 'vt100', 'vt220'].includes(env['TERM'] ?? '')
  return isPlain || !/utf-?8/i.test(locale) ? 'ascii' : 'braille'
}

/** True where what does not fit the width is lost or breaks: at a terminal, and where COLUMNS says how wide its reader's is. */
export function hasColumns(facts: StreamFacts): boolean {
  return facts.isTTY || statedColumns(facts) !== undefined
}

function statedColumns({ columns, env }: StreamFacts): number | undefined {
  const text = env['COLUMNS'] ?? ''
  const stated = columns ?? (/^[0-9]{1,4}$/.test(text) ? Number(text) : 0)
  return stated === 0 ? undefined : stated
}
