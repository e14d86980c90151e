import type { TableColumn, TableRow } from '../../kit/layout/table.ts'
import type { Role } from '../../theme.ts'
import { differenceText } from './delivery.ts'
import { stateText } from './availability.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** Columns of the list: those that are least missed go first. */
export const PROVIDER_COLUMNS: readonly TableColumn[] = [
  { header: 'PROVIDER', most: 24 },
  { header: 'TYPE', drop: 4, most: 10 },
  { header: 'CHECK', align: 'right', most: 12 },
  { header: 'LATENCY', align: 'right', drop: 2, most: 9 },
  { header: 'QUOTA', align: 'right', drop: 3, most: 11 },
  { header: 'SUCCESS', align: 'right', drop: 1, most: 14 },
  { header: 'DELIVERED', align: 'right', drop: 2, most: 12 },
  { header: 'STATE', grows: 22 },
]

/** Columns of the list of a server. */
export const SERVER_COLUMNS: readonly TableColumn[] = [
  { header: 'PROVIDER', most: 30 },
  { header: 'TYPE', most: 10 },
  { header: 'SUCCESS', align: 'right', most: 14 },
  { header: 'NAME', grows: 20 },
]

/** A line of the list. @param now epoch milliseconds */
export function tableRow(provider: ListedProvider, state: ProvidersState, now: number): TableRow {
  const { key, type, delivery } = provider
  const { gate: { quota } = {}, latency } = provider.state ?? {}
  return {
    key,
    role: roleOf(provider),
    cells: [
      key,
      type,
      checkText(provider, state),
      latency === undefined ? '' : `${latency.medianMs} ms`,
      quota === undefined ? '' : `${quota.left}/${quota.requests}`,
      recordText(provider),
      delivery === undefined ? '' : differenceText(delivery),
      stateText(provider, state, now),
    ],
  }
}

/** A line of the list of a server. */
export function serverRow(provider: ListedProvider): TableRow {
  return { key: provider.key, cells: [provider.key, provider.type, recordText(provider), provider.name] }
}

function roleOf({ state }: ListedProvider): Role {
  if (state?.reason === undefined) return 'text'
  return state.reason.code === 'disabled' ? 'dim' : 'warn'
}

/** `120 ms`, or what is wrong; '' before it was asked. */
function checkText({ key, state }: ListedProvider, { checking, checks }: ProvidersState): string {
  if (checking.includes(key)) return 'asking …'
  const check = checks[key]
  if (check === undefined) return ''
  if (check.result === 'ok') return state?.baseUrl === '' ? 'ok' : `${check.ms ?? 0} ms`
  return check.problem ?? check.result
}

/** `12 of 14`: swaps that succeeded, of all that ended. */
export function recordText({ record }: ListedProvider): string {
  return record === undefined || record.total === 0 ? '' : `${record.success} of ${record.total}`
}
