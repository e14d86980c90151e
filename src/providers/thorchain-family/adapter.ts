import type { ProviderAdapter } from '../contract.ts'
import { assetsOfFamily } from './assets.ts'
import type { FamilyNetwork } from './network.ts'
import { prepareFamily } from './call.ts'
import { quoteFamily } from './route.ts'
import { statusOfFamily } from './status.ts'

/** The adapter of one network of the family. */
export function createFamilyAdapter(network: FamilyNetwork): ProviderAdapter {
  return {
    quote: (request, context) => quoteFamily(network, request, context),
    prepare: (lock, context) => prepareFamily(network, lock, context),
    status: (request, context) => statusOfFamily(network, request, context),
    assets: (context, chains) => assetsOfFamily(network, context, chains),
  }
}
