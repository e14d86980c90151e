import { Box } from 'ink'
import { type KeyLine, keyName } from '../keys.ts'
import type { ActiveKeys } from '../state.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import { HELP_KEYS } from './help-lines.ts'
import { Tone } from '../kit/components/Tone.tsx'
import { Text } from '../kit/components/Text.tsx'

const HELP_ROWS: readonly KeyLine[] = [...HELP_KEYS, { keys: ['esc'], label: 'close' }]

interface FooterProps {
  readonly keys: ActiveKeys
  readonly width: number
  readonly helpIsOpen: boolean
}

/** The keys that matter most now, as many as fit. */
export function Footer({ keys, width, helpIsOpen }: FooterProps) {
  const rows = helpIsOpen ? HELP_ROWS : footerRows(keys, width)
  return (
    <Box width={width} height={1}>
      <Text wrap="truncate-end">
        {rows.map((row) => (
          <Text key={row.keys.join()}>
            <Tone role="key">{keyName(row.keys[0])}</Tone>
            <Tone role="dim">{` ${row.label}  `}</Tone>
          </Text>
        ))}
      </Text>
    </Box>
  )
}

/** Rows of the footer that fit: the least important give way first, help and quit never. */
function footerRows({ own, app }: ActiveKeys, width: number): readonly KeyLine[] {
  const rows = [...own, ...app]
    .filter(({ footer }) => footer !== undefined)
    .sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0))
  const last = rows.filter(({ footer = 0 }) => footer >= 90)
  let used = last.reduce((sum, row) => sum + rowWidth(row), 0)
  const first: KeyLine[] = []
  for (const row of rows.filter(({ footer = 0 }) => footer < 90)) {
    used += rowWidth(row)
    if (used > width) break
    first.push(row)
  }
  return [...first, ...last]
}

function rowWidth({ keys, label }: KeyLine): number {
  return textWidth(keyName(keys[0])) + textWidth(label) + 3
}
