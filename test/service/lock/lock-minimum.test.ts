import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSwapService } from '../../../src/open.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Its decimals move the price by 1 % between quote and lock. */
const AMOUNT = '100.0090'
const REQUEST = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'base',
  dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: AMOUNT,
  slippage: 200,
  depositor: WALLET,
  recipient: WALLET,
}

test('a lock at a lower price still promises what the quote promised at least', async () => {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-lock-'))
  const service = await openSwapService({ home, clock: createFakeClock(), ids: createCountingIds() })
  onTestFinished(async () => {
    await service.close()
    await rm(home, { recursive: true, force: true })
  })
  const { data } = await service.quote(REQUEST)
  const quoted = data.find(({ provider }) => provider === 'SANDBOX_BRIDGE')
  const lock = await service.lock({ ...REQUEST, provider: 'SANDBOX_BRIDGE', routeId: quoted?.routeId ?? '' })
  expect(Number(lock.dst.formatted)).toBeLessThan(Number(quoted?.dst.formatted))
  expect(lock.minimumReceived).toBe(quoted?.minimumReceived)
})
