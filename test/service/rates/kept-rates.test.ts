import { expect, test } from 'vitest'
import type { QuotedRate } from '../../../src/core/rates/point.ts'
import { createKeptRates } from '../../../src/service/rates/kept-rates.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { sampleRate } from '../../support/store.ts'

function open(keepMs = 1_000, putMany: (rates: readonly QuotedRate[]) => Promise<void> = () => Promise.resolve()) {
  const clock = createFakeClock()
  const [writes, errors, pruned]: [(readonly QuotedRate[])[], unknown[], unknown[]] = [[], [], []]
  const store = {
    putMany: (rates: readonly QuotedRate[]) => {
      writes.push(rates)
      return putMany(rates)
    },
    prune: async (...args: readonly unknown[]) => {
      pruned.push(args)
      return 0
    },
  }
  return { clock, writes, errors, pruned, kept: createKeptRates(store, clock, keepMs, (error) => errors.push(error)) }
}

test('rates of a moment are stored together, after the quotes that they are of', async () => {
  const { clock, writes, pruned, kept } = open()
  kept.add(sampleRate(0))
  kept.add(undefined)
  kept.add(sampleRate(1))
  expect([writes, kept.waiting()]).toEqual([[], [sampleRate(0), sampleRate(1)]])
  await clock.advance(1_000)
  expect([writes, kept.waiting()]).toEqual([[[sampleRate(0), sampleRate(1)]], []])
  expect(pruned).toEqual([[1_000, 1_000]])
  await clock.advance(5_000)
  expect(writes).toHaveLength(1)
})

test('what waits is stored when it ends, and what comes then is not', async () => {
  const { writes, kept } = open()
  kept.add(sampleRate(0))
  await kept.close()
  kept.add(sampleRate(1))
  await kept.close()
  expect(writes).toEqual([[sampleRate(0)]])
})

test('nothing is stored where none are to be kept', async () => {
  const { clock, writes, kept } = open(0)
  kept.add(sampleRate(0))
  await clock.advance(1_000)
  await kept.close()
  expect(writes).toEqual([])
})

test('a store that fails loses those rates, and is told of once', async () => {
  let isFailing = true
  const failure = new Error('the disk is full')
  const { clock, writes, errors, kept } = open(1_000, () => (isFailing ? Promise.reject(failure) : Promise.resolve()))
  kept.add(sampleRate(0))
  await clock.advance(1_000)
  expect(errors).toEqual([failure])
  isFailing = false
  kept.add(sampleRate(1))
  await clock.advance(1_000)
  expect([writes.at(-1), errors.length]).toEqual([[sampleRate(1)], 1])
})

test('rates that are being stored still wait: whoever reads meanwhile has them', async () => {
  let end: () => void = () => undefined
  const { clock, kept } = open(1_000, () => new Promise((resolve) => (end = resolve)))
  kept.add(sampleRate(0))
  await clock.advance(1_000)
  kept.add(sampleRate(1))
  expect(kept.waiting()).toEqual([sampleRate(0), sampleRate(1)])
  end()
  await clock.advance(0)
  expect(kept.waiting()).toEqual([sampleRate(1)])
})
