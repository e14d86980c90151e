import { z } from 'zod'
import { type Prepared, ProviderError, type ProviderLock, type ProviderQuoteRequest } from '../contract.ts'
import { calldataContains } from '../kit/calldata-recipient.ts'
import { checkWalletCall, type WalletCall, walletCallExec, walletCallSchema } from '../kit/wallet-call.ts'
import type { DebridgeOrder } from './wire.ts'

export const stateSchema = z.object({ orderId: z.string(), call: walletCallSchema, quotedAtMs: z.number() })

export function prepare(lock: ProviderLock, { call, orderId }: DebridgeLocked): Prepared {
  const { src, dst, recipient } = lock
  return {
    exec: walletCallExec(call, lock, {
      type: 'bridge',
      description: `Send ${src.asset.symbol} to deBridge, whose solver pays ${dst.asset.symbol} on ${dst.chain.name}`,
      meta: { providerQuoteId: orderId },
    }),
    providerResult: { requestId: orderId, execution: 'client', status: 'awaiting_deposit' },
    tracking: { orderId, recipient, found: false },
    needsHash: false,
  }
}

/** What executes an order, as the lock keeps it. */
export type DebridgeLocked = {
  /** Only this very call creates the order of this id. */
  readonly orderId: string
  readonly call: WalletCall
  /** Epoch milliseconds at which it was quoted. */
  readonly quotedAtMs: number
}

export function readLocked(order: DebridgeOrder, request: ProviderQuoteRequest, nowMs: number): DebridgeLocked {
  const { tx, orderId, fixFee } = order
  const { to, data, value } = tx ?? {}
  if (to === undefined || data === undefined || value === undefined || orderId === undefined || orderId === null) {
    throw new ProviderError('bad_response', 'Its order has no transaction')
  }
  const { src, dst, amountIn, recipient } = request
  const spender = src.asset.isNative ? null : (tx?.allowanceTarget ?? to)
  const call: WalletCall = { to, data, value, spender, resetsApproval: false }
  checkWalletCall(call, { src, amountIn, onTop: fixFee ?? 0n })
  if (recipient === undefined || !calldataContains(data, dst.chain, recipient)) {
    throw new ProviderError('bad_response', 'Its transaction does not name the recipient')
  }
  return { orderId, call, quotedAtMs: nowMs }
}
