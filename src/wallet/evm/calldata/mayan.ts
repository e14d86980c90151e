import { MAYAN_FORWARDER_FUNCTIONS, MAYAN_SWIFT_FUNCTIONS } from '../../../core/evm/functions.ts'
import { MAYAN_DECIMALS, MOST_REFUND_FEES_PERCENT } from '../../../core/evm/bridges/mayan.ts'
import { readable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall, type KnownCall, type SentCall } from './call-types.ts'
import { accountOf, accountsOf, asCoin, bytesOf, collect, numberOf, numbersOf, toSeconds } from './collect.ts'
import { WORMHOLE_CHAINS } from './chain-numbers.ts'
import { contractAt } from './contracts.ts'
import { NOT_SHOWN } from './doubts.ts'
import { readCall, type RoleValues } from './signature.ts'

/*
 * Orders of Mayan's Swift, handed on by its forwarder or within calls of others. Whoever fills one pays the recipient the least
 * or more; after its deadline the trader gets the money back, less two fees. https://docs.mayan.finance/architecture/swift
 */

/** What LI.FI tells Mayan: the order, and what the coin is turned into before it. */
export const MAYAN_DATA =
  '(bytes32 recipient, address callTarget, bytes nestedCall, address way, bytes way, address betweenToken, uint256 betweenLeast, address refundTo, uint256 bridged)'
/** The order carries nothing for the destination chain. */
const PLAIN = 1n
/** What one unit of an order's amounts is of a coin of 18 decimals. */
const COIN_UNITS = 10n ** BigInt(18 - MAYAN_DECIMALS)
/** Parts of a hundred of what is bridged that the wrapped coin must keep. */
const KEPT = 97n

/** @param bridge what is read of the call around the order */
export const mayanOrder =
  (bridge: Decoder): Decoder =>
  (found, call, nested) => {
    const { isSameAsset: _same, ...known } = bridge(found, call, nested)
    const order = readOrder(found, call)
    const wrapper = order === undefined ? undefined : wrappedBefore(found, order)
    if (
      order === undefined ||
      wrapper === undefined ||
      !isPlain(order) ||
      !isCheap(order, numberOf(found, 'bridged'))
    ) {
      return { ...known, doubts: [...(known.doubts ?? []), NOT_SHOWN] }
    }
    const destination = WORMHOLE_CHAINS.get(Number(numberOf(order, 'destination')))
    if (destination !== known.destination) throw new HostileCall('orders for another chain than it names')
    return { ...known, ...paidBy(order, known), wrapper }
  }

/** The forwarder hands the token on as it is, or what a swap gives for it, of which the least is enforced. */
const mayanForward: Decoder = (found, call, nested) => {
  const { inputs = [], callTargets = [] } = collect(found, call, nested)
  const [input = { token: COIN, amount: 0n }] = inputs
  if (input.token === COIN && input.amount !== call.value) throw new HostileCall('leaves a part of the coin behind')
  const known: DecodedCall = { inputs, callTargets }
  const order = readOrder(found, call)
  const destination = order && WORMHOLE_CHAINS.get(Number(numberOf(order, 'destination')))
  if (order === undefined || destination === undefined || !isPlain(order)) return { ...known, doubts: [NOT_SHOWN] }
  return {
    ...known,
    ...takenBy(order, found, input),
    ...paidBy(order, known),
    refundFee: refundFeeOf(order),
    paidOn: 'destination',
    destination,
  }
}

/** What the order takes must be what was handed on; the contract writes what a swap gave over its amount. */
function takenBy(
  order: RoleValues,
  found: RoleValues,
  { token, amount }: NonNullable<DecodedCall['inputs']>[number],
): Partial<DecodedCall> {
  const takes = accountOf(order, 'tokenIn')
  const [between] = accountsOf(found, 'betweenToken')
  if (between === undefined) {
    if (takes !== token || numberOf(order, 'amountIn') !== amount) {
      throw new HostileCall('orders with something else than it hands on')
    }
    return {}
  }
  if (between === COIN || (takes !== COIN && takes !== between)) {
    throw new HostileCall('orders with another token than its swap gives')
  }
  return {
    between: { token: between, least: numberOf(found, 'betweenLeast') },
    // An order of the coin is one of its wrapped form.
    ...(takes === COIN ? { wrapper: between } : {}),
  }
}

function paidBy(order: RoleValues, { recipients = [], authorities = [] }: DecodedCall): Partial<DecodedCall> {
  return {
    recipients: [...recipients, accountOf(order, 'recipient')],
    authorities: [...authorities, ...accountsOf(order, 'authority')],
    tokenOut: accountOf(order, 'tokenOut'),
    minimum: numberOf(order, 'leastOut'),
    mostDecimals: MAYAN_DECIMALS,
    deadlineSec: toSeconds(numberOf(order, 'deadline')),
  }
}

/** The order in a call, by the contract that gets it; undefined where that is no contract of Swift's, or it cannot be read. */
function readOrder(found: RoleValues, { chainId }: SentCall): RoleValues | undefined {
  const [data = '0x'] = bytesOf(found, 'nestedCall')
  const at = contractAt(chainId, accountOf(found, 'callTarget'))
  const version = at === 'mayanSwift' ? 'V2' : at === 'mayanSwift1' ? 'V1' : undefined
  return version === undefined ? undefined : readable(() => readCall(data, MAYAN_SWIFT_FUNCTIONS[version].signature))
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

/** True for an order without anything that others get, but for the fees of a refund. */
function isPlain(order: RoleValues): boolean {
  return (
    numbersOf(order, 'flags').every((kind) => kind === PLAIN) &&
    bytesOf(order, 'message').every((bytes) => bytes === '0x') &&
    numberOf(order, 'feeBps') === 0n &&
    numberOf(order, 'gas') === 0n
  )
}

/** True where a refund of the coin costs little. @param bridged base units of it */
function isCheap(order: RoleValues, bridged: bigint): boolean {
  return refundFeeOf(order) * COIN_UNITS * 100n <= bridged * MOST_REFUND_FEES_PERCENT
}

function refundFeeOf(order: RoleValues): bigint {
  return numbersOf(order, 'fee').reduce((sum, fee) => sum + fee, 0n)
}

export const MAYAN_CALLS: readonly KnownCall[] = Object.values(MAYAN_FORWARDER_FUNCTIONS).map((fn) => ({
  of: 'mayanForwarder',
  fn,
  decode: mayanForward,
}))
