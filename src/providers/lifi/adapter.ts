import { z } from 'zod'
import { checkWalletCall, walletCallExec, walletCallSchema } from '../kit/evm-exec.ts'
import { sameOffer } from '../kit/offer.ts'
import { type Prepared, type ProviderAdapter, type ProviderContext, type ProviderLock } from '../contract.ts'
import { lifiAssets } from './assets.ts'
import type { LifiCall } from './call.ts'
import { askLifi } from './route.ts'
import { lifiStatus } from './status.ts'

/** LI.FI: one call of its contract on the source chain, through the exchanges and the bridge of the way. */
export const lifiAdapter: ProviderAdapter = {
  quote: async (request, context) => {
    const offer = await askLifi(request, context)
    return 'noRoute' in offer ? offer : { status: 'routes', routes: [offer.draft] }
  },
  prepare: async (lock, context) => prepare(lock, await callOf(lock, context)),
  status: lifiStatus,
  assets: lifiAssets,
}

const stateSchema = z.object({
  call: walletCallSchema,
  onTop: z.string(),
  quoteId: z.string(),
  tool: z.string(),
  transactionId: z.string().nullable(),
})

/** The call that the lock keeps or, where it was too long to keep, a new one of the same way that guarantees as much. */
async function callOf(lock: ProviderLock, context: ProviderContext): Promise<LifiCall> {
  const kept = stateSchema.safeParse(lock.state)
  if (kept.success) return kept.data
  return sameOffer(lock, await askLifi({ ...lock, forLock: true }, context))
}

function prepare(lock: ProviderLock, locked: LifiCall): Prepared {
  const { call, onTop, quoteId, tool, transactionId } = locked
  checkWalletCall(call, { ...lock, onTop: BigInt(onTop) })
  const { src, dst } = lock
  const sameChain = src.chain.key === dst.chain.key
  return {
    exec: walletCallExec(call, lock, {
      type: sameChain ? 'swap' : 'bridge',
      description: sameChain
        ? `Swap ${src.asset.symbol} for ${dst.asset.symbol}`
        : `Send ${src.asset.symbol} to ${dst.chain.name} as ${dst.asset.symbol}`,
      meta: { providerQuoteId: quoteId, tool },
    }),
    providerResult: {
      ...(transactionId === null ? {} : { requestId: transactionId }),
      execution: 'client',
      status: 'awaiting_deposit',
    },
    tracking: { transactionId, tool, depositor: lock.depositor },
    needsHash: transactionId === null,
  }
}
