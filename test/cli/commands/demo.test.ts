import { expect, test } from 'vitest'
import { cli, FAST, json } from '../run-here.ts'
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

test('demo --json is one document of what was done', async () => {
  const { code, stdout, stderr } = await cli(['demo', '--json'], { env: FAST })
  expect([code, stderr]).toEqual([0, ''])
  expect(json(stdout)).toMatchObject({
    data: {
      providers: ['SANDBOX_BRIDGE', 'SANDBOX_DEPOSIT', 'SANDBOX_DEX', 'SANDBOX_INTENTS'],
      routes: expect.arrayContaining([expect.objectContaining({ provider: 'SANDBOX_BRIDGE' })]) as object[],
      run: { step: 'final', final: true, transaction: { status: 'SUCCESS' } },
      history: [{ status: 'SUCCESS' }],
    },
  })
})

test('demo in colour writes no code as text', async () => {
  const { stdout } = await cli(['demo', '--color'], { env: FAST })
  expect(stdout).not.toContain('\\u{')
})
