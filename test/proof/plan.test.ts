import { expect, test } from 'vitest'
import { describePlan, type KnownParts, PROOF_KINDS, proofUsage, readProofArguments } from './plan.ts'
import { WrongArguments } from '../support/wrong-arguments.ts'

const KNOWN: KnownParts = {
  file: ['store', 'key'],
  sessions: { kills: ['a new home', 'wire'], faults: ['swap', 'history'] },
}
const read = (...words: readonly string[]) => readProofArguments(words, KNOWN, 2)

test('without a name all proofs run, and what they are and about how long they take is said before', () => {
  const plan = read()
  if (plan === 'help') throw new Error('nobody asked for help')
  expect(plan).toEqual({
    names: ['damage', 'kills', 'faults', 'servers', 'simulate', 'attacks'],
    ...{ seeds: 1000, from: 1, every: 1, workers: 2, show: false, write: false },
    ...{ file: undefined, session: undefined },
  })
  const [head, ...lines] = describePlan(plan, KNOWN)
  expect(head).toBe('About how long, with 2 processes on a machine that does nothing else:')
  expect(lines.slice(0, -2).map((line) => line.trim().split(/\s+/)[0])).toEqual(plan.names)
  expect(lines[1]).toBe(
    '  kills     24 min        about 32,700 states that a kill or a power cut leaves after an operation on a file, with servers and clients killed too',
  )
  expect(lines.slice(-2)).toEqual([
    '  in all    41 min',
    'Ctrl-C ends it. A sample takes minutes: npm run proof -- kills --every 50; npm run proof -- --help',
  ])
})

test('a sample takes as much less as it has cases', () => {
  const lines = (...words: readonly string[]) => {
    const plan = read(...words)
    return plan === 'help' ? [] : describePlan(plan, KNOWN).slice(1)
  }
  const [, kills, faults] = PROOF_KINDS
  expect(lines('kills', '--every', '50', '--session', 'wire')).toEqual([
    `  kills     30 s          about 327 ${kills.what}`,
  ])
  expect(lines('faults', '--workers', '1')).toEqual([`  faults    7 min         about 10,200 ${faults.what}`])
  expect(lines('damage', '--seeds', '10', '--file', 'key')).toEqual([
    `  damage    20 s          about 40 ${PROOF_KINDS[0].what}`,
  ])
})

test.each([
  [['nothing'], 'There is no proof nothing: there are damage, kills, faults, servers, simulate, attacks'],
  [['kills', '--seeds', '4'], '--seeds is no option of kills'],
  [['kills', 'faults', '--file', 'key'], '--file is no option of kills, faults'],
  [['damage', '--seeds', 'many'], '--seeds takes a whole number from 1 on, not many'],
  [['faults', '--every', '0'], '--every takes a whole number from 1 on, not 0'],
  [['faults', '--workers', '-1'], "Option '--workers' argument is ambiguous"],
  [['damage', '--file', 'nope'], 'There is no file nope: there are store, key'],
  [['faults', '--session', 'wire'], 'There is no session wire: there are swap, history'],
  [['--nope'], "Unknown option '--nope'"],
])('%j is refused, and why is said', (words, message) => {
  expect(() => read(...words)).toThrow(WrongArguments)
  expect(() => read(...words)).toThrow(message)
})

test('help names each proof, each option, and what can be named by them', () => {
  expect(read('kills', '--help')).toBe('help')
  const text = proofUsage(KNOWN, 2)
  for (const { name, what, options } of PROOF_KINDS) {
    expect(text).toContain(`  ${name.padEnd(14)}${what}\n`)
    for (const option of options) expect(text).toContain(`--${option}`)
  }
  for (const name of [...KNOWN.file, 'a new home, wire', 'swap, history']) expect(text).toContain(name)
})
