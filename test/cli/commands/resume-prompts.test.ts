import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'
import { cli, json } from '../run-here.ts'
import { runInTerminal } from '../run-terminal.ts'

async function unfinishedIn(home: string): Promise<readonly string[]> {
  const { data } = json((await cli(['resume', '--list', '--json', '--sandbox'], { home })).stdout) as {
    data: readonly { id: string }[]
  }
  return data.map(({ id }) => id)
}

test.each([
  ['at 40 columns', { columns: 40 }],
  ['at 100 columns', { columns: 100 }],
])('the swap to give up is chosen from a list %s', async (_how, options) => {
  const home = await newHome()
  const first = await stopSwapAt(home, 'locked')
  const second = await stopSwapAt(home, 'locked')
  const run = runInTerminal(['resume', '--forget', '--sandbox'], home, options)
  await run.see('Which swap is given up?')
  await run.see(first.slice(0, 30))
  await run.answer('\u001B[B', second.slice(0, 30))
  expect(await run.end()).toBe(0)
  expect(await unfinishedIn(home)).toEqual([first])
})

test('where none has a transaction that waits, that is said; in a pipe the run must be named', async () => {
  const home = await newHome()
  await stopSwapAt(home, 'locked')
  const run = runInTerminal(['resume', '--cancel', '--sandbox'], home)
  expect(await run.end()).toBe(2)
  expect(run.all()).toContain('There is no unfinished swap with a transaction of its own here')
  const { code, stderr } = await cli(['resume', '--forget', '--sandbox'], { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('--forget needs the run')])
})

test('a swap is gone on with by nothing that was typed before the question', async () => {
  const home = await newHome()
  const first = runInTerminal(
    ['swap', '5', 'ethereum:USDC', 'base:USDC', '--sandbox', '--provider', 'SANDBOX_DEX'],
    home,
  )
  await first.see('Which route?')
  await first.answer('')
  await first.see('Send it?')
  first.type('\u0003')
  expect(await first.end()).toBe(130)
  const [id = ''] = await unfinishedIn(home)
  const run = runInTerminal(['resume', id, '--sandbox'], home)
  run.type('y\r')
  await run.see('Send it?')
  run.type('y\r')
  await run.answer('')
  expect(await run.end()).toBe(6)
  expect(run.all()).toContain('nothing was sent')
})
