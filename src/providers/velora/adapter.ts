import * as z from 'zod'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
} from '../contract.ts'
import { checkWalletCall, type WalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import { receiptStatus } from '../kit/same-chain/status.ts'
import { checkCalldata, refuseCrossChain, preparedSwap } from '../kit/same-chain/swap.ts'
import { askPrice, askSwap, isServed } from './ask.ts'
import { veloraAssets } from './assets.ts'
import { readCalldata } from './call.ts'
import { toDraft } from './route.ts'

const stateSchema = z.object({ call: walletCallSchema })

/** Velora: the wallet calls its router, which swaps through the exchanges of one chain. */
export const veloraAdapter: ProviderAdapter = { quote, prepare, status: receiptStatus, assets: veloraAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const problem = refuseCrossChain(request, isServed)
  if (problem !== undefined) return { status: 'no_route', noRoute: problem }
  const { depositor, recipient, forLock } = request
  if (!forLock) return answerOf(await askPrice(request, context), request, context.provider)
  if (depositor === undefined || recipient === undefined) {
    return {
      status: 'no_route',
      noRoute: { code: 'needs_wallet', message: 'It makes the call for the wallets of the swap' },
    }
  }
  return answerOf(await askSwap(request, { depositor, recipient }, context), request, context.provider)
}

function answerOf(
  offer: Awaited<ReturnType<typeof askPrice>>,
  request: ProviderQuoteRequest,
  label: ProviderLabel,
): QuoteAnswer {
  return 'noRoute' in offer ? offer : { status: 'routes', routes: [toDraft(offer, request, label)] }
}

async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const call = await callOf(lock, context)
  checkWalletCall(call, lock)
  checkCalldata(readCalldata(call.data, lock.depositor), lock, lock.recipient)
  return preparedSwap(lock, call, context.provider.name)
}

/** The call that the lock keeps or, where it was too long to keep, a new one that guarantees as much. */
async function callOf(lock: ProviderLock, context: ProviderContext): Promise<WalletCall> {
  const kept = stateSchema.safeParse(lock.state)
  if (kept.success) return kept.data.call
  const offer = await askSwap(lock, lock, context)
  if ('noRoute' in offer) throw new ProviderError('unavailable', offer.noRoute.message)
  if (offer.locked === undefined || offer.locked.minimumOut < lock.minimumOut) {
    throw new ProviderError('unavailable', 'It no longer guarantees the locked amount')
  }
  return offer.locked.call
}
