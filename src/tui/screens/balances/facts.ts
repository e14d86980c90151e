import type { WorkFact } from '../../context.ts'
import type { AppFacts } from '../../events.ts'
import { bodySize, scrollBy } from '../../kit/layout/scrolling.ts'
import { addressRows, fieldRows, type Row, textRows } from '../../kit/text/rows.ts'

/** What is to be known, on as many lines as it needs: nothing of it is cut. */
export function factRows(facts: readonly WorkFact[], width: number): readonly Row[] {
  return facts.flatMap(([name, value]) => {
    if (name === '') return textRows(value, width)
    return name === 'address' ? addressRows(name, value, '', width) : fieldRows(name, value, width, roleOf(name))
  })
}

function roleOf(name: string): 'warn' | 'bad' | 'text' {
  return name === 'warning' ? 'warn' : name === 'problem' ? 'bad' : 'text'
}

/** First line of facts under a title that is shown after scrolling. @param below lines that stay below them */
export function scrollFacts(
  scroll: number,
  by: number,
  facts: readonly WorkFact[],
  below: readonly Row[],
  { size }: AppFacts,
): number {
  const { columns, rows } = bodySize(size)
  return scrollBy(scroll, by, factRows(facts, columns).length, rows - 1 - below.length)
}
