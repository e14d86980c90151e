import { beforeAll, describe, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './bundle.ts'
import { MUTATIONS } from './mutations.ts'

/*
 * A sample of `npm run simulate`: breakages of the program, each with a seed that finds it, and seeds that the program passes.
 */

/** A change of the program draws other faults for a seed: then one of the next seeds finds the breakage, and is to be pinned. */
const MOST_TRIED = 40
/** Seeds that are played with the program as it is. */
const SAMPLE = [1, 2, 3]

let simulator: Simulator
beforeAll(async () => {
  simulator = await openSimulator()
})

describe('the simulator', () => {
  test('plays a seed the same each time, byte for byte', async () => {
    const [first, second] = [await simulator.playSeed(4), await simulator.playSeed(4)]
    expect(second.trace).toEqual(first.trace)
    expect(first.violations).toEqual([])
    expect(first.trace.length).toBeGreaterThan(20)
  })

  test.each(SAMPLE)('finds nothing wrong with the program as it is (seed %i)', async (seed) => {
    expect((await simulator.playSeed(seed)).violations).toEqual([])
  })

  test.each(MUTATIONS.flatMap(({ name, harm, seed }) => (seed === undefined ? [] : [[name, harm, seed] as const])))(
    'finds %s: %s (seed %i)',
    async (mutation, _harm, pinned) => {
      for (let seed = pinned; seed < pinned + MOST_TRIED; seed += 1) {
        if ((await simulator.playSeed(seed, { mutation })).violations.length > 0) return
      }
      expect.fail(`none of ${MOST_TRIED} seeds from ${pinned} on finds it: npm run simulate -- --mutation ${mutation}`)
    },
  )
})
