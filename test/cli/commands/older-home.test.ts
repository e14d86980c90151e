import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { swap } from '../../../src/cli/commands/swap.ts'
import { runCommand } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

/** A home with one more swap that stopped before anything of it was signed. */
async function homeWithOpenSwap(home?: string): Promise<string> {
  home ??= await newHome()
  const stop = new Error('stopped')
  const values = { yes: true, provider: 'SANDBOX_BRIDGE' }
  const { error } = await runCommand(swap, ['100', 'ethereum:USDC', 'base:USDC'], values, {
    ...{ home, network: 'sandbox', json: true },
    checkpoint: (point) => {
      if (point === 'executed') throw stop
    },
  })
  expect(error).toBe(stop)
  return home
}

/** What doctor says of the mark. */
async function markOf(home: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await cli(['doctor', '--json'], { home, env })
  const { data } = json(stdout) as { readonly data: readonly { readonly name: string; readonly result: string }[] }
  return data.find(({ name }) => name === 'mark')?.result
}

test('a swap that the original of a home has paid is not paid again by a copy that is put back', async () => {
  const home = await homeWithOpenSwap()
  const copy = await newHome()
  await copyHome(home, copy)
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  const paid = await cli(['resume', '--yes', '--json'], { home, env })
  expect([paid.code, paid.stdout.includes('"SUCCESS"')]).toEqual([0, true])
  const again = await cli(['resume', '--yes', '--json'], { home: copy, env })
  expect([again.code, failure(again)['details']]).toEqual([7, expect.objectContaining({ reason: 'older-home' })])
  expect([await markOf(home, env), await markOf(copy, env)]).toEqual(['ok', 'fail'])
})

test('one swap that is agreed to in an older copy leaves the others to be agreed to by themselves', async () => {
  const home = await homeWithOpenSwap(await homeWithOpenSwap())
  const copy = await newHome()
  await copyHome(home, copy)
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  expect((await cli(['resume', '--yes', '--json'], { home, env })).code).toBe(0)
  const inCopy = (...words: string[]) => cli([...words, '--json'], { home: copy, env })
  const { data } = json((await inCopy('resume', '--list')).stdout) as { readonly data: readonly { id: string }[] }
  const [first = '', second = ''] = data.map(({ id }) => id)
  expect((await inCopy('resume', second, '--yes', '--accept', 'older-home')).code).toBe(0)
  const rest = await inCopy('resume', '--yes')
  expect([rest.code, failure(rest)['details']]).toEqual([7, { reason: 'older-home', runId: first }])
  expect(failure(rest)['hint']).toContain(`swapcli resume ${first} --yes --accept older-home`)
  // What is begun from now on is like any other swap.
  const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes']
  expect((await inCopy(...swap)).code).toBe(0)
  expect((await inCopy('resume', first, '--yes', '--accept', 'older-home')).code).toBe(0)
})

test.each([
  ['store', 'sandbox.db', ['history', '--json'], { data: [] }],
  ['wallet file', 'wallet-sandbox.db', ['resume', '--json'], { data: [] }],
  ['wallet file', 'wallet-sandbox.db', ['resume', '--list', '--json'], { data: [] }],
])('an empty list says where the %s is lost with all that belongs to it: %s, %j', async (what, file, words, listed) => {
  const home = await homeWithOpenSwap()
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  expect((await cli(['resume', '--yes', '--json'], { home, env })).code).toBe(0)
  for (const name of readdirSync(home)) if (name.startsWith(file)) rmSync(join(home, name))
  const { code, stdout, stderr } = await cli(words, { home, env })
  expect([code, json(stdout), stderr]).toEqual([
    0,
    expect.objectContaining(listed),
    expect.stringMatching(
      new RegExp(`^The ${what} of this home is older than its (store|wallet file): .* \\(swapcli doctor\\)\\n$`),
    ),
  ])
})

test.each([
  ['store', 'sandbox.db', ['stats', '--json'], 0, /^The store of this home is older than its wallet file: .*\n$/],
  ['store', 'sandbox.db', ['export', '--jsonl', '--json'], 3, /"What was lost is not in it\. The store of this home/],
  [
    'wallet file',
    'wallet-sandbox.db',
    ['export', '--jsonl', '--json'],
    3,
    /"What was lost is not in it\. The wallet file/,
  ],
])('sums and exports say where the %s is lost, %s: %j', async (_what, file, words, exit, said) => {
  const home = await homeWithOpenSwap()
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  expect((await cli(['resume', '--yes', '--json'], { home, env })).code).toBe(0)
  const whole = await cli(words, { home, env })
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  for (const name of readdirSync(home)) if (name.startsWith(file)) rmSync(join(home, name))
  const { code, stderr } = await cli(words, { home, env })
  expect([code, stderr]).toEqual([exit, expect.stringMatching(said)])
})

test('doctor says where no payment can be noted on this machine', async () => {
  const home = await homeWithOpenSwap()
  const file = join(home, 'file')
  writeFileSync(file, '')
  expect(await markOf(home, { ...FAST, SWAPCLI_STATE: file })).toBe('warn')
})

test('a copy on a machine that has seen nothing of the home goes on', async () => {
  const home = await homeWithOpenSwap()
  const env = { ...FAST, SWAPCLI_STATE: await newHome() }
  const paid = await cli(['resume', '--yes', '--json'], { home, env })
  expect([paid.code, paid.stdout.includes('"SUCCESS"')]).toEqual([0, true])
})
