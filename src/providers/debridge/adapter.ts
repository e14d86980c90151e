import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askOrder } from './ask.ts'
import { debridgeAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { debridgeStatus } from './status.ts'

/**
 * How old an order's terms may be when they are handed out, in milliseconds. They should be signed within half a minute:
 * solvers leave orders that the market has left behind, and then only the depositor can cancel them.
 */
const OLDEST_MS = 10_000

/** deBridge: the wallet deposits for an order on the source chain, a solver fills it on the destination chain. */
export const debridgeAdapter: ProviderAdapter = {
  ...adaptOffers({
    offer: async (request, context) => {
      const answer = await askOrder(request, context)
      return 'noRoute' in answer ? answer : toOffer(answer, request, context)
    },
    restore: (state, nowMs) => {
      const kept = stateSchema.safeParse(state).data
      return kept === undefined || nowMs - kept.quotedAtMs > OLDEST_MS ? undefined : kept
    },
    prepare,
  }),
  status: debridgeStatus,
  assets: debridgeAssets,
}
