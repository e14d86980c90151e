import { cleanLines } from '../../../core/text/clean-text.ts'
import { loadTopics } from '../../../io/index.ts'
import { type Command, type CommandEntry, defineCommand } from '../../command.ts'
import { knownProviderKeys } from '../../provider-settings.ts'
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
    notes:
      'The script only compares words: it evaluates nothing that is typed and does not run swapcli. The provider keys are\n' +
      'those of the network in use: add --network live for the live ones.',
    run: async ({ output, network }, { shell }) => {
      const { readTopics } = await loadTopics()
      const [chains, keys, topics] = await Promise.all([
        openBundledCatalog().chains(),
        knownProviderKeys(),
        readTopics(),
      ])
      const places = await completionPlaces(commands, {
        chains: chains.map(({ key }) => key),
        evmChains: chains.filter(({ addressFamily }) => addressFamily === 'evm').map(({ key }) => key),
        providers: keys[network],
        allProviders: Object.values(keys).flat(),
        topics: topics.map(({ name }) => name),
      })
      const script = completionScript(shell, places)
      if (output.json) output.printJson({ data: { shell, script } })
      else output.print(cleanLines(script.trimEnd()))
    },
  })
}
