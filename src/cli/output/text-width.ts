const PLAIN = /^[\x20-\x7e]*$/

/** Columns that a text takes on a terminal. */
export type TextWidth = (text: string) => number

/** How to measure these texts; the package that knows wide characters is slow to load, and only loaded for those. */
export async function measureFor(texts: Iterable<string>): Promise<TextWidth> {
  for (const text of texts) {
    if (!PLAIN.test(text)) return (await import('string-width')).default
  }
  return (text) => text.length
}
