import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DESK_GAP, columnWidths, paneColumns, type PaneRoom, placePanes } from '../../../src/tui/desk/layout.ts'
import { hiddenPanes, PANES, readPanes } from '../../../src/tui/desk/places.ts'

const room = (name: string, rows: number, wanted = rows): PaneRoom => ({ name, least: { columns: 40, rows }, wanted })
const NAMES = PANES.map(({ name }) => name)
const all = NAMES.map((name) => room(name, 4, 8))
const widthsOf = (columns: number, names: readonly string[] = NAMES) => columnWidths(names, { columns, rows: 40 })

describe('the desk', () => {
  test('has two columns from 120 and three from 200', () => {
    expect([119, 120, 199, 200, 250].map((width) => widthsOf(width).length)).toEqual([0, 2, 2, 3, 3])
  })

  test('has room for routes with their fees where it has three', () => {
    expect(widthsOf(200)).toEqual([56, 90, 48])
  })

  test('gives the cells of a column of which all panes are hidden to the others', () => {
    expect(widthsOf(200, ['order', 'routes', 'route'])).toEqual([76, 121, 0])
    expect(widthsOf(200, ['routes', 'running'])).toEqual([0, 127, 70])
    expect(widthsOf(120, ['order', 'routes'])).toEqual([120, 0])
    expect(placePanes([room('routes', 4), room('watch', 4)], { columns: 200, rows: 40 }).map(({ x }) => x)).toEqual([
      0, 130,
    ])
  })

  test('has the chart below the routes where lines are many, as long as these leave it some', () => {
    const chart = (routes: number, rows: number) =>
      placePanes([room('order', 6), room('routes', 4, routes), room('chart', 8, Infinity), room('running', 4)], {
        columns: 200,
        rows,
      }).find(({ name }) => name === 'chart')
    expect(chart(10, 57)).toEqual({ name: 'chart', x: 59, y: 11, columns: 90, rows: 45 })
    expect(chart(44, 57)).toEqual({ name: 'chart', x: 0, y: 7, columns: 56, rows: 28 })
    expect(chart(10, 43)?.x).toBe(0)
  })

  test('keeps the important panes where lines are few, from top to bottom in the order of their keys', () => {
    const names = (rows: number) => placePanes(all, { columns: 120, rows }).map(({ name }) => name)
    expect(names(40)).toEqual(['order', 'routes', 'route', 'chart', 'balances', 'running', 'watch'])
    expect(names(10)).toEqual(['order', 'routes', 'chart', 'running'])
    expect(names(5)).toEqual(['order', 'running'])
    expect(names(4)).toEqual([])
  })

  test('gives what is left to those that want more, the most important first', () => {
    const places = placePanes([room('order', 2, 5), room('routes', 2, 9), room('route', 2, 3)], {
      columns: 120,
      rows: 14,
    })
    expect(places.map(({ name, y, rows }) => [name, y, rows])).toEqual([
      ['order', 0, 5],
      ['routes', 6, 4],
      ['route', 11, 2],
    ])
  })

  test('gives a pane that wants all of it what the others of its column leave, up to a square', () => {
    const rows = (lines: number) =>
      placePanes([room('chart', 2, Infinity), room('balances', 2, 9), room('running', 2, 3), room('order', 2)], {
        columns: 120,
        rows: lines,
      }).flatMap((place) => (place.name === 'order' ? [] : [place.rows]))
    expect([rows(60), rows(30), rows(15)]).toEqual([
      [22, 9, 3],
      [15, 9, 3],
      [2, 7, 3],
    ])
  })

  test('leaves out a pane that its column is too narrow for', () => {
    const panes = [{ ...room('chart', 4), least: { columns: 60, rows: 4 } }, room('order', 4)]
    expect(placePanes(panes, { columns: 120, rows: 40 }).map(({ name }) => name)).toEqual(['order'])
    expect(placePanes(panes, { columns: 199, rows: 40 }).map(({ name }) => name)).toEqual(['order', 'chart'])
  })

  test('never lets panes cover each other, leave the desk, or get less than they need', () => {
    const panes = fc
      .uniqueArray(fc.constantFrom(...PANES.map(({ name }) => name)), { minLength: 1 })
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc
              .record({ least: fc.integer({ min: 1, max: 20 }), more: fc.integer({ min: -9, max: 60 }) })
              .map(({ least, more }) => room(name, least, least + more)),
          ),
        ),
      )
    fc.assert(
      fc.property(panes, fc.integer({ min: 1, max: 260 }), fc.integer({ min: 1, max: 90 }), (rooms, columns, rows) => {
        const places = placePanes(rooms, { columns, rows })
        const cells = new Set<string>()
        for (const place of places) {
          const { least } = rooms.find(({ name }) => name === place.name) ?? room('', 0)
          expect(place.rows).toBeGreaterThanOrEqual(least.rows)
          if (place.name !== 'chart') {
            const names = rooms.map(({ name }) => name)
            expect(place.columns).toBe(paneColumns(place.name, names, { columns, rows }))
          }
          expect(place.x + place.columns).toBeLessThanOrEqual(columns)
          expect(place.y + place.rows + 1).toBeLessThanOrEqual(rows)
          for (let y = place.y; y <= place.y + place.rows; y += 1) {
            expect(cells.has(`${place.x} ${y}`)).toBe(false)
            cells.add(`${place.x} ${y}`)
          }
        }
      }),
    )
  })

  test('fills its columns', () => {
    for (const width of [120, 199, 200, 250]) {
      const widths = widthsOf(width)
      expect(widths.reduce((sum, each) => sum + each, DESK_GAP * (widths.length - 1))).toBe(width)
    }
  })
})

test('a text of hidden panes may hold anything: what names none is left out', () => {
  expect(readPanes('watch, chart,,nonsense,chart')).toEqual(['chart', 'watch'])
  expect(readPanes(undefined)).toEqual([])
  expect(hiddenPanes('watch')).toEqual(['watch'])
  expect(hiddenPanes(NAMES.join(','))).toEqual([])
})
