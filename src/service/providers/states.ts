import type { SourceType } from '../../core/api/documents.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import { readGateState } from './gate.ts'
import type { Latency } from './latency.ts'
import type { ServiceContext } from '../context.ts'

type StateContext = Pick<ServiceContext, 'clock' | 'store' | 'providers' | 'connections' | 'setting'>

/** Everything that is known about one provider without asking it. */
export interface ProviderState {
  readonly key: string
  readonly name: string
  readonly type: SourceType
  /** Listed among the API's sources. */
  readonly active: boolean
  /** Not switched off. */
  readonly enabled: boolean
  /** Would be asked now. */
  readonly ready: boolean
  /** Why it is not ready. */
  readonly reason?: ProviderObstacle
  readonly hosts: readonly string[]
  /** "" where there is no API. */
  readonly baseUrl: string
  readonly docs: string
  readonly settings: readonly ProviderSettingState[]
  readonly gate: ProviderGateView
  /** How long its newest answers took; absent before the first one. */
  readonly latency?: Latency
  /** From the local store: swaps that reached a final state. */
  readonly record: { readonly finished: number; readonly success: number }
}

export interface ProviderObstacle {
  readonly code: 'disabled' | 'needs_key' | 'breaker_open' | 'rate_limited'
  /** One sentence for a person. */
  readonly message: string
  /** ISO 8601 time at which it passes by itself. */
  readonly until?: string
}

export interface ProviderSettingState {
  readonly name: string
  readonly required: boolean
  readonly secret: boolean
  /** True when it has a value; the value itself is never given. */
  readonly set: boolean
  readonly description: string
}

export interface ProviderGateView {
  /** Failures in a row. */
  readonly failures: number
  /** ISO 8601. */
  readonly breakerOpenUntil?: string
  /** ISO 8601. */
  readonly rateLimitedUntil?: string
  readonly quota?: {
    readonly requests: number
    /** Milliseconds. */
    readonly perMs: number
    readonly used: number
    readonly left: number
    /** ISO 8601 time at which the oldest call leaves the window, where the quota is used up. */
    readonly freeAt?: string
  }
}

/** The state of every provider of the service, in its order. */
export async function readProviderStates(context: StateContext): Promise<readonly ProviderState[]> {
  const { byProvider } = await context.store.transactions.stats({ statuses: ['SUCCESS', 'FAILED', 'REFUND'] })
  const latencies = await context.connections.latencies()
  const records = new Map(byProvider.map(({ provider, total, success }) => [provider, { finished: total, success }]))
  return Promise.all(
    context.providers.manifests.map(async (manifest) => {
      const { key, name, type, hosts, docs, baseUrl = '' } = manifest
      const gate = await gateView(context, manifest)
      const reason = obstacle(context, manifest, gate)
      const latency = latencies.get(key)
      const active = context.providers.active.includes(manifest)
      return {
        key,
        name,
        type,
        active,
        enabled: active,
        ready: reason === undefined,
        ...(reason === undefined ? {} : { reason }),
        hosts,
        baseUrl: baseUrl === '' ? '' : (context.setting(key, 'URL') ?? baseUrl),
        docs,
        settings: (manifest.settings ?? []).map(({ name: settingName, required, secret, description }) => ({
          name: settingName,
          required,
          secret,
          set: (context.setting(key, settingName) ?? '') !== '',
          description,
        })),
        gate,
        ...(latency === undefined ? {} : { latency }),
        record: records.get(key) ?? { finished: 0, success: 0 },
      }
    }),
  )
}

/** Why a provider would not be asked now; undefined when it would be. */
function obstacle(
  { providers }: StateContext,
  manifest: ProviderManifest,
  gate: ProviderGateView,
): ProviderObstacle | undefined {
  if (!providers.active.includes(manifest)) return { code: 'disabled', message: 'It is switched off' }
  const missing = providers.missingSetting(manifest.key)
  if (missing !== undefined) return { code: 'needs_key', message: `It needs ${missing.name}: ${missing.description}` }
  if (gate.rateLimitedUntil !== undefined) {
    return { code: 'rate_limited', message: 'It asked to be left alone for a while', until: gate.rateLimitedUntil }
  }
  if (gate.breakerOpenUntil !== undefined) {
    const message = `It failed ${gate.failures} times in a row and is left alone for a while`
    return { code: 'breaker_open', message, until: gate.breakerOpenUntil }
  }
  const { quota } = gate
  if (quota?.freeAt === undefined) return undefined
  return {
    code: 'rate_limited',
    message: `Its quota of ${quota.requests} requests is used up`,
    until: quota.freeAt,
  }
}

async function gateView({ clock, store }: StateContext, { key, budget }: ProviderManifest): Promise<ProviderGateView> {
  const { state } = await readGateState(store, key)
  const nowMs = clock.now()
  const calls = budget === undefined ? [] : state.calls.filter((at) => at > nowMs - budget.perMs)
  const left = budget === undefined ? 0 : Math.max(0, budget.requests - calls.length)
  const [oldest = nowMs] = calls
  return {
    failures: state.failures,
    ...(state.openUntilMs > nowMs ? { breakerOpenUntil: isoTime(state.openUntilMs) } : {}),
    ...(state.limitedUntilMs > nowMs ? { rateLimitedUntil: isoTime(state.limitedUntilMs) } : {}),
    ...(budget === undefined
      ? {}
      : {
          quota: {
            requests: budget.requests,
            perMs: budget.perMs,
            used: calls.length,
            left,
            ...(left > 0 ? {} : { freeAt: isoTime(oldest + budget.perMs) }),
          },
        }),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
