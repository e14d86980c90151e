import { expect, test } from 'vitest'
import { createHandler } from '../../src/server/index.ts'
import { LOCAL_REQUEST, openLocalProviders } from '../support/local-providers.ts'

const quote = (client: string) =>
  [
    new Request('http://127.0.0.1/api/v1/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(LOCAL_REQUEST),
    }),
    { client },
  ] as const

test('quotes beyond those that may wait are 503 with Retry-After, and a client that asks for little is served', async () => {
  const { service, answer, asked } = await openLocalProviders(1, { quotesInFlight: 1, quoteDeadlineMs: 300 })
  const handle = createHandler(service)
  answer('nothing')
  const first = handle(...quote('192.0.2.1'))
  await expect.poll(asked).toBe(1)
  const many = Array.from({ length: 10 }, async () => handle(...quote('192.0.2.1')))
  const refused = await Promise.any(many)
  const { error } = (await refused.json()) as { readonly error: object }
  expect([refused.status, refused.headers.get('retry-after'), error]).toMatchObject([
    503,
    '2',
    { code: 'SERVICE_UNAVAILABLE', message: 'Too many quotes are asked for at once' },
  ])
  const other = handle(...quote('192.0.2.2'))
  answer('route')
  expect((await other).status).toBe(200)
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, (await first).status]).toEqual([7, 200])
})
