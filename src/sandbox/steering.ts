import type { Clock } from '../core/ports.ts'
import { ProviderError } from '../providers/index.ts'

/** How long a steered provider takes to quote, in milliseconds. */
const SLOW_QUOTE_MS = 3_000
/** How long a steered provider asks to wait, in seconds. */
const RETRY_AFTER_SEC = 30

/** Effects that the decimals of an amount have in the sandbox. */
export const SANDBOX_STEERING = [
  { decimals: '0404', effect: 'no_route', happens: 'No provider has a route' },
  { decimals: '0409', effect: 'unavailable_at_lock', happens: 'The provider no longer offers the route at lock (409)' },
  {
    decimals: '0410',
    effect: 'one_unavailable_at_lock',
    happens: 'Only `SANDBOX_INTENTS` no longer offers it at lock (409)',
  },
  {
    decimals: '0502',
    effect: 'bad_gateway_at_lock',
    happens: 'The provider returns an unusable response at lock (502)',
  },
  { decimals: '0503', effect: 'unreachable_at_execute', happens: 'The provider cannot be reached at execute (503)' },
  {
    decimals: '0429',
    effect: 'rate_limited',
    happens: `Every provider limits the rate of requests, for ${RETRY_AFTER_SEC} s`,
  },
  { decimals: '0060', effect: 'fails', happens: 'The swap ends FAILED after the deposit' },
  { decimals: '0070', effect: 'refunds', happens: 'The swap ends REFUND' },
  { decimals: '0080', effect: 'never_settles', happens: 'The swap never settles' },
  { decimals: '0090', effect: 'price_moves', happens: 'The price moves 1 % against you between quote and lock' },
  { decimals: '0100', effect: 'slow', happens: `Every provider takes ${SLOW_QUOTE_MS / 1000} s to quote` },
] as const

/** Name of an effect. */
export type SteeringEffect = (typeof SANDBOX_STEERING)[number]['effect']

/** The effect of an amount, whose decimals must be exactly those of the table. */
export function steeringOf(amountText: string): SteeringEffect | undefined {
  const point = amountText.indexOf('.')
  if (point < 0) return undefined
  const decimals = amountText.slice(point + 1)
  return SANDBOX_STEERING.find((row) => row.decimals === decimals)?.effect
}

/** Applies the effect on a quote. @throws ProviderError rate_limited, unavailable, bad_response */
export async function steerQuote(
  effect: SteeringEffect | undefined,
  forLock: boolean,
  context: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  if (effect === 'slow') await context.clock.sleep(SLOW_QUOTE_MS, context.signal)
  if (effect === 'rate_limited') {
    throw new ProviderError('rate_limited', 'The sandbox provider limits the rate of requests', {
      retryAfterSec: RETRY_AFTER_SEC,
    })
  }
  if (!forLock) return
  if (effect === 'unavailable_at_lock') {
    throw new ProviderError('unavailable', 'The sandbox provider no longer offers the route')
  }
  if (effect === 'bad_gateway_at_lock') {
    throw new ProviderError('bad_response', 'The sandbox provider returned an unusable quote')
  }
}

/** Applies the effect on the lock of one provider. @param name of its routes @throws ProviderError unavailable */
export function steerLock(effect: SteeringEffect | undefined, name: string): void {
  if (effect !== 'one_unavailable_at_lock' || name !== 'intents') return
  throw new ProviderError('unavailable', 'This sandbox provider no longer offers the route')
}

/** Applies the effect on execute. @throws ProviderError unreachable */
export function steerPrepare(effect: SteeringEffect | undefined): void {
  if (effect !== 'unreachable_at_execute') return
  throw new ProviderError('unreachable', 'The sandbox provider cannot be reached', { retryAfterSec: 5 })
}

/** True for the name of an effect. */
export function isSteeringEffect(text: unknown): text is SteeringEffect {
  return SANDBOX_STEERING.some((row) => row.effect === text)
}
