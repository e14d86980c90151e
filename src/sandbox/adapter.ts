import type { NoRoute, Prepared, ProviderAdapter, ProviderLock, ProviderQuoteRequest } from '../providers/index.ts'
import { quoteRoute, type SandboxWorld, type Way } from './route-quote.ts'
import { statusAt } from './settlement.ts'
import { type SteeringEffect, steeringOf, steerPrepare } from './steering.ts'

/**
 * An adapter of the sandbox; the amount steers all of its methods.
 * @param wayOf how the provider would serve a request, or why it cannot
 */
export function createSandboxAdapter(
  world: SandboxWorld,
  wayOf: (world: SandboxWorld, request: ProviderQuoteRequest) => Way | NoRoute,
  prepare: (world: SandboxWorld, lock: ProviderLock, effect: SteeringEffect | undefined) => Prepared,
): ProviderAdapter {
  return {
    quote: (request, context) => quoteRoute(world, request, context, wayOf),
    prepare: async (lock) => {
      const effect = steeringOf(lock.amountText)
      steerPrepare(effect)
      return prepare(world, lock, effect)
    },
    status: async (request, context) => statusAt(world, request, context.clock.now()),
  }
}
