import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isSwapError } from '../../src/core/api/errors.ts'
import type { LockRequest, SwapService } from '../../src/core/api/service.ts'
import type { Clock, Ids } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import type { Provider } from '../../src/providers/index.ts'
import type { EmbeddedSwapService } from '../../src/service/index.ts'
import type { RunJournal, SwapRun } from '../../src/wallet/run/journal.ts'

/*
 * Store files of schema 1 as the last program that wrote them left them: locks that are open, claimed and used, swaps
 * of every outcome, quoted routes, idempotency keys, and runs that stopped at every step. Beside them is what that same
 * program answered from them ten minutes later.
 */

const FOLDER = new URL('fixtures/schema-1/', import.meta.url)

/** When that program asked, epoch milliseconds. */
export const ASKED_AT_MS = Date.UTC(2026, 1, 1, 12, 10)

interface Plan {
  readonly locked: LockRequest
  readonly lockId: string
  readonly open: string
  readonly claimed: string
  readonly oddOpen: string
  readonly routes: readonly { readonly provider: string; readonly routeId: string }[]
  readonly quoted: LockRequest
}

/** Puts copies of the files into a folder. */
export function unpackSchema1(folder: string): void {
  for (const name of ['sandbox.db', 'wallet-sandbox.db']) writeFileSync(join(folder, name), unpacked(`${name}.gz`))
}

/** What was asked, and what was answered. */
export function schema1Answers(): { readonly plan: Plan; readonly answers: Readonly<Record<string, unknown>> } {
  return JSON.parse(unpacked('answers.json.gz').toString('utf8')) as ReturnType<typeof schema1Answers>
}

function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(name, FOLDER)))
}

/** A clock that runs on from `startMs`. */
export function clockFrom(startMs: number): Clock {
  const begunMs = systemClock.now()
  return { now: () => startMs + systemClock.now() - begunMs, sleep: (ms, signal) => systemClock.sleep(ms, signal) }
}

/** Ids that count. */
export function countedIds(label: string): Ids {
  let next = 0
  return { create: (prefix) => `${prefix}${label}${String((next += 1)).padStart(4, '0')}` }
}

/** The provider of the swaps that state more, or less, than the sandbox's own. Only what is asked of it here. */
export const ODD_PROVIDER: Provider = {
  manifest: { key: 'ODD', name: 'Odd', image: '', type: 'SERVICE', hosts: [], docs: 'https://example.org' },
  load: async () => ({
    quote: () => Promise.reject(new Error('not quoted here')),
    prepare: async () => ({
      providerResult: { depositAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', execution: 'server' },
      tracking: { odd: 1 },
      needsHash: false,
    }),
    status: async () => ({
      status: 'SUCCESS',
      stage: 'done',
      inboundHash: `0x${'1'.repeat(64)}`,
      outboundHash: `0x${'2'.repeat(64)}`,
      deliveredOut: 123_400_000n,
    }),
  }),
}

export interface Asked {
  readonly service: EmbeddedSwapService
  readonly journal: RunJournal
  readonly plan: Plan
  /** Brings a run as far as it goes. */
  readonly resume: (run: SwapRun) => Promise<SwapRun>
}

/** Asks everything in the order in which it was asked then. */
export async function askEverything({ service, journal, plan, resume }: Asked): Promise<Record<string, unknown>> {
  const runs = await journal.all()
  const history = await service.history({ perPage: 50 })
  const filtered = await service.history({ query: 'usdc', statuses: 'SUCCESS', perPage: 3 })
  const stats = await service.stats()
  const friend = await service.stats({ referralCode: 'friend' })
  const statuses: unknown[] = []
  for (const { id } of history.data) statuses.push(withoutTimes(await service.status({ transactionId: id })))
  const execute = (lockId: string, idempotencyKey?: string) =>
    outcomeOf(service.execute({ lockId }, idempotencyKey === undefined ? {} : { idempotencyKey }))
  const executedAgain = await execute(plan.lockId, 'execute-key')
  const lockedAgain = await outcomeOf(service.lock(plan.locked, { idempotencyKey: 'lock-key' }))
  const used = await execute(plan.lockId)
  const claimed = await execute(plan.claimed, 'claimed-key')
  const executed = await execute(plan.open)
  const oddExecuted = await execute(plan.oddOpen)
  const { srcChain, srcAddress, dstChain, dstAddress } = plan.quoted
  const rates = await service.recentRates({ srcChain, srcAddress, dstChain, dstAddress })
  const wrongAmount: unknown[] = []
  for (const route of plan.routes) {
    wrongAmount.push(await outcomeOf(service.lock({ ...plan.quoted, ...route, amount: '0.5' })))
  }
  const events = await firstEvents(service, 40)
  const resumed: unknown[] = []
  for (const run of runs) {
    const isWaiting = run.step !== 'final' && run.step !== 'closed' && run.request.amount !== '2.0080'
    if (isWaiting) resumed.push(withoutTimes(asKept(await resume(run))))
  }
  const read = {
    runs: runs.map(asKept),
    history,
    filtered,
    stats,
    friend,
    statuses,
    rates,
    wrongAmount,
    events,
    resumed,
  }
  return { ...read, executedAgain, lockedAgain, used, claimed, executed, oddExecuted }
}

async function firstEvents(service: EmbeddedSwapService, count: number): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of service.events(0, new AbortController().signal)) {
    if (events.push(withoutTimes(event)) === count) break
  }
  return events
}

async function outcomeOf(answer: ReturnType<SwapService['lock']> | ReturnType<SwapService['execute']>) {
  try {
    return await answer
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { code: error.code, message: error.message }
  }
}

/** A run without its version, which is not in its document. */
function asKept({ version: _version, ...run }: SwapRun): object {
  return run
}

const TIMES = ['updatedAt', 'createdAt', 'expiresAt', 'ttlMs']

/** The same without the times at which it was asked. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, TIMES.includes(key) ? '*' : withoutTimes(inner)]),
  )
}
