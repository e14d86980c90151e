import { describe, expect, test } from 'vitest'
import {
  NOTHING_REMEMBERED,
  type KeptPair,
  readRemembered,
  rememberedPairs,
  rememberPair,
  toggleFavourite,
  writeRemembered,
} from '../../src/tui/remembered.ts'

const pair = (from: string, to = 'BTC'): KeptPair => ({
  from: { chain: 'ethereum', contract: `0x${from}`, symbol: from },
  to: { chain: 'bitcoin', contract: null, symbol: to },
})
const names = (pairs: readonly KeptPair[]) => pairs.map(({ from }) => from.symbol)

describe('what is remembered', () => {
  test('is read as it was kept', () => {
    const kept = { tab: 'activity', recent: [pair('A'), pair('B')], favourites: [pair('C')] }
    expect(readRemembered(writeRemembered(kept))).toEqual(kept)
    expect(readRemembered(writeRemembered(NOTHING_REMEMBERED))).toEqual(NOTHING_REMEMBERED)
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['without pairs', '{"tab":"swap"}'],
    ['a pair without an end', '{"recent":[{"from":{"chain":"a","contract":null,"symbol":"A"}}],"favourites":[]}'],
    ['a symbol with a code for the terminal', JSON.stringify({ recent: [pair('A\u001B[2J')], favourites: [] })],
    ['a name that is too long', JSON.stringify({ recent: [pair('A'.repeat(201))], favourites: [] })],
  ])('is nothing where the text is damaged: %s', (_how, text) => expect(readRemembered(text)).toBeUndefined())

  test('holds no more than twenty pairs, the last one first and each once', () => {
    const many = Array.from({ length: 30 }, (_, at) => pair(`A${at}`))
    const all = [...many, pair('A20')].reduce(rememberPair, NOTHING_REMEMBERED)
    expect(names(all.recent)).toHaveLength(20)
    expect(names(all.recent).slice(0, 3)).toEqual(['A20', 'A29', 'A28'])
    const text = JSON.stringify({ recent: many, favourites: many })
    expect(readRemembered(text)).toMatchObject({ recent: { length: 20 }, favourites: { length: 20 } })
  })

  test('lists favourites first, which are no others', () => {
    const recent = [pair('A'), pair('B'), pair('C')].reduce(rememberPair, NOTHING_REMEMBERED)
    const marked = toggleFavourite(recent, pair('A'))
    expect(names(rememberedPairs(marked))).toEqual(['A', 'C', 'B'])
    expect(toggleFavourite(marked, pair('A'))).toEqual(recent)
  })
})
