import { expect, test } from 'vitest'
import { homeEnv } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, FAST, json } from '../run-here.ts'

const PAIR = ['ethereum:USDC', 'base:USDC']

test('what was quoted is the rate of its pair, with the swaps of it, until keep-rates is 0', async () => {
  const home = await newHome()
  const run = (args: readonly string[]) => cli([...args, '--sandbox'], { home, env: FAST })
  const swap = await run(['swap', '100', ...PAIR, '--yes', '--json'])
  expect(swap.code).toBe(0)
  const { data: routes } = json((await run(['quote', '100', ...PAIR, '--json'])).stdout) as {
    readonly data: readonly { readonly dst: { readonly formatted: string } }[]
  }
  const { data } = json((await run(['rates', ...PAIR, '--range', '1h', '--json'])).stdout) as {
    readonly data: Readonly<Record<'points' | 'marks', readonly Readonly<Record<string, string>>[]>>
  }
  expect(data).toMatchObject({ srcChain: 'ethereum', dstChain: 'base', range: '1h' })
  // What the best route delivers for each of 100, with nothing taken off for gas.
  expect(data.points.at(-1)).toMatchObject({ provider: expect.stringMatching(/^SANDBOX_/) as unknown })
  expect(Number(data.points.at(-1)?.['rate']) * 100).toBeCloseTo(Number(routes[0]?.dst.formatted), 6)
  expect(data.marks).toMatchObject([{ status: 'SUCCESS' }])
  const text = await run(['rates', ...PAIR, '--set', 'times=utc'])
  expect(text.stdout).toMatch(/^rate +1 ethereum:USDC = (0\.9|1)\d* base:USDC, as received\n/)
  expect(text.stdout).toMatch(/\nTIME \(UTC\) +RATE +PROVIDER\n20\d\d-\d\d-\d\d \d\d:\d\d +/)
  const backwards = await run(['rates', ...[...PAIR].reverse()])
  expect([backwards.code, backwards.stdout, backwards.stderr]).toEqual([0, '', expect.stringContaining('no quote of')])
})

test('nothing is kept where keep-rates is 0, and a server is refused', async () => {
  const home = await newHome()
  const env = { ...homeEnv(home), SWAPCLI_KEEP_RATES: '0' }
  await cli(['quote', '100', ...PAIR, '--sandbox', '--json'], { home, env })
  const found = await cli(['rates', ...PAIR, '--sandbox', '--json'], { home })
  expect(json(found.stdout)).toMatchObject({ data: { points: [] } })
  expect((await cli(['rates', ...PAIR, '--api', 'http://127.0.0.1:9/api/v1'], { home })).code).toBe(2)
})
