import { onTestFinished } from 'vitest'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import { ownNodes } from '../../src/core/evm/nodes.ts'
import { createJsonRpc } from '../../src/io/rpc/json-rpc.ts'
import type { EvmChain } from '../../src/wallet/evm/evm-chain.ts'
import { PATIENCE_MS } from './patience.ts'
import { localServer } from './local-server.ts'

/** A JSON-RPC error to answer with. */
export interface FakeRpcError {
  readonly error: { readonly code: number; readonly message: string; readonly data?: string }
}

/** What a node answers to a call: a result, or an error. */
export type FakeAnswer = (method: string, params: readonly unknown[]) => unknown

/** A JSON-RPC server on the loopback interface. */
export interface FakeNode {
  readonly url: string
  /** Methods that were called, in order. */
  readonly calls: string[]
}

/** Starts a node that answers as told, until the test ends; `undefined` is answered as a method that it lacks. */
export async function startFakeNode(answer: FakeAnswer): Promise<FakeNode> {
  const calls: string[] = []
  const { url, close } = await localServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] }
      calls.push(method)
      const result = answer(method, params)
      const reply =
        result === undefined
          ? { error: { code: -32601, message: 'the method does not exist' } }
          : isError(result)
            ? result
            : { result }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
    })
  })
  onTestFinished(close)
  return { url, calls }
}

/** A chain over one URL, closed when the test ends. */
export async function chainAt(url: string, chainId = 1): Promise<EvmChain> {
  const http = await openPooledHttp()
  onTestFinished(() => http.close())
  return {
    family: 'evm',
    key: chainId === 8453 ? 'base' : 'ethereum',
    name: chainId === 8453 ? 'Base' : 'Ethereum',
    chainId,
    nativeSymbol: 'ETH',
    rpc: createJsonRpc(http.fetch, ownNodes([url]), { timeoutMs: PATIENCE_MS }),
    confirmations: 1,
  }
}

function isError(result: unknown): result is FakeRpcError {
  return typeof result === 'object' && result !== null && 'error' in result
}
