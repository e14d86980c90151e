import { type CommandGroup, entry } from '../../command.ts'

/** Shows what the catalog is made of, and adds to it what providers list. */
export const catalog: CommandGroup = {
  kind: 'group',
  defaultAction: 'show',
  actions: [
    entry('show', 'Show what the catalog is made of', async () => (await import('./show.ts')).show),
    entry('refresh', 'Add what providers list', async () => (await import('./refresh.ts')).refresh),
  ],
  examples: ['catalog', 'catalog refresh --network live'],
}
