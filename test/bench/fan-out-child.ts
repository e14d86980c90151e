/*
 * The part of the fan-out bench that runs by itself: one local HTTP server stands for 20 providers, each of which answers
 * after its own delay and is asked through the real provider HTTP layer. Prints the figures as JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openSwapService } from '../../src/open.ts'
import { defineProvider, type Provider } from '../../src/providers/contract.ts'
import { median } from './measure.ts'

const PROVIDERS = 20
const FASTEST_MS = 20
const SLOWEST_MS = 600
const QUOTES = 10_000
const WARM_QUOTES = 1_000
const SANDBOX = ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS']

/** When the server sent its answer to each provider in this quote, by performance.now(). */
const answeredAt = new Map<string, number>()
let delays = true

const delayOf = (index: number) => (index === PROVIDERS - 1 ? SLOWEST_MS : FASTEST_MS + index * 5)
const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? ''
  const send = () => {
    answeredAt.set(name, performance.now())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"out":"99000000"}')
  }
  if (delays) setTimeout(send, delayOf(Number(name.slice(1))))
  else send()
})
server.keepAliveTimeout = 60_000
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function local(index: number): Provider {
  const unused = () => Promise.reject(new Error('the bench only quotes'))
  const baseUrl = 'https://local.example'
  return defineProvider({
    manifest: {
      key: `P${index}`,
      name: `P${index}`,
      image: '',
      type: 'BRIDGE',
      hosts: ['local.example'],
      baseUrl,
      docs: '',
    },
    load: async () => ({
      quote: async (_request, { http }) => {
        const { body } = await http.request({ method: 'GET', path: `/p${index}` })
        return {
          status: 'routes',
          routes: [
            {
              routeId: `p${index}`,
              amountOut: BigInt((body as { out: string }).out),
              srcUsd: 100_000_000n,
              dstUsd: 99_000_000n,
              fees: [],
              steps: [{ type: 'bridge', name: `P${index}`, image: '' }],
              estimatedTimeSec: 30,
              state: null,
            },
          ],
        }
      },
      prepare: unused,
      status: unused,
    }),
  })
}

const service = await openSwapService({
  home: join(process.argv[2] ?? '', 'fan-out'),
  providers: Array.from({ length: PROVIDERS }, (_, index) => local(index)),
  setting: (key, name) => (name === 'URL' ? url : name === 'ENABLED' && SANDBOX.includes(key) ? 'false' : undefined),
})
const request = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100',
}

const firstLate: number[] = []
const lastLate: number[] = []
for (let round = 0; round < 24; round += 1) {
  const routesAt: number[] = []
  for await (const event of service.quoteStream(request)) {
    if (event.type === 'routes') routesAt.push(performance.now())
  }
  if (routesAt.length !== PROVIDERS) throw new Error(`${routesAt.length} of ${PROVIDERS} providers gave a route`)
  const answers = [...answeredAt.values()]
  if (round < 4) continue
  firstLate.push((routesAt[0] ?? Number.NaN) - Math.min(...answers))
  lastLate.push((routesAt.at(-1) ?? Number.NaN) - Math.max(...answers))
}

delays = false
const heapMiB = () => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 ** 2
}
for (let count = 0; count < WARM_QUOTES; count += 1) await service.quote(request)
const before = heapMiB()
for (let count = 0; count < QUOTES; count += 1) await service.quote(request)
const grownMiB = heapMiB() - before
await service.close()
server.closeAllConnections()
server.close()
console.log(JSON.stringify({ firstLateMs: median(firstLate), lastLateMs: median(lastLate), grownMiB, quotes: QUOTES }))
