import { HIDDEN_VALUE, providerSettingName } from '../../io/index.ts'
import { dayTimeText, type TimeZone } from '../../core/text/times.ts'
import { availabilityText } from '../../core/text/availability.ts'
import type { Delivery, Source } from '../../core/api/documents.ts'
import { differencesText, endedWellText, medianCell, timesText } from '../../core/delivery/delivered-text.ts'
import { duration } from '../../core/text/duration.ts'
import { safetyText } from '../../core/delivery/safety.ts'
import type { ProviderCheck, ProviderState } from '../../service/index.ts'
import type { Output } from '../output/output.ts'
import { cuttable, right, sentences } from '../output/table.ts'

/** How sources are listed. */
export const SOURCE_COLUMNS = ['KEY', cuttable('NAME'), 'TYPE']

/** A source as a line of the list. */
export const sourceRow = ({ key, name, type }: Source) => [key, name, type]

/** Prints providers as a table: what they are, whether they would be asked now, and how their swaps ended. */
export async function printProviders(output: Output, states: readonly ProviderState[]): Promise<void> {
  await output.table(
    [
      'KEY',
      'TYPE',
      'STATE',
      right('QUOTA'),
      right('ENDED WELL'),
      right('TIME'),
      right('DELIVERED'),
      cuttable('SETTINGS'),
    ],
    states.map((state) => [
      state.key,
      state.type,
      stateText(state, output.zone),
      state.gate.quota === undefined ? '' : `${state.gate.quota.left}/${state.gate.quota.requests}`,
      ...deliveryCells(state.delivery),
      state.settings
        .map(({ name, set, required }) => `${providerSettingName(name)} ${set ? 'set' : required ? 'missing' : '-'}`)
        .join(', '),
    ]),
  )
  const ready = states.filter((state) => state.ready).length
  output.note(`${ready} of ${states.length} ready; more about one: swapcli providers show KEY`)
}

/** Prints all that is known about one provider. @param accept doubts about its payments that --yes accepts */
export async function printProvider(output: Output, state: ProviderState, accept = ''): Promise<void> {
  const { gate } = state
  await output.fields([
    ['key', state.key],
    ['name', state.name],
    ['type', state.type],
    ['state', stateText(state, output.zone)],
    ['reason', state.reason?.message ?? ''],
    ['url', state.baseUrl],
    ['hosts', state.hosts.join(', ')],
    ['docs', state.docs],
    ['failures in a row', String(gate.failures)],
    ['latency', latencyText(state)],
    ['quota', quotaText(state)],
    ['finished swaps', recordText(state)],
    ...deliveryFields(state.delivery),
    ['accept', accept],
  ])
  for (const { name, set, required, secret, description } of state.settings) {
    const value = set ? (secret ? HIDDEN_VALUE : 'set') : required ? 'not set, needed' : 'not set'
    output.print(output.clean(`${providerSettingName(name)}: ${value}`))
    output.print(output.clean(`  ${description}`))
  }
}

function latencyText({ latency }: ProviderState): string {
  if (latency === undefined) return ''
  const { answers, medianMs, worstMs } = latency
  return `${medianMs} ms (median), ${worstMs} ms at worst, of the last ${answers}`
}

function quotaText({ gate: { quota } }: ProviderState): string {
  if (quota === undefined) return ''
  return `${quota.left} of ${quota.requests} requests left in ${quota.perMs / 1000} s`
}

function recordText({ record }: ProviderState): string {
  return record.finished === 0 ? '-' : `${record.success}/${record.finished}`
}

/** How many of its newest swaps ended well, how long those took and what they delivered, as cells. */
function deliveryCells(delivery: Delivery | undefined): readonly string[] {
  if (delivery === undefined) return ['-', '', '']
  const { finished, success, belowLeast, tookSec } = delivery
  return [
    `${success - belowLeast}/${finished}`,
    tookSec === undefined ? '' : duration(tookSec.median),
    medianCell(delivery),
  ]
}

function deliveryFields(delivery: Delivery | undefined): readonly (readonly [string, string])[] {
  if (delivery === undefined) return []
  const { finished, refunded } = delivery
  const refunds = refunded === 0 ? '' : `, ${refunded} refunded`
  return [
    [`of the last ${finished}`, `${endedWellText(delivery)}${refunds}`],
    ['took', timesText(delivery)],
    ['delivered', differencesText(delivery)],
    ['safety', safetyText(delivery)],
  ]
}

function stateText(state: ProviderState, zone: TimeZone): string {
  return availabilityText(state, (until) => ` until ${dayTimeText(until, zone)}`)
}

/** Prints how a check went. */
export async function printChecks(output: Output, checks: readonly ProviderCheck[]): Promise<void> {
  await output.table(
    ['KEY', 'RESULT', right('MS'), sentences('WHAT')],
    checks.map(({ key, result, ms, problem, message, until }) => [
      key,
      problem ?? result,
      ms === undefined ? '' : String(ms),
      `${message ?? ''}${until === undefined ? '' : `, until ${dayTimeText(until, output.zone)}`}`,
    ]),
  )
  for (const next of new Set(checks.flatMap((check) => check.next ?? []))) {
    const keys = checks.filter((check) => check.next === next).map(({ key }) => key)
    output.note(`${keys.join(', ')}: ${next}`)
  }
}

/** A check as `--json` prints it. */
export function checkDocument(check: ProviderCheck): object {
  return { ...check, ok: check.result === 'ok' }
}
