import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, json } from '../run-here.ts'

const PAIR = ['ethereum:USDC', 'base:USDC']

test('pairs are watched, listed and removed, each network with its own', async () => {
  const home = await newHome()
  const run = (args: readonly string[], network = 'sandbox') => cli(['watch', ...args, '--network', network], { home })
  const added = await run(['add', ...PAIR, '0.5', '--above', '1.2', '--below', '0.9'])
  expect([added.code, added.stdout]).toEqual([0, 'watching 0.5 ethereum:USDC to base:USDC, below 0.9, above 1.2\n'])
  await run(['add', ...PAIR])
  expect(json((await run(['list', '--json'])).stdout)).toMatchObject({
    data: [{ from: 'ethereum:USDC', to: 'base:USDC', amount: '1', fired: [] }],
  })
  expect(json((await run(['--json'], 'live')).stdout)).toEqual({ data: [] })
  expect((await run([])).stdout).toMatch(/^FROM +TO +AMOUNT +RATE +1 D +BELOW +ABOVE\nethereum:USDC +base:USDC +1 *\n$/)
  expect((await run(['remove', ...PAIR])).stdout).toBe('ethereum:USDC to base:USDC is watched no more\n')
  expect(failure(await run(['remove', ...PAIR, '--json']))).toMatchObject({ code: 'NOT_FOUND' })
})

test('limits in the wrong order are refused', async () => {
  const wrong = await cli(['watch', 'add', ...PAIR, '--above', '1', '--below', '1', '--sandbox'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--above must be higher than --below')])
})
