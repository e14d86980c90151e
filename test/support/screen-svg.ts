import type * as xterm from '@xterm/headless'

/* A screen of a terminal as an SVG image. */

/** Width and height of a cell, in pixels, and the room about the screen. */
const CELL = { width: 8.4, height: 18, margin: 12 } as const
const FRONT = '#d7dae0'
const BACK = '#14171c'
/** The sixteen colours of a terminal, dark ones first. */
const PALETTE = [
  ...['#14171c', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', FRONT],
  ...['#7f8794', '#ff7b86', '#b5e890', '#ffd68a', '#7cc4ff', '#e19bff', '#7fdbe6', '#ffffff'],
] as const

/** Cells beside each other that look alike. */
interface Run {
  readonly column: number
  readonly text: string
  readonly columns: number
  readonly front: string
  readonly back: string
  readonly isBold: boolean
  readonly isUnderlined: boolean
}

/** What a terminal shows, as an image of its own: text stays text. */
export function screenSvg(terminal: xterm.Terminal, label: string): string {
  const { cols, rows } = terminal
  const { viewportY } = terminal.buffer.active
  const width = Math.ceil(cols * CELL.width + 2 * CELL.margin)
  const height = rows * CELL.height + 2 * CELL.margin
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = terminal.buffer.active.getLine(viewportY + row)
    return line === undefined ? [] : drawRow(runsOf(line, cols), row)
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACK}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    ...lines.flat(),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function drawRow(runs: readonly Run[], row: number): readonly string[] {
  const top = CELL.margin + row * CELL.height
  return runs.flatMap(({ column, text, columns, front, back, isBold, isUnderlined }) => {
    const x = (CELL.margin + column * CELL.width).toFixed(1)
    const length = (columns * CELL.width).toFixed(1)
    const field =
      back === BACK ? [] : [`<rect x="${x}" y="${top}" width="${length}" height="${CELL.height}" fill="${back}"/>`]
    if (text.trim() === '') return field
    const style = `fill="${front}"${isBold ? ' font-weight="bold"' : ''}${isUnderlined ? ' text-decoration="underline"' : ''}`
    return [
      ...field,
      `<text x="${x}" y="${top + 13}" textLength="${length}" lengthAdjust="spacingAndGlyphs" ${style}>${escaped(text)}</text>`,
    ]
  })
}

function runsOf(line: xterm.IBufferLine, columns: number): readonly Run[] {
  const runs: Run[] = []
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column)
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue
    const look = lookOf(cell)
    const run = { column, text: cell.getChars() === '' ? ' ' : cell.getChars(), columns: cell.getWidth(), ...look }
    const last = runs.at(-1)
    const isAlike =
      last !== undefined && (Object.keys(look) as (keyof typeof look)[]).every((key) => last[key] === look[key])
    if (isAlike) runs[runs.length - 1] = { ...last, text: last.text + run.text, columns: last.columns + run.columns }
    else runs.push(run)
  }
  return runs
}

function lookOf(cell: xterm.IBufferCell) {
  const front = colourOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), FRONT)
  const back = colourOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), BACK)
  const isInverse = cell.isInverse() !== 0
  return {
    front: isInverse ? back : front,
    back: isInverse ? front : back,
    isBold: cell.isBold() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
  }
}

function colourOf(isDefault: boolean, isRgb: boolean, value: number, usual: string): string {
  if (isDefault) return usual
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`
  return PALETTE[value] ?? cubeColour(value)
}

/** A colour of the cube of 6 x 6 x 6 after the first sixteen, or of the greys after that. */
function cubeColour(value: number): string {
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const at = value - 16
  const parts =
    value >= 232
      ? Array.from({ length: 3 }, () => 8 + (value - 232) * 10)
      : [level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6)]
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function escaped(text: string): string {
  // Blanks side by side would be drawn as one.
  return text
    .replaceAll(' ', '\u00A0')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
