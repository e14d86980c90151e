import { encodeErrorResult, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { decodeRevert, isRevert, revertData, revertReason } from '../../../src/core/evm/revert-reason.ts'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const textError = (text: string) => encodeErrorResult({ abi, errorName: 'Error', args: [text] })
const panic = (code: bigint) => encodeErrorResult({ abi, errorName: 'Panic', args: [code] })
const selector = (signature: string) => toFunctionSelector(`function ${signature}`)

describe('what a reverted call returned', () => {
  it.each([
    ['a text', textError('Too little received'), 'Too little received'],
    ['a text that says too little', textError('STF'), 'STF: the token could not be taken from the wallet'],
    ['a known panic', panic(0x11n), 'a number became too large or too small'],
    ['an unknown panic', panic(0x99n), 'panic 0x99'],
    ['a panic without its number', '0x4e487b71', 'panic'],
    ['a known error', `${selector('ERC20InsufficientBalance(address,uint256,uint256)')}00`, 'ERC20InsufficientBalance'],
    ['a known error of Permit2', selector('InvalidNonce()'), 'InvalidNonce'],
    ['a known error of a bridge', selector('InvalidQuoteTimestamp()'), 'InvalidQuoteTimestamp'],
    ['capitals', selector('V3TooLittleReceived()').toUpperCase().replace('0X', '0x'), 'V3TooLittleReceived'],
    ['an unknown error', '0xdeadbeef0000', 'error 0xdeadbeef'],
  ])('is told: %s', (_name, data, expected) => {
    expect(decodeRevert(data)).toBe(expected)
  })

  it('is nothing when it is empty or no error at all', () => {
    expect(['0x', '0x00', 'nonsense', textError('').slice(0, 80), textError('  ')].map(decodeRevert)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reaches no terminal as control codes, and is short', () => {
    expect(decodeRevert(textError('\u001b[2Jgone'))).toBe('\\u{1b}[2Jgone')
    expect(decodeRevert(textError('x'.repeat(100_000)))).toBe(`${'x'.repeat(119)}…`)
  })
})

describe('revert data in an error of a node', () => {
  it.each([
    ['in place', '0xdeadBEEF', '0xdeadBEEF'],
    ['empty', '0x', '0x'],
    ['one level deeper', { data: '0xdeadbeef', message: 'x' }, '0xdeadbeef'],
    ['behind a word', 'Reverted 0xdeadbeef', '0xdeadbeef'],
    ['both', { data: 'Reverted 0xdeadbeef' }, '0xdeadbeef'],
    ['half a byte', '0xdeadbee', undefined],
    ['words', 'execution reverted', undefined],
    ['in the original error', { originalError: { data: '0xdeadbeef' } }, '0xdeadbeef'],
    ['null', null, undefined],
    ['a list', ['0xdeadbeef'], undefined],
    ['none', undefined, undefined],
  ])('is found: %s', (_name, data, expected) => {
    expect(revertData(data)).toBe(expected)
  })
})

describe('an error of a node', () => {
  it('is a revert by its code, its words or its data', () => {
    expect(isRevert(new RpcError('execution reverted', 3))).toBe(true)
    expect(isRevert(new RpcError('VM Exception while processing transaction: revert', -32000))).toBe(true)
    expect(isRevert(new RpcError('VM execution error', -32015, selector('InvalidNonce()')))).toBe(true)
  })

  it('is none when the node itself has trouble', () => {
    expect(isRevert(new RpcError('limit exceeded', -32005))).toBe(false)
    expect(isRevert(new RpcError('header not found', -32000, '0x'))).toBe(false)
    expect(revertReason(new RpcError('header not found', -32000))).toBeUndefined()
  })

  it.each([
    [new RpcError('execution reverted: ignored', 3, textError('Too little received')), 'Too little received'],
    [new RpcError('execution reverted: Transaction too old', -32000), 'Transaction too old'],
    [new RpcError("reverted with reason string 'TRANSFER_FAILED'", -32603), 'TRANSFER_FAILED'],
    [new RpcError('execution reverted', 3, '0x'), undefined],
    [new RpcError('execution reverted', 3), undefined],
  ])('tells the reason: %s', (error, expected) => {
    expect(revertReason(error)).toBe(expected)
  })
})
