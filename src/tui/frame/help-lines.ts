import { type KeyLine, keyName } from '../keys.ts'
import { moveKeys } from '../kit/moves.ts'
import { EDIT_KEYS } from '../kit/text/edit-keys.ts'
import type { ActiveKeys } from '../state.ts'

/** A line of the help. */
export interface HelpLine {
  /** Undefined for a title. */
  readonly keys: string | undefined
  readonly label: string
}

/** Keys that scroll the help; every other one closes it. */
export const HELP_KEYS = moveKeys(['help'])

/** The help as lines. */
export function helpLines({ own, app, takesText }: ActiveKeys): readonly HelpLine[] {
  const line = ({ keys, label }: KeyLine): HelpLine => ({ keys: keys.map(keyName).join(' '), label })
  return [
    { keys: undefined, label: 'Keys on this screen' },
    ...own.map(line),
    ...(takesText ? [{ keys: undefined, label: 'In a text field' }, ...EDIT_KEYS.map(line)] : []),
    { keys: undefined, label: 'Keys on every screen' },
    ...app.map(line),
    { keys: undefined, label: 'Copying goes to tmux, to a clipboard program, or to the terminal (OSC 52)' },
    { keys: undefined, label: 'The same in commands: swapcli quote, swap, history, providers, stats, config --help' },
  ]
}
