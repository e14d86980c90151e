import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doctor } from '../../../src/cli/commands/doctor/index.ts'
import { asObject } from '../../support/contract-fields.ts'
import { type CommandPlace, runCommand, type Said } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { flipBit, stopSwapAt } from '../../support/stopped-swap.ts'
import { rawSql } from '../../store/raw.ts'
import { cli as cliBuilt } from '../run-cli.ts'
import { json } from '../run-here.ts'

/*
 * doctor has another process look through the files, so that a file that ends whoever reads it is a finding.
 */

interface Checked {
  readonly name: string
  readonly result: string
  readonly detail: string
  readonly next?: string
}

/** A home with a run that was paid. */
let used = ''
let run = ''
beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'swapcli-doctor-'))
  run = await stopSwapAt(used, 'sent')
})
afterAll(async () => {
  for (const folder of [used, stateOf(used)]) await rm(folder, { recursive: true, force: true })
})

/** A copy of it. */
async function usedHome(): Promise<string> {
  const home = await newHome()
  await copyHome(used, home)
  await cp(stateOf(used), stateOf(home), { recursive: true })
  return home
}

const checksOf = (stdout: string) => (json(stdout) as { readonly data: readonly Checked[] }).data

/** Runs doctor with a program in place of the one that looks through files. */
async function examineBy(home: string, place: Pick<CommandPlace, 'examiner' | 'signal'>): Promise<Said> {
  return runCommand(
    doctor,
    [],
    { fix: false, quick: false, accept: [] },
    { home, network: 'sandbox', json: true, ...place },
  )
}

const script = (code: string, timeoutMs?: number) => () => ({
  command: [process.execPath, '--eval', code, '--'],
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})

const restore = (path: string) => `Copy ${path} to a safe place, then restore a backup`
const again = (path: string) =>
  `Run swapcli doctor again. If it says the same, copy ${path} to a safe place and restore a backup`

test.each([
  ['is killed', script(`process.kill(process.pid, 'SIGKILL')`), 'reading it ended the process (SIGKILL)', restore],
  ['panics', script('process.exit(134)'), 'reading it ended the process (exit code 134)', restore],
  ['hangs', script('setInterval(() => {}, 1000)', 50), 'reading it was not over after 0s', again],
  ['is not there', () => ({ command: ['/nowhere/node'] }), 'no process could be started to read it (ENOENT)', again],
  [
    'prints without an end',
    script(`for (;;) require('fs').writeSync(1, 'x'.repeat(2 ** 20))`),
    ...(['the process that read it printed more than 64 MiB', again] as const),
  ],
])('doctor reads nothing itself where the process that reads a file %s', async (_, examiner, detail, next) => {
  const home = await usedHome()
  const { stdout, error } = await examineBy(home, { examiner })
  const checks = checksOf(stdout)
  const found = ['wallet-sandbox.db', 'sandbox.db'].map((name) => {
    const path = join(home, name)
    return { name: 'damage', result: 'fail', detail: `${path}: ${detail}`, next: next(path) }
  })
  expect(checks.filter(({ name }) => name === 'damage')).toEqual(found)
  expect(checks.map(({ name }) => name)).toEqual(['node', 'clock', 'settings', 'files', 'damage', 'damage'])
  expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: 'Not in order: damage', hint: found[0]?.next })
})

const unsaid = 'Run swapcli doctor again, without NODE_OPTIONS where that is set: what it loads may print'

test.each([
  ['nothing', ''],
  ['text', `console.log('loaded the environment')`],
  ['text before what it found', `console.log('loaded'); console.log('{"findings":[]}')`],
  ['JSON of another kind', `console.log('[]')`],
  ['findings that are no texts', `console.log('{"findings":[1]}')`],
  ['a step that is no text', `console.log('{"findings":[],"next":1}')`],
])('doctor goes on where the process that reads a file prints %s, and does not call it undamaged', async (_, code) => {
  const home = await usedHome()
  const { stdout, error } = await examineBy(home, { examiner: script(code) })
  const checks = checksOf(stdout)
  expect(checks.filter(({ name }) => name === 'damage')).toEqual(
    ['wallet-sandbox.db', 'sandbox.db'].map((name) => ({
      ...{ name: 'damage', result: 'fail', next: unsaid },
      detail: `${join(home, name)}: the process that read it did not say what it found`,
    })),
  )
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['wallet', 'mark', 'store', 'runs']))
  expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
})

test('doctor says what that process found, and what is next', async () => {
  const home = await usedHome()
  const code = `console.log(JSON.stringify({ findings: process.argv.slice(1), next: 'Look' }))`
  const { stdout } = await examineBy(home, { examiner: script(code) })
  const found = (kind: string, name: string) => {
    const path = join(home, name)
    return { name: 'damage', result: 'fail', detail: `${path}: ${kind}, ${path}`, next: 'Look' }
  }
  expect(checksOf(stdout).filter(({ name }) => name === 'damage')).toEqual([
    found('wallet', 'wallet-sandbox.db'),
    found('store', 'sandbox.db'),
  ])
})

test('doctor that is interrupted meanwhile ends, and calls nothing damaged', async () => {
  const stop = new AbortController()
  const hanging = script('setInterval(() => {}, 1000)')
  const examiner = () => {
    queueMicrotask(() => stop.abort())
    return hanging()
  }
  const { stdout, error } = await examineBy(await usedHome(), { examiner, signal: stop.signal })
  expect([stdout, asObject(error)['code']]).toEqual(['', 'INTERRUPTED'])
})

test('the built program finds the damages of both files, and none where none is', async () => {
  const home = await usedHome()
  const found = async () => {
    const { code, stdout } = await cliBuilt(['doctor', '--sandbox', '--json'], { home })
    return [code, checksOf(stdout).filter(({ name }) => name === 'damage')]
  }
  const [wallet, store] = [join(home, 'wallet-sandbox.db'), join(home, 'sandbox.db')]
  expect(await found()).toEqual([
    0,
    [wallet, store].map((path) => ({ name: 'damage', result: 'ok', detail: `none in ${path}` })),
  ])
  flipBit(home, run, '"id":"')
  rawSql(store, `UPDATE locks SET sum = 'flipped'`, `UPDATE transaction_totals SET total = total + 1`)
  expect(await found()).toEqual([
    3,
    [
      { name: 'damage', result: 'fail', detail: `${wallet}: meta run:${run}`, next: restore(wallet) },
      {
        ...{ name: 'damage', result: 'fail', next: restore(store) },
        detail: expect.stringMatching(
          new RegExp(`^${store}: the totals are not what the transactions sum up to, locks lock_\\S+$`),
        ) as string,
      },
    ],
  ])
})
