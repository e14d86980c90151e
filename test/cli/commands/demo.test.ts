import { expect, test } from 'vitest'
import { cli, FAST, json } from '../run-cli.ts'
import { newHome } from '../../support/new-home.ts'

test('demo ends in a success that the history shows', async () => {
  const home = await newHome()
  const demo = await cli(['demo'], { home, env: FAST })
  expect(demo.code).toBe(0)
  for (const part of ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS', 'SUCCESS', 'Try next']) {
    expect(demo.stdout).toContain(part)
  }
  expect(demo.stdout).toMatch(/source hash +0x[0-9a-f]{64}\ndestination hash +0x[0-9a-f]{64}/)
  const history = await cli(['history', '--json'], { home })
  expect(json(history.stdout)).toMatchObject({ data: [{ status: 'SUCCESS' }] })
})

test('demo refuses --json, with the command that plays the same swap for a program', async () => {
  const { code, stdout, stderr } = await cli(['demo', '--json'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('swapcli swap 0.5 ethereum:ETH base:USDC --sandbox --yes --json')
})
