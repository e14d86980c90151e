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
  ],
  examples: ['store', 'store compact --network live --json'],
}
