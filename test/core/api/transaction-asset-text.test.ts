import { expect, test } from 'vitest'
import { transactionAssetText } from '../../../src/core/api/transaction-asset-text.ts'

test('an asset that the catalog lacks is named with its address', () => {
  const usdc = { id: 1, symbol: 'USDC', contract: '0xA0b8', image: null, chain: 'ethereum' }
  expect(transactionAssetText(usdc)).toBe('USDC on ethereum')
  expect(transactionAssetText({ ...usdc, unlisted: true })).toBe('USDC (0xA0b8) on ethereum')
  expect(transactionAssetText({ ...usdc, symbol: null })).toBe('unlisted token (0xA0b8) on ethereum')
  expect(transactionAssetText({ ...usdc, symbol: null, contract: null })).toBe('the coin on ethereum')
  expect(transactionAssetText({ ...usdc, symbol: null, contract: null, chain: null })).toBe('?')
})
