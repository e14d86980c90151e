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
