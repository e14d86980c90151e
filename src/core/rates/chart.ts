import type { RateMark } from './marks.ts'
import { rateTexts } from './rate-text.ts'
import { type RateSeries, type SeriesPoint, unbrokenParts } from './series.ts'

/*
 * Own code: no package that was found draws a line over time in braille, with gaps. simple-ascii-chart, which draws the volume of
 * days, asciichart, chartscii and the line charts of @thi.ng/text-canvas have one value a character, drawille is a canvas of dots
 * alone; asciichart and chartscii throw on a gap, and all but the first know of no times.
 */

/** What a chart is drawn with, finest first: dots of braille, eighths of blocks, or plain ASCII. */
export type ChartGlyphs = 'braille' | 'blocks' | 'ascii'

/** A part of a chart's line: labels of the axes, the rate itself, or the mark of a swap. */
export interface ChartPart {
  readonly kind: 'label' | 'rate' | 'mark'
  readonly text: string
}

/** How large a chart is, and how its times read. */
export interface ChartLayout {
  /** Columns, labels included. */
  readonly width: number
  /** Lines, with that of the times. */
  readonly height: number
  readonly glyphs: ChartGlyphs
  /** A time for people. @param atMs epoch milliseconds @param spanMs all that is drawn, in milliseconds */
  readonly timeText: (atMs: number, spanMs: number) => string
}

/** Where the rate of a swap lies beside the scale. */
type MarkPlace = 'within' | 'above' | 'below'

interface Glyphs {
  /** Dots of a cell, across and down. */
  readonly across: number
  readonly down: number
  /** A swap, and one whose rate lies above or below the scale. */
  readonly marks: Readonly<Record<MarkPlace, string>>
  /** @param dots bit of each dot of a cell that is set: `column * down + row`, from the top */
  readonly cell: (dots: number) => string
  /** True where everything below the line is set too. */
  readonly isFilled: boolean
}

/** Bits of a braille character for the dots of its left and its right column, from the top. */
const BRAILLE_BITS = [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80]
const BLOCKS = ' ▁▂▃▄▅▆▇█'

const GLYPHS: Readonly<Record<ChartGlyphs, Glyphs>> = {
  braille: {
    ...{ across: 2, down: 4, marks: { within: '●', above: '▲', below: '▼' }, isFilled: false },
    cell: (dots) =>
      String.fromCharCode(BRAILLE_BITS.reduce((code, bit, at) => code | (dots & (1 << at) && bit), 0x2800)),
  },
  blocks: {
    ...{ across: 1, down: 8, marks: { within: '●', above: '▲', below: '▼' }, isFilled: true },
    cell: (dots) => BLOCKS[dots.toString(2).replaceAll('0', '').length] ?? ' ',
  },
  ascii: {
    ...{ across: 1, down: 1, marks: { within: 'o', above: '^', below: 'v' }, isFilled: false },
    cell: () => '*',
  },
}

/** Most times below a chart. */
const MOST_TIMES = 5

/** Shortest time that is drawn, in milliseconds: one quote is no span. */
const LEAST_DRAWN_MS = 60_000

/** Swaps whose rate lies further beyond the lowest or highest than this leave the scale as it is, in basis points of that. */
const MOST_BEYOND_BPS = 100n

/** Fewest columns and lines on which a chart says anything. */
const LEAST = { columns: 8, rows: 2 } as const

/**
 * The rate over the time of its series, or what is known of that, with the swaps of it: `height` lines of at most `width` columns.
 * Where nothing was quoted for longer than the series' gap, there is nothing. None where there is no point, or no room.
 */
export function rateChart(
  series: RateSeries,
  marks: readonly RateMark[],
  { width, height, glyphs, timeText }: ChartLayout,
): readonly (readonly ChartPart[])[] {
  const { untilMs } = series
  const sinceMs = drawnSinceMs(series, marks)
  const drawnMarks = marks.flatMap(({ atMs, rate }) =>
    rate === undefined || atMs < sinceMs || atMs > untilMs ? [] : [{ atMs, rate }],
  )
  const scale = scaleOf(series, drawnMarks)
  if (scale === undefined) return []
  const labels = rateTexts(scale)
  const labelWidth = Math.max(labels.high.length, labels.low.length)
  const [columns, rows] = [width - labelWidth - 1, height - 1]
  if (columns < LEAST.columns || rows < LEAST.rows) return []
  const { across, down, marks: symbols, cell, isFilled } = GLYPHS[glyphs]
  const [dotsAcross, dotsDown] = [columns * across, rows * down]
  /** Dots of each cell by row and column. */
  const canvas = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0))
  const set = (x: number, y: number): void => {
    const row = canvas[Math.floor(y / down)]
    const column = Math.floor(x / across)
    if (row !== undefined) row[column] = (row[column] ?? 0) | (1 << ((x % across) * down + (y % down)))
  }
  const xOf = (atMs: number) => placeOf((atMs - sinceMs) / (untilMs - sinceMs), dotsAcross)
  const yOf = (rate: bigint) => dotsDown - 1 - placeOf(shareOf(rate, scale), dotsDown)
  for (const part of unbrokenParts(series)) {
    const dots = lineDots(part.map(({ atMs, rate }: SeriesPoint) => [xOf(atMs), yOf(rate)] as const))
    for (const [x, from, to] of dots) for (let y = from; y <= (isFilled ? dotsDown - 1 : to); y += 1) set(x, y)
  }
  const marked = new Map(
    drawnMarks.map(({ atMs, rate }) => {
      const place = Math.floor(yOf(rate) / down) * columns + Math.floor(xOf(atMs) / across)
      return [place, symbols[rate > scale.high ? 'above' : rate < scale.low ? 'below' : 'within']] as const
    }),
  )
  // What is both the lowest and the highest stands once, where the line is.
  const labelled: Readonly<Record<number, string>> =
    scale.low === scale.high
      ? { [Math.floor(yOf(scale.low) / down)]: labels.low }
      : { 0: labels.high, [rows - 1]: labels.low }
  const lines = canvas.map((row, at) => [
    { kind: 'label' as const, text: `${(labelled[at] ?? '').padStart(labelWidth)} ` },
    ...joinParts(
      row.map((dots, column): ChartPart => {
        const symbol = marked.get(at * columns + column)
        if (symbol !== undefined) return { kind: 'mark', text: symbol }
        return { kind: 'rate', text: dots === 0 ? ' ' : cell(dots) }
      }),
    ),
  ])
  return [
    ...lines,
    [{ kind: 'label', text: `${' '.repeat(labelWidth + 1)}${timesLine({ sinceMs, untilMs }, columns, timeText)}` }],
  ]
}

/**
 * When a chart begins, in epoch milliseconds: with the first point or swap where nothing is known of the range before it for
 * longer than the series' gap.
 */
export function drawnSinceMs(
  { points, sinceMs, untilMs, gapMs }: Pick<RateSeries, 'points' | 'sinceMs' | 'untilMs' | 'gapMs'>,
  marks: readonly RateMark[],
): number {
  const known = [...points, ...marks.filter(({ rate }) => rate !== undefined)].map(({ atMs }) => atMs)
  const firstMs = Math.min(...known.filter((atMs) => atMs >= sinceMs), untilMs - LEAST_DRAWN_MS)
  return firstMs - sinceMs > gapMs ? firstMs : sinceMs
}

/** For each column of dots between the first and the last point: the dots of the line in it, from its top to its bottom. */
function lineDots(
  points: readonly (readonly [x: number, y: number])[],
): readonly (readonly [number, number, number])[] {
  const dots: (readonly [number, number, number])[] = []
  let before = points[0]
  for (const point of points) {
    const [fromX, fromY] = before ?? point
    const [toX, toY] = point
    let last = fromY
    for (let x = fromX; x <= toX; x += 1) {
      const y = toX === fromX ? toY : Math.round(fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX))
      // One dot of a step stands in the column before it.
      const joined = last < y ? last + 1 : last > y ? last - 1 : y
      dots.push([x, Math.min(y, joined), Math.max(y, joined)])
      last = y
    }
    before = point
  }
  return dots
}

interface Scale {
  readonly low: bigint
  readonly high: bigint
}

/**
 * The lowest and highest rate that is drawn: with the swaps, but for those far beyond the points, such as of a tiny amount, beside
 * which no move of the rate would be seen. Undefined without a point.
 */
function scaleOf({ low, high }: Pick<RateSeries, 'low' | 'high'>, marks: readonly Pick<SeriesPoint, 'rate'>[]) {
  if (low === undefined || high === undefined) return undefined
  const [least, most] = [low - (low * MOST_BEYOND_BPS) / 10_000n, high + (high * MOST_BEYOND_BPS) / 10_000n]
  return marks.reduce<Scale>(
    (scale, { rate }) =>
      rate < least || rate > most
        ? scale
        : { low: rate < scale.low ? rate : scale.low, high: rate > scale.high ? rate : scale.high },
    { low, high },
  )
}

/** Where a rate lies on the scale, from 0 to 1; in the middle where that has no length, and beyond for one outside. */
function shareOf(rate: bigint, { low, high }: Scale): number {
  const parts = 1_000_000n
  if (high === low) return rate > high ? 1 : rate < low ? 0 : 0.5
  return Number(((rate - low) * parts) / (high - low)) / Number(parts)
}

/** The place of a share among so many, from 0; the first or last for one that lies outside. */
function placeOf(share: number, places: number): number {
  return Math.max(0, Math.min(places - 1, Math.round(share * (places - 1))))
}

/** Neighbours of one kind as one part. */
function joinParts(parts: readonly ChartPart[]): readonly ChartPart[] {
  const joined: ChartPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.kind === part.kind) joined[joined.length - 1] = { kind: part.kind, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

type DrawnTime = Pick<RateSeries, 'sinceMs' | 'untilMs'>

/** Times that are equally far apart, as many as stand clear of each other; the last alone where two do not. */
function timesLine({ sinceMs, untilMs }: DrawnTime, columns: number, timeText: ChartLayout['timeText']): string {
  for (let parts = MOST_TIMES - 1; parts > 0; parts -= 1) {
    const line = joinLabels(
      Array.from({ length: parts + 1 }, (_, at) => {
        const text = timeText(sinceMs + ((untilMs - sinceMs) * at) / parts, untilMs - sinceMs)
        const start = Math.round((columns * at) / parts - text.length / 2)
        return { text, start: Math.max(0, Math.min(columns - text.length, start)) }
      }),
    )
    if (line !== undefined) return line
  }
  return timeText(untilMs, untilMs - sinceMs)
    .slice(0, columns)
    .padStart(columns)
}

/** Labels on one line, each at its place; undefined where two are closer than two columns. */
function joinLabels(labels: readonly { readonly text: string; readonly start: number }[]): string | undefined {
  let line = ''
  for (const { text, start } of labels) {
    if (line !== '' && start < line.length + 2) return undefined
    line = line.padEnd(start) + text
  }
  return line
}
