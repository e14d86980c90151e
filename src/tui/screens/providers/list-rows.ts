import type { TableColumn, TableRow } from '../../kit/layout/table.ts'
import type { Role } from '../../theme.ts'
import { medianCell } from '../../../core/delivery/delivered-text.ts'
import { duration } from '../../../core/text/duration.ts'
import { failedCheck, stateText } from './availability.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** Columns of the list: those that are least missed go first. */
export const PROVIDER_COLUMNS: readonly TableColumn[] = [
  { header: 'PROVIDER', most: 24 },
  { header: 'TYPE', drop: 4, most: 10 },
  { header: 'CHECK', align: 'right', most: 12 },
  { header: 'LATENCY', align: 'right', drop: 2, most: 9 },
  { header: 'QUOTA', align: 'right', drop: 3, most: 11 },
  { header: 'ENDED WELL', align: 'right', drop: 1, most: 14 },
  { header: 'TOOK', align: 'right', drop: 3, most: 7 },
  { header: 'DELIVERED', align: 'right', drop: 2, most: 12 },
  { header: 'STATE', grows: 22 },
]

/** Columns of the list of a server. */
export const SERVER_COLUMNS: readonly TableColumn[] = [
  { header: 'PROVIDER', most: 30 },
  { header: 'TYPE', most: 10 },
  { header: 'ENDED WELL', align: 'right', most: 14 },
  { header: 'TOOK', align: 'right', drop: 1, most: 7 },
  { header: 'DELIVERED', align: 'right', drop: 2, most: 12 },
  { header: 'NAME', grows: 20 },
]

/** A line of the list. @param now epoch milliseconds */
export function tableRow(provider: ListedProvider, state: ProvidersState, now: number): TableRow {
  const { key, type } = provider
  const { gate: { quota } = {}, latency } = provider.state ?? {}
  return {
    key,
    role: roleOf(provider, state),
    cells: [
      key,
      type,
      checkText(provider, state),
      latency === undefined ? '' : `${latency.medianMs} ms`,
      quota === undefined ? '' : `${quota.left}/${quota.requests}`,
      ...deliveryCells(provider),
      stateText(provider, state, now),
    ],
  }
}

/** A line of the list of a server. */
export function serverRow(provider: ListedProvider): TableRow {
  return { key: provider.key, cells: [provider.key, provider.type, ...deliveryCells(provider), provider.name] }
}

/** How many of its newest swaps ended well, how long those took at the median, and by how much they differed from the promise. */
function deliveryCells({ delivery, ...provider }: ListedProvider): readonly [string, string, string] {
  if (delivery === undefined) return [recordText(provider), '', '']
  const { finished, success, belowLeast, tookSec } = delivery
  return [
    `${success - belowLeast} of ${finished}`,
    tookSec === undefined ? '' : duration(tookSec.median),
    medianCell(delivery),
  ]
}

function roleOf(provider: ListedProvider, { checks }: ProvidersState): Role {
  const { state } = provider
  if (state?.reason === undefined) return failedCheck(provider, checks) === undefined ? 'text' : 'warn'
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
export function recordText({ record }: Pick<ListedProvider, 'record'>): string {
  return record === undefined || record.total === 0 ? '' : `${record.success} of ${record.total}`
}
