import { Box } from 'ink'
import type { HelpLine } from './help-lines.ts'
import { scrollBy, shownLines } from '../kit/layout/scrolling.ts'
import { cutText, fitText } from '../kit/text/text-fit.ts'
import { Tone } from '../kit/components/Tone.tsx'
import { Text } from '../kit/components/Text.tsx'

const KEY_COLUMNS = 24

interface HelpProps {
  readonly lines: readonly HelpLine[]
  /** First line that is shown, from 0. */
  readonly from: number
  readonly width: number
  readonly height: number
}

/** Every key that works here, then those that work everywhere, then how text is edited. */
export function Help({ lines, from, width, height }: HelpProps) {
  const fits = lines.length <= height
  const shown = shownLines(lines.length, height)
  const first = scrollBy(from, 0, lines.length, height)
  return (
    <Box width={width} height={height} flexDirection="column">
      {lines.slice(first, first + shown).map(({ keys, label }, index) => (
        <Text key={first + index} wrap="truncate-end">
          {keys === undefined ? (
            <Tone role="title">{cutText(label, width)}</Tone>
          ) : (
            <>
              <Tone role="key">{fitText(`  ${keys}`, KEY_COLUMNS)}</Tone>
              <Tone>{cutText(label, width - KEY_COLUMNS)}</Tone>
            </>
          )}
        </Text>
      ))}
      {fits ? null : (
        <Tone role="dim">{`lines ${first + 1} to ${Math.min(lines.length, first + shown)} of ${lines.length}`}</Tone>
      )}
    </Box>
  )
}
