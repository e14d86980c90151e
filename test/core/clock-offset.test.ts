import { expect, test } from 'vitest'
import { clockProblem, compareDates, medianOffset } from '../../src/core/clock-offset.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const MINUTE_MS = 60_000

/** HTTP whose answers state times, by how much they are ahead of the right one, and what was told of the clock. */
function open() {
  const clock = createFakeClock()
  const startMs = clock.now()
  const told: string[] = []
  const http = compareDates(
    {
      fetch: (url) => {
        const [, aheadMs = '', age] = new URL(url).pathname.split('/')
        const date = aheadMs === 'none' ? 'none' : new Date(startMs + Number(aheadMs)).toUTCString()
        const headers = new Map(Object.entries(age === undefined ? { date } : { date, age }))
        return Promise.resolve({ status: 200, headers: { get: (name) => headers.get(name) ?? null }, body: null })
      },
      close: () => Promise.resolve(),
    },
    clock,
    (problem) => told.push(problem),
  )
  const ask = async (...urls: readonly string[]) => {
    const request = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal } as const
    for (const url of urls) await http.fetch(url, request)
  }
  return { clock, told, ask }
}

test('a clock that is off by more than a minute is told once, by the median of three hosts', async () => {
  const { clock, told, ask } = open()
  clock.set(3 * MINUTE_MS)
  await ask('https://a.example/0', 'https://b.example/0', 'https://a.example/0')
  expect(told).toEqual([])
  await ask('https://c.example/0', 'https://d.example/0')
  expect(told).toEqual(['the clock of this machine is 3m ahead of what 3 providers and nodes say'])
})

test('one host that states another time is not believed, nor is a right clock doubted', async () => {
  const { clock, told, ask } = open()
  await ask(`https://a.example/${60 * MINUTE_MS}`, 'https://b.example/0', `https://c.example/${-MINUTE_MS}`)
  clock.set(-MINUTE_MS)
  await ask('https://a.example/0', 'https://b.example/0', 'https://c.example/0')
  expect(told).toEqual([])
})

test('what a cache, this machine, or nobody dates counts for nothing', async () => {
  const { clock, told, ask } = open()
  clock.set(-60 * MINUTE_MS)
  await ask('https://a.example/0/5', 'http://127.0.0.1:8545/0', 'https://b.example/none')
  await ask('https://c.example/0', 'https://d.example/0')
  expect(told).toEqual([])
  await ask('https://e.example/0')
  expect(told).toEqual(['the clock of this machine is 1h behind what 3 providers and nodes say'])
})

test('a clock that is set right, and wrong again, is told again', async () => {
  const { clock, told, ask } = open()
  const hosts = ['https://a.example/0', 'https://b.example/0', 'https://c.example/0']
  for (const ms of [10 * MINUTE_MS, -10 * MINUTE_MS, 10 * MINUTE_MS]) {
    clock.set(ms)
    await ask(...hosts)
  }
  expect(told).toHaveLength(2)
})

test('a minute is no problem, and nobody no offset', () => {
  expect([clockProblem(MINUTE_MS, 'x'), clockProblem(-MINUTE_MS, 'x'), medianOffset([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
