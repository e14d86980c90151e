import { checkAddress } from '../../core/assets/address.ts'
import type { Json } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import type { Prepared, ProviderContext, ProviderLock } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { channelRefused, SWITCHED_OFF } from './refusals.ts'
import { minPriceX128, type BackendOffer, type Pair } from './route.ts'
import { type ChannelReply, channelReplySchema, errorSchema, type Tracking } from './wire.ts'

/** How long the pools are tried for the promised price before the deposit is refunded, in blocks of 6 seconds. */
export const RETRY_BLOCKS = 150

/** Opens the deposit channel of a lock. It costs the broker a transaction, so a quote never does it. */
export async function openChannel(
  lock: ProviderLock,
  offer: BackendOffer,
  pair: Pair,
  context: ProviderContext,
): Promise<Prepared> {
  const body = await askForWay('/api/openSwapDepositChannel', swapBody(lock, offer, pair), context)
  const channel = parseReply(channelReplySchema, body, 'deposit channel')
  checkChannel(channel, lock, offer, pair, context.clock.now())
  const { id: channelId, depositAddress, estimatedExpiryTime } = channel
  const depositBefore =
    typeof estimatedExpiryTime === 'number' ? new Date(estimatedExpiryTime).toISOString() : undefined
  const known = { depositAddress, channelId, ...defined({ depositBefore }) }
  const tracking: Tracking = { channelId, recipient: lock.recipient }
  return {
    exec: { meta: { executionMode: 'server', walletExecution: false, ...known } },
    providerResult: { ...known, execution: 'server', status: 'awaiting_deposit' },
    tracking,
    needsHash: false,
  }
}

/** Asks the backend for a way to pay a swap. @throws ProviderError */
export async function askForWay(path: string, swap: Json, context: ProviderContext): Promise<unknown> {
  const { status, body } = await context.http.request({
    method: 'POST',
    path,
    body: swap,
    acceptStatuses: [SWITCHED_OFF],
  })
  if (status >= 400) throw channelRefused(status, errorSchema.parse(body))
  return body
}

/** What the backend is told of a swap. */
export function swapBody(lock: ProviderLock, offer: BackendOffer, { src, dst }: Pair): Json {
  const { dcaParams } = offer.price
  return {
    srcAsset: { chain: src.chain, asset: src.asset },
    destAsset: { chain: dst.chain, asset: dst.asset },
    destAddress: lock.recipient,
    amount: lock.amountIn.toString(),
    fillOrKillParams: {
      refundAddress: lock.depositor,
      retryDurationBlocks: RETRY_BLOCKS,
      minPriceX128: minPriceX128(offer, lock.minimumOut).toString(),
    },
    ...defined({ maxBoostFeeBps: offer.maxBoostFeeBps || undefined, dcaParams }),
  }
}

/** Refuses a channel that takes more than quoted or cannot be paid: a deposit to a wrong or closed one is lost. */
function checkChannel(channel: ChannelReply, lock: ProviderLock, offer: BackendOffer, pair: Pair, nowMs: number): void {
  const refuse = (what: string) => badReply(`It opened a deposit channel ${what}`)
  if (channel.id.split('-')[1] !== pair.src.chain) throw refuse('on another chain')
  if (!checkAddress(lock.src.chain.addressFamily, channel.depositAddress).ok) {
    throw refuse(`whose address is not a ${lock.src.chain.name} address`)
  }
  if (channel.brokerCommissionBps > 0) throw refuse('with a commission that it did not quote')
  if ((channel.maxBoostFeeBps ?? 0) > offer.maxBoostFeeBps) throw refuse('with a higher boost fee than it quoted')
  if ((channel.estimatedExpiryTime ?? Number.POSITIVE_INFINITY) <= nowMs) throw refuse('that has already expired')
}
