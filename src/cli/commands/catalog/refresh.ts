import { SwapError } from '../../../core/api/errors.ts'
import { countText } from '../../../core/text/count-text.ts'
import { defined } from '../../../core/defined.ts'
import type { ProviderRefresh } from '../../../service/index.ts'
import { defineCommand } from '../../command.ts'
import { openAdmin } from '../../session.ts'

/** Adds to the catalog what providers list. */
export const refresh = defineCommand({
  options: {
    provider: { kind: 'list', of: { kind: 'provider' }, value: 'key', description: 'refresh from this provider only' },
    why: { kind: 'switch', description: 'list the refused rows, with reasons' },
  },
  examples: ['catalog refresh --network live', 'catalog refresh --network live --provider RELAY --why'],
  notes:
    'A refresh adds what is new in one step, at its end. It changes no known row: it refuses rows that contradict one.\n' +
    'A provider that fails keeps what it listed before.',
  local: true,
  run: async (session, _args, { provider, why }) => {
    const { output } = session
    const admin = await openAdmin(session)
    const result = await admin.refreshCatalog({
      ...defined({ providers: provider.length === 0 ? undefined : provider }),
      signal: session.signal,
      onProvider: (refreshed) => output.note(progressLine(refreshed)),
    })
    if (output.json) output.printJson({ data: result })
    else {
      const [listed, assets] = [countText(result.listed, 'asset'), countText(result.assets, 'asset')]
      const chains = countText(result.chains, 'chain')
      output.print(output.clean(`Providers list ${listed}; new in the catalog: ${assets}, ${chains}`))
    }
    if (result.refused.length > 0) {
      output.note(`refused ${countText(result.refused.length, 'row')}${why ? ':' : '; --why lists them'}`)
      if (why) for (const line of result.refused) output.note(`  ${line}`)
    }
    const failed = result.providers.filter(({ outcome }) => outcome === 'failed')
    if (failed.length === 0 || result.providers.some(({ outcome }) => outcome === 'listed')) return
    throw new SwapError('PROVIDER_UNAVAILABLE', 'No provider gave its list: the catalog is unchanged', {
      hint: 'See what is wrong: swapcli providers check',
    })
  },
})

function progressLine({ key, outcome, rows, ms, code, message }: ProviderRefresh): string {
  const end =
    outcome === 'listed'
      ? countText(rows, 'asset')
      : `${outcome === 'failed' ? `failed, ${code ?? ''}: ` : ''}${message ?? ''}`
  return `${key}: ${end} (${(ms / 1000).toFixed(1)} s)`
}
