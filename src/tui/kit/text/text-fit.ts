import stringWidth from 'string-width'
import { clusters } from './line-edit.ts'
import { isNarrow } from './narrow-text.ts'

export { shortAddress } from '../../../core/assets/short-address.ts'

/** Columns that a clean text takes on a terminal. */
export function textWidth(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text)
}

/** A text cut to at most `width` columns, with `…` at its end where something was cut. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  if (width < 1) return ''
  if (isNarrow(text)) return `${text.slice(0, width - 1)}…`
  let kept = ''
  let used = 0
  for (const cluster of clusters(text)) {
    const columns = textWidth(cluster)
    if (used + columns > width - 1) break
    kept += cluster
    used += columns
  }
  return `${kept}…`
}

/** A text of exactly `width` columns: cut, or filled with spaces. */
export function fitText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutText(text, width)
  const space = ' '.repeat(Math.max(0, width - textWidth(cut)))
  return align === 'left' ? cut + space : space + cut
}

/** The first of the texts that is at most `width` columns wide, else the last. */
export function firstFitting(texts: readonly string[], width: number): string {
  return texts.find((text) => textWidth(text) <= width) ?? texts.at(-1) ?? ''
}
