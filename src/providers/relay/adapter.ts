import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askQuote } from './ask.ts'
import { relayAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { relayStatus } from './status.ts'

/** Relay: the wallet calls a contract on the source chain, and a solver pays out on the destination chain. */
export const relayAdapter: ProviderAdapter = {
  ...adaptOffers({ ask: askQuote, toOffer, restore: (state) => stateSchema.safeParse(state).data, prepare }),
  status: relayStatus,
  assets: relayAssets,
}
