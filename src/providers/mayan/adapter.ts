import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers, restoreYoung } from '../kit/offer.ts'
import { askOrder } from './ask.ts'
import { mayanAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { mayanStatus } from './status.ts'

/** Greatest age of a price at execute, in milliseconds: drivers do not fill orders that the market has left behind. */
const OLDEST_MS = 30_000

/** Mayan: the wallet places an order of Swift through the forwarder, and a driver fills it on the destination chain. */
export const mayanAdapter: ProviderAdapter = {
  ...adaptOffers({
    ask: askOrder,
    toOffer,
    restore: restoreYoung(stateSchema, OLDEST_MS),
    prepare,
  }),
  status: mayanStatus,
  assets: mayanAssets,
}
