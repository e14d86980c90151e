import { describe, expect, test } from 'vitest'
import { completeEntry, type EntryNames } from '../../../src/core/entry/complete-entry.ts'
import { matchEntry } from '../../../src/core/entry/match-entry.ts'
import { readEntry } from '../../../src/core/entry/read-entry.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

const catalog = await openBundledCatalog()

/** The assets of a text as `chain:SYMBOL`, or how they are missed. */
const assetsOf = async (text: string) => {
  const { from, to } = await matchEntry(catalog, readEntry(text))
  return [from, to].map((match) => (match?.kind === 'ok' ? `${match.chain.key}:${match.asset.symbol}` : match?.kind))
}

describe('the assets of an entry', () => {
  test.each([
    ['0.5 eth to usdc base', ['ethereum:ETH', 'base:USDC']],
    ['100 usdc base to eth arbitrum', ['base:USDC', 'arbitrum:ETH']],
    ['1 btc > eth base', ['bitcoin:BTC', 'base:ETH']],
    ['1 usdc@arbitrum one > bch', ['arbitrum:USDC', 'bitcoin-cash:BCH']],
    // The asset comes first and then its chain, also where both words name either.
    ['1 eth arb > arb eth', ['arbitrum:ETH', 'ethereum:ARB']],
    ['1 arb eth > eth', ['ethereum:ARB', 'ethereum:ETH']],
  ])('are exactly those that are written: %s', async (text, assets) => {
    expect(await assetsOf(text)).toEqual(assets)
  })

  test.each([
    ['0.5 usdc to eth', ['ambiguous', 'ethereum:ETH']],
    ['0.5 base usdc to eth', ['unknown', 'ethereum:ETH']],
    // The first letter is Cyrillic.
    ['0.5 еth to usdc base', ['ambiguous', 'base:USDC']],
    ['0.5 usdcc base to eth', ['unknown', 'ethereum:ETH']],
    ['0.5 eth', ['ethereum:ETH', undefined]],
  ])('are missed where nothing, or more than one, is meant: %s', async (text, assets) => {
    expect(await assetsOf(text)).toEqual(assets)
  })
})

describe('the completion of an entry', () => {
  const names: EntryNames = { contacts: ['alice', 'bob'], providers: ['ACROSS', 'CCTP'] }
  const textsOf = async (text: string) =>
    (await completeEntry(catalog, names, text, text.length)).map((each) => each.text)

  test('offers assets, each by a text that means it alone', async () => {
    const offered = await completeEntry(catalog, names, '0.5 usdc', 8)
    expect(offered.length).toBeGreaterThan(4)
    expect(offered[0]).toEqual({ start: 4, end: 8, text: 'USDC ethereum', detail: 'USD Coin' })
    for (const { text } of offered) {
      expect(await matchEntry(catalog, readEntry(`1 ${text} > btc`)), text).toMatchObject({ from: { kind: 'ok' } })
    }
  })

  test.each<[string, readonly string[]]>([
    ['0.5', []],
    ['0.5 ', []],
    ['0.5 eth t', expect.arrayContaining(['to'])],
    ['0.5 eth to usdc bas', ['base']],
    ['0.5 eth to usdc base ', expect.arrayContaining(['for', 'memo', 'slip', 'min', 'via', 'rank'])],
    ['0.5 eth to usdc base v', ['via']],
    ['0.5 eth to usdc base for ', ['@alice', '@bob']],
    ['0.5 eth to usdc base for @b', ['@bob']],
    ['0.5 eth to usdc base via a', ['ACROSS']],
    ['0.5 eth to usdc base for @bob r', ['rank']],
    ['0.5 eth to usdc base for @bob f', []],
    ['0.5 eth to usdc base rank s', ['safest']],
    ['0.5 eth to usdc base min ', []],
    ['1,000 eth to ', []],
  ])('knows what comes next: "%s"', async (text, texts) => {
    expect(await textsOf(text)).toEqual(texts)
  })

  test('takes the place of the word before the cursor, and of nothing behind it', async () => {
    const offered = await completeEntry(catalog, names, '0.5 eth > usdc bas for @bob', 18)
    expect(offered).toEqual([{ start: 15, end: 18, text: 'base', detail: 'chain' }])
  })
})
