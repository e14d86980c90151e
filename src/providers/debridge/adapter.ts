import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers, restoreYoung } from '../kit/offer.ts'
import { askOrder } from './ask.ts'
import { debridgeAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { debridgeStatus } from './status.ts'

/**
 * Greatest age of an order's terms at execute, in milliseconds. They should be signed within half a minute: solvers do not
 * fill orders that the market has left behind, and then only the depositor can cancel them.
 */
const OLDEST_MS = 10_000

/** deBridge: the wallet deposits for an order on the source chain, and a solver fills it on the destination chain. */
export const debridgeAdapter: ProviderAdapter = {
  ...adaptOffers({
    ask: askOrder,
    toOffer,
    restore: restoreYoung(stateSchema, OLDEST_MS),
    prepare,
  }),
  status: debridgeStatus,
  assets: debridgeAssets,
}
