import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { Prepared, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { checkNamesRecipient } from '../kit/calldata-recipient.ts'
import { badReply } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, readApprove, type WalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import { nativeOnTop } from './fees.ts'
import type { AcrossQuote } from './wire.ts'

/** What executes a quote, as the lock stores it. */
export type AcrossLocked = {
  /** Across's id of the quote; "" where it gives none. */
  readonly quoteId: string
  readonly call: WalletCall
  /** Epoch milliseconds when the call expires; 0 when it never does. */
  readonly expiresAtMs: number
  /** Symbol of the token that the bridge itself delivers; `another token` where that is not stated. */
  readonly bridged: string
}

/**
 * The verified call of a quote, for a lock. Its approvals are unlimited, so only the spender is taken from them: we approve the
 * amount.
 * @throws ProviderError bad_response
 */
export function readLocked(quote: AcrossQuote, request: ProviderQuoteRequest): AcrossLocked | undefined {
  const { src, dst, amountIn, recipient } = request
  if (!request.forLock || recipient === undefined) return undefined
  const { swapTx } = quote
  if ((swapTx.ecosystem ?? 'evm') !== 'evm' || swapTx.chainId !== src.chain.chainId) {
    throw badReply('Its transaction is for another chain')
  }
  const { to, data, value } = swapTx
  const call: WalletCall = { to, data, value: value ?? '0', ...readApproval(quote, request) }
  checkWalletCall(call, { src, amountIn, onTop: nativeOnTop(quote) })
  checkNamesRecipient(data, dst.chain, recipient)
  return {
    quoteId: quote.id ?? '',
    call,
    expiresAtMs: (quote.quoteExpiryTimestamp ?? 0) * 1000,
    bridged: quote.steps.bridge.tokenOut?.symbol.slice(0, 40) ?? 'another token',
  }
}

function readApproval(
  quote: AcrossQuote,
  { src, amountIn }: ProviderQuoteRequest,
): Pick<WalletCall, 'spender' | 'resetsApproval'> {
  const none = { spender: null, resetsApproval: false }
  if (src.asset.isNative) return none
  const differs = badReply('Its approval is for another token, spender or amount')
  if (quote.checks === undefined) throw badReply('It does not say which contract takes the token')
  const { token, spender, actual = 0n, expected } = quote.checks.allowance
  const approvals = quote.approvalTxns ?? []
  if (!sameAddress(token, src.asset.address) || expected !== amountIn) throw differs
  const allowed = approvals.map((approval) => readApprove(approval, token, spender))
  if (allowed.includes(undefined) || approvals.some(({ chainId }) => chainId !== src.chain.chainId)) throw differs
  if (approvals.length === 0 && actual >= amountIn) return none
  return { spender, resetsApproval: allowed.length > 1 && allowed[0] === 0n }
}

export const stateSchema = z.object({
  quoteId: z.string(),
  call: walletCallSchema,
  expiresAtMs: z.number(),
  bridged: z.string(),
})

export function prepare(lock: ProviderLock, { call, quoteId, bridged }: AcrossLocked): Prepared {
  const { src, dst, depositor, recipient, amountIn } = lock
  const description = `Send ${src.asset.symbol} to Across, whose relayer pays ${dst.asset.symbol} on ${dst.chain.name}`
  const requestId = quoteId || undefined
  const shown = { type: 'bridge', description, meta: defined({ providerQuoteId: requestId }) } as const
  const tracking = { bridged, depositor, recipient, amountIn: amountIn.toString() }
  return preparedCall(lock, call, shown, { requestId, tracking, needsHash: true })
}
