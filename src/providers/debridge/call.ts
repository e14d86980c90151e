import { z } from 'zod'
import type { Prepared, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { checkNamesRecipient } from '../kit/calldata-recipient.ts'
import { badReply } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import type { DebridgeOrder } from './wire.ts'

export const stateSchema = z.object({ orderId: z.string(), call: walletCallSchema, quotedAtMs: z.number() })

export function prepare(lock: ProviderLock, { call, orderId }: DebridgeLocked): Prepared {
  const { src, dst, recipient } = lock
  const description = `Send ${src.asset.symbol} to deBridge, whose solver pays ${dst.asset.symbol} on ${dst.chain.name}`
  const shown = { type: 'bridge', description, meta: { providerQuoteId: orderId } } as const
  const tracking = { orderId, recipient, found: false }
  return preparedCall(lock, call, shown, { requestId: orderId, tracking, needsHash: false })
}

/** What executes an order, as the lock stores it. */
export type DebridgeLocked = {
  /** Only this exact call creates the order of this id. */
  readonly orderId: string
  readonly call: WalletCall
  /** Epoch milliseconds when it was quoted. */
  readonly quotedAtMs: number
}

export function readLocked(order: DebridgeOrder, request: ProviderQuoteRequest, nowMs: number): DebridgeLocked {
  const { tx, orderId, fixFee } = order
  if (tx === undefined || orderId === undefined) throw badReply('Its order has no transaction')
  const { to, data, value, allowanceTarget } = tx
  const { src, dst, amountIn, recipient } = request
  const spender = src.asset.isNative ? null : (allowanceTarget ?? to)
  const call: WalletCall = { to, data, value, spender, resetsApproval: false }
  checkWalletCall(call, { src, amountIn, onTop: fixFee ?? 0n })
  checkNamesRecipient(data, dst.chain, recipient)
  return { orderId, call, quotedAtMs: nowMs }
}
