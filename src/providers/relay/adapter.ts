import * as z from 'zod'
import { checkWalletCall, walletCallExec, walletCallSchema } from '../kit/evm-exec.ts'
import { sameOffer } from '../kit/offer.ts'
import { type Prepared, type ProviderAdapter, type ProviderContext, type ProviderLock } from '../contract.ts'
import { relayAssets } from './assets.ts'
import type { RelayCall } from './call.ts'
import { askRelay } from './route.ts'
import { relayStatus } from './status.ts'

/** Relay: the wallet calls a contract on the source chain, a solver pays out on the destination chain. */
export const relayAdapter: ProviderAdapter = {
  quote: async (request, context) => {
    const offer = await askRelay(request, context)
    return 'noRoute' in offer ? offer : { status: 'routes', routes: [offer.draft] }
  },
  prepare: async (lock, context) => prepare(lock, await callOf(lock, context)),
  status: relayStatus,
  assets: relayAssets,
}

const stateSchema = z.object({ requestId: z.string(), call: walletCallSchema })

/** The call that the lock keeps or, where it was too long to keep, a new one that guarantees as much. */
async function callOf(lock: ProviderLock, context: ProviderContext): Promise<RelayCall> {
  const kept = stateSchema.safeParse(lock.state)
  if (kept.success) return kept.data
  return sameOffer(lock, await askRelay({ ...lock, forLock: true }, context))
}

function prepare(lock: ProviderLock, { requestId, call }: RelayCall): Prepared {
  checkWalletCall(call, lock)
  const { src, dst } = lock
  const sameChain = src.chain.key === dst.chain.key
  return {
    exec: walletCallExec(call, lock, {
      type: sameChain ? 'swap' : 'bridge',
      description: sameChain
        ? `Swap ${src.asset.symbol} for ${dst.asset.symbol}`
        : `Send ${src.asset.symbol} to Relay, which pays ${dst.asset.symbol} on ${dst.chain.name}`,
      meta: { providerQuoteId: requestId },
    }),
    providerResult: { requestId, execution: 'client', status: 'awaiting_deposit' },
    tracking: { requestId },
    needsHash: false,
  }
}
