import { type CommandEntry, entry } from './command.ts'

/** Every command, in the order of the help text: one line each, one file each. */
export const COMMANDS: readonly CommandEntry[] = [
  entry('demo', 'Run one complete swap on the sandbox', async () => (await import('./commands/demo.ts')).demo),
  entry(
    'tour',
    'Be led through a swap on the sandbox, in the screens',
    async () => (await import('./commands/tour.ts')).tour,
  ),
  entry('swap', 'Quote, lock, pay and follow a swap to its end', async () => (await import('./commands/swap.ts')).swap),
  entry('quote', 'Compare the routes of every provider', async () => (await import('./commands/quote.ts')).quote),
  entry('lock', 'Lock one route of a quote', async () => (await import('./commands/lock.ts')).lock),
  entry('execute', 'Execute a lock and see what to pay', async () => (await import('./commands/execute.ts')).execute),
  entry('track', 'Report the hash of a payment', async () => (await import('./commands/track.ts')).track),
  entry('psbt', 'Make a deposit that another wallet signs', async () => (await import('./commands/psbt.ts')).psbt),
  entry('status', 'Show or watch a transaction', async () => (await import('./commands/status.ts')).status),
  entry(
    'claim',
    'Finish a swap that waits for a transaction on its destination chain',
    async () => (await import('./commands/claim.ts')).claim,
  ),
  entry('resume', 'List and continue unfinished swaps', async () => (await import('./commands/resume.ts')).resume),
  entry('history', 'List past transactions', async () => (await import('./commands/history.ts')).history),
  entry('stats', 'Sum up past transactions', async () => (await import('./commands/stats.ts')).stats),
  entry('rates', 'Show the rate of a pair over time', async () => (await import('./commands/rates.ts')).rates),
  entry(
    'watch',
    'Watch the rates of pairs, with alerts',
    async () => (await import('./commands/watch/index.ts')).watch,
  ),
  entry('chains', 'List chains', async () => (await import('./commands/chains.ts')).chains),
  entry('assets', 'List assets', async () => (await import('./commands/assets.ts')).assets),
  entry('sources', 'List routing providers', async () => (await import('./commands/sources.ts')).sources),
  entry(
    'providers',
    'Show, check and switch routing providers',
    async () => (await import('./commands/providers/index.ts')).providers,
  ),
  entry('catalog', 'Show and refresh the catalog', async () => (await import('./commands/catalog/index.ts')).catalog),
  entry('wallet', 'Make, import and choose accounts', async () => (await import('./commands/wallet/index.ts')).wallet),
  entry(
    'balances',
    'Show what all accounts hold, and its value',
    async () => (await import('./commands/balances.ts')).balances,
  ),
  entry(
    'store',
    'Show, check, copy and compact the store',
    async () => (await import('./commands/store/index.ts')).store,
  ),
  entry('serve', 'Serve the HTTP API', async () => (await import('./commands/serve.ts')).serveCommand),
  entry('config', 'Show and change settings', async () => (await import('./commands/config/index.ts')).config),
  entry(
    'export',
    'Print transactions, runs and events for other programs',
    async () => (await import('./commands/export.ts')).exportCommand,
  ),
  entry('backup', 'Write the whole home into one file', async () => (await import('./commands/backup.ts')).backup),
  entry('restore', 'Put a backup into an empty home', async () => (await import('./commands/restore.ts')).restore),
  entry('doctor', 'Check that everything works', async () => (await import('./commands/doctor/index.ts')).doctor),
  entry('completion', 'Print a completion script', async () =>
    (await import('./commands/completion/index.ts')).completionOf(COMMANDS),
  ),
]
