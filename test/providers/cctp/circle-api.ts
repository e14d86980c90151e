import { localServer } from '../../support/local-server.ts'
import type { AttestedRow } from './local-circle.ts'

/** Circle's HTTP API, as far as a transfer asks it. */
export interface CircleApi {
  /** What the setting of the provider's URL takes. */
  readonly url: string
  /** Rows by the hash of their burn. */
  readonly rows: Map<string, AttestedRow & { readonly forwardState?: string }>
  /** Paths of requests for new attestations. */
  readonly reattested: string[]
  close(): Promise<void>
}

/** Fees of one basis point for a fast burn, nothing for a standard one, and 0.00011 USDC for minting. */
export async function circleApi(): Promise<CircleApi> {
  const rows: CircleApi['rows'] = new Map()
  const reattested: string[] = []
  const answer = (path: string, query: URLSearchParams): unknown => {
    if (path.startsWith('/v2/burn/')) {
      const forwardFee = query.get('forward') === 'true' ? { forwardFee: { low: 90, medium: 110, high: 160 } } : {}
      return [
        { finalityThreshold: 1000, minimumFee: 1, ...forwardFee },
        { finalityThreshold: 2000, minimumFee: 0, ...forwardFee },
      ]
    }
    if (path.startsWith('/v2/fastBurn/')) return { allowance: 1e6 }
    if (path.startsWith('/v2/reattest/')) {
      reattested.push(path)
      return { message: 'ok', nonce: '1' }
    }
    const row = rows.get(query.get('transactionHash') ?? '')
    return { messages: row === undefined ? [] : [row] }
  }
  const server = await localServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://circle')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(pathname, searchParams)))
  })
  return { url: server.url, rows, reattested, close: server.close }
}
