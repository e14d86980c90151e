import { checkAddress } from '../../core/assets/address.ts'
import type { Json } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import type { Prepared, ProviderContext, ProviderError, ProviderLock } from '../contract.ts'
import { depositWindow, payUntil } from '../kit/deposit-window.ts'
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
  checkChannel(channel, lock, offer, pair)
  const { id: channelId, depositAddress } = channel
  const depositBefore = new Date(readExpiry(channel, lock, pair, context.clock.now())).toISOString()
  const known = { depositAddress, channelId, depositBefore }
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
function checkChannel(channel: ChannelReply, lock: ProviderLock, offer: BackendOffer, pair: Pair): void {
  if (channel.id.split('-')[1] !== pair.src.chain) throw refuse('on another chain')
  if (!checkAddress(lock.src.chain.addressFamily, channel.depositAddress).ok) {
    throw refuse(`whose address is not a ${lock.src.chain.name} address`)
  }
  if (channel.brokerCommissionBps > 0) throw refuse('with a commission that it did not quote')
  if ((channel.maxBoostFeeBps ?? 0) > offer.maxBoostFeeBps) throw refuse('with a higher boost fee than it quoted')
}

/** Chains whose blocks are tracked: of their channels it always states how long they live. */
const TRACKED: readonly string[] = ['Bitcoin', 'Ethereum', 'Arbitrum']
/** Longest that a channel lives, in milliseconds: a day, and as much for slow blocks. */
const MOST_LIFE_MS = 2 * DAY_MS

/** Until when to pay, epoch milliseconds: later deposits are lost. */
function readExpiry({ estimatedExpiryTime: stated }: ChannelReply, { src }: ProviderLock, pair: Pair, nowMs: number) {
  const isStated = stated !== undefined && stated !== null
  if (!isStated && TRACKED.includes(pair.src.chain)) throw refuse('without saying until when')
  const untilMs = payUntil(stated ?? undefined, depositWindow(src), MOST_LIFE_MS, nowMs)
  if (untilMs === undefined) throw refuse('that expires too soon to pay and confirm')
  return untilMs
}

function refuse(what: string): ProviderError {
  return badReply(`It opened a deposit channel ${what}`)
}
