import { type Command, usage } from '../command.ts'
import { openBundledCatalog } from '../quote/bundled-catalog.ts'
import { completionScript, SHELLS } from '../completion/scripts.ts'

/** Prints a completion script. */
export const completion: Command = {
  arguments: [{ name: 'shell', description: SHELLS.join(', ') }],
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/swapcli',
    'completion zsh > ~/.zfunc/_swapcli',
    'completion fish > ~/.config/fish/completions/swapcli.fish',
  ],
  notes: 'The script compares words only: it evaluates nothing that is typed and does not run swapcli.',
  run: async ({ output }, [name]) => {
    const shell = SHELLS.find((candidate) => candidate === name)
    if (shell === undefined) throw usage(`The shell must be one of ${SHELLS.join(', ')}`)
    // Reached by import(), because the words are those of all commands, of which this one is loaded.
    const { completionWords } = await import('../completion/words.ts')
    const chains = await openBundledCatalog().chains()
    const script = completionScript(shell, await completionWords(chains.map(({ key }) => key)))
    if (output.json) output.printJson({ data: { shell, script } })
    else output.print(script.trimEnd())
  },
}
