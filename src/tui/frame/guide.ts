import { type Row, wrapAtMost } from '../kit/text/rows.ts'

/** What somebody who is led through the screens is told. */
export interface Guide {
  /** From 1. */
  readonly step: number
  /** How many steps there are. */
  readonly of: number
  /** What to do now; clean text. */
  readonly says: string
}

/** Most lines that it takes from the screens. */
const MOST_LINES = 3

/** What the guide says, on as many lines as it needs and may have; none without one. @param most lines. @default 3 */
export function guideRows(guide: Guide | undefined, width: number, most = MOST_LINES): readonly Row[] {
  if (guide === undefined) return []
  const sign = `TOUR ${guide.step}/${guide.of}  `
  return wrapAtMost(sign + guide.says, width, most).map((line, at): Row => {
    const rest = at === 0 && line.startsWith(sign) ? line.slice(sign.length) : line
    return [...(rest === line ? [] : [{ text: sign, role: 'key' as const }]), { text: rest, role: 'title' }]
  })
}
