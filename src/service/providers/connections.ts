import { providerVariable } from '../../core/provider-variable.ts'
import type { Deadline } from '../../core/deadline.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import type { Clock, HttpFetch, PooledHttp } from '../../core/ports.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import type { Gates } from './gate.ts'
import { takesKey } from './takes-key.ts'
import type { ProviderHttpParts } from './http.ts'
import type { Latency, LatencyLog } from './latency.ts'

interface ConnectionParts {
  readonly clock: Clock
  readonly store: Pick<Store, 'documents' | 'shared' | 'hints'>
  readonly userAgent: string
  /** A number from 0 to below 1, for the jitter of retries. */
  readonly random: () => number
  /** Opens the connection pool, on the first request. */
  readonly openHttp: () => Promise<PooledHttp>
  setting(providerKey: string, name: string): string | undefined
}

interface CallingOptions {
  /** Stops the deadline of the call while it waits on this side. @default all time counts */
  readonly hold?: Deadline['hold']
  /** When what the call is for was begun, in epoch milliseconds. @default with its request */
  readonly begunAtMs?: number | undefined
  /** The longest time for a call that another host can answer too, in milliseconds. @default that of the call */
  readonly hostMs?: () => number
  /** True to bypass the circuit breaker. @default false */
  readonly probe?: boolean
}

/** The connections of a service to its providers. */
export interface ProviderConnections {
  http(manifest: ProviderManifest, signal: AbortSignal, options?: CallingOptions): ProviderHttp
  /** Latency of the newest responses, by provider; probes do not count. */
  latencies(): Promise<ReadonlyMap<string, Latency>>
  close(): Promise<void>
}

export function createProviderConnections(parts: ConnectionParts): ProviderConnections {
  let pool: Promise<PooledHttp> | undefined
  let log: Promise<LatencyLog> | undefined
  const openLog = (): Promise<LatencyLog> =>
    (log ??= import('./latency.ts').then(({ createLatencyLog }) => createLatencyLog(parts.store)))
  let opened: Opened | undefined
  let opening: Promise<Opened> | undefined
  // Loaded on the first request: the sandbox sends none.
  const load = async (): Promise<Opened> => {
    pool ??= parts.openHttp()
    const [{ createProviderHttp }, { createGates }, latencyLog, { fetch }] = await Promise.all([
      import('./http.ts'),
      import('./gate.ts'),
      openLog(),
      pool,
    ])
    return (opened = { createProviderHttp, gates: createGates(parts.store, parts.clock), latencyLog, fetch })
  }
  const open = async (hold: Deadline['hold']): Promise<Opened> => {
    const release = hold()
    try {
      return await (opening ??= load())
    } finally {
      release()
    }
  }
  return {
    http: (manifest, signal, { hold = HOLDS_NOTHING, begunAtMs, hostMs, probe = false } = {}) => {
      const override = parts.setting(manifest.key, 'URL')
      const stated = override ?? manifest.baseUrl
      if (stated === undefined) return OFFLINE
      const baseUrl = checkBaseUrl(manifest.key, stated)
      const create = ({ createProviderHttp, gates, latencyLog, fetch }: Opened) =>
        createProviderHttp({
          clock: parts.clock,
          fetch,
          random: parts.random,
          baseUrl,
          overridden: override !== undefined,
          takesKey: takesKey(manifest),
          hosts: new Set(manifest.hosts),
          userAgent: parts.userAgent,
          gate: gates.of(manifest, probe),
          signal,
          hold,
          begunAtMs,
          hostMs,
          onAnswer: (ms) => (probe ? undefined : latencyLog.note(manifest.key, ms)),
        })
      if (opened !== undefined) return create(opened)
      return { request: async (call) => create(await open(hold)).request(call) }
    },
    latencies: async () => (await openLog()).read(),
    close: async () => {
      await opened?.gates.settle()
      await (await log)?.save()
      await (await pool)?.close()
    },
  }
}

/** What requests need, once it is loaded. */
interface Opened {
  readonly createProviderHttp: (parts: ProviderHttpParts) => ProviderHttp
  readonly gates: Gates
  readonly latencyLog: LatencyLog
  readonly fetch: HttpFetch
}

const HOLDS_NOTHING: Deadline['hold'] = () => () => undefined

/** For providers without an API, such as those of the sandbox. */
const OFFLINE: ProviderHttp = {
  request: () => Promise.reject(new Error('the adapter used HTTP, but its manifest has no base URL')),
}

/** @throws ProviderError unavailable when the setting is not a base URL */
function checkBaseUrl(providerKey: string, text: string): string {
  if (!isSafeBaseUrl(text)) {
    throw new ProviderError(
      'unavailable',
      `${providerVariable({ provider: providerKey, name: 'URL' })} must be an https URL without a query (http only on this machine)`,
    )
  }
  return new URL(text).href.replace(/\/$/, '')
}
