import { expect, test } from 'vitest'
import { statedLeast, wrongLeastWarning } from '../../../src/core/money/stated-least.ts'

const route = (formatted: string, minimumReceived?: string) => ({
  dst: { formatted, currency: 'USDC', usd: '' },
  ...(minimumReceived === undefined ? {} : { minimumReceived }),
})

test.each([
  ['74.8', '74.1', '74.1'],
  ['74.8', '74.8', '74.8'],
  ['74.8', undefined, undefined],
])('a least within what arrives is stated: %s, %s', (formatted, least, stated) => {
  expect([statedLeast(route(formatted, least)), wrongLeastWarning(route(formatted, least))]).toEqual([
    stated,
    undefined,
  ])
})

test.each([
  ['74.8', '148.25'],
  ['74.8', '-1'],
  ['74.8', '1e309'],
  ['NaN', '74'],
])('a least that cannot be is none, and is warned of: %s, %s', (formatted, least) => {
  expect(statedLeast(route(formatted, least))).toBeUndefined()
  expect(wrongLeastWarning(route(formatted, least))).toBe(
    `it promises at least ${least} USDC, and ${formatted} USDC arrive: it contradicts itself, and its lock is refused`,
  )
})
