import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askWay } from './ask.ts'
import { lifiAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { lifiStatus } from './status.ts'

/** LI.FI: one call of its contract on the source chain, through exchanges and a bridge. */
export const lifiAdapter: ProviderAdapter = {
  ...adaptOffers({ ask: askWay, toOffer, restore: (state) => stateSchema.safeParse(state).data, prepare }),
  status: lifiStatus,
  assets: lifiAssets,
}
