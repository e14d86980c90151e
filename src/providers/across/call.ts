import { ERC20 } from '../../core/evm/functions.ts'
import type { ProviderQuoteRequest } from '../contract.ts'
import { ProviderError } from '../contract.ts'
import { calldataNames } from '../kit/calldata-recipient.ts'
import { checkWalletCall, sameAddress, type WalletCall, wordAt } from '../kit/evm-exec.ts'
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
  if (!calldataNames(call.data, dst.chain, recipient)) {
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
    const allowed = wordAt(approval.data, 0)
    if (!approves || approval.chainId !== src.chain.chainId || allowed !== wordOf(spender)) throw differs
  }
  if (approvals.length === 0 && actual >= amountIn) return none
  const first = approvals[0]
  return { spender, resetsApproval: approvals.length > 1 && first !== undefined && wordAt(first.data, 1) === 0n }
}

function wordOf(address: string): bigint | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? BigInt(address) : undefined
}
