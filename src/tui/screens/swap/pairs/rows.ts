import { keyFor } from '../../../bindings.ts'
import type { AppFacts } from '../../../events.ts'
import { tableRows } from '../../../kit/layout/table.ts'
import { type Row, textRow, textRows } from '../../../kit/text/rows.ts'
import type { ScreenProps } from '../../../screen.ts'
import { isSamePair, type KeptPair } from '../../../remembered.ts'
import { pairsOf, pairText } from './pairs.ts'
import type { SwapState } from '../state.ts'

const COLUMNS = [
  { header: '', most: 1 },
  { header: 'PAIR', grows: 10 },
] as const

/** The list of pairs: favourites with a star, then what was used last. */
export function pairsRows({ state, app, width, height, spoken }: ScreenProps<SwapState>): readonly Row[] {
  const isFavourite = (pair: KeptPair) => app.remembered?.favourites.some((each) => isSamePair(each, pair)) === true
  const rows = pairsOf(app).map((pair, at) => ({
    key: String(at),
    cells: [isFavourite(pair) ? (spoken ? 'favourite' : '*') : '', pairText(pair)],
  }))
  const hint = `Pairs that you used; ${keyFor(app, 'favourite', '*')} keeps one on top`
  return [
    textRow(hint, width, 'title'),
    ...tableRows({ columns: COLUMNS, rows, selected: state.pairs, width, height: height - 1, noun: 'pair', spoken }),
  ]
}

/** What somebody who has not used any pair yet is told, until one was quoted. */
export function firstRows(app: AppFacts, width: number): readonly Row[] {
  const { remembered, place } = app
  if (remembered === undefined || remembered.recent.length > 0) return []
  const money =
    place.network === 'live'
      ? 'LIVE: this is real money. Balances (7) makes or imports the account that pays.'
      : 'This is the sandbox: paper money, nothing here is real. swapcli tour leads through a swap.'
  return [
    `Press ${keyFor(app, 'palette', ':')} and write a swap on one line: 0.5 eth to usdc base`,
    `${keyFor(app, 'help', '?')} lists the keys of the screen that you see.`,
    money,
  ].flatMap((text) => textRows(text, width, 'accent'))
}
