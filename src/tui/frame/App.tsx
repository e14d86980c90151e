import { Box } from 'ink'
import { useLayoutEffect } from 'react'
import type { Row } from '../kit/text/rows.ts'
import type { Theme } from '../theme.ts'
import { Text } from './Text.tsx'

interface DrawnProps {
  /** Told when Ink takes the screens down, which it also does when the process ends. */
  readonly onGone: () => void
}

/** Frames on a terminal, which a writer draws: Ink has the life cycle, and nothing to draw. */
export function DrawnFrame({ onGone }: DrawnProps) {
  useLayoutEffect(() => onGone, [onGone])
  return null
}

interface SpokenProps {
  readonly rows: readonly Row[]
  readonly theme: Theme
  /** As of a drawn frame. */
  readonly onGone: () => void
}

/** The same lines where a screen reader follows; links are not read aloud. */
export function SpokenFrame({ rows, theme, onGone }: SpokenProps) {
  useLayoutEffect(() => onGone, [onGone])
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Text key={index}>
          {
            // A line without text would take no line at all.
            row.length === 0
              ? ' '
              : row.map(({ text, role = 'text' }, at) => (
                  <Text key={at} {...theme[role]}>
                    {text}
                  </Text>
                ))
          }
        </Text>
      ))}
    </Box>
  )
}
