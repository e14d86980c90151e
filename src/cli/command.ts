import type { ApiErrorCode } from '../core/api/errors.ts'
import type { PlainSetting } from '../io/index.ts'
import { readArguments } from './command-line/arguments.ts'
import { nameAcceptingLine } from './command-line/accepting-line.ts'
import { nameWhatWasTyped } from './command-line/field-names.ts'
import { readFlags } from './command-line/flags.ts'
import { checkProviderKeys } from './command-line/provider-keys.ts'
import { type LineReader, nameLine, withLine } from './command-line/spread-line.ts'
import type { Session } from './session.ts'

/**
 * What one word of the command line can be. The same declaration types what `run` gets, checks it, fills `--help` and
 * feeds completion.
 */
export type ValueKind =
  | { readonly kind: 'text' }
  /** Path of a file or folder. */
  | { readonly kind: 'file' }
  /** Chain as a person names it; the command resolves it. */
  | { readonly kind: 'chain'; readonly evmOnly?: true }
  /** Asset as a person names it; the command resolves it. */
  | { readonly kind: 'asset' }
  /** Key of a provider that exists; see checkProviderKeys. */
  | { readonly kind: 'provider'; readonly anyNetwork?: true }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** A plain decimal number from `min` to `max`. */
  | (Range & { readonly kind: 'number'; readonly whole?: true })
  /** Percent from `min` to `max` with two decimals; `run` gets basis points. */
  | (Range & { readonly kind: 'percent' })
  /** Basis points up to `max`, written in them or in percent; a fraction needs its unit. */
  | { readonly kind: 'basisPoints'; readonly max: number; readonly error?: ApiErrorCode }
  /** Seconds from `min` to `max`. */
  | (Range & { readonly kind: 'duration' })
  /** A positive amount as decimal text; with `decimals` `run` gets base units instead. */
  | { readonly kind: 'amount'; readonly decimals?: number; readonly unit?: string; readonly error?: ApiErrorCode }

interface Range {
  readonly min: number
  readonly max: number
  /** Code of the refusal. @default USAGE */
  readonly error?: ApiErrorCode
  /** Next step of the refusal. */
  readonly hint?: string
}

interface Declared {
  readonly description: string
  /** Heading in the help. @default Options */
  readonly group?: string
  /** The setting that the option sets for this run, and that checks it. */
  readonly setting?: PlainSetting
  /** What holds where it is left out, for the help, where the command or a setting decides that. */
  readonly defaultText?: string
  /** Field of the API that it fills. @default its own name */
  readonly field?: string
  /** True for what is not repeated when the command is printed again. */
  readonly once?: true
  /** Values that completion offers; choices are offered without it. */
  readonly suggestions?: readonly string[]
}

/** One option. Its name is the property that declares it: `minReceive` is `--min-receive`. */
export type OptionSpec = Declared &
  (
    | { readonly kind: 'switch' }
    /** `--no-wait`, declared as `wait`: true unless it is given. */
    | { readonly kind: 'negatable' }
    /** `--color` and `--no-color`. */
    | { readonly kind: 'on-off'; readonly offDescription: string }
    /** May be repeated, one value each time; commas separate values too. */
    | { readonly kind: 'list'; readonly value: string; readonly of: ValueKind; readonly commas?: false }
    | (ValueKind & {
        /** Word that stands for the value in the help. */
        readonly value: string
        /** Value where the option is left out. */
        readonly default?: string | number
        /** Value where the option stands without one. */
        readonly alone?: string
      })
  )

/** One positional argument, by the name that declares it. */
export type ArgumentSpec = ValueKind & {
  readonly description: string
  /** Refused where it is missing, after asking for it where there is a person and a `question`. */
  readonly required?: true
  readonly question?: string
  /** Takes all words that are left. */
  readonly many?: true
  /** Words that completion offers. */
  readonly suggestions?: readonly string[]
  /** Words that completion offers behind another word, by that word. */
  readonly suggestionsBehind?: Readonly<Record<string, readonly string[]>>
  /** Next step where it is missing. */
  readonly hint?: string
  /** Field of the API that it fills. @default its own name */
  readonly field?: string
}

export type OptionTable = Readonly<Record<string, OptionSpec>>
export type ArgumentTable = Readonly<Record<string, ArgumentSpec>>
type Nothing = Readonly<Record<never, never>>

/** What `run` gets of one value. */
export type ValueOf<K> = K extends { kind: 'choice'; choices: readonly (infer C)[] }
  ? C
  : K extends { kind: 'number' | 'percent' | 'basisPoints' | 'duration' }
    ? number
    : K extends { kind: 'amount'; decimals: number }
      ? bigint
      : string

type FlagOf<O> = O extends { kind: 'switch' | 'negatable' }
  ? boolean
  : O extends { kind: 'on-off' }
    ? boolean | undefined
    : O extends { kind: 'list'; of: infer K }
      ? readonly ValueOf<K>[]
      : O extends { default: string | number }
        ? ValueOf<O>
        : ValueOf<O> | undefined

/** The options of a table as they were given. */
export type FlagsOf<O> = { readonly [K in keyof O]: FlagOf<O[K]> }

/** The arguments of a table as they were given. */
export type ArgumentsOf<A> = {
  readonly [K in keyof A]: A[K] extends { many: true }
    ? readonly ValueOf<A[K]>[]
    : A[K] extends { required: true }
      ? ValueOf<A[K]>
      : ValueOf<A[K]> | undefined
}

interface CommandFacts {
  /** Runnable lines, without the leading `swapcli`. */
  readonly examples: readonly string[]
  /** More for the help text. */
  readonly notes?: string
  /** True when it ends by itself on Ctrl-C; others are left at once. */
  readonly stopsItself?: true
  /** True when it also works with settings that cannot be used: it repairs or reports them. */
  readonly repairsSettings?: true
  /** True when it also works in a home in which a backup is half restored. */
  readonly worksWhileRestoring?: true
  /** True when it can move money: each of its failures says what is known about the funds. */
  readonly movesMoney?: true
  /** True when it is about what may be paid already: files that cannot be read do not say that nothing was sent. */
  readonly looksAtPayments?: true
  /** True when it needs the service of this machine and refuses --api. */
  readonly local?: true
}

/** What a person answered to what was missing. */
export interface MissingAnswers {
  /** All words, as if they had been typed. */
  readonly words: readonly string[]
  /** Values of options that answers stand for, by camel-cased name. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A command as it is declared. */
export interface CommandSpec<A, O> extends CommandFacts {
  readonly arguments?: A
  readonly options?: O
  /** Reads the only argument where it stands for all of them, and for options. */
  readonly readLine?: LineReader
  /** Asks a person for the required arguments that are missing. @default each by its own question */
  readonly askMissing?: (session: Session, words: readonly string[], flags: FlagsOf<O>) => Promise<MissingAnswers>
  readonly run: (session: Session, args: ArgumentsOf<A>, flags: FlagsOf<O>) => Promise<void>
}

/** A command as the program runs it. */
export interface Command extends CommandFacts {
  readonly kind: 'command'
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  /**
   * Checks words and options against the declaration and runs the command.
   * @param path the words that name it: `wallet use`
   * @param values options as commander gives them, by camel-cased name
   * @throws USAGE, and what the command throws
   */
  invoke(
    session: Session,
    path: string,
    words: readonly string[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<void>
}

/** A command whose first word is an action: `wallet create`. */
export interface CommandGroup {
  readonly kind: 'group'
  readonly actions: readonly CommandEntry[]
  /** Name of the action where none is given. */
  readonly defaultAction: string
  readonly examples: readonly string[]
  readonly notes?: string
  /** Looks at all words after the group's name before anything else does. @throws USAGE */
  checkWords?(words: readonly string[]): void
}

/** A command before its module is loaded. */
export interface CommandEntry {
  readonly name: string
  /** One line: what it does. */
  readonly summary: string
  readonly load: () => Promise<Command | CommandGroup>
}

/** Declares a command; what `run` reads of `args` and `flags` is typed by the declaration. */
export function defineCommand<const A extends ArgumentTable = Nothing, const O extends OptionTable = Nothing>(
  spec: CommandSpec<A, O>,
): Command {
  const { arguments: declared = {} as A, options = {} as O, readLine, askMissing, run, ...facts } = spec
  const complete = async (session: Session, given: MissingAnswers): Promise<MissingAnswers> => {
    const { words, values } = given
    if (askMissing === undefined || !session.interactive || !lacksArgument(declared, words)) return given
    const answers = await askMissing(session, words, readFlags(options, values))
    return { words: answers.words, values: { ...values, ...answers.values } }
  }
  return {
    ...facts,
    kind: 'command',
    arguments: declared,
    options,
    invoke: async (session, path, typed, typedValues) => {
      const [alone, more] = typed
      const line = alone === undefined || more !== undefined ? undefined : readLine?.(alone, options)
      const given = { words: typed, values: typedValues }
      const said = line === undefined ? given : withLine(line, given)
      const { words, values } = await complete(session, said)
      const flags = readFlags(options, values)
      const args = await readArguments(session, path, declared, words)
      const declarations = { arguments: declared, options }
      await checkProviderKeys(session, declarations, { args, flags })
      try {
        await run(session, args, flags)
      } catch (error) {
        const ofLine = line === undefined ? error : nameLine(error, declared)
        const named = nameWhatWasTyped(ofLine, declarations, { args, flags }, session)
        throw nameAcceptingLine(named, { path, words, options, flags, session })
      }
    },
  }
}

function lacksArgument(table: ArgumentTable, words: readonly string[]): boolean {
  return Object.values(table).some(({ required }, at) => required === true && (words[at] ?? '') === '')
}

/** Declares options that several commands share. @param group their heading in the help */
export function defineOptions<const O extends OptionTable>(group: string, options: O): O {
  const entries = Object.entries(options).map(([name, option]) => [name, { ...option, group }])
  return Object.fromEntries(entries) as O
}

/** Declares positional arguments that several commands share. */
export function defineArguments<const A extends ArgumentTable>(table: A): A {
  return table
}

/** A command that is loaded when it is used. */
export function entry(name: string, summary: string, load: CommandEntry['load']): CommandEntry {
  return { name, summary, load }
}
