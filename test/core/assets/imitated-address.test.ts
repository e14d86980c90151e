import { expect, test } from 'vitest'
import { imitatedName, keptAddresses } from '../../../src/core/assets/imitated-address.ts'

const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const LIKE_BOB = `0xf39f${'0'.repeat(32)}2266`

test('an address imitates one that it begins and ends like, in whatever case, and none that is known itself', () => {
  const known = keptAddresses([
    ['contact.bob', `${BOB} 77`],
    ['recipient.base', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['theme', LIKE_BOB],
  ])
  const own = `0x7099${'1'.repeat(32)}79c8`
  expect([LIKE_BOB, own, BOB.toLowerCase(), '0xf39f2266'].map((address) => imitatedName(address, known))).toEqual([
    '@bob',
    'your own 0x7099…79C8',
    undefined,
    undefined,
  ])
  expect(imitatedName(LIKE_BOB, [...known, { name: '@eve', address: LIKE_BOB }])).toBe(undefined)
})
