import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNodeHealths, type HealthRecord } from '../../src/core/evm/node-health.ts'
import { NodeFailure } from '../../src/core/evm/json-rpc.ts'
import { openSwapService } from '../../src/open.ts'
import { createKeeper } from '../../src/prices/keeper.ts'
import { ProviderError } from '../../src/providers/contract.ts'
import { createProviderGate } from '../../src/service/providers/gate.ts'
import { createGateNotes, stateAt } from '../../src/service/providers/gate-notes.ts'
import { isHeldBack } from '../../src/wallet/evm/held-back.ts'
import { createCountingIds, createFakeClock } from '../support/fake-clock.ts'
import { openTempStore, TEN_DAYS_MS } from '../support/store.ts'
import { fakeRpc } from '../support/fake-rpc.ts'

/** Less than the longest lifetime of a lock. */
const NINE_HOURS_MS = 9 * 60 * 60 * 1000
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100',
  depositor: WALLET,
  recipient: WALLET,
}

/** A sandbox whose clock is ahead. */
async function open(aheadMs = TEN_DAYS_MS) {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-clock-'))
  const clock = createFakeClock()
  clock.set(aheadMs)
  const service = await openSwapService({ home, clock, ids: createCountingIds() })
  onTestFinished(async () => {
    await service.close()
    await rm(home, { recursive: true, force: true })
  })
  const lock = (key?: string) =>
    service.lock({ ...REQUEST, provider: 'SANDBOX_INTENTS' }, key === undefined ? {} : { idempotencyKey: key })
  return { clock, service, lock }
}

describe('what was written while the clock was ten days ahead, once it is set right', () => {
  test.each([TEN_DAYS_MS, NINE_HOURS_MS])(
    'a lock that nobody claimed is not executed, and a new one is',
    async (ms) => {
      const { clock, service, lock } = await open(ms)
      const { lockId } = await lock()
      clock.set(-ms)
      await expect(service.execute({ lockId })).rejects.toMatchObject({
        code: 'QUOTE_EXPIRED',
        message: 'The lock was made while the clock was ahead',
      })
      await service.execute({ lockId: (await lock()).lockId })
    },
  )

  test.each(['is refused once', 'another one is locked'])(
    'a lock is not executed when the clock comes to its time, after it %s',
    async (way) => {
      const { clock, service, lock } = await open(NINE_HOURS_MS)
      const { lockId } = await lock()
      clock.set(-NINE_HOURS_MS)
      if (way === 'is refused once') await expect(service.execute({ lockId })).rejects.toThrow()
      else {
        // Of many locks of one moment, one looks for those that are ahead.
        await clock.advance(1_000)
        await lock()
      }
      await clock.advance(NINE_HOURS_MS)
      await expect(service.execute({ lockId })).rejects.toMatchObject({
        code: 'QUOTE_EXPIRED',
        message: 'The lock has expired',
      })
    },
  )

  test('a lock of a clock that is set back by half a minute is good when the clock comes to its time', async () => {
    const { clock, service, lock } = await open(0)
    const { lockId } = await lock()
    clock.set(-30_000)
    await expect(service.execute({ lockId })).rejects.toThrow('The lock was made while the clock was ahead')
    await lock()
    clock.set(30_000)
    expect((await service.execute({ lockId })).lockId).toBe(lockId)
  })

  test('a lock that is kept longer than a lock can be is not executed, though it was made before now', async () => {
    const { clock, service, lock } = await open()
    const { lockId } = await lock()
    const found = await service.store.locks.get(lockId)
    if (found === undefined) throw new Error('no lock')
    clock.set(-TEN_DAYS_MS)
    await service.store.locks.replace({ ...found.doc, createdAt: new Date(clock.now()).toISOString() }, 1, [])
    await expect(service.execute({ lockId })).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })

  test('a claim is not freed', async () => {
    const { clock, service, lock } = await open()
    const { lockId } = await lock()
    const found = await service.store.locks.get(lockId)
    if (found === undefined) throw new Error('no lock')
    const claim = { state: 'executing', claimedAtMs: clock.now(), idempotencyKey: 'key' } as const
    await service.store.locks.replace({ ...found.doc, ...claim }, 1, [])
    await expect(service.execute({ lockId }, { idempotencyKey: 'key' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    })
    clock.set(-TEN_DAYS_MS)
    // Whoever is told that nothing was sent of it is told so for good: it is ended, and its call can commit nothing.
    const message =
      'The call that was to execute this lock ended without an answer: no swap of it is stored, so nothing was handed out to be paid and nothing was sent'
    for (const idempotencyKey of ['key', 'key', 'other']) {
      await expect(service.execute({ lockId }, { idempotencyKey })).rejects.toMatchObject({ message })
    }
    expect(await service.store.locks.replace(found.doc, 2, [])).toBe(false)
    clock.set(TEN_DAYS_MS)
    await expect(service.execute({ lockId })).rejects.toMatchObject({ message })
  })

  test('the key of a lock that is never executed is free: a repeat locks anew, once', async () => {
    const { clock, service, lock } = await open()
    const { lockId } = await lock('same-key')
    clock.set(-TEN_DAYS_MS)
    const answer = await lock('same-key')
    expect(answer.lockId).not.toBe(lockId)
    expect(await lock('same-key')).toEqual(answer)
    await service.execute({ lockId: answer.lockId })
  })

  test('an execution that was answered is answered the same under its key', async () => {
    const { clock, service, lock } = await open()
    const { lockId } = await lock()
    const execute = () => service.execute({ lockId }, { idempotencyKey: 'same-key' })
    const answer = await execute()
    clock.set(-TEN_DAYS_MS)
    expect(await execute()).toEqual(answer)
  })

  test('a transaction is followed to its end, and the history shows it', async () => {
    const { clock, service, lock } = await open()
    const execute = async () => (await service.execute({ lockId: (await lock()).lockId })).transaction?.id ?? ''
    const transactionId = await execute()
    await service.pollDue()
    await clock.advance(1_000)
    clock.set(-TEN_DAYS_MS)
    const stop = service.startTracker()
    await clock.advance(0)
    expect((await service.store.transactions.get(transactionId))?.doc.polls).toBeGreaterThan(0)
    await clock.advance(15 * 60_000)
    await stop()
    const found = await service.status({ transactionId })
    expect(found.final).toBe(true)
    const younger = await execute()
    expect((await service.history({})).data.map(({ id }) => id)).toEqual([transactionId, younger])
  })

  test('a paused or limited provider is asked, and its budget is whole', async () => {
    const { store, cleanup } = await openTempStore()
    onTestFinished(cleanup)
    const clock = createFakeClock()
    const budget = { requests: 1, perMs: 60_000 }
    const notes = createGateNotes(store, clock)
    const gate = createProviderGate({ clock, notes, providerKey: 'ANY', budget })
    clock.set(TEN_DAYS_MS)
    await gate.enter()
    for (let failure = 0; failure < 5; failure += 1) await gate.noteFailure(new ProviderError('unreachable', 'down'))
    await gate.noteFailure(new ProviderError('rate_limited', 'slower', { retryAfterSec: 600 }))
    await expect(gate.enter()).rejects.toThrow()
    clock.set(-TEN_DAYS_MS)
    const { state } = await notes.readNow('ANY')
    const nothing = { openUntilMs: 0, limitedUntilMs: 0, calls: [], failedAtMs: 0 }
    expect(stateAt(state, clock.now(), budget)).toMatchObject(nothing)
    await gate.enter()
  })

  test('a node that failed is asked again', async () => {
    const kept = new Map<string, { failures: number; untilMs: number }>()
    const record: HealthRecord = {
      read: () => Promise.resolve(kept),
      write: (url, health) => void (health === undefined ? kept.delete(url) : kept.set(url, health)),
      written: () => Promise.resolve(),
    }
    const clock = createFakeClock()
    clock.set(TEN_DAYS_MS)
    const before = createNodeHealths(clock, record)
    before.noteFailure('https://a.example', new NodeFailure('rate_limited', 'slower', { retryAfterSec: 900_000 }))
    expect(before.pausedUntilMs('https://a.example')).toBe(clock.now() + 600_000)
    clock.set(-TEN_DAYS_MS)
    const after = createNodeHealths(clock, record)
    await after.load()
    expect(after.pausedUntilMs('https://a.example')).toBe(0)
  })

  test('a price is read again', async () => {
    const clock = createFakeClock()
    clock.set(TEN_DAYS_MS)
    const keeper = createKeeper<number>(clock, 15_000)
    expect(await keeper.keep('eth', () => Promise.resolve(1))).toBe(1)
    expect(await keeper.keep('eth', () => Promise.resolve(2))).toBe(1)
    clock.set(-TEN_DAYS_MS)
    expect(await keeper.keep('eth', () => Promise.resolve(2))).toBe(2)
  })

  test('a payment that was to be private for a minute is held back no longer', () => {
    const nowMs = createFakeClock().now()
    const chain = { rpc: fakeRpc([]), publicAfterMs: 60_000 }
    expect(isHeldBack(chain, nowMs - 59_999, nowMs)).toBe(true)
    expect(isHeldBack(chain, nowMs + TEN_DAYS_MS, nowMs)).toBe(false)
    expect(isHeldBack({ rpc: chain.rpc }, nowMs + TEN_DAYS_MS, nowMs)).toBe(true)
  })
})
