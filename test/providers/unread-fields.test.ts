import { expect, test } from 'vitest'
import type { ProviderAdapter, QuoteAnswer } from '../../src/providers/contract.ts'
import { watchReply } from '../../src/service/drift/read-fields.ts'
import { toQuoteRequest } from '../support/case-requests.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { createProviderContext } from '../support/provider-context.ts'
import { toFullReply } from '../support/provider-lab.ts'
import type { ProviderCases, QuoteCase } from '../support/provider-suite.ts'
import { allCases } from '../support/recorded-shapes.ts'
import { mutationsOf } from '../support/reply-mutations.ts'
import { playReplies, type PlayedReply, readReplies } from '../support/reply-player.ts'

/*
 * `providers check --deep` calls a field harmless that is not read. So it must be: without any such field, and with it null
 * or of another type, a recorded quote has the same routes.
 */

const cases = await allCases()

test.each(cases.map((one) => [one.provider.manifest.key, one] as const))(
  '%s: a field that is said to be unread changes no route',
  async (_, own) => {
    const adapter = await own.provider.load()
    const wrong: string[] = []
    let tried = 0
    for (const item of recordedQuotes(own)) {
      const replies = readReplies(item.exchanges, new URL('./recordings/', own.url))
      const watched = replies.map(({ body }) => watchReply(body))
      const good = await routesOf(own, adapter, item, replies, (at) => watched[at]?.value)
      for (const [at, reply] of replies.entries()) {
        // Lists of assets have thousands of fields, and rows that are alike.
        const body = Array.isArray(reply.body) ? reply.body.slice(0, 3) : reply.body
        if (body !== reply.body && !isSame(good, await routesOf(own, adapter, item, replies, swap(at, body)))) continue
        for (const { field, how, body: other } of mutationsOf(body)) {
          if (!['left out', 'an object'].includes(how) || watched[at]?.wasRead(field) !== false) continue
          tried += 1
          const end = await routesOf(own, adapter, item, replies, swap(at, other))
          if (!isSame(good, end)) wrong.push(`${item.name}: ${field} ${how}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(0)
  },
  60_000,
)

/** One quote for each recording. */
function recordedQuotes({ quotes }: ProviderCases): readonly QuoteCase[] {
  const seen = new Set<string>()
  return quotes.filter(({ exchanges, expected }) => {
    const files = exchanges.map(({ reply }) => toFullReply(reply).file ?? '')
    if (!('routes' in expected) || files.every((file) => file === '' || seen.has(file))) return false
    for (const file of files) seen.add(file)
    return true
  })
}

const swap = (at: number, body: unknown) => (index: number) => (index === at ? body : undefined)

async function routesOf(
  { provider, nowMs, settings, node }: ProviderCases,
  adapter: ProviderAdapter,
  item: QuoteCase,
  replies: readonly PlayedReply[],
  bodyOf: (at: number) => unknown,
): Promise<unknown> {
  const played = replies.map((reply, at) => ({ ...reply, body: bodyOf(at) ?? reply.body }))
  const context = createProviderContext({
    provider: provider.manifest,
    clock: { ...createFakeClock(nowMs), sleep: () => Promise.resolve() },
    http: playReplies(played),
    setting: (name) => item.settings?.[name] ?? settings?.[name],
    rpc: async (_chainKey, method, params) => node?.(method, params),
  })
  try {
    return shownAnswer(await adapter.quote(await toQuoteRequest(item.request), context))
  } catch (error) {
    return String(error)
  }
}

/** All but what is kept for the lock, where a provider may want its own words back. */
function shownAnswer(answer: QuoteAnswer): unknown {
  return answer.status === 'no_route' ? answer.code : answer.routes.map(({ state: _, ...shown }) => shown)
}

function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))
  return text(one) === text(other)
}
