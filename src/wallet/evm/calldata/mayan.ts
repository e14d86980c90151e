import { fn } from '../../../core/evm/functions.ts'
import { readable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall } from './call-types.ts'
import { accountOf, accountsOf, asCoin, bytesOf, numberOf, toSeconds } from './collect.ts'
import { WORMHOLE_CHAINS } from './chain-numbers.ts'
import { contractAt } from './contracts.ts'
import { NOT_SHOWN } from './doubts.ts'
import { readCall, type RoleValues } from './signature.ts'

/*
 * Orders of Mayan's Swift within calls of others. Whoever fills one pays the recipient the least or more; after its deadline the
 * trader gets the money back, less two fees. https://docs.mayan.finance/architecture/swift
 */

/** What LI.FI tells Mayan: the order, and what the coin is turned into before it. */
export const MAYAN_DATA =
  '(bytes32 recipient, address callTarget, bytes nestedCall, address way, bytes way, address betweenToken, uint256 betweenLeast, address refundTo, uint256 bridged)'
export const ORDER = fn(
  '0xa3a30834',
  'createOrderWithToken(address tokenIn, uint256 unused, (uint8 flags, bytes32 authority, bytes32 recipient, uint16 destination, bytes32 feeTo, bytes32 tokenOut, uint64 leastOut, uint64 gas, uint64 fee, uint64 fee, uint64 deadline, uint8 feeBps, uint8 way, bytes32 label), bytes message)',
)
/** The order carries nothing for the destination chain. */
const PLAIN = 1n
/** Most decimals of an order's amounts, and what one unit of them is of a coin of 18. */
const ORDER_DECIMALS = 8
const COIN_UNITS = 10n ** 10n
/** Parts of a hundred of what is bridged that the wrapped coin must keep, and that both fees of a refund may take. */
const KEPT = 97n
const MOST_FEES = 3n

/** @param bridge what is read of the call around the order */
export const mayanOrder =
  (bridge: Decoder): Decoder =>
  (found, call, nested) => {
    const { isSameAsset: _same, ...known } = bridge(found, call, nested)
    const [data = '0x'] = bytesOf(found, 'nestedCall')
    const isSwift = contractAt(call.chainId, accountOf(found, 'callTarget')) === 'mayanSwift'
    const order = isSwift ? readable(() => readCall(data, ORDER.signature)) : undefined
    const wrapper = order === undefined ? undefined : wrappedBefore(found, order)
    if (order === undefined || wrapper === undefined || !isPlain(order, numberOf(found, 'bridged'))) {
      return { ...known, doubts: [...(known.doubts ?? []), NOT_SHOWN] }
    }
    const destination = WORMHOLE_CHAINS.get(Number(numberOf(order, 'destination')))
    if (destination !== known.destination) throw new HostileCall('orders for another chain than it names')
    return { ...known, ...paidBy(order, known), wrapper }
  }

function paidBy(order: RoleValues, { recipients = [], authorities = [] }: DecodedCall): Partial<DecodedCall> {
  return {
    recipients: [...recipients, accountOf(order, 'recipient')],
    authorities: [...authorities, ...accountsOf(order, 'authority')],
    tokenOut: accountOf(order, 'tokenOut'),
    minimum: numberOf(order, 'leastOut'),
    mostDecimals: ORDER_DECIMALS,
    deadlineSec: toSeconds(numberOf(order, 'deadline')),
  }
}

/** The token that the coin is wrapped as before the order takes it; undefined where it is swapped, or a token is bridged. */
function wrappedBefore(found: RoleValues, order: RoleValues): string | undefined {
  const between = accountOf(found, 'betweenToken')
  const bridged = numberOf(found, 'bridged')
  const takes = accountOf(order, 'tokenIn')
  const isWhole = bridged === numberOf(found, 'amountIn') && numberOf(found, 'betweenLeast') * 100n >= bridged * KEPT
  const isCoin = asCoin(accountOf(found, 'tokenIn')) === COIN
  return isCoin && isWhole && between !== COIN && (takes === COIN || takes === between) ? between : undefined
}

/** True for an order without anything that others get, but for small fees of a refund. @param bridged base units of the coin */
function isPlain(order: RoleValues, bridged: bigint): boolean {
  const fees = (order.get('fee') ?? []).reduce<bigint>((sum, fee) => sum + (typeof fee === 'bigint' ? fee : 0n), 0n)
  return (
    numberOf(order, 'flags') === PLAIN &&
    bytesOf(order, 'message').every((bytes) => bytes === '0x') &&
    numberOf(order, 'feeBps') === 0n &&
    numberOf(order, 'gas') === 0n &&
    fees * COIN_UNITS * 100n <= bridged * MOST_FEES
  )
}
