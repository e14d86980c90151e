import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askWay } from './ask.ts'
import { lifiAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { lifiStatus } from './status.ts'

/** LI.FI: one call of its contract on the source chain, through the exchanges and the bridge of the way. */
export const lifiAdapter: ProviderAdapter = {
  ...adaptOffers({
    offer: async (request, context) => {
      const answer = await askWay(request, context)
      return 'noRoute' in answer ? answer : toOffer(answer, request)
    },
    restore: (state) => stateSchema.safeParse(state).data,
    prepare,
  }),
  status: lifiStatus,
  assets: lifiAssets,
}
