import { type KeyLine, keyName } from '../keys.ts'
import { cutRow, type Row } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import { PALETTE_KEYS } from '../palette.ts'
import type { ActiveKeys } from '../state.ts'
import { HELP_KEYS } from './help-lines.ts'

const HELP_ROWS: readonly KeyLine[] = [{ keys: ['esc'], label: 'close' }, ...HELP_KEYS]

/** What covers the screen. */
export type Overlay = 'help' | 'palette'

const OVERLAY_ROWS: Readonly<Record<Overlay, readonly KeyLine[]>> = { help: HELP_ROWS, palette: PALETTE_KEYS }

/** The keys that matter most now, as many as fit. @param overlay what takes the keys; undefined for the screen */
export function footerRow(keys: ActiveKeys, width: number, overlay: Overlay | undefined): Row {
  const rows = overlay === undefined ? footerRows(keys, width) : OVERLAY_ROWS[overlay]
  const pieces = rows.flatMap((row): Row => [
    { text: keyName(row.keys[0]), role: 'key' },
    { text: ` ${row.label}  `, role: 'dim' },
  ])
  return cutRow(pieces, width)
}

/** Rows of the footer that fit: the least important give way first, help and quit never. */
function footerRows({ own, app }: ActiveKeys, width: number): readonly KeyLine[] {
  const rows = [...own, ...app]
    .filter(({ footer }) => footer !== undefined)
    .sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0))
  const last = rows.filter(({ footer = 0 }) => footer >= 90)
  let used = last.reduce((sum, row) => sum + rowWidth(row), 0)
  const first: KeyLine[] = []
  for (const row of rows.filter(({ footer = 0 }) => footer < 90)) {
    used += rowWidth(row)
    if (used > width) break
    first.push(row)
  }
  return [...first, ...last]
}

function rowWidth({ keys, label }: KeyLine): number {
  return textWidth(keyName(keys[0])) + textWidth(label) + 3
}
