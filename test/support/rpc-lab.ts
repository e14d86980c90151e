import { localServer } from './local-server.ts'

/** What the lab answers to a call: a JSON-RPC answer, anything else as it is, or nothing at all. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly status?: number; readonly text: string }
  | 'silence'

/** A call that the lab was sent. */
export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node of a chain on loopback: a real HTTP server that speaks JSON-RPC. */
export interface RpcLab {
  /** With a path, as nodes behind a key have it. */
  readonly url: string
  /** Every call so far but those of `eth_chainId`, in order. */
  readonly calls: NodeCall[]
  /** How often `eth_chainId` was called. */
  chainIdCalls(): number
  /** What it answers from now on; `eth_chainId` is answered by itself. */
  answer: (method: string, params: readonly unknown[]) => RpcAnswer
  /** What it answers to `eth_chainId`. */
  chainId: RpcAnswer
  /** What did not look like a request of ours. */
  problems(): readonly string[]
  close(): Promise<void>
}

/** @param chainId EIP-155 id that it says it has */
export async function openRpcLab(chainId: number): Promise<RpcLab> {
  let chainIdCalls = 0
  const problems: string[] = []
  const server = await localServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const call = JSON.parse(text) as NodeCall & { readonly jsonrpc: unknown; readonly id: unknown }
      if (request.method !== 'POST' || request.url !== '/rpc/key' || call.jsonrpc !== '2.0') {
        problems.push(`${request.method} ${request.url} ${text}`)
      }
      if (call.method === 'eth_chainId') chainIdCalls += 1
      else lab.calls.push({ method: call.method, params: call.params })
      const answer = call.method === 'eth_chainId' ? lab.chainId : lab.answer(call.method, call.params)
      if (answer === 'silence') return
      response.setHeader('content-type', 'application/json')
      if ('text' in answer) {
        response.statusCode = answer.status ?? 200
        response.end(answer.text)
      } else response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...answer }))
    })
  })
  const lab: RpcLab = {
    url: `${server.url}/rpc/key`,
    calls: [],
    chainIdCalls: () => chainIdCalls,
    answer: () => ({ result: null }),
    chainId: { result: `0x${chainId.toString(16)}` },
    problems: () => problems,
    close: server.close,
  }
  return lab
}
