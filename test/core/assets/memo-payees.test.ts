import { expect, test } from 'vitest'
import { checkAddress } from '../../../src/core/assets/address.ts'
import { memoPayee, memoPayees } from '../../../src/core/assets/memo-payees.ts'
import { memoWord } from '../../../src/core/assets/recipient-memo.ts'

test('every account of the list is an address of its chain, whose payments may have a memo', () => {
  // The family of each of these chains has its name.
  const wrong = memoPayees().filter(({ chainKey, address }) => {
    const check = checkAddress(chainKey, address)
    return !check.ok || check.canonical !== address || memoWord(chainKey) === undefined
  })
  expect(wrong).toEqual([])
  expect(memoPayees().length).toBeGreaterThan(5)
})

test('an account is of the chain that it is listed for, and no other text is one', () => {
  const kraken = 'GA5XIGA5C7QTPTWXQHY6MCJRMTRZDOSHR6EFIBNDQTCQHG262N4GGKTM'
  expect([memoPayee('stellar', kraken), memoPayee('xrpl', kraken)]).toEqual(['Kraken', undefined])
  expect([memoPayee('xrpl', 'constructor'), memoPayee('constructor', 'name')]).toEqual([undefined, undefined])
})
