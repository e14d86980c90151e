import { defined } from '../../core/defined.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { matchLine, readPattern } from '../kit/find/match.ts'
import { type Row, type Spot, textRows } from '../kit/text/rows.ts'
import { textField } from '../kit/text/text-field.ts'
import { cutText, fitText } from '../kit/text/text-fit.ts'
import { type Palette, PALETTE_LIST, type PaletteItem } from '../palette.ts'
import type { LineMeaning } from '../screen.ts'

const KEY_COLUMNS = 12

/** The palette: its line, what the line says or finds, and how many are listed; it says where there is more. */
export function paletteRows(
  { line, selected }: Palette,
  items: readonly PaletteItem[],
  { width, height, hasMore }: { readonly width: number; readonly height: number; readonly hasMore: boolean },
): readonly Row[] {
  const field = textField({
    line,
    width: width - 2,
    active: true,
    placeholder: 'an action, asset, contact, setting, or a swap: 0.5 eth to usdc base',
  })
  const head: Row = [{ text: ': ', role: 'key' }, ...field]
  const list = (from: number, lines: number) =>
    listRows({ items, selected, typed: line.text, width, hasMore }, from, lines)
  const [only] = items
  if (only?.kind === 'line') {
    const rows = entryRows(only, line.text, width)
    // What a key does is worth more than what is as it was meant.
    const above = [head, ...(rows.length < height ? rows : entryRows(onlyDoubts(only), line.text, width))]
    const isList = items.length > 1 && height - above.length > 1
    return isList ? [...above, ...list(1, height - above.length)] : above
  }
  return [head, ...list(0, height - 1)]
}

/** What a list of items is drawn with. */
interface ListProps {
  readonly items: readonly PaletteItem[]
  readonly selected: number
  readonly typed: string
  readonly width: number
  readonly hasMore: boolean
}

/** The items from one on, and how many they are. @param lines for both */
function listRows({ items, selected, typed, width, hasMore }: ListProps, from: number, lines: number): readonly Row[] {
  const room = Math.max(1, lines - 1)
  const first = Math.max(from, Math.min(selected - room + 1, items.length - room))
  const rows = items
    .slice(first, first + room)
    .map((item, index) => itemRow(item, typed, spotOf(item, first + index, selected), width))
  const more = hasMore ? '; there are more: write more words' : ''
  const setting = settingOf(items[selected])
  const count = `${items.length - from} ${hasMore ? 'shown' : 'found'}${more}${setting}`
  return [...rows, [{ text: cutText(count, width), role: 'dim' }]]
}

/** The setting by which an action has other keys; '' for none. */
function settingOf(item: PaletteItem | undefined): string {
  return item === undefined || !('id' in item) || item.id === undefined ? '' : `; keys.${item.id} sets its key`
}

function spotOf({ label }: PaletteItem, row: number, selected: number): Spot {
  return { list: PALETTE_LIST, row, isMarked: row === selected, label }
}

function itemRow(item: PaletteItem, typed: string, spot: Spot, width: number): Row {
  const keys = item.kind === 'line' ? '' : item.keys
  const label = cutText(item.label, Math.max(1, width - KEY_COLUMNS - 2))
  const pieces: Row = [
    { text: spot.isMarked ? '▸ ' : '  ', role: 'accent' },
    { text: fitText(keys, KEY_COLUMNS), role: 'key' },
    ...(spot.isMarked
      ? [{ text: label, role: 'selected' } as const]
      : markedPieces(label, matchLine(readPattern(typed), label)?.spans ?? [])),
  ]
  return withSpot(pieces, spot)
}

function withSpot(row: Row, spot: Spot): Row {
  return row.map((piece) => ({ ...piece, spot }))
}

/** A text whose found letters stand out. */
function markedPieces(text: string, spans: readonly (readonly [start: number, end: number])[]): Row {
  const pieces = spans.flatMap(([start, end], index): Row => [
    { text: text.slice(index === 0 ? 0 : spans[index - 1]?.[1], start) },
    { text: text.slice(start, end), role: 'accent' },
  ])
  return [...pieces, { text: text.slice(spans.at(-1)?.[1] ?? 0) }].filter((piece) => piece.text !== '')
}

const PART_NAMES = {
  amount: 'amount',
  from: 'pay',
  to: 'get',
  value: '',
  separator: '',
  keyword: '',
  wrong: '',
} as const

type LineItem = Extract<PaletteItem, { readonly kind: 'line' }>

/** Most completions of an entry that are shown. */
const MOST_COMPLETIONS = 4

/** The same with only those meanings that have to be looked at twice. */
function onlyDoubts(item: LineItem): LineItem {
  const { looked } = item
  if (looked === undefined) return item
  const { from, to, recipient } = looked.meanings
  const doubtful = (each: LineMeaning | undefined) => (each?.isDoubtful === true ? each : undefined)
  const meanings = defined({ from: doubtful(from), to: doubtful(to), recipient: doubtful(recipient) })
  return { ...item, looked: { ...looked, meanings } }
}

/** What an entry says, part by part, what is wrong with it, and how it may go on. */
function entryRows(item: LineItem, text: string, width: number): readonly Row[] {
  const { reading, looked } = item
  const { spans, problem, order } = reading
  const shift = text.length - text.trimStart().length
  const said = spans.flatMap(({ part, start, end, clause, reference }): Row[] => {
    const name = part === 'value' ? (clause ?? '') : PART_NAMES[part]
    if (name === '') return []
    const value = reference ?? cleanText(text.slice(start + shift, end + shift), Infinity)
    const meaning = part === 'from' || part === 'to' ? looked?.meanings[part] : undefined
    const meant = part === 'value' && clause === 'recipient' ? looked?.meanings.recipient : meaning
    return [nameAndText(name, value, width), ...(meant === undefined ? [] : meaningRows(meant, width))]
  })
  const offered = (looked?.completions ?? [])
    .slice(0, MOST_COMPLETIONS)
    .map((each, at): Row => nameAndText(at === 0 ? 'Tab' : '', `${each.text}  ${each.detail}`.trimEnd(), width))
  const wrong = problem?.isUnfinished === false ? problem : (looked?.problem ?? problem)
  if (wrong === undefined) {
    const filling = textRows('Enter fills the form with it; nothing is locked or paid', width, 'good')
    return [...said, ...filling.map((row) => withSpot(row, spotOf(item, 0, 0))), ...offered]
  }
  const isUnfinished = order === undefined && wrong === problem && problem.isUnfinished
  const { message, hint } = wrong
  return [
    ...said,
    ...textRows(message, width, isUnfinished ? 'dim' : 'bad'),
    ...(hint === undefined ? [] : textRows(hint, width, 'accent')),
    ...offered,
  ]
}

function meaningRows({ text, isDoubtful }: LineMeaning, width: number): readonly Row[] {
  const indent = KEY_COLUMNS + 4
  return textRows(text, width - indent, isDoubtful ? 'warn' : 'dim').map((row) => [
    { text: ' '.repeat(indent) },
    ...row,
  ])
}

function nameAndText(name: string, text: string, width: number): Row {
  return [
    { text: fitText(`  ${name}`, KEY_COLUMNS + 4), role: 'dim' },
    { text: cutText(text, width - KEY_COLUMNS - 4) },
  ]
}
