import type { Deadline } from '../../core/deadline.ts'
import { defined } from '../../core/defined.ts'
import { causeCode } from '../../core/error-code.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { ProviderError, type ProviderManifest, type ProviderPing } from '../../providers/index.ts'
import { type ConnectionProblem, connectionProblem, StatedRefusal } from './connection-problem.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderState } from './states.ts'
import type { ServiceContext } from '../context.ts'

type CheckContext = Pick<ServiceContext, 'clock' | 'connections' | 'setting'>

/** Result of checking a provider. */
export interface ProviderCheck {
  readonly key: string
  /** `skipped`: no request was sent; `message` says why. */
  readonly result: 'ok' | 'failed' | 'skipped'
  /** Time until the response was read, in milliseconds. */
  readonly ms?: number
  readonly problem?: ConnectionProblem['code']
  /** Code of the system's error behind it, such as `ENOTFOUND`. */
  readonly systemCode?: string
  readonly message?: string
  /** What the user can do. */
  readonly next?: string
  /** ISO 8601 time until which no request is sent. */
  readonly until?: string
}

/**
 * Sends a provider one cheap request. It bypasses the circuit breaker and respects the quota.
 * @param deadlineMs longest time, in milliseconds
 */
export async function checkProvider(
  context: CheckContext,
  manifest: ProviderManifest,
  { reason }: Pick<ProviderState, 'reason'>,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<ProviderCheck> {
  const { key, ping: declared, baseUrl } = manifest
  const ping = typeof declared === 'function' ? declared((name) => context.setting(key, name)) : declared
  if (reason !== undefined && reason.code !== 'breaker_open') {
    const { code, message, until } = reason
    const next = code === 'disabled' ? `swapcli providers enable ${key}` : `swapcli providers show ${key}`
    return { key, result: 'skipped', message, ...(until === undefined ? { next } : { until }) }
  }
  if (manifest.asksNodes === true) {
    return { key, result: 'skipped', message: 'It has no API: it uses the RPC of the chain' }
  }
  if (baseUrl === undefined) return { key, result: 'ok', ms: 0 }
  if (ping === undefined) return { key, result: 'skipped', message: 'It declares no cheap request to check it with' }
  const startMs = monotonicMs(context.clock)
  try {
    await withDeadline(context.clock, deadlineMs, signal, 'The check was interrupted', (stop, hold) =>
      sendPing(context, manifest, ping, stop, hold),
    )
    return { key, result: 'ok', ms: monotonicMs(context.clock) - startMs }
  } catch (error) {
    const { code, message, next } = connectionProblem(error, manifest)
    return {
      key,
      result: 'failed',
      ms: monotonicMs(context.clock) - startMs,
      problem: code,
      message,
      next,
      ...defined({ systemCode: causeCode(error) }),
    }
  }
}

async function sendPing(
  context: CheckContext,
  manifest: ProviderManifest,
  { path, baseUrl, query, key, refusals, maxBytes, outsideBudget }: ProviderPing,
  signal: AbortSignal,
  hold: Deadline['hold'],
): Promise<void> {
  const value = key === undefined ? '' : (context.setting(manifest.key, key.setting) ?? '')
  const reply = await context.connections.http(manifest, signal, { hold, probe: true }).request({
    method: 'GET',
    path,
    // No retry: the check reports the state right now.
    readOnly: false,
    ...defined({
      baseUrl,
      query,
      headers: key === undefined || value === '' ? undefined : { [key.header]: `${key.prefix ?? ''}${value}` },
      maxBytes,
      outsideBudget,
      acceptStatuses: refusals === undefined ? undefined : [...refusals.keys()],
    }),
  })
  if (reply.status >= 200 && reply.status < 300) return
  const refusal = refusals?.get(reply.status)
  if (refusal !== undefined) {
    throw new ProviderError('unavailable', refusal, { cause: new StatedRefusal(reply.status) })
  }
  throw new ProviderError('bad_response', `It responded with the unexpected status ${reply.status}`)
}
