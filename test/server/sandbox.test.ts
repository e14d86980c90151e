import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSwapService } from '../../src/open.ts'
import { createHandler, type Handler } from '../../src/server/app.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { type EmbeddedSwapService } from '../../src/service/service.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { expectDeclared, operationOf } from './declared.ts'
import { get, post } from './requests.ts'

/*
 * The handler over the whole service: what it really answers is what the document says.
 */

const WALLET = '0x1111111111111111111111111111111111111111'
const REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'arbitrum',
  dstAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '100',
  depositor: WALLET,
  recipient: WALLET,
}

const clock = createFakeClock()
let home: string
let service: EmbeddedSwapService
let handler: Handler

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-server-'))
  service = await openSwapService({ home, clock })
  handler = createHandler(service, { clock, ...embeddedOptions(service) })
})

afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true })
})

/** The answer, after it was held against the document. */
async function declared<T>(request: Request, status = 200): Promise<T> {
  const path = new URL(request.url).pathname
  const answer = await handler(request)
  const copy = answer.clone()
  expect(answer.status, await copy.clone().text()).toBe(status)
  await expectDeclared(
    operationOf(request.method, path),
    path === '/api/v1/quote' ? await withoutDisplay(answer) : answer,
  )
  return (await copy.json()) as T
}

/** Routes may carry display fields of their providers; those of the sandbox have one name. */
async function withoutDisplay(answer: Response): Promise<Response> {
  const text = JSON.stringify(await answer.json(), (name, value: unknown) => (name === 'sandbox' ? undefined : value))
  return new Response(text, { status: answer.status, headers: answer.headers })
}

interface Quoted {
  readonly data: readonly { readonly provider: string; readonly routeId: string }[]
}

test('a whole swap over HTTP, each answer as the document says', async () => {
  await declared(get('/api/v1/swap/chains?perPage=1000'))
  await declared(get('/api/v1/swap/assets?perPage=1000&chain=ethereum'))
  await declared(get('/api/v1/swap/sources'))
  const quote = await declared<Quoted>(post('/api/v1/quote', REQUEST))
  expect(quote.data.length).toBeGreaterThan(1)
  for (const { provider, routeId } of quote.data) {
    const lock = await declared<{ data: { lockId: string } }>(
      post('/api/v1/quote/lock', { ...REQUEST, provider, routeId }),
    )
    const { lockId } = lock.data
    const execution = await declared<{ data: { transaction: { id: string } } }>(
      post('/api/v1/quote/execute', { lockId }),
    )
    const { id } = execution.data.transaction
    await declared(post('/api/v1/quote/execute', { lockId }), 409)
    await declared(get(`/api/v1/transaction/status?transactionId=${id}`))
    await declared(post('/api/v1/transaction/track', { transactionId: id }))
  }
  await clock.advance(3_600_000)
  await service.pollDue()
  await declared(get(`/api/v1/transaction/history?addresses=${WALLET}`))
  await declared(get('/api/v1/transaction/stats'))
})

test('refusals, each as the document says', async () => {
  await declared(get('/api/v1/swap/chains?page=0'), 400)
  await declared(get('/api/v1/swap/assets?chain=nowhere'), 400)
  await declared(post('/api/v1/quote', { amount: '-1', slippage: 1.5 }), 400)
  await declared(post('/api/v1/quote/lock', REQUEST), 400)
  await declared(post('/api/v1/quote/lock', { ...REQUEST, provider: 'NOBODY', routeId: 'x' }), 409)
  await declared(post('/api/v1/quote/lock', { ...REQUEST, amount: '1.0502', provider: 'SANDBOX_BRIDGE' }), 502)
  await declared(post('/api/v1/quote/execute', {}), 400)
  await declared(get('/api/v1/transaction/status'), 400)
  await declared(get('/api/v1/transaction/status?hash=0x00'), 404)
  await declared(post('/api/v1/transaction/track', { transactionId: 'tx_none' }), 404)
  await declared(get('/api/v1/transaction/history?perPage=51&statuses=DONE&finalizedOnly=maybe'), 400)
})

test('outside the API: readiness, metrics and journal of the embedded service', async () => {
  const ready = await handler(get('/readyz?verbose'))
  expect([ready.status, await ready.text()]).toEqual([200, '[+] accepting ok\n[+] store ok\n[+] providers ok\nready\n'])
  const metrics = await (await handler(get('/metrics'))).text()
  expect(metrics).toMatch(/^swapcli_transactions\{status="PENDING"\} \d+$/m)
  const journal = await handler(get('/events?after=0'))
  const reader = journal.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('transaction.created')) {
    const chunk = await reader?.read()
    if (chunk?.value === undefined) break
    text += chunk.value
  }
  await reader?.cancel()
  expect(text).toMatch(/^retry: 3000\nid: 0\n\nid: 1-[0-9a-f]{8}\nevent: lock\.created\n/)
  expect(text).not.toMatch(/"(state|tracking|providerState)"/)
  expect(text.slice(0, text.indexOf('transaction.created'))).not.toContain('lock_')
})
