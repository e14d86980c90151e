import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { addressWord, encodeCall } from '../../../src/core/evm/abi.ts'

/* Held against viem, which the program itself does not load for this. */

const abi = parseAbi([
  'function plain(address who, uint256 amount)',
  'function texts(bytes first, uint256 amount, bytes second)',
  'function path(uint256 amount, address[] tokens, address to)',
  'struct Single { address tokenIn; uint24 fee; uint256 amount; }',
  'struct Path { bytes path; address recipient; }',
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function single(Single params)',
  'function along(Path params)',
  'function aggregate3(Call[] calls)',
  'function multicall(uint256 deadline, bytes[] data)',
])
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const selectorOf = (data: Hex) => data.slice(0, 10)

describe('calldata', () => {
  it('has words in the order of the arguments', () => {
    const expected = encodeFunctionData({ abi, functionName: 'plain', args: [ALICE, 7n] })
    expect(encodeCall(selectorOf(expected), [addressWord(ALICE), 7n])).toBe(expected)
  })

  it('has structs of fixed size in place and others behind', () => {
    const single = encodeFunctionData({
      abi,
      functionName: 'single',
      args: [{ tokenIn: ALICE, fee: 500, amount: 9n }],
    })
    expect(encodeCall(selectorOf(single), [{ struct: [addressWord(ALICE), 500n, 9n] }])).toBe(single)
    const along = encodeFunctionData({ abi, functionName: 'along', args: [{ path: '0x010203', recipient: BOB }] })
    expect(encodeCall(selectorOf(along), [{ struct: [{ bytes: '0x010203' }, addressWord(BOB)] }])).toBe(along)
  })

  it('has arrays of words', () => {
    const expected = encodeFunctionData({ abi, functionName: 'path', args: [5n, [ALICE, BOB], ALICE] })
    const tokens = { list: [addressWord(ALICE), addressWord(BOB)] }
    expect(encodeCall(selectorOf(expected), [5n, tokens, addressWord(ALICE)])).toBe(expected)
  })

  it('has bytes of any length, alone, in arrays and in arrays of structs', () => {
    const hex = fc.uint8Array({ maxLength: 100 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    fc.assert(
      fc.property(fc.array(hex, { maxLength: 5 }), hex, fc.bigInt(0n, 2n ** 256n - 1n), (many, one, amount) => {
        const texts = encodeFunctionData({ abi, functionName: 'texts', args: [one, amount, one] })
        expect(encodeCall(selectorOf(texts), [{ bytes: one }, amount, { bytes: one }])).toBe(texts)
        const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [amount, many] })
        expect(encodeCall(selectorOf(multicall), [amount, { list: many.map((bytes) => ({ bytes })) }])).toBe(multicall)
        const calls = many.map((callData) => ({ target: BOB, allowFailure: true, callData }) as const)
        const aggregate = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
        const structs = many.map((bytes) => ({ struct: [addressWord(BOB), 1n, { bytes }] }))
        expect(encodeCall(selectorOf(aggregate), [{ list: structs }])).toBe(aggregate)
      }),
      { numRuns: 50 },
    )
  })

  it('is read back by others as it was meant', () => {
    const data = encodeCall(
      selectorOf(encodeFunctionData({ abi, functionName: 'along', args: [{ path: '0x', recipient: ALICE }] })),
      [{ struct: [{ bytes: '0xABCD' }, addressWord(BOB)] }],
    )
    expect(decodeFunctionData({ abi, data: data as Hex }).args).toEqual([{ path: '0xabcd', recipient: BOB }])
  })
})
