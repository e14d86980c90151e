import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { type AbiValue, addressWord, encodeCall } from '../../core/evm/abi.ts'
import { MAYAN_FORWARDER_FUNCTIONS, MAYAN_SWIFT_FUNCTIONS } from '../../core/evm/functions.ts'
import { MAYAN_FORWARDER, MAYAN_SWIFT } from '../../core/evm/bridges/mayan.ts'
import { needsAllowanceReset } from '../../core/evm/tokens.ts'
import { solanaBytes } from '../../core/swap/networks/vault-swap.ts'
import { HEX_ADDRESS, HEX_BYTES } from '../../core/text/hex.ts'
import type { Prepared, ProviderLock } from '../contract.ts'
import { amountAtPrice } from '../kit/agreement.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall } from '../kit/wallet-call.ts'
import type { MayanAnswer } from './ask.ts'
import { type MayanSide, toMayanSide } from './chains.ts'
import type { MayanQuote } from './wire.ts'

/** What an order is made of, as its lock stores it; numbers are decimal text. */
export const stateSchema = z.object({
  version: z.enum(['V1', 'V2']),
  /** What the order takes. */
  token: z.string(),
  /** Least that a driver may pay, in the order's units. */
  least: z.string(),
  cancelFee: z.string(),
  refundFee: z.string(),
  /** Epoch seconds. */
  deadline: z.string(),
  auctionMode: z.number(),
  quoteId: z.string().nullable(),
  /** The swap before the order: its router and calldata, the token that it gives, and the least of that in base units. */
  swap: z.object({ router: z.string(), data: z.string(), token: z.string(), least: z.string() }).nullable(),
  /** Epoch milliseconds. */
  quotedAtMs: z.number(),
})
export type MayanLocked = z.infer<typeof stateSchema>

/** What a lock stores of a quote. @param least in the order's units @throws ProviderError bad_response */
export function readLocked({ quote, version, swap }: MayanAnswer, least: bigint, nowMs: number): MayanLocked {
  const middle = quote.swiftInputContract
  if (!HEX_ADDRESS.test(middle)) throw badReply('Its order takes a token that is no contract')
  if (swap !== undefined && (!HEX_ADDRESS.test(swap.router) || !HEX_BYTES.test(swap.data))) {
    throw badReply('Its swap before the order is no call')
  }
  return {
    version,
    token: quote.swiftWrapAndLock === true ? NATIVE_EVM_ADDRESS : middle,
    least: least.toString(),
    cancelFee: quote.cancelRelayerFee64.toString(),
    refundFee: quote.refundRelayerFee64.toString(),
    deadline: quote.deadline64.toString(),
    auctionMode: quote.swiftAuctionMode,
    quoteId: quote.quoteId ?? null,
    swap: swap === undefined ? null : { ...swap, token: middle, least: middleLeast(quote).toString() },
    quotedAtMs: nowMs,
  }
}

export function prepare(lock: ProviderLock, locked: MayanLocked): Prepared {
  const { src, dst, amountIn, depositor, recipient } = lock
  const side = toMayanSide(dst)
  if (side === undefined) throw unavailable('It no longer offers this route')
  const { isNative, address } = src.asset
  const call: WalletCall = {
    to: MAYAN_FORWARDER,
    data: forwardCall(lock, locked, orderCall(lock, locked, side)),
    value: isNative ? amountIn.toString() : '0',
    spender: isNative ? null : MAYAN_FORWARDER,
    resetsApproval: needsAllowanceReset(src.chain.key, address),
  }
  checkWalletCall(call, lock)
  const description = `Order ${dst.asset.symbol} on ${dst.chain.name} for ${src.asset.symbol}; a driver of Mayan's fills it`
  return preparedCall(
    lock,
    call,
    { type: 'bridge', description },
    { tracking: { depositor, recipient }, needsHash: true },
  )
}

/** The order alone, or with the swap before it. */
function forwardCall({ src, amountIn }: ProviderLock, { version, swap }: MayanLocked, order: string): string {
  const swift: AbiValue[] = [addressWord(MAYAN_SWIFT[version].address), { bytes: order }]
  const noPermit: AbiValue = { struct: [0n, 0n, 0n, 0n, 0n] }
  const { forwardERC20, swapAndForwardERC20, swapAndForwardEth } = MAYAN_FORWARDER_FUNCTIONS
  const token = addressWord(src.asset.address)
  if (swap === null) return encodeCall(forwardERC20.selector, [token, amountIn, noPermit, ...swift])
  const steps = [addressWord(swap.router), { bytes: swap.data }, addressWord(swap.token), BigInt(swap.least), ...swift]
  return src.asset.isNative
    ? encodeCall(swapAndForwardEth.selector, [amountIn, ...steps])
    : encodeCall(swapAndForwardERC20.selector, [token, amountIn, noPermit, ...steps])
}

/** The order: nobody gets a share of it, and it carries nothing for the destination chain. */
function orderCall(lock: ProviderLock, locked: MayanLocked, dst: MayanSide): string {
  const { version, token, least, cancelFee, refundFee, deadline, auctionMode } = locked
  const trader = addressWord(lock.depositor)
  const recipient = accountWord(dst, lock.recipient)
  const tokenOut = dst.priced.asset.isNative ? 0n : accountWord(dst, dst.address)
  const chain = BigInt(dst.chain.wormholeId)
  const [minimum, until, auction] = [BigInt(least), BigInt(deadline), BigInt(auctionMode)]
  const [nobody, nothing] = [0n, 0n]
  const fees = [BigInt(cancelFee), BigInt(refundFee)]
  const order: Readonly<Record<MayanLocked['version'], readonly AbiValue[]>> = {
    V1: [
      ...[trader, tokenOut, minimum, nothing, ...fees, until, recipient, chain],
      ...[nobody, nothing, auction, orderNumber(lock, locked)],
    ],
    V2: [
      ...[PLAIN_ORDER, trader, recipient, chain, nobody, tokenOut, minimum, nothing, ...fees, until],
      ...[nothing, auction, orderNumber(lock, locked)],
    ],
  }
  const message: readonly AbiValue[] = version === 'V2' ? [{ bytes: '0x' }] : []
  const fields: AbiValue = { struct: order[version] }
  // After a swap the forwarder writes what that gave in place of the amount.
  return encodeCall(MAYAN_SWIFT_FUNCTIONS[version].selector, [addressWord(token), lock.amountIn, fields, ...message])
}

/** The kind of an order without a message. */
const PLAIN_ORDER = 1n

/** What tells the order from others: the number of the quote, and one of the lock. */
function orderNumber({ lockId }: ProviderLock, { quoteId }: MayanLocked): bigint {
  const own = bytesToHex(sha256(utf8ToBytes(lockId)))
  return BigInt(quoteId === null ? `0x${own}` : `${quoteId}${own.slice(0, 32)}`)
}

/** An account or token of a chain as 32 bytes. */
function accountWord({ chain }: MayanSide, address: string): bigint {
  return chain.chainId === undefined ? BigInt(solanaBytes(address)) : addressWord(address)
}

/** Base units of a number of whole tokens, rounded down. @throws ProviderError bad_response */
export function unitsOf(whole: number, decimals: number): bigint {
  const units = amountAtPrice(1n, String(whole), { from: 0, to: decimals })
  if (units === undefined) throw badReply('Its quote states an amount that is none')
  return units
}

/** Decimals of the token that the order takes after a swap. @throws ProviderError bad_response */
export function middleDecimals({ swiftInputDecimals }: MayanQuote): number {
  if (swiftInputDecimals === undefined) throw badReply('Its quote does not state the decimals of what its order takes')
  return swiftInputDecimals
}

/** Least that the swap before the order must give, base units. @throws ProviderError bad_response */
export function middleLeast(quote: MayanQuote): bigint {
  const least = quote.minMiddleAmount === undefined ? 0n : unitsOf(quote.minMiddleAmount, middleDecimals(quote))
  if (least === 0n) throw badReply('Its quote does not state the least of the swap before its order')
  return least
}
