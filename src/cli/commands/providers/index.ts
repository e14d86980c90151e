import { type CommandGroup, entry } from '../../command.ts'

/** Shows providers, switches them on and off, and checks whether they answer. */
export const providers: CommandGroup = {
  kind: 'group',
  defaultAction: 'list',
  actions: [
    entry('list', 'List the providers of the network', async () => (await import('./list.ts')).list),
    entry('show', 'Show one provider and its settings', async () => (await import('./show.ts')).show),
    entry('enable', 'Switch a provider on', async () => (await import('./switch.ts')).enable),
    entry('disable', 'Switch a provider off', async () => (await import('./switch.ts')).disable),
    entry('check', 'Check whether providers answer', async () => (await import('./check.ts')).check),
  ],
  examples: ['providers', 'providers show LIFI --network live', 'providers check --network live'],
  notes: 'Keys and base URLs are settings: swapcli config set provider.LIFI.api-key -',
}
