import type {
  ArgumentSpec,
  Command,
  CommandEntry,
  CommandGroup,
  OptionSpec,
  OptionTable,
  ValueKind,
} from '../../command.ts'
import { flagName, negated } from '../../command-line/flags.ts'
import { GLOBAL_OPTIONS } from '../../global-options.ts'

/** What completion offers after the words that name a command, such as `wallet create`; '' is the program itself. */
export interface CompletionPlace {
  readonly path: string
  /** Words that name what stands below, with what it does. */
  readonly below: readonly { readonly name: string; readonly summary: string }[]
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

/** Collects every word that completion offers. @param chainKeys keys of the catalog's chains */
export async function completionPlaces(
  commands: readonly CommandEntry[],
  chainKeys: readonly string[],
): Promise<readonly CompletionPlace[]> {
  const chains = chainKeys.filter(isPlain)
  const global = optionsOf(GLOBAL_OPTIONS, chains)
  const top = { path: '', below: commands.map(nameOf), words: [], options: global }
  return [top, ...(await placesOf(commands, '', global, chains))]
}

async function placesOf(
  entries: readonly CommandEntry[],
  above: string,
  global: readonly CompletionOption[],
  chains: readonly string[],
): Promise<readonly CompletionPlace[]> {
  const places = await Promise.all(
    entries.map(async (each) => {
      const path = `${above} ${each.name}`.trim()
      const loaded = await each.load()
      if (loaded.kind === 'command') return [placeOf(path, loaded, global, chains)]
      return [await groupPlace(path, loaded, global, chains), ...(await placesOf(loaded.actions, path, global, chains))]
    }),
  )
  return places.flat()
}

function placeOf(
  path: string,
  { arguments: table, options }: Command,
  global: readonly CompletionOption[],
  chains: readonly string[],
): CompletionPlace {
  const words = Object.values(table).flatMap((argument) => valuesOf(argument, chains))
  return { path, below: [], words, options: [...optionsOf(options, chains), ...global] }
}

/** A group takes the options of its default action too. */
async function groupPlace(
  path: string,
  { actions, defaultAction }: CommandGroup,
  global: readonly CompletionOption[],
  chains: readonly string[],
): Promise<CompletionPlace> {
  const loaded = await actions.find(({ name }) => name === defaultAction)?.load()
  const own = loaded?.kind === 'command' ? optionsOf(loaded.options, chains) : []
  return { path, below: actions.map(nameOf), words: [], options: [...own, ...global] }
}

function optionsOf(options: OptionTable, chains: readonly string[]): readonly CompletionOption[] {
  return Object.entries(options).flatMap(([name, option]) => completionOptions(flagName(name), option, chains))
}

function completionOptions(name: string, option: OptionSpec, chains: readonly string[]): CompletionOption[] {
  switch (option.kind) {
    case 'switch':
      return [{ name, takesValue: false, values: [] }]
    case 'negatable':
      return [{ name: negated(name), takesValue: false, values: [] }]
    case 'on-off':
      return [name, negated(name)].map((each) => ({ name: each, takesValue: false, values: [] }))
    case 'list':
      return [{ name, takesValue: true, values: option.suggestions ?? valuesOf(option.of, chains) }]
    default:
      return [{ name, takesValue: true, values: valuesOf(option, chains) }]
  }
}

function valuesOf(
  kind: (ValueKind | ArgumentSpec) & { readonly suggestions?: readonly string[] },
  chains: readonly string[],
): readonly string[] {
  if (kind.suggestions !== undefined) return kind.suggestions
  if (kind.kind === 'choice') return kind.choices
  return kind.kind === 'chain' ? chains : []
}

function nameOf({ name, summary }: CommandEntry) {
  return { name, summary }
}

/** Only words that no shell reads as anything but a word. */
function isPlain(word: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(word)
}
