import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSwapError, type StatusResult, type SwapService } from '../../src/index.ts'
import { openContractService } from '../support/contract-service.ts'
import { evmHash, LOCKABLE } from '../support/contract-world.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

/*
 * Random lives of one service against a model of a few lines: what is final stays, what is used or expired is refused,
 * a hash has one owner and gives way to another one only while nobody has seen its payment, and the history holds what was
 * executed.
 */

type Step =
  | { readonly do: 'lock'; readonly provider: string; readonly amount: string }
  | { readonly do: 'execute'; readonly which: number }
  | { readonly do: 'track'; readonly which: number; readonly hash: number | undefined }
  | { readonly do: 'status'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number }

const which = fc.nat({ max: 30 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('lock' as const),
      provider: fc.constantFrom('SANDBOX_BRIDGE', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS'),
      amount: fc.constantFrom('100', '100.0060', '100.0070', '100.0080', '100.0503'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('execute' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('track' as const),
      which,
      hash: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('status' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 20_000, 60_000, 900_000) }),
  },
)

interface Model {
  readonly locks: { readonly id: string; readonly amount: string; readonly expiresAtMs: number; used: boolean }[]
  readonly transactions: { readonly id: string; final: StatusResult | undefined }[]
  readonly owners: Map<string, string>
}

test('whatever is done in whatever order, the promises hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const directory = await mkdtemp(join(tmpdir(), 'swapcli-machine-'))
      const clock = createFakeClock()
      const service = await openContractService({ clock, directory })
      const model: Model = { locks: [], transactions: [], owners: new Map() }
      try {
        for (const one of steps) await take(one, service, clock, model)
        await checkHistory(service, model)
        await clock.advance(24 * 60 * 60 * 1000)
        for (const transaction of model.transactions) await checkStatus(service, transaction)
      } finally {
        await service.close()
        await rm(directory, { recursive: true, force: true })
      }
    }),
    { numRuns: 60 },
  )
})

async function take(step: Step, service: SwapService, clock: FakeClock, model: Model): Promise<void> {
  if (step.do === 'wait') return clock.advance(step.ms)
  if (step.do === 'lock') return takeLock(step, service, clock, model)
  if (step.do === 'execute') {
    const lock = model.locks[step.which % Math.max(1, model.locks.length)]
    if (lock !== undefined) await takeExecute(lock, service, clock, model)
    return
  }
  const transaction = model.transactions[step.which % Math.max(1, model.transactions.length)]
  if (transaction === undefined) return
  if (step.do === 'status') return checkStatus(service, transaction)
  return takeTrack(transaction, step.hash, service, model)
}

async function takeLock(
  step: Extract<Step, { do: 'lock' }>,
  service: SwapService,
  clock: FakeClock,
  model: Model,
): Promise<void> {
  const lock = await service.lock({ ...LOCKABLE, amount: step.amount, provider: step.provider })
  expect(model.locks.map(({ id }) => id)).not.toContain(lock.lockId)
  model.locks.push({ id: lock.lockId, amount: step.amount, expiresAtMs: clock.now() + lock.ttlMs, used: false })
}

async function takeExecute(
  lock: Model['locks'][number],
  service: SwapService,
  clock: FakeClock,
  model: Model,
): Promise<void> {
  const dead = lock.used || clock.now() >= lock.expiresAtMs
  const fails = lock.amount === '100.0503'
  const expected = dead ? 'QUOTE_EXPIRED 409' : fails ? 'PROVIDER_UNAVAILABLE 503' : 'executed'
  const outcome = await service.execute({ lockId: lock.id }).catch(codeOf)
  expect(typeof outcome === 'string' ? outcome : 'executed').toBe(expected)
  if (typeof outcome === 'string') return
  lock.used = true
  const id = outcome.transaction?.id ?? ''
  expect(model.transactions.map((transaction) => transaction.id)).not.toContain(id)
  model.transactions.push({ id, final: undefined })
}

async function takeTrack(
  transaction: Model['transactions'][number],
  hash: number | undefined,
  service: SwapService,
  model: Model,
): Promise<void> {
  await checkStatus(service, transaction)
  const before = await service.status({ transactionId: transaction.id })
  const known = [before.transaction.hash, before.transaction.inboundHash].filter((text) => text !== '')
  const txHash = hash === undefined ? undefined : evmHash(hash + 1)
  const owner = txHash === undefined ? undefined : model.owners.get(txHash)
  const { stage, outboundHash } = before.transaction
  const reported = known.every((text) => model.owners.get(text) === transaction.id)
  const unseen = ['awaiting_deposit', 'confirming'].includes(stage ?? '') && outboundHash === null
  const replaceable = known.length === 0 || (reported && unseen)
  const allowed = txHash === undefined || owner === transaction.id || (owner === undefined && replaceable)
  const outcome = await service
    .track({ transactionId: transaction.id, ...(txHash === undefined ? {} : { txHash }) })
    .catch(codeOf)
  if (!allowed) {
    expect(outcome).toBe('VALIDATION_ERROR 400')
    expect(await service.status({ transactionId: transaction.id })).toEqual(before)
    return
  }
  expect(outcome).toMatchObject({ transaction: { id: transaction.id } })
  if (txHash === undefined) return
  for (const replaced of known.filter((text) => text !== txHash)) {
    expect(await service.status({ hash: replaced }).catch(codeOf)).toBe('NOT_FOUND 404')
    model.owners.delete(replaced)
  }
  model.owners.set(txHash, transaction.id)
  expect((await service.status({ hash: txHash })).transaction.id).toBe(transaction.id)
  // A hash may be reported late, for the record; nothing else about a final transaction changes.
  if (transaction.final !== undefined) {
    const after = await service.status({ transactionId: transaction.id })
    expect(after.transaction.status).toBe(transaction.final.transaction.status)
    transaction.final = after
  }
}

async function checkStatus(service: SwapService, transaction: Model['transactions'][number]): Promise<void> {
  const result = await service.status({ transactionId: transaction.id })
  expect(result.final).toBe(result.transaction.status !== 'PENDING')
  if (transaction.final !== undefined) expect(result).toEqual(transaction.final)
  else if (result.final) transaction.final = result
}

async function checkHistory(service: SwapService, model: Model): Promise<void> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await service.history({ page, perPage: 3 })
    ids.push(...data.map(({ id }) => id))
    expect(pagination.total).toBe(model.transactions.length)
    if (!pagination.hasMore) break
  }
  expect(ids.sort()).toEqual(model.transactions.map(({ id }) => id).sort())
  expect((await service.stats()).total).toBe(ids.length)
}

function codeOf(error: unknown): string {
  if (!isSwapError(error)) throw error
  return `${error.code} ${error.httpStatus}`
}
