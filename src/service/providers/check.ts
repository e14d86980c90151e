import { ProviderError, type ProviderManifest, type ProviderPing } from '../../providers/index.ts'
import { type ConnectionProblem, connectionProblem } from './connection-problem.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderState } from './states.ts'
import type { ServiceContext } from '../context.ts'

type CheckContext = Pick<ServiceContext, 'clock' | 'connections' | 'setting'>

/** How asking a provider went. */
export interface ProviderCheck {
  readonly key: string
  /** `skipped`: it was not asked, and `message` says why. */
  readonly result: 'ok' | 'failed' | 'skipped'
  /** Milliseconds until its answer was read. */
  readonly ms?: number
  readonly problem?: ConnectionProblem['code']
  readonly message?: string
  /** What to do. */
  readonly next?: string
  /** ISO 8601 time until which it wants to be left alone. */
  readonly until?: string
}

/**
 * Asks one provider for something cheap, once. Its circuit breaker lets the call through; its quota does not.
 * @param deadlineMs milliseconds
 */
export async function checkProvider(
  context: CheckContext,
  manifest: ProviderManifest,
  { reason }: Pick<ProviderState, 'reason'>,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<ProviderCheck> {
  const { key, ping, baseUrl } = manifest
  if (reason !== undefined && reason.code !== 'breaker_open') {
    const { code, message, until } = reason
    const next = code === 'disabled' ? `swapcli providers enable ${key}` : `swapcli providers show ${key}`
    return { key, result: 'skipped', message, ...(until === undefined ? { next } : { until }) }
  }
  if (manifest.asksNodes === true) {
    return { key, result: 'skipped', message: 'It has no API: it asks the node of the chain that is swapped on' }
  }
  if (baseUrl === undefined) return { key, result: 'ok', ms: 0 }
  if (ping === undefined) return { key, result: 'skipped', message: 'It declares nothing cheap to ask for' }
  const startMs = context.clock.now()
  try {
    await withDeadline(context.clock, deadlineMs, signal, 'The check was interrupted', (stop) =>
      ask(context, manifest, ping, stop),
    )
    return { key, result: 'ok', ms: context.clock.now() - startMs }
  } catch (error) {
    const { code, message, next } = connectionProblem(error)
    return { key, result: 'failed', ms: context.clock.now() - startMs, problem: code, message, next }
  }
}

async function ask(
  context: CheckContext,
  manifest: ProviderManifest,
  { path, baseUrl, query, key, maxBytes, outsideBudget }: ProviderPing,
  signal: AbortSignal,
): Promise<void> {
  const value = key === undefined ? '' : (context.setting(manifest.key, key.setting) ?? '')
  const reply = await context.connections.http(manifest, signal, true).request({
    method: 'GET',
    path,
    // Asked once: what went wrong now is the answer.
    readOnly: false,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(query === undefined ? {} : { query }),
    ...(key === undefined || value === '' ? {} : { headers: { [key.header]: `${key.prefix ?? ''}${value}` } }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(outsideBudget === undefined ? {} : { outsideBudget }),
  })
  if (reply.status >= 200 && reply.status < 300) return
  throw new ProviderError('bad_response', `It answered ${reply.status} where an answer was expected`)
}
