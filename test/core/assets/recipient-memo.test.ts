import { describe, expect, test } from 'vitest'
import { checkRecipientMemo, memoWord } from '../../../src/core/assets/recipient-memo.ts'

const HASH = 'ab'.repeat(32)

describe('a memo for the recipient', () => {
  test.each([
    ['xrpl', ['0', '12345', '4294967295']],
    ['stellar', ['id:0', 'id:18446744073709551615', 'text:A 1', `text:${'x'.repeat(28)}`, `hash:${HASH}`]],
    ['ton', ['A', '0012', 'order 7', 'x'.repeat(120)]],
    ['bech32:cosmos', ['108617', 'x'.repeat(256)]],
    ['hedera', ['904533']],
    ['antelope', ['customer 12']],
  ])('of %s is kept as it is', (family, memos) => {
    expect(memos.map((memo) => checkRecipientMemo(family, memo))).toEqual(memos.map((memo) => ({ ok: true, memo })))
  })

  test.each([
    ['xrpl', ['', '01', '4294967296', '-1', '1e3', ' 1', 'abc', '1.0', '٣']],
    ['stellar', ['', '123', 'id:01', 'id:18446744073709551616', 'text:', `text:${'x'.repeat(29)}`, 'text:é']],
    ['stellar', [`hash:${HASH.toUpperCase()}`, `hash:${HASH}0`, `return:${HASH}`, 'text:a\u202eb', 'text: a']],
    ['ton', ['', ' a', 'a ', 'a\nb', 'x'.repeat(121), 'é']],
    ['bech32:thor', ['', 'x'.repeat(257), 'a\u0000']],
  ])('of %s is refused in any other form', (family, memos) => {
    expect(memos.filter((memo) => checkRecipientMemo(family, memo).ok)).toEqual([])
  })

  test('is refused on a chain whose payments have none, with the reason', () => {
    const families = ['evm', 'bitcoin', 'solana', 'zcash', 'tron', 'near', '']
    expect(families.map((family) => checkRecipientMemo(family, '1'))).toEqual(
      families.map(() => ({ ok: false, reason: 'payments on this chain have no memo' })),
    )
    expect(families.map(memoWord)).toEqual(families.map(() => undefined))
  })

  test('may be none everywhere', () => {
    expect(['xrpl', 'stellar', 'ton', 'evm'].map((family) => checkRecipientMemo(family, 'none'))).toEqual(
      new Array(4).fill({ ok: true, memo: undefined }),
    )
  })

  test('says how it is written there', () => {
    expect(['xrpl', 'ton'].map((family) => checkRecipientMemo(family, ''))).toEqual([
      { ok: false, reason: 'a destination tag there is a whole number from 0 to 4294967295 without leading zeros' },
      { ok: false, reason: 'a comment there is 1 to 120 printable ASCII characters, without a space at either end' },
    ])
  })
})
