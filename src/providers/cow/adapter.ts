import type { ProviderAdapter } from '../contract.ts'
import { readGasPrice } from '../kit/node-reads.ts'
import { badReply, refuse, refusePair, unavailable } from '../kit/refuse.ts'
import { refuseCrossChain, UNSERVED } from '../kit/same-chain/swap.ts'
import { askQuote, placeOrder } from './ask.ts'
import { orderOf, preparedOrder, uidOf } from './call.ts'
import { cowNetwork } from './chains.ts'
import { toDraft } from './route.ts'
import { cowStatus } from './status.ts'
import { stateSchema } from './wire.ts'

/** CoW Protocol: the wallet signs an order on the chain that is made here, and solvers fill it or nothing moves. */
export const cowAdapter: ProviderAdapter = {
  async quote(request, context) {
    const { src, depositor, recipient, forLock } = request
    const network = cowNetwork(src.chain)
    const refused = refuseCrossChain(request, network !== undefined)
    if (network === undefined || refused !== undefined) return refused ?? UNSERVED
    if (src.asset.isNative)
      return refusePair(`This program sells tokens through it, not the coin of a chain: wrap ${src.asset.symbol} first`)
    if (forLock && (depositor === undefined || recipient === undefined)) {
      return refuse('needs_wallet', 'It quotes orders for the wallets of the swap')
    }
    const [answer, gasPrice] = await Promise.all([
      askQuote(network, request, context),
      readGasPrice(context, src.chain.key),
    ])
    if (answer.status === 'no_route') return answer
    return { status: 'routes', routes: [toDraft(answer.quote, gasPrice, request, context)] }
  },

  async prepare(lock, context) {
    const network = cowNetwork(lock.src.chain)
    if (network === undefined) throw unavailable(UNSERVED.message)
    const { quoteId } = stateSchema.parse(lock.state)
    const order = orderOf(lock, context.clock.now())
    const uid = uidOf(order, lock)
    const placed = await placeOrder(network, order, { owner: lock.depositor, quoteId }, context)
    if (placed.toLowerCase() !== uid) throw badReply('It keeps another order than the one that it was given')
    return preparedOrder(lock, order, uid)
  },

  status: cowStatus,
}
