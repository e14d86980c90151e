import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainAmountProblem, formatAmount, lessBps, parseAmount } from '../../src/core/money/amount.ts'

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(units, decimals, (amount, places) => {
      expect(parseAmount(formatAmount(amount, places), places)).toEqual({ ok: true, units: amount })
    }),
    { numRuns: 2000 },
  )
})

test('zeros before and after the digits change nothing', () => {
  const zeros = fc.integer({ min: 0, max: 5 })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 50n }), decimals, zeros, zeros, (amount, places, before, after) => {
      const text = formatAmount(amount, places)
      const padded = `${'0'.repeat(before)}${text.includes('.') ? text : `${text}.`}${'0'.repeat(after)}`
      expect(parseAmount(padded, places)).toEqual({ ok: true, units: amount })
    }),
  )
})

test('one digit too many is refused and never rounded away', () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 1, max: 9 }), (amount, places, digit) => {
      const text = formatAmount(amount, places)
      const whole = text.includes('.') ? text : `${text}.`
      const fraction = whole.length - whole.indexOf('.') - 1
      expect(parseAmount(`${whole}${'0'.repeat(places - fraction)}${digit}`, places)).toEqual({
        ok: false,
        problem: 'too_many_decimals',
      })
    }),
  )
})

test('an amount read is exactly the text, whatever text is offered', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[0-9.,eEx+\-_ ]{0,12}$/),
    fc.double().map(String),
    fc.bigInt().map(String),
  )
  fc.assert(
    fc.property(texts, decimals, (text, places) => {
      const parsed = parseAmount(text, places)
      const match = /^([0-9]*)\.?([0-9]*)$/.exec(text)
      const fraction = (match?.[2] ?? '').replace(/0+$/, '')
      const value = BigInt(`${match?.[1] ?? ''}${fraction.padEnd(places, '0')}` || '0')
      const good = match !== null && value > 0n && fraction.length <= places && text.length <= 120
      expect(parsed.ok ? parsed.units : undefined).toBe(good ? value : undefined)
      if (!parsed.ok) expect(explainAmountProblem(parsed.problem, places)).toMatch(/^amount /)
    }),
    { numRuns: 5000 },
  )
})

test('what is no text is no amount', () => {
  fc.assert(
    fc.property(
      fc.anything().filter((value) => typeof value !== 'string'),
      (value) => {
        expect(parseAmount(value, 18)).toEqual({ ok: false, problem: 'not_text' })
      },
    ),
  )
})

test('negative amounts are written with their sign and zero without', () => {
  fc.assert(
    fc.property(units, decimals, (amount, places) => {
      expect(formatAmount(-amount, places)).toBe(`-${formatAmount(amount, places)}`)
    }),
  )
  expect(formatAmount(0n, 18)).toBe('0')
})

test('basis points come off rounded down, and never give more than there was', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
      const rest = lessBps(amount, bps)
      const exact = amount * BigInt(10_000 - bps)
      expect(rest * 10_000n <= exact && exact < (rest + 1n) * 10_000n).toBe(true)
    }),
  )
})
