import { type CommandGroup, entry } from '../../command.ts'

/** Watches the rates of pairs. */
export const watch: CommandGroup = {
  kind: 'group',
  defaultAction: 'list',
  actions: [
    entry('list', 'List the watched pairs', async () => (await import('./list.ts')).list),
    entry('add', 'Watch a pair, with alerts', async () => (await import('./add.ts')).add),
    entry('remove', 'Watch a pair no more', async () => (await import('./remove.ts')).remove),
  ],
  examples: [
    'watch',
    'watch add ethereum:ETH base:USDC 0.5 --above 3200 --below 2800',
    'watch remove ethereum:ETH base:USDC',
  ],
  notes:
    'A rate is what is received for one source token by the best route, with nothing taken off for what is paid on top.\n' +
    'While serve or the screens run, each watched pair is quoted once a minute, without providers that are paused or\n' +
    'have less than half of their budget left. An alert fires once as its limit is reached, and again after the rate has come back by\n' +
    'half a percent. Each network has its own list.',
}
