import { expect, test } from 'vitest'
import { isRightToLeft, namedAddress } from '../../../src/core/text/named-address.ts'

test.each([
  ['@bob', false],
  ['@маша', false],
  ['@ムーン', false],
  ['@أحمد', true],
  ['@משה', true],
  ['@ޙަސަން', true],
  ['ﷲ.eth', true],
])('%s is written from right to left: %s', (name, is) => {
  expect(isRightToLeft(name)).toBe(is)
})

test('a Latin letter stands between such a name and digits, which a terminal moves else', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(namedAddress('@bob', address)).toBe(`@bob ${address}`)
  expect(namedAddress('@bob', address, ',')).toBe(`@bob, ${address}`)
  expect([namedAddress('@أحمد', address), namedAddress('@أحمد', address, ',')]).toEqual([
    `@أحمد at ${address}`,
    `@أحمد at ${address}`,
  ])
})
