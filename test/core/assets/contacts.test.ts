import { expect, test } from 'vitest'
import { contactName, resolveContact } from '../../../src/core/assets/contacts.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'

const BOOK: Readonly<Record<string, string>> = { 'contact.alice': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }
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

test('a contact stands for its address, and any other text for itself', () => {
  expect(resolveContact('@Alice', setting)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(resolveContact('vitalik.eth', setting)).toBe('vitalik.eth')
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
