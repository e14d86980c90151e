import { expect, test } from 'vitest'
import { openSwapService } from '../../../src/open.ts'
import { newHome } from '../../support/new-home.ts'
import { sampleRate } from '../../support/store.ts'
import { cli, failure, json } from '../run-here.ts'

const PAIR = ['ethereum:USDC', 'base:USDC']
/** Of no asset of the catalog. */
const GONE = `0x${'6'.repeat(40)}`
const USDC_ETHEREUM = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

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

test.each([
  ['by the words of the list', 'base:GONE', 'ethereum:usdc'],
  ['by chain and address', `base:${GONE}`, `ethereum:${USDC_ETHEREUM}`],
])('a pair of an asset that the catalog no longer has is removed %s', async (_how, ...words) => {
  const home = await newHome()
  const pair = { srcChain: 'base', srcAddress: GONE, dstChain: 'ethereum', dstAddress: USDC_ETHEREUM }
  {
    await using service = await openSwapService({ home })
    await service.watchList.put({ ...pair, from: 'base:GONE', to: 'ethereum:USDC', amount: '1', fired: [] })
  }
  const run = (...args: readonly string[]) => cli(['watch', ...args, '--sandbox'], { home })
  expect(failure(await run('remove', 'base:GONE2', 'ethereum:USDC', '--json'))).toMatchObject({
    ...{ code: 'VALIDATION_ERROR', field: 'from' },
  })
  expect(failure(await run('remove', 'base:GONE', 'base:USDC', '--json'))).toMatchObject({ code: 'VALIDATION_ERROR' })
  const removed = await run('remove', ...words)
  expect([removed.code, removed.stdout]).toEqual([0, 'base:GONE to ethereum:USDC is watched no more\n'])
  expect(json((await run('list', '--json')).stdout)).toEqual({ data: [] })
})

test('rate and change are those of one moment, whoever has quoted the pair since', async () => {
  const home = await newHome()
  const [minuteMs, one] = [60_000, 10n ** 36n]
  const nowMs = Date.now()
  const quoted = (minutesAgo: number, rate: bigint) => ({
    ...sampleRate(0, { rate: rate * one }),
    atMs: nowMs - minutesAgo * minuteMs,
  })
  const { atMs, rate, srcUsd = 0n, ...point } = quoted(2, 150n)
  const { srcChain, srcAddress, dstChain, dstAddress } = point
  {
    await using service = await openSwapService({ home })
    await service.store.rates.putMany([quoted(3, 100n), quoted(2, 150n), quoted(1, 300n)])
    await service.watchList.put({
      ...{ srcChain, srcAddress, dstChain, dstAddress, from: 'ethereum:USDC', to: 'base:USDC' },
      ...{ amount: '100', fired: [], seen: { atMs, rate, srcUsd } },
    })
  }
  const run = (args: readonly string[]) => cli(['watch', 'list', '--sandbox', ...args], { home })
  expect(json((await run(['--json'])).stdout)).toMatchObject({ data: [{ rate: '150', changeBps: 5_000 }] })
  expect((await run([])).stdout).toMatch(/ 150 +\+50\.00 %/)
})

test('a limit that the last quote has reached already is told at once, and watched', async () => {
  const home = await newHome()
  const one = 10n ** 36n
  {
    await using service = await openSwapService({ home })
    await service.store.rates.putMany([{ ...sampleRate(0, { rate: 3n * one }), atMs: Date.now() - 60_000 }])
  }
  const add = (...limits: readonly string[]) => cli(['watch', 'add', ...PAIR, '100', ...limits, '--sandbox'], { home })
  const reached = await add('--above', '2')
  expect([reached.code, reached.stdout]).toEqual([0, 'watching 100 ethereum:USDC to base:USDC, above 2\n'])
  expect(reached.stderr).toMatch(/above 2 is reached already: 1 ethereum:USDC = 3 base:USDC \w+ ago/)
  expect((await add('--below', '3', '--json')).stderr).toMatch(/below 3 is reached already/)
  expect((await add('--above', '4', '--below', '2')).stderr).not.toContain('reached')
})

test('limits in the wrong order are refused', async () => {
  const wrong = await cli(['watch', 'add', ...PAIR, '--above', '1', '--below', '1', '--sandbox'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--above must be higher than --below')])
})
