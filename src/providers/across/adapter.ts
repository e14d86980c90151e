import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askQuote } from './ask.ts'
import { acrossAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { acrossStatus } from './status.ts'

/** Time that a call must still be good for when it is handed out, in milliseconds: for an approval and the call itself. */
const LEAST_LEFT_MS = 30_000

/** Across: the wallet calls a contract on the source chain, a relayer pays out on the destination chain. */
export const acrossAdapter: ProviderAdapter = {
  ...adaptOffers({
    offer: async (request, context) => {
      const answer = await askQuote(request, context)
      return 'noRoute' in answer ? answer : toOffer(answer, request, context)
    },
    restore: (state, nowMs) => {
      const kept = stateSchema.safeParse(state).data
      return kept === undefined || expiresSoon(kept.expiresAtMs, nowMs) ? undefined : kept
    },
    prepare,
  }),
  status: acrossStatus,
  assets: acrossAssets,
}

function expiresSoon(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs !== 0 && expiresAtMs < nowMs + LEAST_LEFT_MS
}
