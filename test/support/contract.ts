import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type ActionOptions, createSwapClient, type EmbeddedSwapService } from '../../src/index.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import {
  asObject,
  asText,
  expectAsset,
  expectChain,
  expectExecution,
  expectLock,
  expectPage,
  expectRoute,
  expectSource,
  expectStatusResult,
  expectTrackResult,
  expectTransaction,
} from './contract-fields.ts'
import { type ContractServer, openContractService, serveContract } from './contract-service.ts'
import { callOverHttp } from './contract-http.ts'
import type { Fields } from './contract-world.ts'

export type Operation =
  'chains' | 'assets' | 'sources' | 'quote' | 'lock' | 'execute' | 'track' | 'status' | 'history' | 'stats'

/** A refusal, the same for every way: what a program may branch on. */
export interface Refusal {
  readonly code: string
  readonly httpStatus: number
  readonly message: string
  readonly field: string | undefined
  readonly errors: readonly { readonly code: string; readonly field?: string; readonly message: string }[]
  readonly retryAfterSec: number | undefined
}

export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal }

/** One way to reach the service: takes whatever a caller may send, well-formed or not. */
export type Transport = (operation: Operation, input: Fields, options: ActionOptions) => Promise<Outcome>

/** What a scenario acts on. Every call is recorded, so that the ways can be compared. */
export interface Api {
  /** The answer of a call that must be accepted, as a plain object whose shape has been checked. */
  ok(operation: Operation, input?: Fields, options?: ActionOptions): Promise<Readonly<Record<string, unknown>>>
  /** The refusal of a call that must be refused. */
  refused(operation: Operation, input?: Fields, options?: ActionOptions): Promise<Refusal>
}

export interface World {
  readonly clock: FakeClock
  /** The service behind every way, for what no caller can do: adding to its catalog. */
  readonly service: EmbeddedSwapService
}

export type Scenario = (api: Api, world: World) => Promise<void>

interface Recorded {
  readonly operation: Operation
  readonly input: Fields
  readonly outcome: Outcome
}

const WAYS = ['in process', 'over HTTP', 'through the client'] as const
type Way = (typeof WAYS)[number]

/** Runs a scenario each way on a service of its own, and then demands that all ways gave equal answers. */
export function contract(name: string, scenario: Scenario): void {
  describe(name, () => {
    const recordings = new Map<Way, Promise<readonly Recorded[]>>()
    const recordingOf = (way: Way): Promise<readonly Recorded[]> => {
      const recording = recordings.get(way) ?? record(way, scenario)
      recordings.set(way, recording)
      return recording
    }
    test.each(WAYS)('%s', async (way) => {
      expect((await recordingOf(way)).length).toBeGreaterThan(0)
    })
    test('the same answers each way', async () => {
      const [first, ...others] = await Promise.all(WAYS.map(recordingOf))
      for (const other of others) expectEqual(other, first)
    })
  })
}

async function record(way: Way, scenario: Scenario): Promise<readonly Recorded[]> {
  const directory = await mkdtemp(join(tmpdir(), 'swapcli-contract-'))
  const clock = createFakeClock()
  const service = await openContractService({ clock, directory })
  const recorded: Recorded[] = []
  const closers: (() => Promise<void>)[] = [() => service.close()]
  try {
    const transport = await openTransport(way, service, clock, closers)
    const checked = new Set<string>()
    const run = async (operation: Operation, input: Fields, options: ActionOptions): Promise<Outcome> => {
      const outcome = plain(await transport(operation, input, options))
      const answer = `${operation} ${JSON.stringify(outcome)}`
      // Polls get the same answer over and over.
      if (outcome.ok && !checked.has(answer)) checkAnswer(operation, outcome.value)
      checked.add(answer)
      recorded.push({ operation, input, outcome })
      return outcome
    }
    const api: Api = {
      ok: async (operation, input = {}, options = {}) => {
        const outcome = await run(operation, input, options)
        if (!outcome.ok) throw new Error(`${operation} was refused: ${JSON.stringify(outcome.refusal)}`)
        return asObject(outcome.value, operation)
      },
      refused: async (operation, input = {}, options = {}) => {
        const outcome = await run(operation, input, options)
        if (outcome.ok) throw new Error(`${operation} was accepted: ${JSON.stringify(outcome.value)}`)
        return outcome.refusal
      },
    }
    await scenario(api, { clock, service })
  } finally {
    for (const close of closers.reverse()) await close()
    await rm(directory, { recursive: true, force: true })
  }
  return recorded
}

async function openTransport(
  way: Way,
  service: EmbeddedSwapService,
  clock: FakeClock,
  closers: (() => Promise<void>)[],
): Promise<Transport> {
  if (way === 'in process') return callService(service)
  // It looks at its connections each second, of which days pass.
  const server: ContractServer = await serveContract(service, clock, { clock: clock.forLookers })
  closers.push(() => server.close())
  if (way === 'over HTTP') return callOverHttp(server.url)
  const client = createSwapClient(server.url)
  closers.push(() => client.close())
  return callService(client)
}

/** The methods as they meet callers who are not held by types. */
interface UntypedService {
  chains(input: unknown): Promise<unknown>
  assets(input: unknown): Promise<unknown>
  sources(input: unknown): Promise<unknown>
  quote(input: unknown, options?: ActionOptions): Promise<{ readonly data: unknown }>
  lock(input: unknown, options?: ActionOptions): Promise<unknown>
  execute(input: unknown, options?: ActionOptions): Promise<unknown>
  track(input: unknown, options?: ActionOptions): Promise<unknown>
  status(input: unknown, options?: ActionOptions): Promise<unknown>
  history(input: unknown): Promise<unknown>
  stats(input: unknown): Promise<unknown>
}

function callService(service: UntypedService): Transport {
  return async (operation, input, options) => {
    try {
      if (operation !== 'quote') return { ok: true, value: await service[operation](input, options) }
      // The verdicts of the library have no place in the HTTP answer; the routes are the contract.
      const { data } = await service.quote(input, options)
      return { ok: true, value: { data } }
    } catch (error) {
      return { ok: false, refusal: refusalOf(error) }
    }
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error) || error.name !== 'SwapError') throw error
  const { code, httpStatus, field, errors, retryAfterSec } = { ...error } as unknown as Refusal
  return { code, httpStatus, message: error.message, field, errors, retryAfterSec }
}

/** An answer as any program sees it: after JSON. Nothing may get lost on that way. */
function plain(outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome
  const value: unknown = JSON.parse(JSON.stringify(outcome.value))
  expectEqual(value, outcome.value)
  return { ok: true, value }
}

/** `toEqual`, which takes many times the CPU of a comparison, only where values differ. */
function expectEqual(value: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(value, expected)) expect(value).toEqual(expected)
}

function checkAnswer(operation: Operation, value: unknown): void {
  switch (operation) {
    case 'chains':
      return expectPage(value, expectChain)
    case 'assets':
      return expectPage(value, expectAsset)
    case 'sources':
      return expectPage(value, expectSource)
    case 'history':
      return expectPage(value, (item) => expectTransaction(item, 'history'))
    case 'quote': {
      const { data } = asObject(value)
      expect(Object.keys(asObject(value))).toEqual(['data'])
      if (!Array.isArray(data)) throw new Error('quote must answer with a list')
      return data.forEach(expectRoute)
    }
    case 'lock':
      return expectLock(value)
    case 'execute':
      return expectExecution(value)
    case 'status':
      return expectStatusResult(value)
    case 'track':
      return expectTrackResult(value)
    case 'stats':
      expect(asText(asObject(value)['volumeUsd'])).toMatch(/^\d+(\.\d+)?$/)
      return
  }
}
