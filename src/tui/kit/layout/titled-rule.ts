import { cutRow, type Row } from '../text/rows.ts'
import { cutText, textWidth } from '../text/text-fit.ts'

/** `─ TITLE ─────`: a line across `width` columns with a name in it. @param isFocused true for what has the keys */
export function titledRule(title: string, width: number, isFocused = false): Row {
  const name = ` ${cutText(title, Math.max(0, width - 4))} `
  const rest = '─'.repeat(Math.max(0, width - textWidth(name) - 1))
  return cutRow(
    [
      { text: '─', role: 'dim' },
      { text: name, role: isFocused ? 'accent' : 'title' },
      { text: rest, role: 'dim' },
    ],
    width,
  )
}
