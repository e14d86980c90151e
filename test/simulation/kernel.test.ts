import { describe, expect, test } from 'vitest'
import { createKernel } from './kernel.ts'
import { createRandom } from './random.ts'

const MACHINE = { skewMs: 0 }

/** Three processes that work and wait, some of which are killed. */
async function play(seed: number): Promise<readonly string[]> {
  const kernel = createKernel(createRandom(seed), { killing: 0.01, hangingDisk: 0 })
  for (const name of ['a', 'b', 'c']) {
    const process = kernel.spawn(name, MACHINE)
    void (async () => {
      for (let round = 0; round < 100; round += 1) {
        const value = await process.call(`act ${round}`, () => kernel.random.below(1000))
        kernel.note(`${name} ${round} ${value}`)
        await process.clock.sleep(value)
      }
    })()
  }
  await kernel.run(() => false)
  return kernel.trace()
}

describe('the kernel', () => {
  test('plays a seed the same each time, and another one otherwise', async () => {
    expect(await play(7)).toEqual(await play(7))
    expect(await play(8)).not.toEqual(await play(7))
  })

  test('never lets a killed process hear of anything, and does what it had asked for only before', async () => {
    const kernel = createKernel(createRandom(1), { killing: 0, hangingDisk: 0 })
    const process = kernel.spawn('victim', MACHINE)
    const heard: string[] = []
    const done: string[] = []
    process.onEnd(() => done.push('ended'))
    void process.call('slow', () => done.push('slow'), { thereMs: 0, backMs: 0 }).then(() => heard.push('slow'))
    void process.clock.sleep(5).then(() => heard.push('timer'))
    process.kill('test')
    await kernel.run(() => false)
    expect([heard, done]).toEqual([[], ['ended']])
  })

  test('lets a wall clock jump, and timers go on', async () => {
    const kernel = createKernel(createRandom(1), { killing: 0, hangingDisk: 0 }, 1_000_000)
    const machine = { skewMs: 0 }
    const { clock } = kernel.spawn('one', machine)
    let woken = 0
    void clock.sleep(100).then(() => (woken = clock.now()))
    kernel.after(50, () => (machine.skewMs = 3_600_000))
    await kernel.run(() => false)
    expect(woken).toBe(1_000_100 + 3_600_000)
  })
})
