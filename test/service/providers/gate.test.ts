import type { DocumentStore } from '../../../src/core/ports.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError, type RateBudget } from '../../../src/providers/contract.ts'
import { createGates, createProviderGate, type ProviderGate } from '../../../src/service/providers/gate.ts'
import { createGateNotes } from '../../../src/service/providers/gate-notes.ts'
import { rawSql } from '../../store/raw.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { openTempStore, type TempStore } from '../../support/store.ts'

let temp: TempStore
let clock: FakeClock

beforeEach(async () => {
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
})
afterEach(() => temp.cleanup())

/** A gate as another process would open it: nothing is shared but the store. */
const gate = (budget?: RateBudget): ProviderGate =>
  createProviderGate({ clock, notes: createGateNotes(temp.store, clock), providerKey: 'ANY', budget })

async function refusal(work: Promise<void>): Promise<[string, number | undefined] | 'let in'> {
  try {
    await work
    return 'let in'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [error.code, error.retryAfterSec]
  }
}

const down = new ProviderError('unreachable', 'down')

describe('the circuit breaker', () => {
  it('leaves a provider alone after five failures in a row, in every process', async () => {
    for (let failure = 0; failure < 4; failure += 1) await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toBe('let in')
    await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toEqual(['unreachable', 10])
    await clock.advance(9_500)
    expect(await refusal(gate().enter())).toEqual(['unreachable', 1])
  })

  it('lets one probe through after the pause, and waits twice as long when the probe fails', async () => {
    for (let failure = 0; failure < 5; failure += 1) await gate().noteFailure(down)
    await clock.advance(10_000)
    expect(await refusal(gate().enter())).toBe('let in')
    expect(await refusal(gate().enter())).toEqual(['unreachable', 10])
    await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toEqual(['unreachable', 20])
  })

  it('begins anew where what it noted is damaged: that was called a response of the provider', async () => {
    for (let failure = 0; failure < 5; failure += 1) await gate().noteFailure(down)
    rawSql(temp.path, `UPDATE meta SET sum = 'flipped' WHERE id = 'gate:ANY'`)
    expect(await refusal(gate().enter())).toBe('let in')
    for (let failure = 0; failure < 5; failure += 1) await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toEqual(['unreachable', 10])
  })

  it('closes again after one success', async () => {
    for (let failure = 0; failure < 5; failure += 1) await gate().noteFailure(down)
    await clock.advance(10_000)
    await gate().enter()
    await gate().noteSuccess()
    expect(await refusal(gate().enter())).toBe('let in')
    for (let failure = 0; failure < 4; failure += 1) await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toBe('let in')
  })

  it('takes calls that fail together for one outage, in every process', async () => {
    const burstAt = clock.now()
    await clock.advance(1_000)
    for (let failure = 0; failure < 9; failure += 1) await gate().noteFailure(down, burstAt)
    expect(await refusal(gate().enter())).toBe('let in')
    for (let failure = 0; failure < 3; failure += 1) await gate().noteFailure(down, clock.now())
    expect(await refusal(gate().enter())).toBe('let in')
    await gate().noteFailure(down, clock.now())
    expect(await refusal(gate().enter())).toEqual(['unreachable', 10])
  })

  it('is heard of by another process within a second', async () => {
    const other = gate()
    expect(await refusal(other.enter())).toBe('let in')
    for (let failure = 0; failure < 5; failure += 1) await gate().noteFailure(down)
    expect(await refusal(other.enter())).toBe('let in')
    await clock.advance(1_000)
    expect(await refusal(other.enter())).toEqual(['unreachable', 9])
  })

  it('reads and writes nothing for calls that change nothing', async () => {
    const asked: string[] = []
    const { documents } = temp.store
    const counted: DocumentStore = {
      ...documents,
      list: (...args) => (asked.push('list'), documents.list(...args)),
      put: (...args) => (asked.push('put'), documents.put(...args)),
      get: (...args) => (asked.push('get'), documents.get(...args)),
    }
    const gates = createGates({ documents: counted }, clock)
    for (let call = 0; call < 20; call += 1) {
      const one = gates.of({ key: `P${call}` }, false)
      await one.enter()
      await one.noteSuccess()
    }
    expect(asked).toEqual(['list'])
    const failing = gates.of({ key: 'P0' }, false)
    await Promise.all(Array.from({ length: 9 }, () => failing.noteFailure(down, clock.now() - 1)))
    expect(asked).toEqual(['list', 'put'])
  })

  it('keeps no call waiting for a store that does not take its note', async () => {
    const documents = { ...temp.store.documents, put: () => new Promise<never>(() => undefined) }
    const one = createGates({ documents }, clock).of({ key: 'ANY', budget: { requests: 9, perMs: 60_000 } }, false)
    const entered = refusal(one.enter())
    await clock.advance(250)
    expect(await entered).toBe('let in')
    const full = { ...temp.store.documents, put: () => Promise.reject(new SwapError('STORE_UNUSABLE', 'full')) }
    await createGates({ documents: full }, clock).of({ key: 'ANY' }, false).noteFailure(down)
  })

  it('stores at once what is noted in the moment in which another note has been stored', async () => {
    for (let turns = 0; turns < 16; turns += 1) {
      let next: Promise<string> | undefined
      const documents: DocumentStore = {
        ...temp.store.documents,
        put: async (key, doc, version) => {
          const isDone = await temp.store.documents.put(key, doc, version)
          if (next === undefined) {
            let later = Promise.resolve()
            for (let turn = 0; turn < turns; turn += 1) later = later.then(() => undefined)
            next = later.then(() => one.enter()).then(() => `entered after ${turns}`)
          }
          return isDone
        },
      }
      const one = createGates({ documents }, clock).of({ key: 'ANY', budget: { requests: 99, perMs: 60_000 } }, false)
      await one.enter()
      const entered: unknown[] = []
      void next?.then((text) => entered.push(text))
      await clock.advance(0)
      expect(entered).toEqual([`entered after ${turns}`])
    }
  })

  it('never waits longer than five minutes', async () => {
    for (let failure = 0; failure < 30; failure += 1) await gate().noteFailure(down)
    expect(await refusal(gate().enter())).toEqual(['unreachable', 300])
  })

  it('does not count a missing route or a refused key as a failure', async () => {
    for (let failure = 0; failure < 9; failure += 1)
      await gate().noteFailure(new ProviderError('unavailable', 'no key'))
    expect(await refusal(gate().enter())).toBe('let in')
  })
})

describe('a provider that limits the rate', () => {
  it('gets no request for as long as it demands, in every process', async () => {
    await gate().noteFailure(new ProviderError('rate_limited', 'slow down', { retryAfterSec: 17 }))
    expect(await refusal(gate().enter())).toEqual(['rate_limited', 17])
    await clock.advance(17_000)
    expect(await refusal(gate().enter())).toBe('let in')
  })

  it('is noted once for a burst of calls', async () => {
    const limited = new ProviderError('rate_limited', 'slow down', { retryAfterSec: 17 })
    for (let call = 0; call < 9; call += 1) {
      await gate().noteFailure(limited)
      await clock.advance(100)
    }
    expect((await temp.store.documents.get('gate:ANY'))?.version).toBe(1)
  })

  it('is left alone for half a minute when it names no time, and for ten minutes at most', async () => {
    await gate().noteFailure(new ProviderError('rate_limited', 'slow down'))
    expect(await refusal(gate().enter())).toEqual(['rate_limited', 30])
    await gate().noteFailure(new ProviderError('rate_limited', 'slow down', { retryAfterSec: 86_400 }))
    expect(await refusal(gate().enter())).toEqual(['rate_limited', 600])
  })
})

describe('a rate budget', () => {
  const budget: RateBudget = { requests: 3, perMs: 60_000 }

  it('is counted over a rolling window, across processes', async () => {
    await gate(budget).enter()
    await clock.advance(20_000)
    await gate(budget).enter()
    await gate(budget).enter()
    expect(await refusal(gate(budget).enter())).toEqual(['rate_limited', 40])
    await clock.advance(40_000)
    expect(await refusal(gate(budget).enter())).toBe('let in')
    expect(await refusal(gate(budget).enter())).toEqual(['rate_limited', 20])
  })

  it('is neither spent nor needed by calls that the provider does not count', async () => {
    for (let call = 0; call < 5; call += 1) await gate(budget).enter(false)
    for (let call = 0; call < 3; call += 1) await gate(budget).enter()
    expect(await refusal(gate(budget).enter())).toEqual(['rate_limited', 60])
    expect(await refusal(gate(budget).enter(false))).toBe('let in')
  })

  it('holds when many calls of one process come at the same moment, in few writes', async () => {
    const one = gate(budget)
    const results = await Promise.all(Array.from({ length: 10 }, () => refusal(one.enter())))
    expect(results.filter((result) => result === 'let in')).toHaveLength(3)
    expect((await temp.store.documents.get('gate:ANY'))?.version).toBeLessThanOrEqual(2)
  })

  it('holds when many calls come at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => refusal(gate(budget).enter())))
    expect(results.filter((result) => result === 'let in')).toHaveLength(3)
  })
})
