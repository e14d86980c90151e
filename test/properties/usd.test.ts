import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsd, parseUsd, unitsForUsd, usdToNumber, valueInUsd } from '../../src/core/money/usd.ts'
import { formatUsdForPeople } from '../../src/core/money/fees.ts'

const micro = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const decimals = fc.integer({ min: 0, max: 36 })
const price = fc.bigInt({ min: 1n, max: 10n ** 15n })
const amount = fc.bigInt({ min: 0n, max: 2n ** 200n })

test('every value in dollars survives being written and read', () => {
  fc.assert(
    fc.property(micro, (value) => {
      expect(formatUsd(value)).toMatch(/^-?\d+\.\d{2,6}$/)
      expect(parseUsd(formatUsd(value))).toBe(value)
    }),
    { numRuns: 2000 },
  )
})

test('digits past the sixth decimal are cut off toward zero', () => {
  fc.assert(
    fc.property(micro, fc.stringMatching(/^[0-9]{1,20}$/), (value, tail) => {
      const [whole, fraction = ''] = formatUsd(value).split('.')
      expect(parseUsd(`${whole}.${fraction.padEnd(6, '0')}${tail}`)).toBe(value)
    }),
  )
})

test('what is no plain decimal has no value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = /^-?[0-9]{1,40}(\.[0-9]{0,60})?$/.test(text)
      expect(parseUsd(text) === undefined).toBe(!plain)
    }),
  )
})

test('a value is never more than the tokens are worth, and less than one micro-dollar below it', () => {
  fc.assert(
    fc.property(amount, decimals, price, (units, places, dollars) => {
      const value = valueInUsd(units, places, dollars)
      const exact = units * dollars
      const one = 10n ** BigInt(places)
      expect(value * one <= exact && exact < (value + 1n) * one).toBe(true)
    }),
  )
})

test('the tokens for a value are never worth more than it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), decimals, price, (value, places, dollars) => {
      expect(valueInUsd(unitsForUsd(value, places, dollars), places, dollars) <= value).toBe(true)
    }),
  )
})

test('numbers for the JSON fields that are numbers are the nearest ones', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (value) => {
      expect(Math.round(usdToNumber(value) * 1e6)).toBe(Number(value))
    }),
  )
})

test('dollars for people keep the sign before the dollar and never hide a value', () => {
  fc.assert(
    fc.property(micro, (value) => {
      const text = formatUsdForPeople(value)
      expect(text).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2,6}$/)
      expect(/[1-9]/.test(text)).toBe(value !== 0n)
      expect(text.startsWith('-')).toBe(value < 0n)
    }),
  )
})
