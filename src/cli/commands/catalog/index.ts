import { type CommandGroup, entry } from '../../command.ts'

/** Shows what the catalog is made of, adds to it what providers list, and compares it with contracts. */
export const catalog: CommandGroup = {
  kind: 'group',
  defaultAction: 'show',
  actions: [
    entry('show', 'Show what the catalog is made of', async () => (await import('./show.ts')).show),
    entry('refresh', 'Add what providers list', async () => (await import('./refresh.ts')).refresh),
    entry('check', 'Compare rows with what their contracts state', async () => (await import('./check.ts')).check),
  ],
  examples: ['catalog', 'catalog refresh --network live', 'catalog check --network live'],
}
