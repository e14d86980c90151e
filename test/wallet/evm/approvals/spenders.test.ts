import { expect, test } from 'vitest'
import { getAddress } from 'viem'
import { knownSpenders } from '../../../../src/wallet/evm/approvals/spenders.ts'

test('the known takers of tokens of a chain stand once each, in their canonical form', () => {
  for (const chainId of [1, 10, 56, 137, 324, 8453, 42161, 43114]) {
    const found = knownSpenders(chainId)
    const keys = found.map(({ keeper, address }) => `${keeper} ${address}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(found.map(({ address }) => getAddress(address.toLowerCase()))).toEqual(found.map(({ address }) => address))
  }
})

test('a chain has those that stand on it, and no others', () => {
  const names = (chainId: number) => knownSpenders(chainId).map(({ name }) => name)
  expect(names(1)).toEqual([
    ...['Permit2', 'Uniswap', 'Uniswap V2', 'KyberSwap', 'Velora', 'CoW Protocol', 'Chainflip', 'Across', 'CCTP'],
    ...['Mayan', 'Symbiosis', 'Uniswap V4'],
  ])
  expect(names(999_999_999)).toEqual(['Permit2', 'KyberSwap', 'Velora', 'CoW Protocol'])
  const kyber = (chainId: number) => knownSpenders(chainId).find(({ name }) => name === 'KyberSwap')?.address
  expect(kyber(324)).not.toBe(kyber(1))
})
