import { isSwapError, ownHint, restate } from '../../core/api/errors.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { maskPostgresUrl } from '../../core/text/postgres-url.ts'
import { typedSettingWords } from '../../io/index.ts'
import type { Session } from '../session.ts'
import type { FlagsOf, OptionTable } from '../command.ts'
import type { RUN_OPTIONS } from '../pay/pay-options.ts'
import { flagName, flagWords } from './flags.ts'

/** A command line as it was typed. */
interface Typed {
  /** Words that name the command: `swap`. */
  readonly path: string
  /** Its arguments. */
  readonly words: readonly string[]
  readonly options: OptionTable
  readonly flags: FlagsOf<OptionTable>
  readonly session: Pick<Session, 'settings'>
}

/** What a command without the option begins with: the swap has to be quoted again. */
const QUOTE_AGAIN = ['quote', 'AMOUNT', 'FROM', 'TO']

/** What of a command line that began a run is typed again where that is continued; the rest is kept with the run. */
const TYPED_AGAIN: ReadonlySet<string> = new Set<keyof typeof RUN_OPTIONS>([
  ...(['yes', 'wallet', 'passwordFile', 'maxFee', 'maxCost', 'approve', 'trustServer', 'pay'] as const),
])
/** What a run that is continued may be allowed more of. */
const ALLOWED_LATER: ReadonlySet<string> = new Set(
  (['minReceive', 'maxLoss', 'accept', 'maxFee', 'maxCost'] satisfies (keyof typeof RUN_OPTIONS)[]).map(flagName),
)

/**
 * The same failure with a hint that can be run: in place of the options that would accept it, the command line that was typed
 * with them, or what continues a run that has sent something.
 */
export function nameAcceptingLine(error: unknown, { path, words: given, options, flags, session }: Typed): unknown {
  if (!isSwapError(error) || error.accept === undefined || error.hint === undefined) return error
  const { accept } = error
  // One with a password cannot be run as it is printed.
  const words = given.map((word) => (/^postgres(ql)?:/i.test(word) ? maskPostgresUrl(word) : word))
  const run = accept.every((word) => !word.startsWith('--') || ALLOWED_LATER.has(word)) ? error.run : undefined
  const optionOf = (word: string) => Object.entries(options).find(([name]) => flagName(name) === word)
  const isOwn = accept.every((word) => !word.startsWith('--') || optionOf(word) !== undefined)
  // A list takes one more; of the others the last word counts.
  const isKept = ([name, option]: [string, OptionTable[string]]) =>
    (option.kind === 'list' || !accept.includes(flagName(name))) && (run === undefined || TYPED_AGAIN.has(name))
  const kept = Object.fromEntries(Object.entries(options).filter(isKept))
  // Words that look like options stand behind all of them.
  const last = isOwn && run === undefined && words.some((word) => /^-./.test(word)) ? ['--', ...words] : []
  const begun = run === undefined ? [path, ...(last.length > 0 ? [] : words)] : ['resume', run.id]
  const typed = isOwn ? [...begun, ...flagWords(kept, flags)] : QUOTE_AGAIN
  const line = commandLine([
    ...typed.flatMap((word, at) => (at === 0 ? word.split(' ') : [word])),
    ...accept,
    ...(run === undefined ? typedSettingWords(session.settings) : []),
    ...last,
  ])
  return restate(error, { hint: `${ownHint(error) ?? ''}: ${line}` })
}
