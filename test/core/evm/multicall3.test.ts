import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeAggregate3, encodeAggregate3 } from '../../../src/core/evm/multicall3.ts'

/* Held against viem, which the program itself does not load for this. */

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hex = fc.uint8Array({ maxLength: 100 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const answered = (results: readonly { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })

describe('many reads in one call', () => {
  it('are asked as the contract takes them, each free to fail', () => {
    fc.assert(
      fc.property(fc.array(hex, { maxLength: 5 }), (reads) => {
        const calls = reads.map((callData) => ({ target: TOKEN, allowFailure: true, callData }) as const)
        const expected = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
        expect(encodeAggregate3(reads.map((data) => ({ to: TOKEN, data })))).toBe(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('are each answered by what was returned, or by nothing when it was reverted', () => {
    const result = fc.record({ success: fc.boolean(), returnData: hex })
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), (results) => {
        const expected = results.map(({ success, returnData }) => (success ? returnData : undefined))
        expect(decodeAggregate3(answered(results), results.length)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('have no answer when it has another length, ends too soon, or is something else', () => {
    const answer = answered([
      { success: true, returnData: '0x0102' },
      { success: false, returnData: '0x' },
    ])
    expect(decodeAggregate3(answer, 2)).toEqual(['0x0102', undefined])
    expect([
      decodeAggregate3(answer, 1),
      decodeAggregate3(answer, 3),
      decodeAggregate3(answer.slice(0, -64), 2),
      decodeAggregate3('0x', 2),
      decodeAggregate3(`0x${'ff'.repeat(320)}`, 2),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
})
