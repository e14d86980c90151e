import { expect, test } from 'vitest'
import { type Backing, backingText, byBacking } from '../../../src/core/assets/evidence.ts'
import { chain, native, token } from '../../support/catalog-data.ts'

test.each<[Backing, string]>([
  [{ evidence: 'issuer', form: null }, "issuer's"],
  [{ evidence: 'issuer', form: 'issuer' }, "issuer's"],
  [{ evidence: 'issuer', form: 'native' }, "issuer's, chain's coin"],
  [{ evidence: 'issuer', form: 'wrapped_native' }, "issuer's, wrapped coin"],
  [{ evidence: 'two_lists', form: 'issuer' }, "two lists, issuer's form"],
  [{ evidence: 'two_lists', form: 'canonical_bridge' }, 'two lists, canonical bridge'],
  [{ evidence: 'one_list', form: 'other_bridge' }, 'one list, another bridge'],
  [{ evidence: 'provider', form: null }, 'only a provider'],
  [{ evidence: 'contract', form: null }, 'only its contract'],
  [{ evidence: 'one_list', form: 'dead' }, 'one list, dead'],
  [
    { evidence: 'one_list', form: 'dead', successor: 'solana:So1\u001b[2J' },
    'one list, dead, now solana:So1\\u{1b}[2J',
  ],
])('what backs a row is said in words: %o', (backing, words) => {
  expect(backingText(backing)).toBe(words)
})

test('rows stand by evidence, coins of chains before tokens, dead ones last, and otherwise as they stood', () => {
  const rows = [
    token('a', 'DEAD', '1', { form: 'dead' }),
    token('a', 'WEAK', '2', { evidence: 'contract' }),
    token('a', 'LISTED', '3', { evidence: 'one_list' }),
    token('a', 'SECOND', '4', { evidence: 'two_lists' }),
    token('a', 'FIRST', '5', { evidence: 'two_lists' }),
    native(chain('b', 1), 'Added', { evidence: 'provider', symbol: 'ADDED' }),
    token('a', 'ISSUED', '6'),
    native(chain('c', 2), 'Dollar', { symbol: 'USDC' }),
    native(chain('d', 3), 'Ether'),
  ]
  expect(rows.sort(byBacking).map(({ symbol }) => symbol)).toEqual([
    ...['ETH', 'ISSUED', 'USDC', 'SECOND', 'FIRST', 'LISTED', 'ADDED', 'WEAK', 'DEAD'],
  ])
})
