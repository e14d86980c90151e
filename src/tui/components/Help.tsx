import { Box, Text } from 'ink'
import { APP_KEYS, type KeyRow, keysIn, shownKey } from '../keys.ts'
import type { Focus } from '../state.ts'
import { cutText, fitText } from '../text-fit.ts'
import { Tone } from './Tone.tsx'

const KEY_COLUMNS = 22

interface HelpProps {
  readonly focus: Focus
  /** First line that is shown, from 0. */
  readonly from: number
  readonly width: number
  readonly height: number
}

/** Every key that works here, then those that work everywhere, then how text is edited. */
export function Help({ focus, from, width, height }: HelpProps) {
  const lines = helpLines(focus)
  const fits = lines.length <= height
  const shown = fits ? height : height - 1
  const first = Math.min(from, Math.max(0, lines.length - shown))
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

interface HelpLine {
  /** Undefined for a title. */
  readonly keys: string | undefined
  readonly label: string
}

const EDITING: readonly HelpLine[] = [
  { keys: '← →', label: 'move; Alt-b and Alt-f by words' },
  { keys: 'Ctrl-A Ctrl-E', label: 'to the start, to the end' },
  { keys: 'Ctrl-U Ctrl-K Ctrl-W', label: 'clear to the start, to the end, the word before' },
]

/** The help as lines. */
export function helpLines({ mode, takesText }: Focus): readonly HelpLine[] {
  const own = keysIn(mode, takesText).filter((row) => !APP_KEYS.includes(row))
  const line = ({ keys, label }: KeyRow): HelpLine => ({ keys: keys.map(shownKey).join(' '), label })
  return [
    { keys: undefined, label: 'Keys here' },
    ...own.map(line),
    ...(takesText ? [{ keys: undefined, label: 'In a text field' }, ...EDITING] : []),
    { keys: undefined, label: 'Everywhere' },
    ...APP_KEYS.map(line),
    { keys: undefined, label: 'Copying asks the terminal (OSC 52): some, and tmux, must be set to allow it' },
    { keys: undefined, label: 'The same as commands: swapcli quote, swap, history, providers, stats, config --help' },
  ]
}
