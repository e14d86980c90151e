import { RpcError } from '../../../core/evm/rpc-error.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { revertReason } from '../../../core/evm/revert-reason.ts'
import { refusal } from '../../refusal.ts'

/** Turns an error of a node that nobody expected into one that the user can act on. @throws SERVICE_UNAVAILABLE */
export async function reportRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RpcError ? nodeRefusal(error) : error
  }
}

/** One call of a node whose own errors are no matter for the caller. @throws SERVICE_UNAVAILABLE */
export function askNode(rpc: ChainRpc, method: string, params: readonly Json[]): Promise<unknown> {
  return reportRefusal(() => rpc.request({ method, params }))
}

/** What the user can do about an error of a node. */
export function nodeRefusal(error: RpcError): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `A node refuses to answer: ${cleanText(error.message, 200)}`, {
    hint: 'Try again, or set another node: swapcli config set rpc.<chain> <url>',
    cause: error,
  })
}

/** The refusal of a transaction of which a node says that it would fail. */
export function wouldFail(error: RpcError): SwapError {
  return refusal(`The transaction would fail: ${revertReason(error) ?? error.message}`)
}
