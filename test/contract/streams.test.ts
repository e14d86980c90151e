import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createSwapClient,
  type EmbeddedSwapService,
  type QuoteEvent,
  type QuoteRequest,
  type SwapService,
} from '../../src/index.ts'
import { type ContractServer, openContractService, serveContract } from '../support/contract-service.ts'
import { expectStatusResult } from '../support/contract-fields.ts'
import { DEPOSIT, LOCKABLE, REQUEST } from '../support/contract-world.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

/*
 * The two calls that yield as they go are no part of the HTTP contract, but of the service: in process and through the
 * client they tell the same.
 */

let home: string
let clock: FakeClock
let embedded: EmbeddedSwapService
let server: ContractServer
let client: SwapService

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-streams-'))
  clock = createFakeClock()
  embedded = await openContractService({ clock, directory: home })
  server = await serveContract(embedded, clock)
  client = createSwapClient(server.url, { clock })
})
afterEach(async () => {
  await client.close()
  await server.close()
  await rm(home, { recursive: true, force: true })
})

const services = [
  ['in process', () => embedded],
  ['through the client', () => client],
] as const

async function eventsOf(from: SwapService, request: QuoteRequest): Promise<QuoteEvent[]> {
  const events: QuoteEvent[] = []
  for await (const event of from.quoteStream(request)) events.push(event)
  return events
}

describe.each(services)('a streamed quote, %s,', (_name, service) => {
  test('ends with what quote answers, and every route and verdict came before', async () => {
    const result = await service().quote(REQUEST)
    const events = await eventsOf(service(), REQUEST)
    expect(events.at(-1)).toEqual({ type: 'done', result })
    expect(events.filter(({ type }) => type === 'done')).toHaveLength(1)
    const routes = events.flatMap((event) => (event.type === 'routes' ? event.routes : []))
    const byId = (a: { routeId: string }, b: { routeId: string }) => (a.routeId < b.routeId ? -1 : 1)
    expect(routes.sort(byId)).toEqual([...result.data].sort(byId))
    const verdicts = events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))
    expect(verdicts.map(({ provider }) => provider).sort()).toEqual(embedded.providers.map(({ key }) => key).sort())
  })

  test('tells why there is no route, provider by provider', async () => {
    const { data, verdicts } = await service().quote({ ...REQUEST, amount: '1000.0404' })
    expect(data).toEqual([])
    expect(verdicts.map(({ outcome, routes }) => [outcome, routes])).toEqual(
      embedded.providers.map(() => ['no_route', 0]),
    )
    const [last] = (await eventsOf(service(), { ...REQUEST, amount: '1000.0404' })).slice(-1)
    expect(last).toEqual({ type: 'done', result: { data, verdicts } })
  })

  test('refuses what quote refuses', async () => {
    await expect(eventsOf(service(), { ...REQUEST, amount: '0' })).rejects.toMatchObject({
      name: 'SwapError',
      code: 'INVALID_AMOUNT',
      httpStatus: 400,
      field: 'amount',
    })
  })
})

describe.each(services)('a watched transaction, %s,', (_name, service) => {
  test('is told at every change until it is final', async () => {
    const { lockId } = await embedded.lock({ ...LOCKABLE, provider: DEPOSIT })
    const id = (await embedded.execute({ lockId })).transaction?.id ?? ''
    const seen: unknown[] = []
    let ended = false
    const watching = (async () => {
      for await (const result of service().watch({ transactionId: id })) {
        expectStatusResult(result)
        seen.push(result)
      }
      ended = true
    })()
    for (let turn = 0; turn < 2_000 && !ended; turn += 1) await clock.advance(500)
    await watching
    const statuses = seen.map(
      (result) => Reflect.get(Object(Reflect.get(Object(result), 'transaction')), 'status') as unknown,
    )
    expect(statuses.at(0)).toBe('PENDING')
    expect(statuses.slice(0, -1).every((status) => status === 'PENDING')).toBe(true)
    expect(statuses.at(-1)).toBe('SUCCESS')
    expect(seen.at(-1)).toEqual(await embedded.status({ transactionId: id }))
    expect(new Set(seen.map((result) => JSON.stringify(result))).size).toBe(seen.length)
  })

  test('that nobody knows is refused', async () => {
    const watched = service().watch({ transactionId: 'tx_unknown' })[Symbol.asyncIterator]()
    await expect(watched.next()).rejects.toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 })
  })
})
