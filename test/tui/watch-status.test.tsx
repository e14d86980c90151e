import { PATIENT } from '../support/patience.ts'
import { render } from 'ink-testing-library'
import { expect, test, vi } from 'vitest'
import type { StatusResult } from '../../src/core/api/documents.ts'
import { WatchView } from '../../src/tui/watch-status.tsx'

const asset = { id: null, symbol: 'USDC', contract: null, image: null, chain: 'base' }
const pending: StatusResult = {
  final: false,
  transaction: {
    id: 'tx_1',
    hash: '',
    inboundHash: '',
    outboundHash: null,
    provider: 'SANDBOX_DEX',
    status: 'PENDING',
    stage: 'swapping',
    srcAmount: '1',
    dstAmount: '1',
    walletAddress: 'a',
    recipientWalletAddress: 'b',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    fee: {},
    srcAsset: asset,
    dstAsset: asset,
  },
}

test('the live view shows what is done, what is going on, and what is to come', () => {
  const { lastFrame } = render(<WatchView result={pending} colour={false} leave={() => undefined} />)
  expect(lastFrame()).toBe('tx_1 PENDING\n✓ deposit ✓ confirm ▸ swap · pay out · done\nCtrl-C leaves, the swap goes on')
})

test('the live view says how far it came', () => {
  const progress = { srcReceived: '0.4', note: 'Send the\u001b[2J rest' }
  const result = { ...pending, transaction: { ...pending.transaction, progress } }
  const { lastFrame } = render(<WatchView result={result} colour={false} leave={() => undefined} />)
  expect(lastFrame()).toMatch(/\n0\.4 USDC received\. Send the\\u\{1b\}\[2J rest\nCtrl-C leaves/)
})

test.each(['\u0003', 'q'])('the key %j leaves the live view', async (key) => {
  let resolve: () => void = () => undefined
  const left = new Promise<void>((done) => (resolve = done))
  const { stdin } = render(<WatchView result={pending} colour={false} leave={() => resolve()} />)
  // It listens once React has run its effects.
  await vi.waitFor(() => expect(stdin.listenerCount('readable')).toBeGreaterThan(0), PATIENT)
  stdin.write(key)
  await left
})
