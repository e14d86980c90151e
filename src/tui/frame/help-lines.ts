import { type KeyLine, keyName } from '../keys.ts'
import { moveKeys } from '../kit/moves.ts'
import { EDIT_KEYS } from '../kit/text/edit-keys.ts'
import type { ActiveKeys } from '../state.ts'

/** A line of the help. */
export interface HelpLine {
  /** Undefined for a title. */
  readonly keys: string | undefined
  readonly label: string
  /** True for what is no key, and stands below them. */
  readonly isNote?: true
}

/** Keys that scroll the help; every other one closes it. */
export const HELP_KEYS = moveKeys(['help'])

function note(label: string): HelpLine {
  return { keys: undefined, label, isNote: true }
}

/** The help as lines. */
export function helpLines({ own, app, takesText }: ActiveKeys): readonly HelpLine[] {
  const line = ({ keys, label }: KeyLine): HelpLine => ({ keys: keys.map(keyName).join(' '), label })
  return [
    { keys: undefined, label: 'Keys on this screen' },
    ...own.map(line),
    ...(takesText ? [{ keys: undefined, label: 'In a text field' }, ...EDIT_KEYS.map(line)] : []),
    { keys: undefined, label: 'Keys on every screen' },
    ...app.map(line),
    note('Copying goes to tmux, to a clipboard program, or to the terminal (OSC 52).'),
    note(
      'Other keys: Settings, set other keys, or swapcli config set keys.<action> KEYS; swapcli config actions lists them.',
    ),
    note('The same in commands: swapcli quote, swap, history, providers, stats, config --help.'),
  ]
}
