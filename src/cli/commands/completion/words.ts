import type {
  ArgumentSpec,
  Command,
  CommandEntry,
  CommandGroup,
  OptionSpec,
  OptionTable,
  ValueKind,
} from '../../command.ts'
import { flagName, negate } from '../../command-line/flags.ts'
import { GLOBAL_OPTIONS } from '../../global-options.ts'

/** What completion offers after the words that name a command, such as `wallet create`; '' is the program itself. */
export interface CompletionPlace {
  readonly path: string
  /** Words that name what stands below, with what it does. */
  readonly below: readonly Pick<CommandEntry, 'name' | 'summary'>[]
  /** Values of its arguments. */
  readonly words: readonly string[]
  readonly options: readonly CompletionOption[]
}

export interface CompletionOption {
  /** `--rank`. */
  readonly name: string
  readonly takesValue: boolean
  /** Values that are known; empty for any other. */
  readonly values: readonly string[]
}

/** Keys that are offered where an option or argument takes one. */
export interface CompletionKeys {
  readonly chains: readonly string[]
  readonly evmChains: readonly string[]
  /** Of the network in use. */
  readonly providers: readonly string[]
  /** Of both networks. */
  readonly allProviders: readonly string[]
  /** Topics of the help. */
  readonly topics: readonly string[]
}

const HELP = { name: 'help', summary: 'Print the help of a command or a topic' }

/** Collects every word that completion offers. */
export async function completionPlaces(
  commands: readonly CommandEntry[],
  keys: CompletionKeys,
): Promise<readonly CompletionPlace[]> {
  const options = optionsOf(GLOBAL_OPTIONS, keys)
  const places = await placesOf(commands, '', options, keys)
  const helpWords = [...new Set([...commands.map(({ name }) => name), 'options', 'topics', ...keys.topics])]
  return [
    { path: '', below: [...commands, HELP], words: [], options },
    { path: 'help', below: [], words: helpWords, options },
    ...places.flatMap(({ path, below }) =>
      below.length === 0 ? [] : [{ path: `help ${path}`, below, words: [], options }],
    ),
    ...places,
  ]
}

async function placesOf(
  entries: readonly CommandEntry[],
  above: string,
  global: readonly CompletionOption[],
  keys: CompletionKeys,
): Promise<readonly CompletionPlace[]> {
  const places = await Promise.all(
    entries.map(async (each) => {
      const path = `${above} ${each.name}`.trim()
      const loaded = await each.load()
      if (loaded.kind === 'command') return commandPlaces(path, loaded, global, keys)
      return [await groupPlace(path, loaded, global, keys), ...(await placesOf(loaded.actions, path, global, keys))]
    }),
  )
  return places.flat()
}

/** A command, and what it offers behind its own words. */
function commandPlaces(
  path: string,
  { arguments: table, options }: Command,
  global: readonly CompletionOption[],
  keys: CompletionKeys,
): readonly CompletionPlace[] {
  const words = Object.values(table).flatMap((argument) => valuesOf(argument, keys))
  const place = { path, below: [], words, options: [...optionsOf(options, keys), ...global] }
  const behind = Object.values(table).flatMap(({ suggestionsBehind = {} }) => Object.entries(suggestionsBehind))
  return [place, ...behind.map(([word, values]) => ({ ...place, path: `${path} ${word}`, words: values }))]
}

/** A group takes the options of its default action too. */
async function groupPlace(
  path: string,
  { actions, defaultAction }: CommandGroup,
  global: readonly CompletionOption[],
  keys: CompletionKeys,
): Promise<CompletionPlace> {
  const loaded = await actions.find(({ name }) => name === defaultAction)?.load()
  const own = loaded?.kind === 'command' ? optionsOf(loaded.options, keys) : []
  return { path, below: actions, words: [], options: [...own, ...global] }
}

function optionsOf(options: OptionTable, keys: CompletionKeys): readonly CompletionOption[] {
  return Object.entries(options).flatMap(([name, option]) => completionOptions(flagName(name), option, keys))
}

function completionOptions(name: string, option: OptionSpec, keys: CompletionKeys): CompletionOption[] {
  switch (option.kind) {
    case 'switch':
      return [{ name, takesValue: false, values: [] }]
    case 'negatable':
      return [{ name: negate(name), takesValue: false, values: [] }]
    case 'on-off':
      return [name, negate(name)].map((each) => ({ name: each, takesValue: false, values: [] }))
    case 'list':
      return [{ name, takesValue: true, values: option.suggestions ?? valuesOf(option.of, keys) }]
    default:
      return [{ name, takesValue: true, values: valuesOf(option, keys) }]
  }
}

function valuesOf(
  kind: (ValueKind | ArgumentSpec) & { readonly suggestions?: readonly string[] },
  keys: CompletionKeys,
): readonly string[] {
  if (kind.suggestions !== undefined) return kind.suggestions
  if (kind.kind === 'choice') return kind.choices
  if (kind.kind === 'provider') return kind.anyNetwork === true ? keys.allProviders : keys.providers
  if (kind.kind !== 'chain') return []
  return kind.evmOnly === true ? keys.evmChains : keys.chains
}
