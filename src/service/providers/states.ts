import { defined } from '../../core/defined.ts'
import type { Delivery, SourceType } from '../../core/api/documents.ts'
import { END_STATUSES } from '../../core/delivery/outcomes.ts'
import type { ObstacleCode } from '../../core/text/availability.ts'
import type { ProviderManifest, RateBudget } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { createGateNotes, type GateNotes, type GateState, stateAt } from './gate-notes.ts'
import type { Latency } from './latency.ts'
import type { ServiceContext } from '../context.ts'
import { statsOf } from '../track/history.ts'

type StateContext = Pick<ServiceContext, 'clock' | 'store' | 'providers' | 'connections' | 'setting' | 'readDeliveries'>

/** What is known about a provider without a request to it. */
export interface ProviderState {
  readonly key: string
  readonly name: string
  readonly type: SourceType
  /** In the API's list of sources. */
  readonly active: boolean
  /** Not disabled. */
  readonly enabled: boolean
  /** Requests may be sent now. */
  readonly ready: boolean
  /** Why it is not ready. */
  readonly reason?: ProviderObstacle
  readonly hosts: readonly string[]
  /** "" for a provider without an API. */
  readonly baseUrl: string
  readonly docs: string
  readonly settings: readonly ProviderSettingState[]
  readonly gate: GateDocument
  /** Latency of its newest responses; absent before the first. */
  readonly latency?: Latency
  /** Swaps in the local store that reached a final state. */
  readonly record: { readonly finished: number; readonly success: number }
  /** What it promised and delivered in the newest of them; absent before the first. */
  readonly delivery?: Delivery
}

interface ProviderObstacle {
  readonly code: ObstacleCode
  /** The reason, in one sentence. */
  readonly message: string
  /** ISO 8601 time at which it ends. */
  readonly until?: string
}

interface ProviderSettingState {
  readonly name: string
  readonly required: boolean
  readonly secret: boolean
  /** True when it has a value; the value itself is never shown. */
  readonly set: boolean
  readonly description: string
}

interface GateDocument {
  /** Consecutive failures. */
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
    /** ISO 8601 time at which the oldest call leaves the window, when the quota is used up. */
    readonly freeAt?: string
  }
}

/** The state of every provider of the service, in its order. */
export async function readProviderStates(context: StateContext): Promise<readonly ProviderState[]> {
  const { byProvider, deliveries = [] } = await statsOf(context, { statuses: END_STATUSES })
  const notes = createGateNotes(context.store, context.clock)
  const latencies = await context.connections.latencies()
  const records = new Map(byProvider.map(({ provider, total, success }) => [provider, { finished: total, success }]))
  return Promise.all(
    context.providers.manifests.map(async (manifest) => {
      const { key, name, type, hosts, docs, baseUrl = '' } = manifest
      const gate = await gateDocument(context, notes, manifest)
      const reason = findObstacle(context, manifest, gate)
      const active = context.providers.active.includes(manifest)
      return {
        key,
        name,
        type,
        active,
        enabled: active,
        ready: reason === undefined,
        ...defined({ reason, latency: latencies.get(key) }),
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
        record: records.get(key) ?? { finished: 0, success: 0 },
        ...defined({ delivery: deliveries.find(({ provider }) => provider === key) }),
      }
    }),
  )
}

/** Why no request may be sent to a provider now; undefined when one may. */
function findObstacle(
  { providers }: StateContext,
  manifest: ProviderManifest,
  gate: GateDocument,
): ProviderObstacle | undefined {
  if (!providers.active.includes(manifest)) return { code: 'disabled', message: 'It is disabled' }
  if (manifest.cannotSign !== undefined) return { code: 'cannot_sign', message: manifest.cannotSign }
  const missing = providers.missingKey(manifest.key)
  if (missing !== undefined) return { code: 'needs_key', message: missing }
  if (gate.rateLimitedUntil !== undefined) {
    return { code: 'rate_limited', message: 'It limited the rate of requests', until: gate.rateLimitedUntil }
  }
  if (gate.breakerOpenUntil !== undefined) {
    const message = `It failed ${gate.failures} times in a row and is paused`
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

async function gateDocument(
  { clock, store }: Pick<StateContext, 'clock' | 'store'>,
  notes: GateNotes,
  { key, budget }: ProviderManifest,
): Promise<GateDocument> {
  const nowMs = clock.now()
  const state = stateAt((await notes.read(key)).state, nowMs, budget)
  const future = (ms: number) => (ms > 0 ? new Date(ms).toISOString() : undefined)
  const until = { breakerOpenUntil: future(state.openUntilMs), rateLimitedUntil: future(state.limitedUntilMs) }
  const quota = budget && quotaOf(nowMs, await usedOf(store, key, budget, nowMs, state), budget)
  return { failures: state.failures, ...defined({ ...until, quota }) }
}

/** How much of a budget is used, and in how many milliseconds the first of it leaves the window. */
async function usedOf(
  { shared }: Pick<Store, 'shared'>,
  key: string,
  budget: RateBudget,
  nowMs: number,
  { calls }: Pick<GateState, 'calls'>,
): Promise<{ readonly total: number; readonly freeInMs: number }> {
  if (shared !== undefined) return shared.callsOf(key, budget)
  return { total: calls.length, freeInMs: (calls[0] ?? nowMs) + budget.perMs - nowMs }
}

function quotaOf(
  nowMs: number,
  { total, freeInMs }: { readonly total: number; readonly freeInMs: number },
  { requests, perMs }: RateBudget,
): GateDocument['quota'] {
  const left = Math.max(0, requests - total)
  const freeAt = left > 0 ? undefined : new Date(nowMs + freeInMs).toISOString()
  return { requests, perMs, used: total, left, ...defined({ freeAt }) }
}
