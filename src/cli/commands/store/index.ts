import { type CommandGroup, entry } from '../../command.ts'

/** Looks after the files of a network. */
export const store: CommandGroup = {
  kind: 'group',
  defaultAction: 'show',
  actions: [
    entry(
      'show',
      'Show how large the files are, and what compact would free',
      async () => (await import('./show.ts')).show,
    ),
    entry('compact', 'Remove what is past its time, and its space', async () => (await import('./compact.ts')).compact),
    entry('check', 'Look for damage', async () => (await import('./check.ts')).check),
    entry('copy', 'Copy the store into another one: file or database', async () => (await import('./copy.ts')).copy),
  ],
  examples: ['store', 'store compact --network live --json'],
}
