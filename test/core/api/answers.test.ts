import { expect, test } from 'vitest'
import { readTerms } from '../../../src/core/api/answers.ts'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../../src/core/evm/tokens.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function read(address: string, decimals: number) {
  const side = { formatted: '100', currency: 'USDC', usd: '100', amount: '100', image: '' }
  const token = { chainId: 8453, address, symbol: 'ETH', decimals }
  const chain = { name: 'Base' }
  const item = {
    ...{ type: 'messaging_fee', amount: '900000000000000000', token, chain, included: false },
    ...{ description: 'Message', providerLabel: '' },
  }
  const fees = { total: { usd: '0', formatted: '' }, items: [item] }
  const fields = { src: side, dst: side, fees, estimatedTime: 60 }
  return () => readTerms('lock', fields as never, { src: 6, dst: 6 }).fees.map(({ amount }) => amount)
}

test.each([NATIVE_EVM_ADDRESS, COIN_STAND_IN, COIN_STAND_IN.toLowerCase()])(
  'a fee in the coin %s has the decimals of the coin',
  (address) => {
    expect(read(address, 18)()).toEqual([9n * 10n ** 17n])
    for (const decimals of [17, 19, 36]) {
      expect(read(address, decimals)).toThrow(expect.objectContaining({ code: 'WALLET_REFUSED' }) as Error)
    }
  },
)

test('a fee in a token or in the coin of another kind of chain has its own decimals', () => {
  expect([read(USDC, 6)(), read('native', 9)()]).toEqual([[9n * 10n ** 17n], [9n * 10n ** 17n]])
})
