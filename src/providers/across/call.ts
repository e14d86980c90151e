import { ERC20 } from '../../core/evm/functions.ts'
import { readArgument } from '../../core/evm/words.ts'
import { z } from 'zod'
import { type Prepared, ProviderError, type ProviderLock, type ProviderQuoteRequest } from '../contract.ts'
import { calldataContains } from '../kit/calldata-recipient.ts'
import { checkWalletCall, sameAddress, type WalletCall, walletCallExec, walletCallSchema } from '../kit/wallet-call.ts'
import { nativeOnTop } from './fees.ts'
import type { AcrossQuote } from './wire.ts'

/** What a call is held against: the request, with the real recipient. */
export type AcrossTerms = Pick<ProviderQuoteRequest, 'src' | 'dst' | 'amountIn'> & { readonly recipient: string }

/**
 * The checked call of a quote. Its approvals are unlimited, so only who is approved is taken from them: we approve the amount.
 * @throws ProviderError bad_response
 */
export function readCall(quote: AcrossQuote, terms: AcrossTerms): WalletCall {
  const { src, dst, amountIn, recipient } = terms
  const { swapTx } = quote
  if ((swapTx.ecosystem ?? 'evm') !== 'evm' || swapTx.chainId !== src.chain.chainId) {
    throw new ProviderError('bad_response', 'Its transaction is for another chain')
  }
  const call: WalletCall = {
    to: swapTx.to,
    data: swapTx.data,
    value: swapTx.value ?? '0',
    ...readApproval(quote, terms),
  }
  checkWalletCall(call, { src, amountIn, onTop: nativeOnTop(quote) })
  if (!calldataContains(call.data, dst.chain, recipient)) {
    throw new ProviderError('bad_response', 'Its transaction does not name the recipient')
  }
  return call
}

function readApproval(
  quote: AcrossQuote,
  { src, amountIn }: AcrossTerms,
): Pick<WalletCall, 'spender' | 'resetsApproval'> {
  const none = { spender: null, resetsApproval: false }
  if (src.asset.isNative) return none
  const differs = new ProviderError('bad_response', 'Its approval is for another token or amount')
  const { token, spender, actual, expected } = quote.checks.allowance
  const approvals = quote.approvalTxns ?? []
  if (!sameAddress(token, src.asset.address) || expected !== amountIn) throw differs
  for (const approval of approvals) {
    const approves =
      approval.data.slice(0, 10).toLowerCase() === ERC20.approve.selector && sameAddress(approval.to, token)
    const allowed = readArgument(approval.data, 0)
    if (!approves || approval.chainId !== src.chain.chainId || allowed !== wordOf(spender)) throw differs
  }
  if (approvals.length === 0 && actual >= amountIn) return none
  const first = approvals[0]
  return { spender, resetsApproval: approvals.length > 1 && first !== undefined && readArgument(first.data, 1) === 0n }
}

function wordOf(address: string): bigint | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? BigInt(address) : undefined
}

export const stateSchema = z.object({
  quoteId: z.string(),
  call: walletCallSchema,
  expiresAtMs: z.number(),
  bridged: z.string(),
})

export function prepare(lock: ProviderLock, { call, quoteId, bridged }: AcrossLocked): Prepared {
  const { src, dst } = lock
  return {
    exec: walletCallExec(call, lock, {
      type: 'bridge',
      description: `Send ${src.asset.symbol} to Across, whose relayer pays ${dst.asset.symbol} on ${dst.chain.name}`,
      meta: { providerQuoteId: quoteId },
    }),
    providerResult: { requestId: quoteId, execution: 'client', status: 'awaiting_deposit' },
    tracking: { bridged, depositor: lock.depositor, amountIn: lock.amountIn.toString() },
    needsHash: true,
  }
}

/** What executes a quote, as the lock keeps it. */
export type AcrossLocked = {
  readonly quoteId: string
  readonly call: WalletCall
  /** Epoch milliseconds at which the call no longer works; 0 when it always does. */
  readonly expiresAtMs: number
  /** Symbol of the token that the bridge itself delivers. */
  readonly bridged: string
}

export function lockedOf(quote: AcrossQuote, request: ProviderQuoteRequest): AcrossLocked | undefined {
  const { recipient } = request
  if (!request.forLock || recipient === undefined) return undefined
  return {
    quoteId: quote.id,
    call: readCall(quote, { ...request, recipient }),
    expiresAtMs: (quote.quoteExpiryTimestamp ?? 0) * 1000,
    bridged: quote.steps.bridge.tokenOut.symbol.slice(0, 40),
  }
}
