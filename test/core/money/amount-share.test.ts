import { describe, expect, test } from 'vitest'
import { type SpentAsset, readTypedAmount } from '../../../src/core/money/amount-share.ts'

const USDC: SpentAsset = { symbol: 'USDC', decimals: 6, balance: 10_000_001n, paysFees: false, isLimit: true }
const ETH: SpentAsset = { symbol: 'ETH', decimals: 18, balance: 5n * 10n ** 17n, paysFees: true, isLimit: true }

const good = (amount: string) => ({ ok: true, amount })
const bad = (problem: string) => ({ ok: false, problem })

describe('an amount that is typed', () => {
  test.each([
    ['1.5', good('1.5')],
    ['max', good('10.000001')],
    ['ALL', good('10.000001')],
    ['100%', good('10.000001')],
    ['50%', good('5')],
    ['0.5 %', good('0.05')],
    ['33.333333%', good('3.333333')],
    ['10.000001', good('10.000001')],
    ['10.000002', bad('that is more than the balance, 10.000001 USDC')],
    ['0.0000001', bad('amount has more decimals than the asset, which has 6')],
    ['1,5', bad('amount must not contain separators; use digits and one point, for example 1234.5')],
    ['abc', bad('amount must be a positive plain decimal number, for example 1.5')],
    ['', bad('amount is empty; write a positive number, for example 1.5')],
    ['0%', bad('a share is a percentage above 0% and up to 100%, such as 25%')],
    ['101%', bad('a share is a percentage above 0% and up to 100%, such as 25%')],
    ['-5%', bad('a share is a percentage above 0% and up to 100%, such as 25%')],
    ['half%', bad('a share is a percentage above 0% and up to 100%, such as 25%')],
  ])('%j of ten USDC', (text, read) => {
    expect(readTypedAmount(text, USDC)).toEqual(read)
  })

  test('leaves something of the coin that network fees are paid in', () => {
    expect(readTypedAmount('max', ETH)).toEqual(bad('network fees are paid in ETH too: leave some of it, as with 95%'))
    expect(readTypedAmount('95%', ETH)).toEqual(good('0.475'))
  })

  test('is no share of a balance that is not known, or of nothing', () => {
    const problem = bad('the balance of USDC is not known here: write the amount itself')
    expect(readTypedAmount('max', { ...USDC, balance: undefined })).toEqual(problem)
    expect(readTypedAmount('10%', { ...USDC, decimals: undefined })).toEqual(problem)
    expect(readTypedAmount('max', { ...USDC, balance: 0n })).toEqual(bad('there is no USDC to take a share of'))
    expect(readTypedAmount('7', { ...USDC, balance: undefined })).toEqual(good('7'))
  })

  test('may be more than there is where more can be sent', () => {
    expect(readTypedAmount('11', { ...USDC, isLimit: false })).toEqual(good('11'))
  })
})
