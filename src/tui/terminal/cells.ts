import { cleanText } from '../../core/text/clean-text.ts'
import { clusters } from '../kit/text/line-edit.ts'
import { isNarrow } from '../kit/text/narrow-text.ts'
import type { Row } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import { COLOURS, type Look, type Role } from '../theme.ts'

/** How a cell looks, and where it leads. There is one object of each kind: they are compared by identity. */
export interface Style {
  /** Parameters of SGR; '' for the default. */
  readonly sgr: string
  /** An https page; '' for none. */
  readonly link: string
  /** True where a space in it looks like any other. */
  readonly isPlain: boolean
}

/** One line as what stands in its columns. What is behind the last cell is blank. */
export interface Cells {
  /** Text of each column; '' for the second half of a wide character. */
  readonly texts: readonly string[]
  readonly styles: readonly Style[]
  /** True for a line with a character of which terminals disagree how wide it is. */
  readonly isDoubtful: boolean
}

export const DEFAULT_STYLE: Style = { sgr: '', link: '', isPlain: true }

/** Gives the style of a role, with a link. */
export type StyleOf = (role: Role, link: string | undefined) => Style

/** Styles of the looks of a theme. @param lookOf look of a role, asked for once for each role and link */
export function createStyles(lookOf: (role: Role) => Look): StyleOf {
  const known = new Map<string, Style>()
  const byCode = new Map<string, Style>([['', DEFAULT_STYLE]])
  return (role, link = '') => {
    const key = `${role} ${link}`
    const before = known.get(key)
    if (before !== undefined) return before
    const look = lookOf(role)
    const page = link.startsWith('https://') ? cleanText(link, Infinity) : ''
    const code = `${sgrOf(look)}${page}`
    const isPlain = look.inverse !== true && look.underline !== true && page === ''
    const style = byCode.get(code) ?? { sgr: sgrOf(look), link: page, isPlain }
    byCode.set(code, style)
    // Pages are many over a day, and each has its own.
    if (page === '') known.set(key, style)
    return style
  }
}

function sgrOf({ color, bold, inverse, underline }: Look): string {
  const codes = [
    ...(bold === true ? ['1'] : []),
    ...(underline === true ? ['4'] : []),
    ...(inverse === true ? ['7'] : []),
    ...(color === undefined ? [] : [COLOURS[color]]),
  ]
  return codes.join(';')
}

/** The cells of a line: clean text, cut at `columns`. */
export function cellsOf(row: Row, columns: number, styleOf: StyleOf): Cells {
  const texts: string[] = []
  const styles: Style[] = []
  let isDoubtful = false
  for (const { text, role = 'text', link } of row) {
    const style = styleOf(role, link)
    // A space looks the same in most styles; in one style it needs no code.
    const space = style.isPlain ? DEFAULT_STYLE : style
    if (isNarrow(text)) {
      const shown = text.slice(0, columns - texts.length)
      for (const cell of shown) {
        texts.push(cell)
        styles.push(cell === ' ' ? space : style)
      }
      if (shown.length < text.length) return trimCells({ texts, styles, isDoubtful })
      continue
    }
    for (const cluster of clusters(cleanText(text, Infinity))) {
      const width = textWidth(cluster)
      if (width === 0) continue
      if (texts.length + width > columns) return trimCells({ texts, styles, isDoubtful })
      texts.push(cluster)
      styles.push(cluster === ' ' ? space : style)
      for (let half = 1; half < width; half += 1) {
        texts.push('')
        styles.push(style)
      }
      isDoubtful ||= isDoubtfulCluster(cluster)
    }
  }
  return trimCells({ texts, styles, isDoubtful })
}

/** More than one code point that is not a letter with its marks: flags and the like. */
function isDoubtfulCluster(cluster: string): boolean {
  return cluster.length > 1 && !/^.\p{M}*$/u.test(cluster)
}

function trimCells({ texts, styles, isDoubtful }: Cells): Cells {
  let end = texts.length
  while (end > 0 && texts[end - 1] === ' ' && styles[end - 1] === DEFAULT_STYLE) end -= 1
  return end === texts.length
    ? { texts, styles, isDoubtful }
    : { texts: texts.slice(0, end), styles: styles.slice(0, end), isDoubtful }
}
