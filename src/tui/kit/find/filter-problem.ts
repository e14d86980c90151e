import { cleanText } from '../../../core/text/clean-text.ts'
import { nearest } from '../../../core/text/nearest.ts'
import { fieldOf, type FilterTable, isMeant, readAskedText, readFilter, termsOf } from './filter.ts'

/** Values that are named where none is near. */
const MOST = 6

/**
 * What of a filter is not understood, or names a value that nothing has; undefined where neither explains why nothing is left.
 * @param rows of the list, unfiltered
 * @param shown how many of them are left
 */
export function filterProblem<R>(
  table: FilterTable<R>,
  rows: readonly R[],
  shown: number,
  text: string,
): string | undefined {
  const { problem } = readFilter(table, text)
  if (problem !== undefined || shown > 0) return problem
  for (const term of termsOf(text)) {
    const asked = readAskedText(term.text)
    const field = asked?.field === undefined ? undefined : fieldOf(table, asked.field)
    if (asked?.field === undefined || field?.kind !== 'text') continue
    const known = [...new Set([...(field.values ?? []), ...rows.flatMap(field.read)])].filter((each) => each !== '')
    const unheld = asked.values.find((one) => !known.some((each) => isMeant(one, each.toLowerCase())))
    if (unheld === undefined || known.length === 0) continue
    return `No ${asked.field} ${cleanText(unheld.text, 40)}: ${insteadOf(unheld.text, known)}`
  }
  return undefined
}

/** The values nearest to one that nothing has: by a typing mistake, else those that it is a part of, else what there is. */
function insteadOf(text: string, known: readonly string[]): string {
  const near = nearest(
    text,
    known.map((each) => [each, each] as const),
    MOST,
  )
  const meant = near.length > 0 ? near : known.filter((each) => each.toLowerCase().includes(text)).slice(0, MOST)
  if (meant.length > 0) return `did you mean ${meant.join(', ')}?`
  return `there are ${known.slice(0, MOST).join(', ')}${known.length > MOST ? ' and more' : ''}`
}
