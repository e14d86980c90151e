import { expect, test } from 'vitest'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../../src/core/evm/tokens.ts'
import { createDataFiles } from '../../../src/io/index.ts'
import { toFeeToken } from '../../../src/providers/kit/stated-side.ts'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** The token of a fee on Base, of a route that leaves USDC there. */
function read(address: string, decimals: number) {
  const data = createDataFiles()
  const chain = data.chains().find(({ key }) => key === 'base')
  const asset = data.assets('base').find((one) => one.address === USDC)
  if (chain === undefined || asset === undefined) throw new Error('the catalog lacks USDC on Base')
  const side = { priced: { chain, asset } as never, chainId: 8453, address: USDC, native: NATIVE_EVM_ADDRESS }
  return () => toFeeToken({ chainId: 8453, address, symbol: 'ETH', decimals }, [side])
}

test.each([NATIVE_EVM_ADDRESS, COIN_STAND_IN])('a fee in the coin %s with other decimals is refused', (address) => {
  expect(read(address, 18)()).toMatchObject({ decimals: 18 })
  expect(read(address, 17)).toThrow('A fee in the coin of Base is stated with 17 decimals')
})

test('a fee in a token has the decimals of the token', () => {
  expect(read(USDC, 6)()).toMatchObject({ symbol: 'USDC', decimals: 6 })
})
