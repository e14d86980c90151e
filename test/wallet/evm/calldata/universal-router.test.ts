import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import { decodeCall } from '../../../../src/wallet/evm/calldata/decode-call.ts'

/* Series of actions of V4 within a call of Uniswap's Universal Router 2.0 on Ethereum. */

const ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const WALLET = '0x1111111111111111111111111111111111111111'
const { USDC, DAI } = TOKENS.ethereum
const NONE = '0x0000000000000000000000000000000000000000'
const SWAP = parseAbiParameters('((address, address, uint24, int24, address), bool, uint128, uint128, bytes)')
const PAIR = parseAbiParameters('address, uint256')

/** A swap of so much USDC for at least so much DAI in a pool with this fee. */
function swapped(fee: number, amountIn: bigint, leastOut: bigint): readonly [code: string, params: Hex] {
  const pool: readonly [Address, Address, number, number, Address] = [DAI, USDC, fee, 10, NONE]
  return ['06', encodeAbiParameters(SWAP, [[pool, false, amountIn, leastOut, '0x']])]
}

const settle = ['0c', encodeAbiParameters(PAIR, [USDC, 0n])] as const
const takeAll = (least: bigint) => ['0f', encodeAbiParameters(PAIR, [DAI, least])] as const
const take = ['0e', encodeAbiParameters(parseAbiParameters('address, address, uint256'), [DAI, WALLET, 0n])] as const

function read(actions: readonly (readonly [code: string, params: Hex])[]) {
  const codes: Hex = `0x${actions.map(([code]) => code).join('')}`
  const series = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [codes, actions.map(([, params]) => params)])
  const data = encodeFunctionData({
    abi: parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)']),
    args: ['0x10', [series], 2_000_000_000n],
  })
  const decoding = decodeCall({ chainId: 1, to: ROUTER, data, value: 0n, sender: WALLET })
  return decoding.kind === 'decoded' ? decoding.decoded : decoding
}

test('two swaps that are settled together take what both take, and pay what both pay at least', () => {
  const both = [swapped(100, 60n, 59n), swapped(500, 40n, 39n), settle]
  const usdc = USDC.toLowerCase()
  expect(read([...both, take])).toMatchObject({ inputs: [{ token: usdc, amount: 100n }], minimum: 98n })
  expect(read([...both, takeAll(97n)])).toMatchObject({ inputs: [{ token: usdc, amount: 100n }], minimum: 97n })
})
