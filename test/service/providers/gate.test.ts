import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError, type RateBudget } from '../../../src/providers/contract.ts'
import { createProviderGate, type ProviderGate } from '../../../src/service/providers/gate.ts'
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
  createProviderGate({ clock, store: temp.store, providerKey: 'ANY', budget })

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

  it('holds when many calls come at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => refusal(gate(budget).enter())))
    expect(results.filter((result) => result === 'let in')).toHaveLength(3)
  })
})
