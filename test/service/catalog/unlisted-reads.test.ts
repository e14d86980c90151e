import { fakeRpc } from '../../support/fake-rpc.ts'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/assets/catalog.ts'
import { createUnlistedTokens } from '../../../src/service/catalog/unlisted-tokens.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { contract, TOKEN } from '../../support/unlisted-lab.ts'

/*
 * Anybody may ask an open server for any address: reads of nodes are shared and remembered.
 */

async function chainOf(catalog: Catalog, key: string) {
  const chain = await catalog.chain(key)
  if (chain === undefined) throw new Error(`no ${key}`)
  return chain
}

/** The tokens over a node that answers when it is let; `reads` counts how often an address was read. */
async function world(isToken: boolean) {
  const catalog = await openBundledCatalog()
  const docs = new Map<string, unknown>()
  const seen = { reads: 0, nowMs: 0 }
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const answers = contract('USDC', 9n)
  const tokens = createUnlistedTokens({
    catalog,
    clock: { now: () => seen.nowMs },
    store: {
      documents: {
        get: async (key) => (docs.has(key) ? { doc: docs.get(key) as never, version: 1 } : undefined),
        put: async (key, doc) => docs.set(key, doc).size > 0,
        list: async () => [],
        delete: async () => undefined,
      },
    },
    rpc: async () => ({
      chainRpc: async () => fakeRpc([], { isOwn: true }),
      atOneNode: async (_key, _signal, work) => {
        seen.reads += 1
        await gate
        return work({
          request: async (method, params) => {
            const answer = isToken ? answers(method, params) : { result: '0x' }
            return typeof answer === 'object' && 'result' in answer ? answer.result : undefined
          },
        })
      },
    }),
  })
  return { tokens, seen, open, base: await chainOf(catalog, 'base') }
}

test('reads of one token at the same moment share one', async () => {
  const { tokens, seen, open, base } = await world(true)
  const both = Promise.all([tokens.find(base, TOKEN), tokens.find(base, TOKEN.toLowerCase())])
  open()
  const [first, second] = await both
  expect([first.kind, second, seen.reads]).toEqual(['token', first, 1])
})

test('a read goes on for the others when one caller leaves', async () => {
  const { tokens, seen, open, base } = await world(true)
  const leaving = new AbortController()
  const gone = tokens.find(base, TOKEN, leaving.signal)
  const staying = tokens.find(base, TOKEN)
  leaving.abort()
  expect(await gone).toMatchObject({ kind: 'none', code: 'SERVICE_UNAVAILABLE' })
  open()
  expect([(await staying).kind, seen.reads]).toEqual(['token', 1])
})

test('that an address is no token is remembered for a while', async () => {
  const { tokens, seen, open, base } = await world(false)
  open()
  const why = 'no contract is there: it may be a wallet, or a token of another chain'
  const none = { kind: 'none', code: 'VALIDATION_ERROR', why }
  expect([await tokens.find(base, TOKEN), await tokens.find(base, TOKEN)]).toEqual([none, none])
  expect(seen.reads).toBe(1)
  seen.nowMs = 30_000
  expect([await tokens.find(base, TOKEN), seen.reads]).toEqual([none, 2])
})
