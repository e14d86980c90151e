import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers, restoreYoung } from '../kit/offer.ts'
import { askSwap } from './ask.ts'
import { symbiosisAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { symbiosisStatus } from './status.ts'

/** Greatest age of a call at execute, in milliseconds: others take quotes for valid this long, too. */
const OLDEST_MS = 30_000

/** Symbiosis: one call of its router on the source chain, which pays out on the other chain by itself. */
export const symbiosisAdapter: ProviderAdapter = {
  ...adaptOffers({
    ask: askSwap,
    toOffer,
    restore: restoreYoung(stateSchema, OLDEST_MS),
    prepare,
  }),
  status: symbiosisStatus,
  assets: symbiosisAssets,
}
