import { isKeyed, SETTING_NAMES } from '../../io/index.ts'
import type { CommandOption } from '../command.ts'
import { COMMANDS } from '../commands.ts'
import { GLOBAL_OPTIONS, SET_OPTION } from '../global-options.ts'

/** What can be completed, as plain words. */
export interface CompletionWords {
  readonly commands: readonly { readonly name: string; readonly summary: string }[]
  /** Options of each command, those of every command included; by the command's name. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** Values of an option, by the option. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** First words after a command, by its name. */
  readonly words: ReadonlyMap<string, readonly string[]>
}

/** Collects every word that completion offers. @param chainKeys keys of the catalog's chains */
export async function completionWords(chainKeys: readonly string[]): Promise<CompletionWords> {
  const loaded = await Promise.all(COMMANDS.map(async (entry) => ({ entry, command: await entry.load() })))
  const global: readonly CommandOption[] = [...GLOBAL_OPTIONS, SET_OPTION]
  const all = [...global, ...loaded.flatMap(({ command }) => command.options ?? [])]
  const values = new Map<string, readonly string[]>([['--chain', chainKeys.filter(isPlain)]])
  for (const option of all) if (option.values !== undefined) values.set(longName(option), option.values)
  return {
    commands: COMMANDS.map(({ name, summary }) => ({ name, summary })),
    options: new Map(
      loaded.map(({ entry, command }) => [
        entry.name,
        [...(command.options ?? []), ...global].map(longName).concat('--help').sort(),
      ]),
    ),
    values,
    words: new Map([
      ['catalog', ['refresh', 'show']],
      ['providers', ['check', 'disable', 'enable', 'list', 'show']],
      ['wallet', ['approvals', 'balances', 'create', 'export', 'import', 'list', 'remove', 'show', 'use']],
      ['config', ['get', 'list', 'path', 'set', 'unset']],
      ['completion', ['bash', 'fish', 'zsh']],
      ['config set', SETTING_NAMES.map((name) => (isKeyed(name) ? `${name}.` : name))],
    ]),
  }
}

function longName({ flags }: CommandOption): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags
}

/** Only words that no shell reads as anything but a word. */
function isPlain(word: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(word)
}
