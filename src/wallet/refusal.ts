import type { RpcError } from '../core/evm/chain-rpc.ts'
import { SwapError } from '../core/api/errors.ts'
import { revertReason } from '../core/evm/revert-reason.ts'

/** A payment that the wallet will not sign; nothing was sent. @default hint quote again */
export function refusal(message: string, hint = 'Nothing was signed. Quote again: swapcli quote'): SwapError {
  return new SwapError('WALLET_REFUSED', message, { hint })
}

/** The refusal of a transaction of which a node says that it would fail. */
export function wouldFail(error: RpcError): SwapError {
  return refusal(`The transaction would fail: ${revertReason(error) ?? error.message}`)
}
