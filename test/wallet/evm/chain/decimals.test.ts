import { expect, test } from 'vitest'
import { readDecimals } from '../../../../src/wallet/evm/chain/decimals.ts'
import type { EvmChain } from '../../../../src/wallet/evm/evm-chain.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const TOKEN = { address: '0x6666666666666666666666666666666666666666', isNative: false }
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

test.each([
  ['two operators that agree', [18, 18], 18],
  ['two of three', [2, 18, 18], 18],
  ['two that differ', [2, 18], undefined],
  ['one alone', [18], undefined],
])('decimals are those of %s', async (_who, stated, expected) => {
  const chain: EvmChain = {
    family: 'evm',
    key: 'base',
    name: 'Base',
    chainId: 8453,
    nativeSymbol: 'ETH',
    confirmations: 1,
    rpc: fakeRpc(stated.map((value) => async () => word(value))),
  }
  expect(await readDecimals(chain, TOKEN)).toBe(expected)
})
