import { RpcError } from '../../../core/evm/rpc-error.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { revertReason } from '../../../core/evm/revert-reason.ts'
import { refusalFor } from '../../refusal.ts'

/** What a node answers, or what an error of the node stands for. */
export async function orOnNodeError<T, U>(answer: Promise<T>, read: (error: RpcError) => U): Promise<T | U> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RpcError) return read(error)
    throw error
  }
}

/** What a node answers; undefined where it reports an error, such as a revert. */
export function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return orOnNodeError(answer, () => undefined)
}

/** Turns an unexpected error of a node into one that the user can act on. @throws SERVICE_UNAVAILABLE */
export function reportRefusal<T>(work: () => Promise<T>): Promise<T> {
  return orOnNodeError(work(), (error) => {
    throw nodeRefusal(error)
  })
}

/** What a node answers about a transaction. @throws WALLET_REFUSED where it says that it would fail */
export function orWouldFail<T>(answer: Promise<T>): Promise<T> {
  return orOnNodeError(answer, (error) => {
    throw wouldFail(error)
  })
}

/** A transaction that a node says would fail. */
export function wouldFail(error: RpcError): SwapError {
  return refusalFor('simulation', `The transaction would fail: ${revertReason(error) ?? error.message}`)
}

/** Nodes that tell different things. @param about continues `The nodes differ`: `about …` */
export function disagreement(about: string, chainKey: string): SwapError {
  return refusalFor(
    'nodes',
    `The nodes of ${chainKey} differ ${about}`,
    `Nothing was signed. Try again, or set a node that you trust: swapcli config set rpc.${chainKey} <url>`,
  )
}

/** One call of a node whose own errors are no matter for the caller. @throws SERVICE_UNAVAILABLE */
export function askNode(rpc: ChainRpc, method: string, params: readonly Json[]): Promise<unknown> {
  return reportRefusal(() => rpc.request({ method, params }))
}

/** What the user can do about an error of a node. */
export function nodeRefusal(error: RpcError): SwapError {
  return unusableNode(`A node refuses to answer: ${cleanText(error.message, 200)}`, '<chain>', error)
}

/** A node that cannot be used now. @param chainKey for the hint */
export function unusableNode(message: string, chainKey: string, cause?: unknown): SwapError {
  const hint = `Try again, or set another node: swapcli config set rpc.${chainKey} <url>`
  return new SwapError('SERVICE_UNAVAILABLE', message, { hint, cause })
}
