import { GPV2_FUNCTIONS } from '../../../core/evm/functions.ts'
import { orderUid, readOrder } from '../../../core/evm/gpv2/order.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { type Decoder, HostileCall, type KnownCall } from './call-types.ts'
import { asCoin, bytesOf, numberOf, orSender } from './collect.ts'

/*
 * Orders that the wallet signs on the chain by their uid, which the settlement of CoW Protocol then lets others fill. The call
 * holds a hash only: the payload shows the order, and its uid is made again here. https://docs.cow.fi
 */

/** The settlement pays the receiver the least of the order, or does not fill it. */
const preSignature: Decoder = (found, { order: shown, chainId, to, sender }) => {
  const [uid = '0x'] = bytesOf(found, 'orderUid')
  if (numberOf(found, 'flags') !== 1n) throw new Unreadable('takes a signature back')
  const order = readOrder(shown)
  if (order === undefined) throw new Unreadable('no order is shown')
  if (orderUid(order, sender, { chainId, contract: to }) !== uid) {
    throw new HostileCall('signs another order than the one that it shows')
  }
  const { sellToken, buyToken, receiver, sellAmount, buyAmount, validTo } = order
  return {
    inputs: [{ token: sellToken.toLowerCase(), amount: sellAmount }],
    recipients: [orSender(receiver.toLowerCase(), { sender })],
    tokenOut: asCoin(buyToken.toLowerCase()),
    minimum: buyAmount,
    deadlineSec: validTo,
    isSignedOrder: true,
  }
}

export const SIGNED_ORDER_CALLS: readonly KnownCall[] = [
  { of: 'gpv2Settlement', fn: GPV2_FUNCTIONS.setPreSignature, decode: preSignature },
]
