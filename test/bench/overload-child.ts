/*
 * A server over so many providers (argv[4]) in the home argv[2], all asked over HTTP at the port argv[3]; all answer at once,
 * after 300 ms. Prints its port; `stream` on stdin makes it quote as a stream, and prints how late the last route was.
 */
import { createInterface } from 'node:readline'
import { openSwapService } from '../../src/open.ts'
import { defineProvider, type Provider } from '../../src/providers/contract.ts'
import { serve } from '../../src/server/index.ts'
import { storeProgram } from '../support/threaded-store.ts'
import { SWAP_REQUEST } from './fill.ts'

const [home = '', port = '', count = ''] = process.argv.slice(2)
const providers = Number(count)
const url = `http://127.0.0.1:${port}`
const SANDBOX = ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS']
let latestMs = 0

function local(index: number): Provider {
  const unused = () => Promise.reject(new Error('the bench only quotes'))
  const key = `P${index}`
  return defineProvider({
    manifest: {
      key,
      name: key,
      image: '',
      type: 'BRIDGE',
      hosts: ['local.example'],
      baseUrl: 'https://local.example',
      docs: '',
    },
    load: async () => ({
      quote: async (_request, { http }) => {
        const { body } = await http.request({ method: 'GET', path: `/p${index}?after=300` })
        const { out, sentAtMs } = body as { out: string; sentAtMs: number }
        latestMs = Math.max(latestMs, sentAtMs)
        return {
          status: 'routes',
          routes: [
            {
              routeId: `p${index}`,
              amountOut: BigInt(out),
              srcUsd: 100_000_000n,
              dstUsd: 99_000_000n,
              fees: [],
              steps: [{ type: 'bridge', name: key, image: '' }],
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
  home,
  storeThreads: storeProgram(),
  providers: Array.from({ length: providers }, (_, index) => local(index)),
  setting: (key, name) => (name === 'URL' ? url : name === 'ENABLED' && SANDBOX.includes(key) ? 'false' : undefined),
})
const server = await serve(service, { port: 0 })
console.log(server.port)
createInterface({ input: process.stdin }).on('line', () => {
  void (async () => {
    latestMs = 0
    let [routes, lastMs] = [0, 0]
    for await (const event of service.quoteStream(SWAP_REQUEST)) {
      if (event.type !== 'routes') continue
      routes += 1
      lastMs = performance.timeOrigin + performance.now()
    }
    console.log(JSON.stringify({ routes, lateMs: lastMs - latestMs }))
  })()
})
process.on('SIGTERM', () => process.exit(0))
