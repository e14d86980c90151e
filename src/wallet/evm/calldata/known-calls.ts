import type { KnownCall } from './call-types.ts'
import { AGGREGATOR_CALLS } from './aggregators.ts'
import { BRIDGE_CALLS } from './bridges.ts'
import { LIFI_CALLS } from './lifi.ts'
import { MAYAN_CALLS } from './mayan.ts'
import { RELAY_CALLS } from './relay.ts'
import { SIGNED_ORDER_CALLS } from './signed-orders.ts'
import { SYMBIOSIS_CALLS } from './symbiosis.ts'
import { UNISWAP_CALLS } from './uniswap.ts'
import { UNIVERSAL_ROUTER_CALLS } from './universal-router.ts'

/** Every function that is read, by the contract that has it; some contracts share the names of functions. */
export const KNOWN_CALLS: readonly KnownCall[] = [
  ...UNISWAP_CALLS,
  ...UNIVERSAL_ROUTER_CALLS,
  ...AGGREGATOR_CALLS,
  ...LIFI_CALLS,
  ...RELAY_CALLS,
  ...BRIDGE_CALLS,
  ...MAYAN_CALLS,
  ...SIGNED_ORDER_CALLS,
  ...SYMBIOSIS_CALLS,
]
