import { expect, test } from 'vitest'
import { notableShortfall, promisedLeast, shortfallText } from '../../../src/core/money/shortfall.ts'

const terms = (amount: bigint, minimumOut?: bigint) => ({
  dst: { symbol: 'USDC', decimals: 6, amount },
  ...(minimumOut === undefined ? {} : { minimumOut }),
})
const QUOTE = { shown: 149_510_000n, slippageBps: 100 }
const textOf = (...[found]: [ReturnType<typeof notableShortfall>]) => found && shortfallText(found)

test.each([
  ['a least far below the quote', terms(1_800_000n, 1_700_000n), '98.87 % less than quoted'],
  ['a least near a receive that is far below', terms(1_800_000n, 1_790_000n), '98.81 % less than quoted'],
  ['a least that was left above a receive that fell', terms(74_800_000n, 148_247_694n), '49.97 % less than quoted'],
  ['no least, and a receive that fell', terms(1_800_000n), '98.80 % less than quoted'],
  ['a least a little below the slippage', terms(149_510_000n, 148_000_000n), '1.01 % less than quoted'],
  ['a least that was rounded to base units', terms(149_510_001n, 74_755_000n), '50.00 % less than quoted'],
  ['a least at the slippage', terms(148_100_000n, 148_014_900n), undefined],
  ['no least, and the amount of the quote', terms(149_510_000n), undefined],
])('against the quote that was seen, %s', (_name, now, text) => {
  expect(textOf(notableShortfall(now, QUOTE))).toBe(text)
})

test('wide slippage that was set is notable and no breach; a least that was promised in the quote counts', () => {
  expect(notableShortfall(terms(100n, 90n), { shown: 100n, slippageBps: 1_000 })).toEqual({
    ...{ bps: 1_000, isBelowSeen: false, than: 'quoted' },
  })
  const promised = { shown: 1_000_000n, stated: 999_000n, slippageBps: 100 }
  expect(notableShortfall(terms(1_000_000n, 998_000n), promised)?.isBelowSeen).toBe(true)
})

test('what was agreed to since, or the lock alone, is named as what it is', () => {
  expect(textOf(notableShortfall(terms(100n, 1n), { shown: 100n, isAgreed: true }))).toBe('99.00 % less than agreed to')
  expect(textOf(notableShortfall(terms(100n, 1n), {}))).toBe('99.00 % less than locked, and no quote was seen')
  expect(notableShortfall(terms(100n, 95n), {})).toBeUndefined()
})

test('the least is never more than what arrives', () => {
  expect([promisedLeast(terms(5n, 9n)), promisedLeast(terms(9n, 5n)), promisedLeast(terms(5n))]).toEqual([
    ...[5n, 5n, undefined],
  ])
})
