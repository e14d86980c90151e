import type { Exec, Execution } from '../core/documents.ts'
import { SwapError } from '../core/errors.ts'
import type { PayTerms, PlannedCall } from './wallet.ts'

/** What a payload asks a wallet to do, after it was held against the terms. Amounts are base units. */
export interface Payload {
  readonly chainId: number
  /** The one call that spends. */
  readonly spend: PlannedCall
  /** Approval that the call needs; the amount is never above that of the terms. */
  readonly approval: { readonly token: string; readonly spender: string; readonly amount: bigint } | undefined
  /** Permit2's own allowance, where the payload has that step. */
  readonly permit2: PlannedCall | undefined
  /** Name of the function where its selector is known, else the selector; `transfer of the coin` without calldata. */
  readonly functionName: string
  /** Who is paid, where the calldata of a known function says it. */
  readonly recipient: string | undefined
  /** Least that arrives, in base units of the destination asset, where the calldata of a known function says it. */
  readonly minimumReceived: bigint | undefined
  /** Epoch seconds after which the call is worth nothing, where the calldata says it. */
  readonly deadlineSec: number | undefined
  readonly warnings: readonly string[]
}

/**
 * Reads an exec payload of any server and holds it against what the user agreed to.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED with the reason
 */
export function readPayload(_exec: Exec, _terms: PayTerms, _nowMs: number): Payload {
  throw refusedPayload('it cannot be read yet')
}

/**
 * The payload of a deposit that this wallet pays itself: a transfer of exactly the amount to the deposit address.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED when the deposit needs a memo, or its address is none of the chain
 */
export function depositPayload(_execution: Execution, _terms: PayTerms, _nowMs: number): Payload {
  throw refusedPayload('it cannot be read yet')
}

/**
 * Calldata of a token's `approve`.
 * @param spender 0x address
 * @param amount base units, from 0
 */
export function encodeApprove(spender: string, amount: bigint): string {
  return `0x095ea7b3${spender.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

function refusedPayload(why: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The provider's payload is not what was agreed: ${why}`, {
    hint: 'Nothing was signed. Choose another provider: swapcli quote',
  })
}
