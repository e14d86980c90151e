import { isDeepStrictEqual as equals } from 'node:util'
import type { Exec } from '../../src/core/api/documents.ts'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
  type StatusReport,
} from '../../src/providers/contract.ts'
import { buildRoute } from '../../src/service/quote/routes.ts'
import { receiptOf, toLock, toQuoteRequest, toStatusRequest } from './case-requests.ts'
import { createFakeClock } from './fake-clock.ts'
import type { Operation } from './provider-faults.ts'
import { createProviderContext } from './provider-context.ts'
import { type Exchange, toFullReply } from './provider-lab.ts'
import type { PrepareCase, ProviderCases, QuoteCase, StatusCase } from './provider-suite.ts'
import { isFieldOf, isNeeded, mutationsOf } from './reply-mutations.ts'
import { watchReads } from './reply-reads.ts'
import { playReplies, type PlayedReply, readReplies } from './reply-player.ts'

/*
 * A provider adds, drops and changes fields without telling anybody. Every good recording is read with each of its fields
 * left out, null and of another type: the route must stay the same in what moves money, and a status the same, unless the
 * case file declares the field as needed; then it may end as a coded error, as no route, or as a status that is still open.
 * Lists of assets are not tried: a bad row of theirs hides no other one, which has tests of its own.
 */

/**
 * What a provider reads of its replies that it need not, what it reads wrong, and what it declares as needed but does not
 * need: a sentence each.
 */
export async function readingFaults(cases: ProviderCases): Promise<string[]> {
  const adapter = await cases.provider.load()
  const needs = cases.needs ?? []
  const unused = new Set(needs.flatMap(({ path, fields }) => fields.map((field) => `${path} ${field}`)))
  const faults = new Map<string, string[]>()
  for (const { of, path, replies, at, run } of runsOf(cases, adapter)) {
    const own = needs.filter((need) => need.of.includes(of) && path.startsWith(need.path))
    const needed = own.flatMap(({ fields }) => fields)
    const changing = own.flatMap(({ fields, changes = false }) => (changes ? fields : []))
    const endWith = (body: unknown) =>
      endOf(
        run,
        replies.map((reply, index) => (index === at ? { ...reply, body } : reply)),
      )
    const original = replies[at]?.body
    const watched = watchReads(original)
    const good = await endWith(watched.body)
    for (const { field, how, body } of mutationsOf(original, watched.isRead)) {
      const end = await endWith(body)
      const verdict = compare(good, end)
      if (verdict === 'same') continue
      if (verdict === 'lost' || verdict === 'changed') {
        for (const need of own) {
          for (const one of need.fields) if (isFieldOf(one, field)) unused.delete(`${need.path} ${one}`)
        }
        if (verdict === 'lost' && isNeeded(field, needed)) continue
        if (verdict === 'changed' && isNeeded(field, changing)) continue
      }
      const line = `${of} ${path.replace(/[0-9a-fA-Fx]{20,}/g, '…')} ${field}: ${verdict}`
      const hows = faults.get(line) ?? []
      const told = `${how} (${wordsOf(end)})`
      faults.set(line, hows.includes(told) ? hows : [...hows, told])
    }
  }
  return [
    ...[...faults].map(([line, hows]) => `${line} by ${hows.join(', ')}`),
    ...[...unused].map((need) => `${need}: declared, but not needed`),
  ]
}

/** A way to ask with some replies; its reply number `at` is the one to change. */
interface Run {
  readonly of: Operation
  readonly path: string
  readonly replies: readonly PlayedReply[]
  readonly at: number
  readonly run: (replies: readonly PlayedReply[]) => Promise<Essence>
}

/** What matters of an answer. */
type Essence =
  | { readonly is: 'routes'; readonly routes: readonly Promised[]; readonly payment?: unknown }
  | { readonly is: 'no_route' }
  | { readonly is: 'status'; readonly status: StatusReport['status']; readonly deliveredOut: bigint | undefined }

/** What a route promises, base units. */
interface Promised {
  readonly routeId: string
  readonly amountOut: bigint
  readonly minimumOut: bigint
}

/** How a run ended. */
type End = Essence | { readonly is: 'error'; readonly code: string } | { readonly is: 'crash'; readonly error: unknown }

async function endOf(run: Run['run'], replies: readonly PlayedReply[]): Promise<End> {
  try {
    return await run(replies)
  } catch (error) {
    return error instanceof ProviderError ? { is: 'error', code: error.code } : { is: 'crash', error }
  }
}

function compare(good: End, end: End): 'same' | 'lost' | 'changed' | 'crashed' {
  if (end.is === 'crash') return 'crashed'
  if (good.is === 'status' && end.is === 'status') {
    const { status, deliveredOut } = end
    if (status === good.status) {
      return deliveredOut === undefined || deliveredOut === good.deliveredOut ? 'same' : 'changed'
    }
    return status === 'PENDING' ? 'lost' : 'changed'
  }
  if (equals(good, end)) return 'same'
  if (good.is === 'routes' && end.is === 'routes' && promisesLess(good, end)) return 'lost'
  return end.is === 'error' || end.is === 'no_route' ? 'lost' : 'changed'
}

/** True for the same payment for the same amount, of which less is promised. */
function promisesLess(good: Essence & { is: 'routes' }, end: Essence & { is: 'routes' }): boolean {
  const minima = ({ routes }: typeof good) => routes.map(({ minimumOut }) => minimumOut)
  const rest = ({ routes, ...others }: typeof good) => ({
    ...others,
    routes: routes.map(({ routeId, amountOut }) => ({ routeId, amountOut })),
  })
  return equals(rest(good), rest(end)) && minima(end).every((minimum, index) => minimum <= (minima(good)[index] ?? 0n))
}

function wordsOf(end: End): string {
  if (end.is === 'crash') return end.error instanceof Error ? end.error.message : String(end.error)
  if (end.is === 'error') return end.code
  return end.is === 'status' ? end.status : end.is
}

/** What a run comes to: an answer of the adapter, or a payment that was made of one. */
type Kind = 'answer' | 'payment'

/** Each good reply of each kind of call once: recordings, and put together ones where a call has no recording. */
function runsOf(cases: ProviderCases, adapter: ProviderAdapter): readonly Run[] {
  const recordings = new URL('./recordings/', cases.url)
  const found = new Map<string, Run>()
  const add = (of: Operation, kind: Kind, exchanges: readonly Exchange[], run: Run['run']) => {
    for (const [at, { method, path, reply }] of exchanges.entries()) {
      const { file, text, status = 200 } = toFullReply(reply)
      if (status !== 200 || text === '') continue
      const call = `${method} ${path.replace(/0x[0-9a-fA-F]+|[0-9]+/g, '…')}`
      const keyOf = (its: Kind) => `${of} ${its} ${call} ${file ?? ''}`
      const key = keyOf(kind)
      if (found.has(key) || found.has(keyOf('payment'))) continue
      found.set(key, { of, path, replies: readReplies(exchanges, recordings), at, run })
    }
  }
  for (const item of cases.prepares.filter(({ expected }) => !('error' in expected))) {
    const quote = cases.quotes.find(({ name }) => name === item.quote)
    if (quote === undefined) continue
    if (item.exchanges.length === 0) add('quote', 'payment', quote.exchanges, locking(cases, adapter, quote, item))
    else add('prepare', 'payment', item.exchanges, preparing(cases, adapter, quote, item, recordings))
  }
  // What a payment was made of needs no price of its own.
  const prices = cases.quotes.filter(({ expected }) => 'routes' in expected)
  const isLock = ({ request }: QuoteCase) => request.forLock === true
  for (const item of [...prices.filter(isLock), ...prices.filter((price) => !isLock(price))]) {
    add('quote', 'answer', item.exchanges, quoting(cases, adapter, item))
  }
  for (const item of cases.statuses.filter(({ expected }) => !('error' in expected))) {
    add('status', 'answer', item.exchanges, following(cases, adapter, item))
  }
  return [...found].filter(([key]) => !key.endsWith(' ') || !hasRecording(found, key)).map(([, run]) => run)
}

function hasRecording(found: ReadonlyMap<string, Run>, call: string): boolean {
  return [...found.keys()].some((key) => key.startsWith(call) && key !== call)
}

function quoting(cases: ProviderCases, adapter: ProviderAdapter, item: QuoteCase): Run['run'] {
  const request = toQuoteRequest(item.request)
  const world = worldOf(cases, item.settings)
  return async (replies) => {
    const context = world(replies)
    return routesIn(await adapter.quote(await request, context), await request, context)
  }
}

function routesIn(answer: QuoteAnswer, request: ProviderQuoteRequest, { clock }: ProviderContext): Essence {
  if (answer.status === 'no_route') return { is: 'no_route' }
  const exact = { ...request, slippageBps: request.exactSlippageBps, exclude: new Set<string>() }
  return {
    is: 'routes',
    routes: answer.routes.map((draft) => {
      const { minimumOut } = buildRoute(exact, draft, clock.now()).terms
      return { routeId: draft.routeId, amountOut: draft.amountOut, minimumOut }
    }),
  }
}

/** Locks the route of changed replies, and prepares it without asking anything more. */
function locking(cases: ProviderCases, adapter: ProviderAdapter, quote: QuoteCase, item: PrepareCase): Run['run'] {
  const request = toQuoteRequest(quote.request)
  const [quoted, paid] = [worldOf(cases, quote.settings), worldOf(cases, item.settings)]
  return async (replies) => {
    const locked = await lockOf(adapter, quoted(replies), await request, item.lockId)
    return 'is' in locked ? locked : payLock(adapter, locked, paid([]))
  }
}

/** Prepares the route of good replies from changed ones. */
function preparing(
  cases: ProviderCases,
  adapter: ProviderAdapter,
  quote: QuoteCase,
  item: PrepareCase,
  recordings: URL,
): Run['run'] {
  const quoted = worldOf(cases, quote.settings)(readReplies(quote.exchanges, recordings))
  const lock = toQuoteRequest(quote.request).then((request) => lockOf(adapter, quoted, request, item.lockId))
  const paid = worldOf(cases, item.settings)
  return async (replies) => {
    const locked = await lock
    return 'is' in locked ? locked : payLock(adapter, locked, paid(replies))
  }
}

/** A lock, and what the routes of its quote promise. */
interface Locked {
  readonly lock: ProviderLock
  readonly promised: Essence & { is: 'routes' }
}

async function lockOf(
  adapter: ProviderAdapter,
  context: ProviderContext,
  request: ProviderQuoteRequest,
  lockId: string | undefined,
): Promise<Locked | Essence> {
  const answer = await adapter.quote(request, context)
  const promised = routesIn(answer, request, context)
  const draft = answer.status === 'routes' ? answer.routes[0] : undefined
  if (draft === undefined || promised.is !== 'routes') return { is: 'no_route' }
  const { depositor = '', recipient = '' } = request
  return { lock: toLock({ ...request, depositor, recipient }, draft, context.clock.now(), lockId), promised }
}

async function payLock(
  adapter: ProviderAdapter,
  { lock, promised }: Locked,
  context: ProviderContext,
): Promise<Essence> {
  return { ...promised, payment: paymentOf(await adapter.prepare(lock, context)) }
}

/** What is sent, and to whom. */
function paymentOf({ exec, providerResult }: Prepared): unknown {
  const { depositAddress, depositMemo } = { depositMemo: undefined, depositAddress: undefined, ...providerResult }
  return { exec: exec && callsOf(exec), depositAddress, depositMemo }
}

/** An exec without what only describes it. */
function callsOf({ meta: _, ...exec }: Exec): unknown {
  return JSON.parse(JSON.stringify(exec, (name, value: unknown) => (name === 'description' ? undefined : value)))
}

function following(cases: ProviderCases, adapter: ProviderAdapter, item: StatusCase): Run['run'] {
  const asked = toStatusRequest(item, createFakeClock(cases.nowMs).now())
  const world = worldOf(cases, item.settings)
  return async (replies) => {
    const report = await adapter.status(await asked, {
      ...world(replies),
      receipt: () => Promise.resolve(receiptOf(item)),
    })
    const deliveredOut = report.status === 'SUCCESS' ? report.deliveredOut : undefined
    return { is: 'status', status: report.status, deliveredOut }
  }
}

/** The world of a case, but for the replies: one for all that are tried out. */
function worldOf(cases: ProviderCases, settings: QuoteCase['settings'] = {}) {
  const context = createProviderContext({
    provider: cases.provider.manifest,
    // Nobody waits: what would be asked again later gets the same reply.
    clock: { ...createFakeClock(cases.nowMs), sleep: () => Promise.resolve() },
    setting: (name) => settings[name] ?? cases.settings?.[name],
    rpc: async (chainKey, method, params) => {
      if (cases.node === undefined) throw new Error(`the case has no answer to ${method} on ${chainKey}`)
      return cases.node(method, params)
    },
  })
  return (replies: readonly PlayedReply[]): ProviderContext => ({ ...context, http: playReplies(replies) })
}
