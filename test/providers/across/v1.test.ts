import { expect, test } from 'vitest'
import type { ProviderCall, ProviderContext } from '../../../src/providers/contract.ts'
import { acrossAdapter } from '../../../src/providers/across/adapter.ts'
import { across } from '../../../src/providers/across/manifest.ts'
import { ALICE, USDC } from '../../support/case-assets.ts'
import { createProviderContext, createQuoteRequest, jsonReply } from '../../support/provider-context.ts'

const ORDER = `0x625b3f05${'0'.repeat(56)}`

/** How a quote ends with these settings, where the API answers so, and what it was asked. */
async function quoteWith(settings: Record<string, string>, body: unknown = {}, status = 200) {
  const calls: ProviderCall[] = []
  const http: ProviderContext['http'] = {
    request: async (call) => {
      calls.push(call)
      return Promise.resolve(jsonReply(body, status))
    },
  }
  const context = createProviderContext({ http, setting: (name) => settings[name] })
  const [src, dst] = [`arbitrum:${USDC.arbitrum}`, `base:${USDC.base}`]
  const request = await createQuoteRequest(src, dst, { amountIn: 5_000_000n, depositor: ALICE })
  const answer = await acrossAdapter.quote(request, context)
  if (answer.status !== 'no_route') return expect.unreachable()
  return { answer, calls }
}

const V1 = { API: 'v1', API_KEY: 'key-of-the-test' }

test('the new API is asked with the documented members alone, and nothing payable is made of what it answers', async () => {
  const nextActions = [
    { type: 'approvals' },
    { type: 'send_transaction', id: 'prefunded-store', to: ALICE, data: '0x' },
  ]
  const { answer, calls } = await quoteWith(V1, { orderId: ORDER, expiresAt: 1_778_833_239, nextActions, more: {} })
  expect(calls).toEqual([
    {
      method: 'POST',
      baseUrl: 'https://api.across.to',
      path: '/v1/quotes',
      body: { origin: { token: { chainId: 42161, address: USDC.arbitrum }, amount: '5000000' }, depositor: ALICE },
      headers: { authorization: 'Bearer key-of-the-test' },
      acceptStatuses: [401, 403],
    },
  ])
  expect(answer).toEqual({
    status: 'no_route',
    code: 'pair_unsupported',
    message: `The new API of Across answered (order ${ORDER}, until 1778833239, actions: approvals, send_transaction), and its reply is not documented enough to pay by: unset SWAPCLI_PROVIDER_ACROSS_API`,
  })
})

test.each([[{}], [null], [[1]], [{ orderId: 7, expiresAt: null, nextActions: 'none' }], [{ nextActions: [null] }]])(
  'a reply of another form than documented, %j, is no route either',
  async (body) => {
    const { message } = (await quoteWith(V1, body)).answer
    expect(message).toMatch(/^The new API of Across answered, and its reply is not documented enough/)
  },
)

test('what the new API refuses is told with its own words', async () => {
  const { answer } = await quoteWith(V1, { message: 'destination is required' }, 400)
  expect(answer).toMatchObject({
    code: 'pair_unsupported',
    message:
      'The new API of Across refused the request (400), of which it documents a part (it says: destination is required)',
  })
  expect((await quoteWith(V1, { code: 'permission.not_entitled' }, 403)).answer.code).toBe('needs_key')
})

test('the new API is not asked without a key, nor where the setting names another one', async () => {
  const [keyless, misspelt] = [await quoteWith({ API: 'v1' }), await quoteWith({ API: 'v2' })]
  expect([keyless.answer.code, misspelt.answer.code]).toEqual(['needs_key', 'needs_change'])
  expect([...keyless.calls, ...misspelt.calls]).toEqual([])
})

test('a check asks the API that is set', () => {
  const { ping } = across.manifest
  const pathWith = (settings: Record<string, string>) =>
    typeof ping === 'function' ? ping((name) => settings[name]).path : expect.unreachable()
  expect([pathWith({}), pathWith(V1)]).toEqual(['/swap/chains', '/v1/capabilities'])
})
