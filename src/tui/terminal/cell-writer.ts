import { type Cells, DEFAULT_STYLE, type Style } from './cells.ts'

/*
 * Writes what differs between two lines of cells: the changed ones, or the whole line where that takes fewer bytes.
 */

const ESC = '\u001B['
/** Cells that are alike between two changes, and are written again because moving over them costs as much. */
const MOST_GAP = 4

/** What the terminal will do with the next text. */
export interface Pen {
  /** Where it is written, from 0; undefined where that is not certain. */
  readonly at: { readonly x: number; readonly y: number } | undefined
  readonly style: Style
}

/** Text with its codes, and the pen after it. */
export interface Written {
  readonly text: string
  readonly pen: Pen
}

/** From `begin` on, before `end`. */
interface Run {
  readonly begin: number
  readonly end: number
}

/** Makes line `y` of `before` that of `after`. @param columns of the terminal */
export function writeRow(y: number, before: Cells, after: Cells, columns: number, pen: Pen): Written {
  const whole = () => write([{ begin: 0, end: columns }], y, after, columns, pen)
  if (before.isDoubtful || after.isDoubtful) return whole()
  const runs = changedRuns(before, after, columns)
  if (runs.length === 0) return { text: '', pen }
  const changed = write(runs, y, after, columns, pen)
  if (runs.length === 1) return changed
  const all = whole()
  return all.text.length < changed.text.length ? all : changed
}

/** Runs of cells that differ, never half of a wide character. */
function changedRuns(before: Cells, after: Cells, columns: number): readonly Run[] {
  const length = Math.min(columns, Math.max(before.texts.length, after.texts.length))
  const runs: Run[] = []
  for (let x = 0; x < length; x += 1) {
    if (isSameCell(before, after, x)) continue
    let begin = x
    while (begin > 0 && (isHalf(before, begin) || isHalf(after, begin))) begin -= 1
    let end = x + 1
    while (end < length && (isHalf(before, end) || isHalf(after, end) || !isSameCell(before, after, end))) end += 1
    const last = runs.at(-1)
    if (last !== undefined && begin - last.end <= MOST_GAP) runs.splice(-1, 1, { begin: last.begin, end })
    else runs.push({ begin, end })
    x = end - 1
  }
  return runs
}

function isSameCell(before: Cells, after: Cells, x: number): boolean {
  return (before.texts[x] ?? ' ') === (after.texts[x] ?? ' ') && styleAt(before, x) === styleAt(after, x)
}

function styleAt({ styles }: Cells, x: number): Style {
  return styles[x] ?? DEFAULT_STYLE
}

function isHalf({ texts }: Cells, x: number): boolean {
  return texts[x] === ''
}

function write(
  runs: readonly Run[],
  y: number,
  { texts, styles, isDoubtful }: Cells,
  columns: number,
  from: Pen,
): Written {
  let text = ''
  let { at, style } = from
  const moveTo = (x: number) => {
    if (at?.y === y && at.x === x) return
    text += at?.y === y && at.x < x ? moveRight(x - at.x) : `${ESC}${y + 1}${x === 0 ? '' : `;${x + 1}`}H`
    at = { x, y }
  }
  const changeStyle = (next: Style) => {
    text += styleChange(style, next)
    style = next
  }
  for (const { begin, end } of runs) {
    const written = Math.min(end, texts.length)
    for (let x = begin; x < written; x += 1) {
      const cell = texts[x] ?? ''
      if (cell === '') continue
      moveTo(x)
      const next = styles[x] ?? DEFAULT_STYLE
      if (next !== style && !(cell === ' ' && next.isPlain && style.isPlain)) changeStyle(next)
      text += cell
      const after = x + cellWidth(texts, x)
      // In the last column the cursor stays where it is; and some characters are wider than others think.
      at = after >= columns || (isDoubtful && cell.length > 1) ? undefined : { x: after, y }
    }
    if (end <= texts.length || texts.length >= columns) continue
    // What is behind the text is blank: erasing takes the colours in force.
    const blank = Math.max(begin, texts.length)
    moveTo(blank)
    if (!style.isPlain) changeStyle(DEFAULT_STYLE)
    text += `${ESC}K`
  }
  return { text, pen: { at, style } }
}

function cellWidth(texts: readonly string[], x: number): number {
  let width = 1
  while (texts[x + width] === '') width += 1
  return width
}

function moveRight(columns: number): string {
  return columns === 1 ? `${ESC}C` : `${ESC}${columns}C`
}

/** Codes from one style to another. */
export function styleChange(from: Style, to: Style): string {
  const link = from.link === to.link ? '' : `\u001B]8;;${to.link}\u0007`
  if (from.sgr === to.sgr) return link
  const look = to.sgr === '' ? `${ESC}m` : from.sgr === '' ? `${ESC}${to.sgr}m` : `${ESC}0;${to.sgr}m`
  return look + link
}
