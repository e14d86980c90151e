import { providerVariable } from '../../core/provider-variable.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import type { Clock, HttpFetch, PooledHttp } from '../../core/ports.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import type { Latency, LatencyLog } from './latency.ts'

interface ConnectionParts {
  readonly clock: Clock
  readonly store: Pick<Store, 'documents'>
  readonly userAgent: string
  /** A number from 0 to below 1, for the jitter of retries. */
  readonly random: () => number
  /** Opens the connection pool, on the first request. */
  readonly openHttp: () => Promise<PooledHttp>
  setting(providerKey: string, name: string): string | undefined
}

/** The connections of a service to its providers. */
export interface ProviderConnections {
  /** @param probe true to bypass the circuit breaker; @default false */
  http(manifest: ProviderManifest, signal: AbortSignal, probe?: boolean): ProviderHttp
  /** Latency of the newest responses, by provider; probes do not count. */
  latencies(): Promise<ReadonlyMap<string, Latency>>
  close(): Promise<void>
}

export function createProviderConnections(parts: ConnectionParts): ProviderConnections {
  let pool: Promise<PooledHttp> | undefined
  const fetch = async (): Promise<HttpFetch> => {
    pool ??= parts.openHttp()
    return (await pool).fetch
  }
  let log: Promise<LatencyLog> | undefined
  const openLog = (): Promise<LatencyLog> =>
    (log ??= import('./latency.ts').then(({ createLatencyLog }) => createLatencyLog(parts.store)))
  return {
    http: (manifest, signal, probe = false) => {
      const override = parts.setting(manifest.key, 'URL')
      const stated = override ?? manifest.baseUrl
      if (stated === undefined) return OFFLINE
      const baseUrl = checkBaseUrl(manifest.key, stated)
      const open = async () => {
        // Loaded on the first request: the sandbox sends none.
        const [{ createProviderHttp }, { createProviderGate }, latencyLog] = await Promise.all([
          import('./http.ts'),
          import('./gate.ts'),
          openLog(),
        ])
        return createProviderHttp({
          clock: parts.clock,
          fetch,
          random: parts.random,
          baseUrl,
          overridden: override !== undefined,
          hosts: new Set(manifest.hosts),
          userAgent: parts.userAgent,
          gate: createProviderGate({
            clock: parts.clock,
            store: parts.store,
            providerKey: manifest.key,
            budget: manifest.budget,
            probe,
          }),
          signal,
          onAnswer: (ms) => (probe ? undefined : latencyLog.note(manifest.key, ms)),
        })
      }
      return { request: async (call) => (await open()).request(call) }
    },
    latencies: async () => (await openLog()).read(),
    close: async () => {
      await (await log)?.save()
      await (await pool)?.close()
    },
  }
}

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
