import { describe, expect, it, test } from 'vitest'
import { ProviderError } from '../../../src/providers/contract.ts'
import { amountAtPrice, checkAgreement } from '../../../src/providers/kit/agreement.ts'

describe('two statements of one amount', () => {
  const REFUSED = new ProviderError('bad_response', 'It states two different amounts of its output')

  it.each([
    ['equal', 1_000n, 1_000n],
    ['a unit apart, however few they are', 1n, 2n],
    ['apart by the tolerance', 9_500n, 10_000n],
  ])('agree when they are %s', (_, one, other) => {
    expect(() => checkAgreement('output', one, other)).not.toThrow()
    expect(() => checkAgreement('output', other, one)).not.toThrow()
  })

  it.each([
    ['apart by more than the tolerance', 9_499n, 10_000n],
    ['a digit apart', 1_000n, 10_000n],
    ['nothing and something', 0n, 2n],
  ])('contradict each other when they are %s', (_, one, other) => {
    expect(() => checkAgreement('output', one, other)).toThrow(REFUSED)
    expect(() => checkAgreement('output', other, one)).toThrow(REFUSED)
  })

  it('may have to agree more closely', () => {
    expect(() => checkAgreement('output', 9_999n, 10_000n, 1)).not.toThrow()
    expect(() => checkAgreement('output', 9_998n, 10_000n, 1)).toThrow(REFUSED)
  })
})

test.each([
  ['a price between the decimals of two assets', 10n ** 8n, '53.3843790365622022854', 8, 18, 53384379036562202285n],
  ['a whole number', 2_000_000n, '3', 6, 6, 6_000_000n],
  ['a small price from many decimals to few', 10n ** 18n, '0.0000062', 18, 8, 620n],
  ['an exponent', 10n ** 18n, '6.2e-6', 18, 8, 620n],
  ['what does not make a unit', 1n, '0.5', 8, 8, 0n],
  ['a word', 1n, 'free', 8, 8, undefined],
  ['a negative number', 1n, '-1', 8, 8, undefined],
])('an amount at a price: %s', (_, units, price, from, to, expected) => {
  expect(amountAtPrice(units, price, { from, to })).toBe(expected)
})
