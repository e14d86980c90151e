import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { askQuote } from './ask.ts'
import { acrossAssets } from './assets.ts'
import { prepare, stateSchema } from './call.ts'
import { toOffer } from './route.ts'
import { acrossStatus } from './status.ts'

/** Least time, in milliseconds, that a call must remain valid when execute returns it: for an approval and the call itself. */
const LEAST_LEFT_MS = 30_000

/** Across: the wallet calls a contract on the source chain, and a relayer fills the deposit on the destination chain. */
export const acrossAdapter: ProviderAdapter = {
  ...adaptOffers({
    ask: askQuote,
    toOffer,
    restore: (state, nowMs) => {
      const stored = stateSchema.safeParse(state).data
      return stored === undefined || expiresSoon(stored.expiresAtMs, nowMs) ? undefined : stored
    },
    prepare,
  }),
  status: acrossStatus,
  assets: acrossAssets,
}

function expiresSoon(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs !== 0 && expiresAtMs < nowMs + LEAST_LEFT_MS
}
