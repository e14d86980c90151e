import { z } from 'zod'
import { walletCallExec, walletCallSchema } from '../kit/evm-exec.ts'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
} from '../contract.ts'
import { debridgeAssets } from './assets.ts'
import { askDebridge, type DebridgeLocked } from './route.ts'
import { debridgeStatus } from './status.ts'

/**
 * How old an order's terms may be when they are handed out, in milliseconds. They should be signed within half a minute:
 * solvers leave orders that the market has left behind, and then only the depositor can cancel them.
 */
const OLDEST_MS = 10_000

/** deBridge: the wallet deposits for an order on the source chain, a solver fills it on the destination chain. */
export const debridgeAdapter: ProviderAdapter = {
  quote: async (request, context) => {
    const offer = await askDebridge(request, context)
    return 'noRoute' in offer ? offer : { status: 'routes', routes: [offer.draft] }
  },
  prepare: async (lock, context) => prepare(lock, await lockedCall(lock, context)),
  status: debridgeStatus,
  assets: debridgeAssets,
}

const stateSchema = z.object({ orderId: z.string(), call: walletCallSchema, quotedAtMs: z.number() })

/** The order that the lock keeps while it is fresh; later a new one, which pays exactly its amount and so at least the minimum. */
async function lockedCall(lock: ProviderLock, context: ProviderContext): Promise<DebridgeLocked> {
  const kept = stateSchema.safeParse(lock.state)
  if (kept.success && context.clock.now() - kept.data.quotedAtMs <= OLDEST_MS) return kept.data
  const offer = await askDebridge({ ...lock, forLock: true }, context)
  if ('noRoute' in offer || offer.locked === undefined) {
    throw new ProviderError('unavailable', 'It no longer offers this route')
  }
  if (offer.draft.amountOut < lock.minimumOut) {
    throw new ProviderError('unavailable', 'It no longer pays the locked minimum')
  }
  return offer.locked
}

function prepare(lock: ProviderLock, { call, orderId }: DebridgeLocked): Prepared {
  const { src, dst, recipient } = lock
  return {
    exec: walletCallExec(call, lock, {
      type: 'bridge',
      description: `Send ${src.asset.symbol} to deBridge, whose solver pays ${dst.asset.symbol} on ${dst.chain.name}`,
      meta: { providerQuoteId: orderId },
    }),
    providerResult: { requestId: orderId, execution: 'client', status: 'awaiting_deposit' },
    tracking: { orderId, recipient, found: false },
    needsHash: false,
  }
}
