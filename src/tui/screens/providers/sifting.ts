import type { Place } from '../../context.ts'
import type { AppFacts } from '../../events.ts'
import { siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { failedCheck } from './availability.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** What the list can be filtered and sorted by. */
export function siftTable({ checks }: Pick<ProvidersState, 'checks'>, { api }: Place): SiftTable<ListedProvider> {
  return {
    fields: {
      type: { kind: 'text', about: 'BRIDGE, EXCHANGE or SERVICE', read: ({ type }) => [type] },
      state: { kind: 'text', about: 'ready, or why it is not', read: (provider) => [stateWord(provider, checks)] },
      latency: { kind: 'number', about: 'median of its answers, in ms', read: latencyMs },
      took: { kind: 'duration', about: 'median of its swaps', read: tookSec },
      delivered: { kind: 'number', about: 'median above its promise, in basis points', read: deliveredBps },
      swaps: { kind: 'number', about: 'swaps that ended', read: ({ delivery }) => delivery?.finished },
    },
    words: (provider) => [provider.key, provider.name, provider.type, stateWord(provider, checks)],
    columns: [
      { header: 'PROVIDER', value: ({ key }) => key },
      { header: 'TYPE', value: ({ type }) => type },
      ...(api === undefined
        ? [
            { header: 'CHECK', value: ({ key }: ListedProvider) => checks[key]?.ms },
            { header: 'LATENCY', value: latencyMs },
            { header: 'QUOTA', value: ({ state }: ListedProvider) => state?.gate.quota?.left },
          ]
        : []),
      { header: 'ENDED WELL', value: shareOfWell },
      { header: 'TOOK', value: tookSec },
      { header: 'DELIVERED', value: deliveredBps },
      api === undefined
        ? { header: 'STATE', value: (provider) => stateWord(provider, checks) }
        : { header: 'NAME', value: ({ name }) => name },
    ],
  }
}

function stateWord(provider: ListedProvider, checks: ProvidersState['checks']): string {
  const { state } = provider
  if (state === undefined) return ''
  if (failedCheck(provider, checks) !== undefined) return 'failed-check'
  return state.reason?.code.replaceAll('_', '-') ?? 'ready'
}

function latencyMs({ state }: ListedProvider): number | undefined {
  return state?.latency?.medianMs
}

function tookSec({ delivery }: ListedProvider): number | undefined {
  return delivery?.tookSec?.median
}

function deliveredBps({ delivery }: ListedProvider): number | undefined {
  return delivery?.differenceBps?.median
}

function shareOfWell({ delivery }: ListedProvider): number | undefined {
  if (delivery === undefined || delivery.finished === 0) return undefined
  return (delivery.success - delivery.belowLeast) / delivery.finished
}

/** The providers that are shown, in their order. */
export function shownProviders(state: ProvidersState, { place, now }: AppFacts): readonly ListedProvider[] {
  return siftedRows(siftTable(state, place), state.listed ?? [], state.sifting, now)
}

/** The marked provider, and its index; undefined where none is shown. */
export function markedProvider(
  state: ProvidersState,
  app: AppFacts,
): { at: number; provider: ListedProvider } | undefined {
  const shown = shownProviders(state, app)
  const at = indexOfKey(shown, state.marked)
  const provider = shown[at]
  return provider === undefined ? undefined : { at, provider }
}
