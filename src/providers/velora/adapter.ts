import * as z from 'zod'
import type { ProviderAdapter } from '../contract.ts'
import { adaptOffers } from '../kit/offer.ts'
import { receiptStatus } from '../kit/same-chain/status.ts'
import { checkCalldata, preparedSwap } from '../kit/same-chain/swap.ts'
import { checkWalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import { askOffer } from './ask.ts'
import { veloraAssets } from './assets.ts'
import { readCalldata } from './call.ts'
import { toOffer } from './route.ts'

const stateSchema = z.object({ call: walletCallSchema })

/** Velora: the wallet calls its router, which swaps through the exchanges of one chain. */
export const veloraAdapter: ProviderAdapter = {
  ...adaptOffers({
    ask: askOffer,
    toOffer,
    restore: (state) => stateSchema.safeParse(state).data,
    prepare: (lock, { call }, { provider }) => {
      checkWalletCall(call, lock)
      checkCalldata(readCalldata(call.data, lock.depositor), lock, lock.recipient)
      return preparedSwap(lock, call, provider.name)
    },
  }),
  status: receiptStatus,
  assets: veloraAssets,
}
