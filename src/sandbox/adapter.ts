import type { Prepared, ProviderAdapter, ProviderLock } from '../providers/index.ts'
import { type PlanRoute, type PricedWorld, quoteRoute, type SandboxWorld } from './route-quote.ts'
import { statusAt } from './settlement.ts'
import { type SteeringEffect, steeringOf, steerPrepare } from './steering.ts'

/** An adapter of the sandbox; the amount steers all of its methods. */
export function createSandboxAdapter(
  world: PricedWorld,
  planRoute: PlanRoute,
  prepare: (world: SandboxWorld, lock: ProviderLock, effect: SteeringEffect | undefined) => Prepared,
): ProviderAdapter {
  return {
    quote: (request, context) => quoteRoute(world, request, context, planRoute),
    prepare: async (lock) => {
      const effect = steeringOf(lock.amountText)
      steerPrepare(effect)
      return prepare(world, lock, effect)
    },
    status: async (request, context) => statusAt(world, request, context.clock.now()),
  }
}
