import { expect, test } from 'vitest'
import { contactName, joinPayee, resolveContact, splitPayee } from '../../../src/core/assets/contacts.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'

const BOOK: Readonly<Record<string, string>> = {
  'contact.alice': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'contact.kraken': 'rLHz text:two words',
}
const setting = (key: string) => BOOK[key]

test.each([
  ['@alice', 'alice'],
  [' @Alice ', 'alice'],
  ['@cold-wallet-2', 'cold-wallet-2'],
  ['alice', undefined],
  ['@', undefined],
  ['@-x', undefined],
  ['@a b', undefined],
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', undefined],
])('%j names the contact %j', (text, name) => {
  expect(contactName(text)).toBe(name)
})

test('a contact stands for its address and memo, and any other text for itself', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(resolveContact('@Alice', setting)).toEqual({ address, memo: undefined })
  expect(resolveContact('@alice 7', setting)).toEqual({ address, memo: '7' })
  expect(resolveContact('vitalik.eth', setting)).toEqual({ address: 'vitalik.eth', memo: undefined })
  expect(resolveContact('@kraken', setting)).toEqual({ address: 'rLHz', memo: 'text:two words' })
  expect(resolveContact('@kraken text:two words', setting)).toEqual({ address: 'rLHz', memo: 'text:two words' })
})

test('another memo than that of the contact is refused: the address may be shared by many', () => {
  expect(() => resolveContact('@kraken none', setting)).toThrow(
    '@kraken is kept with the memo text:two words, and none is given with it',
  )
})

test.each([
  ['rLHz', { address: 'rLHz', memo: undefined }],
  [' rLHz ', { address: 'rLHz', memo: undefined }],
  ['rLHz 12345', { address: 'rLHz', memo: '12345' }],
  ['rLHz   text:a  b ', { address: 'rLHz', memo: 'text:a  b' }],
  ['', { address: '', memo: undefined }],
])('%j has the parts %j', (text, parts) => {
  expect(splitPayee(text)).toEqual(parts)
  expect(splitPayee(joinPayee(parts))).toEqual(parts)
})

test('a name that is not in the address book is refused, with the command that keeps it', () => {
  const caught = (() => {
    try {
      return resolveContact('@bob', setting)
    } catch (error) {
      return error
    }
  })()
  expect(isSwapError(caught) && [caught.code, caught.message, caught.hint]).toEqual([
    'INVALID_ADDRESS',
    'There is no @bob in your address book',
    'Save the address: swapcli config set contact.bob ADDRESS',
  ])
})
