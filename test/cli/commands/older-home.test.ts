import { cp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { swap } from '../../../src/cli/commands/swap.ts'
import { runCommand } from '../../support/command-session.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

/** A home with one swap that stopped before anything of it was signed. */
async function homeWithOpenSwap(): Promise<string> {
  const home = await newHome()
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
  await cp(home, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') })
  const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
  const paid = await cli(['resume', '--yes', '--json'], { home, env })
  expect([paid.code, paid.stdout.includes('"SUCCESS"')]).toEqual([0, true])
  const again = await cli(['resume', '--yes', '--json'], { home: copy, env })
  expect([again.code, failure(again)['details']]).toEqual([7, expect.objectContaining({ reason: 'older-home' })])
  expect([await markOf(home, env), await markOf(copy, env)]).toEqual(['ok', 'fail'])
})

test('a copy on a machine that has seen nothing of the home goes on', async () => {
  const home = await homeWithOpenSwap()
  const env = { ...FAST, SWAPCLI_STATE: await newHome() }
  const paid = await cli(['resume', '--yes', '--json'], { home, env })
  expect([paid.code, paid.stdout.includes('"SUCCESS"')]).toEqual([0, true])
})
