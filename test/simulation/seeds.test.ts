import { beforeAll, describe, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './bundle.ts'
import { MUTATIONS } from './mutations.ts'

/*
 * A sample of `npm run simulate`: breakages of the program, each with a seed that finds it and that the program as it is passes.
 */

/** A change of the program draws other faults for a seed: then one of the next seeds finds the breakage, and is to be pinned. */
const MOST_TRIED = 6

let simulator: Simulator
beforeAll(async () => {
  simulator = await openSimulator()
})

describe('the simulator', () => {
  test('plays a seed the same each time, byte for byte', async () => {
    const [first, second] = [await simulator.playSeed(2), await simulator.playSeed(2)]
    expect(second.trace).toEqual(first.trace)
    expect(first.violations).toEqual([])
    expect(first.trace.length).toBeGreaterThan(20)
  })

  test.each(MUTATIONS.flatMap(({ name, harm, seed }) => (seed === undefined ? [] : [[name, harm, seed] as const])))(
    'finds %s: %s (seed %i)',
    async (mutation, _harm, pinned) => {
      for (let seed = pinned; seed < pinned + MOST_TRIED; seed += 1) {
        const { violations } = await simulator.playSeed(seed, { mutation })
        if (violations.length === 0) continue
        expect(await simulator.playSeed(seed)).toMatchObject({ violations: [] })
        return
      }
      expect.fail(`none of ${MOST_TRIED} seeds from ${pinned} on finds it: npm run simulate -- --mutation ${mutation}`)
    },
  )
})
