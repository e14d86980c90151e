import type { ProviderAdapter, ProviderLock } from '../contract.ts'
import { readGasPrice } from '../kit/node-reads.ts'
import { expectQuoted, refusePair, unavailable } from '../kit/refuse.ts'
import { askFastAllowance, askFees } from './ask.ts'
import { cctpAssets } from './assets.ts'
import { burnCall, checkLeastFee, markedMaxFee, preparedBurn } from './call.ts'
import { type Corridor, corridorOf } from './chains.ts'
import { costOf, toRoutes } from './route.ts'
import { cctpStatus } from './status.ts'
import { stateSchema } from './wire.ts'

/** CCTP: the wallet burns USDC with Circle's own contract, and Circle's forwarding service, or whoever claims it, mints it for the recipient. */
export const cctpAdapter: ProviderAdapter = {
  async quote(request, context) {
    const corridor = corridorOf(request)
    if (corridor === undefined) return refusePair('It moves native USDC between the chains of its table only')
    const [answer, allowance, gasPrice, mintGasPrice] = await Promise.all([
      askFees(corridor, context),
      corridor.fastSec === undefined ? undefined : askFastAllowance(context),
      readGasPrice(context, request.src.chain.key),
      readGasPrice(context, request.dst.chain.key),
    ])
    if (answer.status === 'no_route') return answer
    return toRoutes(corridor, answer.fees, { allowance, gasPrice, mintGasPrice }, request, context)
  },

  async prepare(lock, context) {
    const corridor = expectCorridor(lock)
    const state = stateSchema.parse(lock.state)
    const maxFee = markedMaxFee(state, lock.lockId)
    const [{ fees }] = await Promise.all([
      askFees(corridor, context).then(expectQuoted),
      checkLeastFee(lock, maxFee, context),
    ])
    const cost = costOf(fees, state, lock.amountIn)
    if (cost === undefined || cost.expected > maxFee) throw unavailable('Its fees rose above the locked ones')
    if (lock.amountIn - maxFee < lock.minimumOut) throw unavailable('It no longer guarantees the locked amount')
    return preparedBurn(lock, state, burnCall(corridor, lock, state, maxFee), maxFee)
  },

  status: cctpStatus,
  assets: cctpAssets,
}

function expectCorridor(lock: ProviderLock): Corridor {
  const corridor = corridorOf(lock)
  if (corridor === undefined) throw unavailable('It no longer offers this route')
  return corridor
}
