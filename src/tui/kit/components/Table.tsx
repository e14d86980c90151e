import { Box, useIsScreenReaderEnabled } from 'ink'
import { fitText, textWidth } from '../text/text-fit.ts'
import type { Role } from '../../theme.ts'
import { Tone } from './Tone.tsx'
import { Text } from './Text.tsx'

/** One column of a table. */
export interface TableColumn {
  readonly header: string
  /** @default left */
  readonly align?: 'left' | 'right'
  /** Where columns do not fit, those with the highest number go first; without one a column stays. */
  readonly drop?: number
  /** True where it is left out when no row has anything in it. */
  readonly sparse?: true
  /** Most columns of the terminal that it takes; longer cells are cut. */
  readonly most?: number
  /** Least columns of the one that takes what is left, and is cut where there is too little. */
  readonly grows?: number
}

/** One row: clean text, a cell a column. */
export interface TableRow {
  readonly key: string
  readonly cells: readonly string[]
  /** @default text */
  readonly role?: Role
}

interface TableProps {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Index of the row that is marked; undefined for none. */
  readonly selected: number | undefined
  readonly width: number
  /** Lines with the header; rows scroll so that the marked one is seen. */
  readonly height: number
  /** What a screen reader calls a row, for example `route`. */
  readonly noun: string
}

/** Cells of the marker before every row. */
const MARK = 2
/** Rows that are read aloud at once. */
const SPOKEN_ROWS = 10
/** Spaces between two columns. */
const GAP = 2

/** Rows in columns, one of them marked; a screen reader gets a sentence a row. */
export function Table({ columns, rows, selected, width, height, noun }: TableProps) {
  const spoken = useIsScreenReaderEnabled()
  if (spoken) {
    const begin = scrollToSelected(rows.length, selected, SPOKEN_ROWS)
    return (
      <Box flexDirection="column">
        {rows.slice(begin, begin + SPOKEN_ROWS).map((row, index) => (
          <Text key={row.key}>
            {rowSentence(columns, row, begin + index, rows.length, begin + index === selected, noun)}
          </Text>
        ))}
      </Box>
    )
  }
  const widths = columnWidths(columns, rows, width - MARK)
  const first = scrollToSelected(rows.length, selected, height - 1)
  const line = (cells: readonly string[]) =>
    columns
      .flatMap(({ align }, index) => {
        const columnWidth = widths[index] ?? 0
        return columnWidth === 0 ? [] : [fitText(cells[index] ?? '', columnWidth, align)]
      })
      .join(' '.repeat(GAP))
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Tone role="dim">{`  ${line(columns.map(({ header }) => header))}`}</Tone>
      {rows.slice(first, first + height - 1).map((row, index) => {
        const marked = first + index === selected
        return (
          <Tone key={row.key} role={marked ? 'selected' : (row.role ?? 'text')}>
            {`${marked ? '▸ ' : '  '}${line(row.cells)}`}
          </Tone>
        )
      })}
    </Box>
  )
}

/** First row that is shown, so that the marked one is among `shown` rows. */
export function scrollToSelected(count: number, selected: number | undefined, shown: number): number {
  const most = Math.max(0, count - shown)
  if (selected === undefined) return 0
  return Math.min(most, Math.max(0, selected - Math.floor(shown / 2)))
}

/** Width of every column, 0 for those that are left out. */
export function columnWidths(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  width: number,
): readonly number[] {
  const widest = (header: string, index: number) =>
    rows.reduce((most, { cells }) => Math.max(most, textWidth(cells[index] ?? '')), textWidth(header))
  const natural = columns.map(({ header, grows, most = grows ?? Infinity }, index) =>
    Math.min(most, widest(header, index)),
  )
  const widths = natural.map((each, index) =>
    columns[index]?.sparse === true && rows.every(({ cells }) => (cells[index] ?? '') === '') ? 0 : each,
  )
  const total = () => widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + GAP), -GAP)
  const dropped = columns
    .map(({ drop }, index) => ({ drop, index }))
    .filter(({ drop }) => drop !== undefined)
    .sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0))
  for (const { index } of dropped) if (total() > width) widths[index] = 0
  const growing = columns.findIndex(({ grows }, index) => grows !== undefined && (widths[index] ?? 0) > 0)
  if (growing !== -1) widths[growing] = Math.max(1, (widths[growing] ?? 0) + width - total())
  for (let over = total() - width; over > 0; over = total() - width) {
    const at = widths.indexOf(Math.max(...widths))
    widths[at] = Math.max(1, (widths[at] ?? 0) - over)
    if (Math.max(...widths) <= 1) break
  }
  return widths
}

function rowSentence(
  columns: readonly TableColumn[],
  row: TableRow,
  index: number,
  count: number,
  marked: boolean,
  noun: string,
): string {
  const cells = columns.flatMap(({ header }, at) => {
    const cell = row.cells[at] ?? ''
    return cell === '' ? [] : [`${header.toLowerCase()} ${cell}`]
  })
  return `${noun} ${index + 1} of ${count}${marked ? ', selected' : ''}: ${cells.join(', ')}.`
}
