import { expect, test } from 'vitest'
import { addressFingerprint } from '../../../src/core/assets/fingerprint.ts'

test('two spellings of one address have one fingerprint, and another address has another', () => {
  const spelt = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(addressFingerprint(spelt)).toMatch(/^[0-9a-f]{4} [0-9a-f]{4}$/)
  expect(addressFingerprint(spelt.toLowerCase())).toBe(addressFingerprint(spelt))
  expect(addressFingerprint('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267')).not.toBe(addressFingerprint(spelt))
})
