import { expect, test } from 'vitest'
import { shortenApart, shortenToDigits } from '../../../src/core/money/shorten-apart.ts'

test('amounts keep the decimals that tell them apart, and are never rounded up', () => {
  expect(shortenApart(['2998.50304', '2997.29673'])).toEqual(['2998.50', '2997.29'])
  expect(shortenApart(['3.311046999999999999', '3.311046111111111111', '3.2'])).toEqual([
    '3.3110469',
    '3.3110461',
    '3.2',
  ])
  expect(shortenApart(['0.000012999999999999', '0.000013999999999999'])).toEqual(['0.0000129999', '0.0000139999'])
})

test('amounts that hardly differ have nine digits, and what is no amount stays as it is', () => {
  expect(shortenApart(['1.000000000000000001', '1.000000000000000002'])).toEqual(['1.00000000', '1.00000000'])
  expect(shortenApart(['—', '12.3456789', '12.3456789', '5'])).toEqual(['—', '12.3456', '12.3456', '5'])
  expect(shortenApart([])).toEqual([])
})

test('amounts may be shortened to so many digits, rounded down', () => {
  expect(shortenToDigits(['1480.032381', '999.99999', '—'], 3)).toEqual(['1480', '999', '—'])
  expect(shortenToDigits(['1480.032381', '2.9694', '5'], 4)).toEqual(['1480.032', '2.969', '5'])
  expect(shortenToDigits(['0.00001299', '0.1'], 4)).toEqual(['0.00001299', '0.1'])
})
