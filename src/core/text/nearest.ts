/** Longest text compared, in characters. */
const MAX_LENGTH = 64

/**
 * The candidates nearest to `text`, nearest first, then in their order: at most `count`, each within one typing mistake for
 * up to four characters, two for more. Case-insensitive.
 */
export function nearest<T>(
  text: string,
  candidates: Iterable<readonly [text: string, candidate: T]>,
  count: number,
): readonly T[] {
  const typed = text.toLowerCase()
  if (typed === '' || typed.length > MAX_LENGTH) return []
  const limit = typed.length <= 4 ? 1 : 2
  const distances = new Map<T, number>()
  for (const [name, candidate] of candidates) {
    const distance = editDistance(typed, name.toLowerCase(), limit)
    if (distance <= limit) distances.set(candidate, Math.min(distance, distances.get(candidate) ?? distance))
  }
  return [...distances]
    .sort(([, a], [, b]) => a - b)
    .slice(0, count)
    .map(([candidate]) => candidate)
}

/**
 * Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of neighbours; any number above `limit` when
 * it exceeds that.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? best) + 1)
      }
      current.push(best)
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
