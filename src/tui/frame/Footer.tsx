import { Box, Text } from 'ink'
import { type KeyRow, keysIn, shownKey } from '../keys.ts'
import type { Focus } from '../state.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import { Tone } from '../kit/components/Tone.tsx'

const HELP_ROWS: readonly KeyRow[] = [
  { keys: ['↑ ↓'], label: 'scroll', where: [], action: '' },
  { keys: ['esc'], label: 'close', where: [], action: '' },
]

/** The keys that matter most now, as many as fit. */
export function Footer({ focus, width, helpIsOpen }: { focus: Focus; width: number; helpIsOpen: boolean }) {
  const rows = helpIsOpen ? HELP_ROWS : footerRows(focus, width)
  return (
    <Box width={width} height={1}>
      <Text wrap="truncate-end">
        {rows.map((row) => (
          <Text key={row.keys.join()}>
            <Tone role="key">{shownKey(row.keys[0] ?? '')}</Tone>
            <Tone role="dim">{` ${row.label}  `}</Tone>
          </Text>
        ))}
      </Text>
    </Box>
  )
}

/** Rows of the footer that fit: the least important give way first, help and quit never. */
export function footerRows({ mode, takesText }: Focus, width: number): readonly KeyRow[] {
  const rows = keysIn(mode, takesText)
    .filter(({ footer }) => footer !== undefined)
    .sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0))
  const last = rows.filter(({ footer = 0 }) => footer >= 90)
  let used = last.reduce((sum, row) => sum + rowWidth(row), 0)
  const first: KeyRow[] = []
  for (const row of rows.filter(({ footer = 0 }) => footer < 90)) {
    used += rowWidth(row)
    if (used > width) break
    first.push(row)
  }
  return [...first, ...last]
}

function rowWidth({ keys, label }: KeyRow): number {
  return textWidth(shownKey(keys[0] ?? '')) + textWidth(label) + 3
}
