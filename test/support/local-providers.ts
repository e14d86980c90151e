import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openSwapService, type OpenOptions } from '../../src/open.ts'
import type { EmbeddedSwapService } from '../../src/service/index.ts'
import { anyManifest, anyProvider } from './provider-world.ts'
import { newHome } from './new-home.ts'

/** What each of the local providers does with a request. */
export type LocalAnswer = 'route' | 'nothing' | 'error'

/** A service of real providers behind one server of this process, which tells what it is asked. */
export interface LocalProviders {
  readonly service: EmbeddedSwapService
  /** Sets what a provider does from now on; all of them without a key. */
  readonly answer: (how: LocalAnswer, key?: string) => void
  /** Requests that came so far. */
  readonly asked: () => number
  /** The most that were under way at once. */
  readonly mostAtOnce: () => number
  /** Keys of the providers with a failure on their note, or a breaker that is open. */
  readonly failed: () => Promise<readonly string[]>
}

export const LOCAL_REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100',
}

const EMPTY = { fees: [], steps: [], estimatedTimeSec: 30, state: null }

/** Opens a service whose only providers are `count` local ones, `P0`, `P1`, …; its clock is the machine's. */
export async function openLocalProviders(count: number, options: OpenOptions = {}): Promise<LocalProviders> {
  const answers = new Map<string, LocalAnswer>()
  let asked = 0
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    asked += 1
    open += 1
    most = Math.max(most, open)
    response.on('close', () => (open -= 1))
    const how = answers.get(request.url?.slice(1) ?? '') ?? answers.get('')
    if (how === 'error') response.writeHead(500).end('{}')
    else if (how !== 'nothing') response.writeHead(200).end('{"out":"99000000"}')
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = Array.from({ length: count }, (_, at) => `P${at}`)
  const service = await openSwapService({
    home: await newHome(),
    providers: keys.map((key) =>
      anyProvider(anyManifest({ key, hosts: ['local.example'], baseUrl: 'https://local.example' }), {
        quote: async (_request, { http }) => {
          const { body } = await http.request({ method: 'POST', path: `/${key}`, body: {} })
          const { out } = body as { readonly out: string }
          const usd = { srcUsd: 100_000_000n, dstUsd: 99_000_000n }
          return { status: 'routes', routes: [{ routeId: key, amountOut: BigInt(out), ...usd, ...EMPTY }] }
        },
      }),
    ),
    setting: (key, name) => {
      if (name === 'ENABLED') return key.startsWith('SANDBOX') ? 'false' : undefined
      return name === 'URL' ? url : undefined
    },
    ...options,
  })
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
    await service.close()
  })
  return {
    service,
    answer: (how, key = '') => void answers.set(key, how),
    asked: () => asked,
    mostAtOnce: () => most,
    failed: async () => {
      const states = await (await service.admin()).providerStates()
      return states.flatMap(({ key, gate }) =>
        gate.failures > 0 || gate.breakerOpenUntil !== undefined ? [`${key}: ${gate.failures}`] : [],
      )
    },
  }
}

/** Holds this process up. @param ms milliseconds */
export function holdUp(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
