import { expect, test } from 'vitest'
import { receivedText } from '../../../src/core/swap/received-text.ts'

const dstAsset = { id: 1, symbol: 'USDC', contract: null, image: null, chain: 'base' }

test.each([
  ['SUCCESS', '99.5 USDC'],
  ['PENDING', '~99.5 USDC'],
  ['FAILED', '-'],
  ['REFUND', '-'],
] as const)('a swap that is %s brought %s', (status, text) => {
  expect(receivedText({ status, dstAmount: '99.5', dstAsset })).toBe(text)
})

test('a shortened amount and an asset without a symbol are shown as they are', () => {
  const unnamed = { status: 'SUCCESS', dstAmount: '0.123456789', dstAsset: { ...dstAsset, symbol: null } } as const
  expect(receivedText(unnamed, '0.123456…')).toBe('0.123456… ?')
})
