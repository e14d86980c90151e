import { type CommandGroup, entry } from '../../command.ts'

/** Looks after the files of a network. */
export const store: CommandGroup = {
  kind: 'group',
  defaultAction: 'compact',
  actions: [
    entry('compact', 'Remove what is past its time, and its space', async () => (await import('./compact.ts')).compact),
  ],
  examples: ['store compact', 'store compact --network live --json'],
}
