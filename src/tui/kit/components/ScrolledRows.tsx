import { Box, useIsScreenReaderEnabled } from 'ink'
import { defined } from '../../../core/defined.ts'
import type { Row } from '../text/rows.ts'
import { scrollBy, shownLines } from '../layout/scrolling.ts'
import { Tone } from './Tone.tsx'
import { Link, Text } from './Text.tsx'

interface ScrolledRowsProps {
  readonly rows: readonly Row[]
  /** First line that is shown, from 0; too large a number shows the last ones. */
  readonly scroll: number
  readonly width: number
  /** Lines that it fills; a screen reader gets all of them. */
  readonly height: number
}

/** Lines of pieces; where they do not fit, the last line says how many are above and below. */
export function ScrolledRows({ rows, scroll, width, height }: ScrolledRowsProps) {
  const spoken = useIsScreenReaderEnabled()
  const isLong = rows.length > height && !spoken
  const shown = spoken ? rows.length : shownLines(rows.length, height)
  const first = scrollBy(scroll, 0, rows.length, spoken ? rows.length : height)
  return (
    <Box flexDirection="column" width={width} {...(spoken ? {} : { height })}>
      {rows.slice(first, first + shown).map((row, index) => (
        <RowLine key={first + index} row={row} />
      ))}
      {isLong && height > 1 ? <Tone role="dim">{moreText(first, rows.length - first - shown)}</Tone> : null}
    </Box>
  )
}

function moreText(above: number, below: number): string {
  const parts = [...(above > 0 ? [`${above} more above`] : []), ...(below > 0 ? [`${below} more below`] : [])]
  return `↑↓ ${parts.join(', ')}`
}

/** One line of pieces; links are not read aloud. */
export function RowLine({ row }: { readonly row: Row }) {
  const spoken = useIsScreenReaderEnabled()
  // A line without text would take no line at all.
  if (row.length === 0) return <Text> </Text>
  const pieces = row.map(({ text, role, link }, index) => {
    const piece = (
      <Tone key={index} {...defined({ role })}>
        {text}
      </Tone>
    )
    if (link === undefined || spoken) return piece
    return (
      <Link key={index} url={link}>
        {piece}
      </Link>
    )
  })
  return <Text wrap="truncate-end">{pieces}</Text>
}
