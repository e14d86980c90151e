import { beforeAll, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './bundle.ts'
import { createReader } from './trace.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await openSimulator()
})

/** Words of the code that are none of a person's: names of fields, and values that nobody put into words. */
const CODE = /undefined|NaN|null|\[object|[a-z][A-Z]|: (?:,|$)|, ,/
/** What is named as it is. */
const NAMES = /eth_simulateV1/g

test('a trace says in words what a seed is about, and what goes wrong in it', async () => {
  const seeds = await Promise.all([7, 8, 9, 10, 11, 12].map((seed) => simulator.playSeed(seed)))
  for (const { seed, trace } of seeds) {
    expect(trace[0]).toMatch(
      new RegExp(`^ +0\\.000  seed ${seed}: the user wants [123] swaps? of USDC for DAI, .*; a lock holds for `),
    )
    const told = trace.map((line) => line.replace(/^ *[0-9.]+ {2}/, '').replace(NAMES, ''))
    const troubles = told.filter((line) => line.startsWith('TROUBLE '))
    expect(troubles.filter((line) => CODE.test(line))).toEqual([])
    expect(told.filter((line, index) => line === told[index - 1] && line.startsWith('run'))).toEqual([])
  }
  const all = seeds.flatMap(({ trace }) => trace)
  expect(all.filter((line) => line.includes('TROUBLE')).length).toBeGreaterThan(10)
})

test('ids, hashes and known addresses have short names, the same in each line', () => {
  const read = createReader({ '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266': 'the account' })
  const [run, other] = ['a', 'b'].map((letter) => `run_${letter.repeat(26)}`)
  const hash = `0x${'0a82074f'.repeat(8)}`
  expect(
    [
      `home/swap 3: swap 1 is ${run}`,
      `home/look 4: history shows tx_${'c'.repeat(26)} PENDING`,
      `the run ${other} is sent as ${hash}`,
      `${run} spends of 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266`,
    ].map(read),
  ).toEqual([
    'home/swap 3: swap 1 is run 1',
    'home/history 4: history shows transaction 1 PENDING',
    'the run 2 is sent as 0x0a82074f',
    'run 1 spends of the account',
  ])
})
