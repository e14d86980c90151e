import { SwapError } from '../core/api/errors.ts'
import { defineProvider, type Provider } from '../providers/index.ts'
import { SANDBOX_BRIDGE, SANDBOX_DEPOSIT, SANDBOX_DEX, SANDBOX_INTENTS } from './manifests.ts'
import { createSandboxMarket } from './market.ts'
import type { PricedWorld, SandboxWorld } from './route-quote.ts'

export { createSandboxMarket, pricedSymbols } from './market.ts'
export type { SandboxWorld } from './route-quote.ts'
export { SANDBOX_STEERING, type SteeringEffect } from './steering.ts'

/**
 * The providers of the sandbox: one of each kind, deterministic, without I/O.
 * @throws CONFIG_INVALID unless the seed is a whole number and the speed is greater than 0
 */
export function createSandboxProviders(world: SandboxWorld): readonly Provider[] {
  if (!Number.isSafeInteger(world.seed))
    throw new SwapError('CONFIG_INVALID', 'The sandbox seed must be a whole number')
  if (!(world.speed > 0 && Number.isFinite(world.speed))) {
    throw new SwapError('CONFIG_INVALID', 'The sandbox speed must be a number greater than 0')
  }
  const priced: PricedWorld = { ...world, price: createSandboxMarket(world.seed) }
  const clients = () => import('./client-adapters.ts')
  const deposits = () => import('./deposit-adapters.ts')
  return [
    defineProvider({ manifest: SANDBOX_BRIDGE, load: async () => (await clients()).createBridgeAdapter(priced) }),
    defineProvider({ manifest: SANDBOX_DEX, load: async () => (await clients()).createDexAdapter(priced) }),
    defineProvider({ manifest: SANDBOX_DEPOSIT, load: async () => (await deposits()).createDepositAdapter(priced) }),
    defineProvider({ manifest: SANDBOX_INTENTS, load: async () => (await deposits()).createIntentsAdapter(priced) }),
  ]
}
