/** A node gave no JSON-RPC answer. */
export class NodeOutage extends Error {
  override readonly name = 'NodeOutage'
  /** HTTP status; undefined where nothing comes back. */
  readonly status: number | undefined
  readonly body: string
  readonly retryAfterSec: number | undefined
  constructor(status: number | undefined, body = '', retryAfterSec?: number) {
    super(status === undefined ? 'the node stays silent' : `the node answers ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSec = retryAfterSec
  }
}
