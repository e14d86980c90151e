import { z } from 'zod'
import { walletCallExec, walletCallSchema } from '../kit/evm-exec.ts'
import { sameOffer } from '../kit/offer.ts'
import { type Prepared, type ProviderAdapter, type ProviderContext, type ProviderLock } from '../contract.ts'
import { acrossAssets } from './assets.ts'
import { type AcrossLocked, askAcross } from './route.ts'
import { acrossStatus } from './status.ts'

/** Time that a call must still be good for when it is handed out, in milliseconds: for an approval and the call itself. */
const LEAST_LEFT_MS = 30_000

/** Across: the wallet calls a contract on the source chain, a relayer pays out on the destination chain. */
export const acrossAdapter: ProviderAdapter = {
  quote: async (request, context) => {
    const offer = await askAcross(request, context)
    return 'noRoute' in offer ? offer : { status: 'routes', routes: [offer.draft] }
  },
  prepare: async (lock, context) => prepare(lock, await lockedCall(lock, context)),
  status: acrossStatus,
  assets: acrossAssets,
}

const stateSchema = z.object({
  quoteId: z.string(),
  call: walletCallSchema,
  expiresAtMs: z.number(),
  bridged: z.string(),
})

/** The call that the lock keeps or, where that runs out too soon, a new one that guarantees as much. */
async function lockedCall(lock: ProviderLock, context: ProviderContext): Promise<AcrossLocked> {
  const kept = stateSchema.safeParse(lock.state)
  if (kept.success && lasts(kept.data.expiresAtMs, context.clock.now())) return kept.data
  return sameOffer(lock, await askAcross({ ...lock, forLock: true }, context))
}

function lasts(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs === 0 || expiresAtMs >= nowMs + LEAST_LEFT_MS
}

function prepare(lock: ProviderLock, { call, quoteId, bridged }: AcrossLocked): Prepared {
  const { src, dst } = lock
  return {
    exec: walletCallExec(call, lock, {
      type: 'bridge',
      description: `Send ${src.asset.symbol} to Across, whose relayer pays ${dst.asset.symbol} on ${dst.chain.name}`,
      meta: { providerQuoteId: quoteId },
    }),
    providerResult: { requestId: quoteId, execution: 'client', status: 'awaiting_deposit' },
    tracking: { bridged, depositor: lock.depositor, amountIn: lock.amountIn.toString() },
    needsHash: true,
  }
}
