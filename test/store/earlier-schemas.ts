import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toExecutionDocument, toLockDocument } from '../../src/core/api/terms-document.ts'
import { formatAmount } from '../../src/core/money/amount.ts'
import { isSwapError } from '../../src/core/api/errors.ts'
import type { LockRequest, SwapService } from '../../src/core/api/service.ts'
import type { Clock, Ids } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import type { Provider } from '../../src/providers/index.ts'
import type { EmbeddedSwapService } from '../../src/service/index.ts'
import type { RunJournal, SwapRun } from '../../src/wallet/run/journal.ts'

/*
 * Store files of schema 1, 2 and 3 as the last program that wrote each left them; each began as those of the one before. They
 * hold locks that are open, claimed and used, swaps of every outcome, quoted routes, idempotency keys, and runs that stopped
 * at every step. Next to them is what that same program answered from them.
 */

type Schema = 1 | 2 | 3

/** The fixture that holds a file: schema 3 of the store came while the wallet's file, and what was asked, stayed the same. */
const FOLDERS = { 'sandbox.db': [1, 2, 3], 'wallet-sandbox.db': [1, 2, 2], 'answers.json': [1, 2, 2] } as const

/** When those programs asked, epoch milliseconds. */
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
export function unpackFiles(schema: Schema, folder: string): void {
  for (const name of ['sandbox.db', 'wallet-sandbox.db'] as const)
    writeFileSync(join(folder, name), unpacked(schema, name))
}

/** What was asked, and what was answered. */
export function earlierAnswers(schema: Schema): {
  readonly plan: Plan
  readonly answers: Readonly<Record<string, unknown>>
} {
  // Those programs noted their own default where the user had named no loss; this one does not keep it.
  const read = (key: string, value: unknown) => (key === 'mostLossBps' && value === 1_500 ? undefined : value)
  return JSON.parse(unpacked(schema, 'answers.json').toString('utf8'), read) as ReturnType<typeof earlierAnswers>
}

function unpacked(schema: Schema, name: keyof typeof FOLDERS): Buffer {
  const folder = `fixtures/schema-${FOLDERS[name][schema - 1]}`
  return gunzipSync(readFileSync(new URL(`${folder}/${name}.gz`, import.meta.url)))
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
  return withoutLater({ ...read, executedAgain, lockedAgain, used, claimed, executed, oddExecuted })
}

/** What those versions did not say: what was delivered, and what it cost. */
const LATER: ReadonlySet<string> = new Set(['deliveries', 'dstDelivered', 'cost'])

function withoutLater(answers: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(answers, (key, value: unknown) => (LATER.has(key) ? undefined : value)),
  ) as typeof answers
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

/** A run in JSON, with the API's documents, as the first files held it. */
function asKept({ version: _version, lock, execution, leastOut, ...run }: SwapRun): unknown {
  const doc = {
    ...run,
    lock: lock === undefined ? undefined : toLockDocument(lock),
    execution: execution === undefined ? undefined : toExecutionDocument(execution),
    leastReceived: leastOut === undefined ? undefined : formatAmount(leastOut, run.target?.decimals ?? 36),
  }
  const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return JSON.parse(JSON.stringify(doc, write)) as unknown
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
