import { type Command, type CommandEntry, defineCommand } from '../../command.ts'
import { knownProviderSettings } from '../../provider-settings.ts'
import { openBundledCatalog } from '../../quote/bundled-catalog.ts'
import { completionScript, SHELLS } from './scripts.ts'
import { completionPlaces } from './words.ts'

/** Prints a completion script. @param commands those whose words it offers */
export function completionOf(commands: readonly CommandEntry[]): Command {
  return defineCommand({
    arguments: {
      shell: { kind: 'choice', choices: SHELLS, required: true, description: 'shell that the script is for' },
    },
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/swapcli',
      'completion zsh > ~/.zfunc/_swapcli',
      'completion fish > ~/.config/fish/completions/swapcli.fish',
    ],
    notes: 'The script compares words only: it evaluates nothing that is typed and does not run swapcli.',
    run: async ({ output }, { shell }) => {
      const [chains, settings] = await Promise.all([openBundledCatalog().chains(), knownProviderSettings()])
      const places = await completionPlaces(commands, {
        chains: chains.map(({ key }) => key),
        providers: [...new Set(settings.map(({ provider }) => provider))],
      })
      const script = completionScript(shell, places)
      if (output.json) output.printJson({ data: { shell, script } })
      else output.print(script.trimEnd())
    },
  })
}
