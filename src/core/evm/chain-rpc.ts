import type { Json } from '../ports.ts'

/** One JSON-RPC call of a chain's node. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly Json[]
}

/**
 * JSON-RPC of one chain, over the URLs that the user or the program names for it, one after the other until one answers.
 * @throws RpcError for an error that a node returned, SwapError SERVICE_UNAVAILABLE when no node answered
 */
export interface ChainRpc {
  request(call: RpcCall): Promise<unknown>
  /** Sends the call to every URL at once, as signed bytes need; gives each answer or failure. */
  requestAll(call: RpcCall): Promise<readonly PromiseSettledResult<unknown>[]>
}

/** An error that a node returned. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** As JSON-RPC has it: 3 for a revert at most nodes, -32000 and below for others. */
  readonly code: number
  /** Revert data as 0x-hex, where the node gave it. */
  readonly data: string | undefined
  constructor(message: string, code: number, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}
