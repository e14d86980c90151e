import { providerSettingKey } from '../../../io/index.ts'
import { dayTimeText } from '../../../core/text/times.ts'
import { deliveredText, differencesText, endedWellText, timesText } from '../../../core/delivery/delivered-text.ts'
import { safetyText } from '../../../core/delivery/safety.ts'
import { duration } from '../../../core/text/duration.ts'
import { volumeText } from '../../../core/money/fees.ts'
import { parseUsd } from '../../../core/money/usd.ts'
import { BLANK, fieldRows, type Row, textRows } from '../../kit/text/rows.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { detailLayout } from '../../kit/layout/detail-layout.ts'
import type { ProviderState } from '../../../service/index.ts'
import type { Place } from '../../context.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { recordText } from './list-rows.ts'
import { fixOf, setCommand, stateText } from './availability.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** Where the detail is drawn. */
export const PROVIDER_LAYOUT = detailLayout(150, 70)

/** All that is known of a provider. @param width columns */
export function detailRows(
  provider: ListedProvider,
  state: ProvidersState,
  app: AppFacts,
  width: number,
): readonly Row[] {
  const { now, place } = app
  const { key, name, type, record } = provider
  const field = (title: string, text: string | undefined) => fieldRows(title, text ?? '', width)
  const setUp = provider.state
  return [
    ...textRows(`${name} (${key})`, width, 'title'),
    ...field('type', type),
    ...fieldRows('state', stateText(provider, state, now), width, setUp?.reason === undefined ? 'text' : 'warn'),
    ...obstacleRows(provider, app, width),
    ...checkRows(provider, state, app, width),
    ...field('latency', latencyText(provider)),
    ...field('swaps', recordText(provider) === '' ? 'none has finished yet' : `${recordText(provider)} succeeded`),
    ...field(
      'volume',
      record === undefined ? '' : volumeText(parseUsd(record.volumeUsd) ?? 0n, record.unvalued ?? 0, record.total),
    ),
    ...deliveryRows(provider, width),
    ...field('quota', quotaText(provider)),
    ...field('failures', setUp === undefined ? '' : `${setUp.gate.failures} in a row`),
    ...field('url', setUp?.baseUrl),
    ...field('hosts', setUp?.hosts.join(', ')),
    ...field('docs', setUp?.docs),
    ...(setUp === undefined
      ? textRows('Only the server knows its setup.', width, 'dim')
      : settingRows(provider, place, width)),
  ]
}

function obstacleRows(provider: ListedProvider, app: AppFacts, width: number): readonly Row[] {
  const { key, state } = provider
  const { reason } = state ?? {}
  if (reason === undefined) return []
  const fix = fixOf(provider, app.place)
  const until = reason.until === undefined ? '' : `, until ${dayTimeText(reason.until, zoneOf(app))}; c asks it now`
  return [
    ...fieldRows('why', `${reason.message}${until}`, width, 'warn'),
    ...(fix === undefined ? [] : fieldRows('do', fix, width, 'accent')),
    ...(reason.code === 'disabled'
      ? fieldRows('', `or x here; set by ${providerSettingKey(key, 'ENABLED')} or its variable`, width, 'dim')
      : []),
  ]
}

function checkRows(
  { key, state }: ListedProvider,
  { checks, checking }: ProvidersState,
  app: AppFacts,
  width: number,
): readonly Row[] {
  if (checking.includes(key)) return fieldRows('answers', 'asking …', width)
  const check = checks[key]
  if (check === undefined) {
    return fieldRows('answers', `not checked yet: ${keyFor(app, 'check', 'v')} checks now`, width, 'dim')
  }
  const within = state?.baseUrl === '' ? 'ok: it runs in this process' : `within ${check.ms ?? 0} ms`
  if (check.result === 'ok') return fieldRows('answers', within, width, 'good')
  const role = check.result === 'failed' ? 'bad' : 'dim'
  return [
    ...fieldRows('answers', `${check.result}: ${check.message ?? check.problem ?? ''}`, width, role),
    ...fieldRows('do', check.next ?? '', width, 'accent'),
  ]
}

/** What it promised and delivered in its newest swaps. */
function deliveryRows({ delivery }: ListedProvider, width: number): readonly Row[] {
  if (delivery === undefined) return []
  const { finished, refunded } = delivery
  const refunds = refunded === 0 ? '' : `, ${refunded} refunded`
  return [
    ...fieldRows(`last ${finished}`, `${endedWellText(delivery)}${refunds}`, width),
    ...fieldRows('took', timesText(delivery), width),
    ...fieldRows('delivered', differencesText(delivery), width),
    ...fieldRows('safety', safetyText(delivery), width),
    ...delivery.pairs.flatMap((pair) =>
      fieldRows('', `${pair.src} to ${pair.dst}: ${deliveredText(pair)}`, width, 'dim'),
    ),
  ]
}

function latencyText({ state }: ListedProvider): string {
  const { latency } = state ?? {}
  if (latency === undefined) return ''
  const { answers, medianMs, worstMs } = latency
  return answers === 1
    ? `${medianMs} ms, from one answer`
    : `${medianMs} ms (median), ${worstMs} ms at worst, over the last ${answers} answers`
}

function quotaText({ state }: ListedProvider): string {
  const { quota } = state?.gate ?? {}
  if (quota === undefined) return ''
  return `${quota.left} of ${quota.requests} requests left in ${duration(quota.perMs / 1000)}`
}

function settingRows({ key, state }: ListedProvider, place: Place, width: number): readonly Row[] {
  if (state === undefined || state.settings.length === 0) return []
  return [
    BLANK,
    ...textRows('Settings', width, 'title'),
    ...state.settings.flatMap((setting) => [
      ...fieldRows(setting.name, settingText(setting), width),
      ...fieldRows('', setCommand(key, setting, place), width, 'dim'),
    ]),
  ]
}

function settingText({ set, required, description }: ProviderState['settings'][number]): string {
  return `${set ? 'set' : required ? 'not set, needed' : 'not set'}: ${description}`
}
