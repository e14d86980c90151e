import { providerSettingKey } from '../../../io/index.ts'
import { dayTimeText } from '../../../core/text/times.ts'
import { deliveredText, differencesText, endedWellText, timesText } from '../../../core/delivery/delivered-text.ts'
import { spreadClasses } from '../../../core/delivery/spread.ts'
import { barText } from '../../../core/text/bar-text.ts'
import type { Delivery } from '../../../core/api/documents.ts'
import { safetyText } from '../../../core/delivery/safety.ts'
import { duration } from '../../../core/text/duration.ts'
import { volumeText } from '../../../core/money/fees.ts'
import { readUsd } from '../../../core/money/usd.ts'
import { BLANK, cutRow, fieldRows, NAME_COLUMNS, type Row, textRows } from '../../kit/text/rows.ts'
import { glyphsOf } from '../../kit/text/glyphs.ts'
import { fitText } from '../../kit/text/text-fit.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { detailLayout } from '../../kit/layout/detail-layout.ts'
import type { ProviderState } from '../../../service/index.ts'
import type { Place } from '../../context.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { recordText } from './list-rows.ts'
import { failedCheck, fixOf, setCommand, stateText } from './availability.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** Columns of the classes of a spread, and most of a bar beside one: both fit beside the names of fields in 60. */
const LABEL_COLUMNS = 26
const BAR_COLUMNS = 20

/** Where the detail is drawn. */
export const PROVIDER_LAYOUT = detailLayout(150, 70)

/** Where what is known of a provider is shown. */
interface DetailRoom {
  readonly app: AppFacts
  /** Columns. */
  readonly width: number
  /** True for a screen reader, which gets no bars. @default false */
  readonly spoken?: boolean
}

/** All that is known of a provider. */
export function detailRows(provider: ListedProvider, state: ProvidersState, room: DetailRoom): readonly Row[] {
  const { app, width } = room
  const { now, place } = app
  const { key, name, type, record } = provider
  const field = (title: string, text: string | undefined) => fieldRows(title, text ?? '', width)
  const setUp = provider.state
  const isReady = setUp?.reason === undefined && failedCheck(provider, state.checks) === undefined
  return [
    ...textRows(`${name} (${key})`, width, 'title'),
    ...field('type', type),
    ...fieldRows('state', stateText(provider, state, now), width, isReady ? 'text' : 'warn'),
    ...obstacleRows(provider, app, width),
    ...checkRows(provider, state, app, width),
    ...field('latency', latencyText(provider)),
    ...(setUp === undefined && record !== undefined
      ? textRows('The server says, of all its users:', width, 'dim')
      : []),
    ...field('swaps', recordText(provider) === '' ? 'none has finished yet' : `${recordText(provider)} succeeded`),
    ...field(
      'volume',
      record === undefined ? '' : volumeText(readUsd(record.volumeUsd), record.unvalued ?? 0, record.total),
    ),
    ...deliveryRows(provider, room),
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
function deliveryRows({ delivery }: ListedProvider, room: DetailRoom): readonly Row[] {
  if (delivery === undefined) return []
  const { width } = room
  const { finished, refunded } = delivery
  const refunds = refunded === 0 ? '' : `, ${refunded} refunded`
  return [
    ...fieldRows(`last ${finished}`, `${endedWellText(delivery)}${refunds}`, width),
    ...fieldRows('took', timesText(delivery), width),
    ...fieldRows('delivered', differencesText(delivery), width),
    ...spreadRows(delivery, room),
    ...fieldRows('safety', safetyText(delivery), width),
    ...delivery.pairs.flatMap((pair) =>
      fieldRows('', `${pair.src} to ${pair.dst}: ${deliveredText(pair)}`, width, 'dim'),
    ),
  ]
}

/** How what was delivered is spread around what was promised. */
function spreadRows(delivery: Delivery, { app, width, spoken = false }: DetailRoom): readonly Row[] {
  const glyph = glyphsOf(app) === 'ascii' ? '#' : '█'
  return spreadClasses(delivery).map(({ label, count }) => {
    const text = `${' '.repeat(NAME_COLUMNS)}${String(count).padStart(3)} ${label}`
    const bar = spoken ? '' : barText(count, delivery.measured, BAR_COLUMNS, glyph)
    return cutRow(
      [
        { text: fitText(text, NAME_COLUMNS + LABEL_COLUMNS), role: 'dim' },
        { text: bar, role: 'accent' },
      ],
      width,
    )
  })
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
