import { expect, test } from 'vitest'
import { WrongArguments } from '../support/wrong-arguments.ts'
import { BENCH_PARTS, type BenchPlan, benchUsage, describeBench, readBenchArguments } from './plan.ts'

const casesOf = (rows: number) => ['readers of events', `${rows} transactions: stats`]
const read = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  readBenchArguments(words, env, casesOf)
const planOf = (words: readonly string[], env: Readonly<Record<string, string>> = {}): BenchPlan => {
  const plan = read(words, env)
  if (plan === 'help') throw new Error('nobody asked for help')
  return plan
}
const LOOP = { rows: 1_000_000, keptHome: undefined, only: undefined }

test('without a part those run that take minutes in all; the others where they are named, each once, in their order', () => {
  const plan = planOf([])
  expect(plan).toEqual({
    names: ['startup', 'http', 'memory', 'history', 'search', 'fanout', 'screens'],
    loop: LOOP,
  })
  expect(describeBench(plan)).toBe(
    'startup, http, memory, history, search, fanout, screens: about 8 min and up to 1.4 GB of temporary space (npm run bench -- --help)',
  )
  expect(planOf(['throughput', 'loop', 'overload', 'loop']).names).toEqual(['loop', 'overload', 'throughput'])
})

test.each<readonly [readonly string[], Readonly<Record<string, string>>, string]>([
  [
    ['overlaod'],
    {},
    'There is no part overlaod: there are startup, http, memory, history, search, fanout, screens, loop, overload, throughput, database, growth',
  ],
  [['http', 'htpp'], {}, 'There is no part htpp'],
  [['--parts'], {}, "Unknown option '--parts'"],
  [
    ['loop'],
    { SWAPCLI_BENCH_CASE: 'evnets' },
    'No case of loop has SWAPCLI_BENCH_CASE=evnets in its name: there are readers of events; 1000000 transactions: stats',
  ],
  [['loop'], { SWAPCLI_BENCH_ROWS: '1e6' }, 'SWAPCLI_BENCH_ROWS takes a whole number from 1 on, not 1e6'],
])('%j with %j is refused, and why is said: it was a green run of nothing', (words, env, message) => {
  expect(() => read(words, env)).toThrow(WrongArguments)
  expect(() => read(words, env)).toThrow(message)
})

test('variables choose cases of loop and its large store', () => {
  const env = { SWAPCLI_BENCH_CASE: '5000 trans', SWAPCLI_BENCH_ROWS: '5000', SWAPCLI_BENCH_STORE: '/tmp/store' }
  expect(planOf(['loop'], env)).toEqual({
    names: ['loop'],
    loop: { rows: 5000, keptHome: '/tmp/store', only: '5000 trans' },
  })
  expect(planOf(['http'], { SWAPCLI_BENCH_CASE: 'nothing' }).names).toEqual(['http'])
})

test('help names each part, what it measures, how long and what space it takes, and the cases of loop', () => {
  expect([read(['--help']), read(['loop', '-h'])]).toEqual(['help', 'help'])
  const text = benchUsage(casesOf)
  for (const { name, what } of BENCH_PARTS) expect(text).toContain(`  ${name.padEnd(12)}${what}\n`)
  expect(text.match(/^ {14}about \d+ (?:s|min), up to [\d.]+ [MG]B of temporary space$/gm)?.length).toBe(
    BENCH_PARTS.length,
  )
  for (const name of casesOf(1_000_000)) expect(text).toContain(name)
  expect(text).toContain('  growth      CPU time of commands')
})
