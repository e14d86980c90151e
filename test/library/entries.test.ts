import { build } from 'esbuild'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { openSwapService, SwapError } from '../../src/index.ts'
import { serve } from '../../src/server/serve.ts'
import { BUILD, LIBRARY_FILES } from '../support/built-program.ts'
import { findChromium, openInChromium } from '../support/chromium.ts'
import { createTestProvider, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'

/*
 * What becomes of the library's entry points in programs that are bundled: how large they are, and that `swapcli/client`
 * runs where there is nothing of Node.
 */

/** Most bytes of the client in a page, minified and not compressed. */
const MOST_CLIENT_BYTES = 40_000
/** Most bytes that one pure function of the library brings along. */
const MOST_FUNCTION_BYTES = 10_000

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of close.splice(0).reverse()) await each()
})

interface Bundle {
  readonly text: string
  /** What it imports when it is loaded, and is not in it. */
  readonly imports: readonly string[]
}

/** The minified bundle of a program that stands beside the built library. */
async function bundle(
  program: string,
  options: { platform: 'browser' | 'node'; format: 'esm' | 'iife' },
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: { contents: program, resolveDir: LIBRARY_FILES },
    absWorkingDir: dirname(BUILD),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  return { text: outputFiles[0]?.text ?? '', imports }
}

test('the whole client is small in a page, and imports nothing', async () => {
  const { text, imports } = await bundle("export * from './client.js'", { platform: 'browser', format: 'esm' })
  expect(imports).toEqual([])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_CLIENT_BYTES)
  expect(text).not.toContain('node:')
})

test.each(['formatAmount', 'parseAmount', 'formatUsd', 'isSwapError'])(
  'a program that takes %s of the library has nothing else of it',
  async (name) => {
    const { text, imports } = await bundle(`export { ${name} } from './index.js'`, { platform: 'node', format: 'esm' })
    expect(imports).toEqual([])
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_FUNCTION_BYTES)
  },
)

test('a failure of one entry point is one for the others', async () => {
  const [library, client] = await Promise.all(
    ['index.js', 'client.js'].map(
      (file) => import(join(LIBRARY_FILES, file)) as Promise<typeof import('../../src/client.ts')>,
    ),
  )
  const failure = await client
    ?.createSwapClient('http://127.0.0.1:1', { fetch: failingFetch })
    .chains()
    .catch((error: unknown) => error)
  expect([library?.isSwapError(failure), client?.isSwapError(failure)]).toEqual([true, true])
  expect([library && failure instanceof library.SwapError, new TypeError('x') instanceof SwapError]).toEqual([
    true,
    false,
  ])
  expect(library?.isSwapError(Object.assign(new Error('x'), { code: 'VALIDATION_ERROR' }))).toBe(false)
})

test('a provider that fails with the ProviderError of the library ends as that failure, and a refusal is a SwapError of it', async () => {
  const library = (await import(join(LIBRARY_FILES, 'index.js'))) as typeof import('../../src/index.ts')
  const { manifest } = createTestProvider(() => STILL_PENDING)
  const provider = library.defineProvider({
    manifest,
    load: async () => ({
      quote: () =>
        Promise.reject(new library.ProviderError('rate_limited', 'It limits the rate', { retryAfterSec: 7 })),
      prepare: () => Promise.reject(new Error('not reached')),
      status: () => Promise.reject(new Error('not reached')),
    }),
  })
  const home = await mkdtemp(join(tmpdir(), 'swapcli-library-'))
  const service = await library.openSwapService({ network: 'sandbox', home, providers: [provider] })
  close.push(async () => {
    await service.close()
    await rm(home, { recursive: true, force: true })
  })
  const { verdicts } = await service.quote(REQUEST)
  const verdict = verdicts.find(({ provider }) => provider === TEST_PROVIDER)
  expect(verdict).toMatchObject({ outcome: 'error', code: 'rate_limited', retryAfterSec: 7 })
  const refusal = await service.quote({ ...REQUEST, amount: '0' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(library.SwapError)
})

const failingFetch = () => Promise.reject(new TypeError('fetch failed'))

const REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100',
}

/** A program that plays a swap with the client alone. `API` is the server, `report` is told what it saw. */
const PAGE = `
import { createSwapClient, formatUsd, isSwapError, parseUsd } from './client.js'

const request = {
  srcChain: 'ethereum', srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base', dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100', slippage: 100,
  depositor: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', recipient: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
}

async function play() {
  const client = createSwapClient(API, { pollMs: 10 })
  const events = new Set()
  for await (const { type } of client.quoteStream(request)) events.add(type)
  const { data } = await client.quote(request)
  const { provider, routeId } = data.find((route) => route.provider === 'SANDBOX_BRIDGE')
  const chosen = { ...request, provider, routeId }
  const wrong = await client.lock({ ...chosen, amount: '1e5' }).catch((error) => error)
  const cancelled = await client.lock(chosen, { signal: AbortSignal.abort() }).catch((error) => error)
  let replays = 0
  const call = { idempotencyKey: 'key-' + Math.random(), onReplay: () => (replays += 1) }
  const lock = await client.lock(chosen, call)
  const again = await client.lock(chosen, call)
  const { transaction } = await client.execute({ lockId: lock.lockId })
  await client.track({ transactionId: transaction.id, txHash: '0x' + '11'.repeat(32) })
  let last
  for await (const { transaction: now } of client.watch({ transactionId: transaction.id })) last = now.status
  await client.close()
  return {
    events: [...events].sort(),
    wrong: [isSwapError(wrong), wrong.code, wrong.field, /^req_/.test(wrong.requestId)],
    cancelled: cancelled.code,
    replays: [replays, again.lockId === lock.lockId],
    last,
    usd: formatUsd(parseUsd('1.5')),
  }
}

play().then(report, (error) => report({ error: String(error?.stack ?? error) }))
`
const PLAYED = {
  events: ['done', 'routes', 'verdict'],
  wrong: [true, 'INVALID_AMOUNT', 'amount', true],
  cancelled: 'INTERRUPTED',
  replays: [1, true],
  last: 'SUCCESS',
  usd: '1.50',
}

/** A sandbox behind a real server. @returns the URL of its API */
async function startServer(allowedOrigins: readonly string[]): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-entries-'))
  close.push(() => rm(home, { recursive: true, force: true }))
  const service = await openSwapService({ home, sandbox: { speed: 10_000 } })
  close.push(() => service.close())
  const server = await serve(service, { allowedOrigins })
  close.push(() => server.close())
  return server.url
}

/** Names of what a page has besides the language; nothing of Node is among them. */
const WEB = [
  ...['fetch', 'URL', 'URLSearchParams', 'AbortController', 'AbortSignal', 'TextDecoder', 'TextEncoder', 'Headers'],
  ...['Request', 'Response', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'crypto'],
] as const

test('the client plays a swap where there are only the globals of the web', async () => {
  const api = await startServer([])
  const { text } = await bundle(PAGE, { platform: 'browser', format: 'iife' })
  const reported = await new Promise((resolve) => {
    const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]))
    runInContext(text, createContext({ ...globals, API: api, report: resolve }))
  })
  expect(reported).toEqual(PLAYED)
})

const chromium = findChromium()

test.skipIf(chromium === undefined)(
  'the client plays a swap from a page of another origin in Chromium (skipped where the machine has none)',
  async () => {
    const { text } = await bundle(PAGE, { platform: 'browser', format: 'esm' })
    let api = ''
    let tell: (report: unknown) => void = () => undefined
    const told = new Promise((resolve) => (tell = resolve))
    const pages = createServer((request, response) => {
      if (request.method === 'POST') {
        let body = ''
        request.on('data', (part) => (body += String(part)))
        request.on('end', () => {
          response.end()
          tell(JSON.parse(body))
        })
        return
      }
      const [type, content] =
        request.url === '/page.js'
          ? ['text/javascript', text]
          : [
              'text/html',
              `<!doctype html><script>
                globalThis.API = ${JSON.stringify(api)}
                globalThis.report = (seen) => fetch('/', { method: 'POST', body: JSON.stringify(seen) })
              </script><script type="module" src="/page.js"></script>`,
            ]
      response.writeHead(200, { 'Content-Type': type }).end(content)
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    close.push(() => new Promise((resolve) => pages.close(() => resolve())))
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    api = await startServer([origin])
    close.push(async () => pages.closeAllConnections())
    close.push(await openInChromium(chromium ?? '', origin))
    expect(await told).toEqual(PLAYED)
  },
)
