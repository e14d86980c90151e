import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeSifting,
  NO_SIFTING,
  siftedRows,
  type Sifting,
  type SiftAction,
  type SiftTable,
  editSifting,
} from '../../../../src/tui/kit/find/sift.ts'
import { siftRows, sortedColumns } from '../../../../src/tui/kit/find/sift-rows.ts'
import { lineOf } from '../../frame-lines.ts'

interface Item {
  readonly name: string
  readonly fee: bigint | undefined
  readonly took: number | undefined
}

const ITEMS: readonly Item[] = [
  { name: 'b', fee: 10n, took: 9 },
  { name: 'A', fee: undefined, took: 100 },
  { name: 'c', fee: 9n, took: undefined },
  { name: 'B', fee: 9n, took: 9 },
]

const TABLE: SiftTable<Item> = {
  fields: {
    name: { kind: 'text', about: 'name', read: ({ name }) => [name] },
    took: { kind: 'duration', about: 'how long', read: ({ took }) => took },
  },
  words: ({ name }) => [name],
  columns: [
    { header: 'NAME', value: ({ name }) => name },
    { header: 'FEE', value: ({ fee }) => fee },
    { header: 'TOOK', value: ({ took }) => took, isFallingFirst: true },
  ],
}

const press = (...actions: readonly SiftAction[]) =>
  actions.reduce<Sifting>((sifting, action) => changeSifting(TABLE, ITEMS, sifting, action), NO_SIFTING)
const type = (sifting: Sifting, text: string) => editSifting(sifting, { type: 'insert', text })
const shown = (sifting: Sifting) => siftedRows(TABLE, ITEMS, sifting, 0).map(({ name }) => name)

describe('a list is sorted', () => {
  test.each<[readonly SiftAction[], string, readonly string[]]>([
    [[], 'as it is', ['b', 'A', 'c', 'B']],
    [['sort'], 'by its first column, whatever the letter case', ['A', 'b', 'B', 'c']],
    [['sort', 'sort-reverse'], 'falling, rows of the same value in their order', ['c', 'b', 'B', 'A']],
    [['sort', 'sort'], 'by numbers as numbers, unknown ones last', ['c', 'B', 'b', 'A']],
    [['sort', 'sort', 'sort-reverse'], 'falling, unknown ones last too', ['b', 'c', 'B', 'A']],
    [['sort', 'sort-reverse', 'sort'], 'in the direction of the next column', ['c', 'B', 'b', 'A']],
    [['sort', 'sort', 'sort'], 'with the largest first where more is better', ['A', 'b', 'B', 'c']],
    [['sort', 'sort', 'sort', 'sort-reverse'], 'with the smallest first once that is reversed', ['b', 'B', 'A', 'c']],
    [['sort', 'sort', 'sort', 'sort'], 'as it is, after its last column', ['b', 'A', 'c', 'B']],
    [['sort-reverse'], 'as it is, where there is no order to reverse', ['b', 'A', 'c', 'B']],
  ])('by %j: %s', (actions, _what, names) => {
    expect(shown(press(...actions))).toEqual(names)
  })

  test('with a sign at its column, which is the last to give way', () => {
    const columns = [{ header: 'NAME' }, { header: 'FEE', drop: 3, most: 3 }]
    const app = { settings: {}, place: { network: 'sandbox', api: undefined, version: '' } } as const
    const by = (...actions: readonly SiftAction[]) => sortedColumns(columns, press(...actions), app, false)[1]
    expect(by()).toEqual({ header: 'FEE', drop: 3, most: 3 })
    expect(by('sort', 'sort')).toEqual({ header: 'FEE ▲', drop: 0, most: 5 })
    expect(by('sort', 'sort', 'sort-reverse')).toEqual({ header: 'FEE ▼', drop: 0, most: 5 })
    const plain = sortedColumns(columns, press('sort', 'sort'), { ...app, settings: { charts: 'ascii' } }, false)
    expect(plain[1]?.header).toBe('FEE rising')
    // Who hears every row hears the order once.
    expect(sortedColumns(columns, press('sort'), app, true)).toBe(columns)
    const spoken = siftRows({ table: TABLE, rows: ITEMS, shown: 4, width: 80, spoken: true }, press('sort'))
    expect(spoken.map(lineOf)).toEqual(['sorted by name, rising'])
  })
})

describe('a list is filtered', () => {
  const lines = (sifting: Sifting) =>
    siftRows({ table: TABLE, rows: ITEMS, shown: shown(sifting).length, width: 60, spoken: false }, sifting).map(lineOf)

  test('while the filter is written, which is kept by Enter and cleared by Esc', () => {
    const written = type(press('filter'), 'took:<1m')
    expect(shown(written)).toEqual(['b', 'B'])
    const kept = changeSifting(TABLE, ITEMS, written, 'filter-done')
    expect([kept.text, kept.line, shown(kept)]).toEqual(['took:<1m', undefined, ['b', 'B']])
    expect(changeSifting(TABLE, ITEMS, kept, 'filter').line?.text).toBe('took:<1m')
    expect(shown(changeSifting(TABLE, ITEMS, kept, 'filter-clear'))).toHaveLength(4)
    expect(changeSifting(TABLE, ITEMS, written, 'filter-clear')).toEqual(NO_SIFTING)
  })

  test('with what completes it, and why it is not understood, under the line', () => {
    expect(lines(NO_SIFTING)).toEqual([])
    expect(lines(press('filter'))).toEqual(['/  words, or name: took:', '4 of 4 · Tab: name:  took:'])
    const named = changeSifting(TABLE, ITEMS, type(press('filter'), 'n'), 'filter-complete')
    expect(lines(named)).toEqual(['/ name:', '4 of 4 · Tab: b  A  c  B'])
    expect(lines(type(named, 'c'))).toEqual(['/ name:c', '1 of 4'])
    expect(lines(type(press('filter'), 'fee:2'))[1]).toBe('! No field fee: there are name, took')
    const kept = changeSifting(TABLE, ITEMS, type(press('filter'), 'nme:a'), 'filter-done')
    expect(lines(kept)).toEqual(['only nme:a · 0 of 4 · Esc shows all', '! No field nme: did you mean name:?'])
  })

  test('by a value that no row has, with those that may be meant', () => {
    const rows = ['SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'RELAY'].map((name) => ({ name, fee: 1n, took: 1 }))
    const table: SiftTable<Item> = {
      ...TABLE,
      fields: { ...TABLE.fields, status: { kind: 'text', about: '', read: () => ['PENDING'], values: ['success'] } },
    }
    const said = (text: string, left = 0) =>
      siftRows({ table, rows, shown: left, width: 90, spoken: false }, { ...NO_SIFTING, text }).map(lineOf)[1]
    expect(said('name:relya')).toBe('! No name relya: did you mean RELAY?')
    expect(said('name:dex')).toBe('! No name dex: did you mean SANDBOX_DEX?')
    expect(said('name:zzzzz')).toBe('! No name zzzzz: there are SANDBOX_DEX, SANDBOX_DEPOSIT, RELAY')
    expect(said('status:sucess')).toBe('! No status sucess: did you mean success?')
    expect([said('status:success'), said('name:relay'), said('name:zzz', 1), said('-name:zzz')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('and completed at its cursor, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(20), (text, moves) => {
        const at = Array.from({ length: moves }).reduce<Sifting>(
          (sifting) => editSifting(sifting, { type: 'left' }),
          type(press('filter'), text),
        )
        const after = changeSifting(TABLE, ITEMS, at, 'filter-complete')
        const behind = [...new Intl.Segmenter().segment(at.line?.text ?? '')].slice(at.line?.cursor)
        expect(after.line?.text.endsWith(behind.map(({ segment }) => segment).join(''))).toBe(true)
      }),
    )
  })
})
