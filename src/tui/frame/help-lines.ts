import { type KeyLine, keyName } from '../keys.ts'
import type { ActiveKeys } from '../state.ts'

/** A line of the help. */
export interface HelpLine {
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
export function helpLines({ own, app, takesText }: ActiveKeys): readonly HelpLine[] {
  const line = ({ keys, label }: KeyLine): HelpLine => ({ keys: keys.map(keyName).join(' '), label })
  return [
    { keys: undefined, label: 'Keys here' },
    ...own.map(line),
    ...(takesText ? [{ keys: undefined, label: 'In a text field' }, ...EDITING] : []),
    { keys: undefined, label: 'Everywhere' },
    ...app.map(line),
    { keys: undefined, label: 'Copying uses OSC 52: some terminals, and tmux, must be set to allow it' },
    { keys: undefined, label: 'The same as commands: swapcli quote, swap, history, providers, stats, config --help' },
  ]
}
