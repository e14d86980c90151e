import { decodeFunctionData, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  argumentsOf,
  readable,
  readAddress,
  readArgument,
  readBytes,
  readCalls,
  readResult,
  readText,
  resultsOf,
} from '../../../src/core/evm/words.ts'

describe('what a contract returned', () => {
  const returned = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [42n, '0x010203'])

  it('is read word by word and through pointers', () => {
    expect(readResult(returned)).toBe(42n)
    expect(readBytes(resultsOf(returned), 1)).toBe('0x010203')
  })

  it.each<[string, string]>([
    ['ends too soon', returned.slice(0, 2 + 96 * 2 + 4)],
    ['points out of itself', encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 2n ** 256n - 1n])],
    ['is nothing', '0x'],
    ['is no hex', `0x${'zz'.repeat(96)}`],
  ])('has no bytes where it %s', (_name, data) => {
    expect(readable(() => readBytes(resultsOf(data), 1))).toBeUndefined()
  })

  it('has no word where it ends too soon or is no hex', () => {
    expect([readResult(returned.slice(0, 65)), readResult('0x'), readResult(`0x${'zz'.repeat(32)}`)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('calldata that viem decodes', () => {
  const abi = parseAbi(['function pay(address)', 'function note(string)', 'function multicall(bytes[])'])
  const dirty: Hex = `0x${encodeFunctionData({ abi, functionName: 'pay', args: [`0x${'11'.repeat(20)}`] }).slice(2, 10)}${'11'.repeat(32)}`
  const texts = ['\0', '\u202e', '\ufeff'].map((text) =>
    encodeFunctionData({ abi, functionName: 'note', args: [`=:ETH.ETH${text}`] }),
  )
  const marked = encodeFunctionData({ abi, functionName: 'note', args: ['\ufeff=:ETH.ETH'] })
  const endless = encodeFunctionData({ abi, functionName: 'multicall', args: [Array<Hex>(33).fill('0x')] })

  it.each<[string, Hex, () => unknown]>([
    ['bits above an address', dirty, () => readAddress(argumentsOf(dirty), 0)],
    ...[...texts, marked].map((data): [string, Hex, () => unknown] => [
      'a character that is not printable ASCII',
      data,
      () => readText(argumentsOf(data), 0),
    ]),
    ['a list of 33 calls', endless, () => readCalls(argumentsOf(endless), 0)],
  ])('is unreadable with %s', (_name, data, read) => {
    expect(() => decodeFunctionData({ abi, data })).not.toThrow()
    expect(readable(read)).toBeUndefined()
    expect(readArgument(data, 0)).toBeDefined()
  })
})
