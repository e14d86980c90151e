import { ASSET_COLUMNS, assetCells } from '../../../core/assets/asset-columns.ts'
import { doubtsOf } from '../../../core/assets/found-asset.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import { type Row, textRow } from '../../kit/text/rows.ts'
import { textField } from '../../kit/text/text-field.ts'
import { assetKey, type Picker, type SwapState } from './state.ts'

/** What the picker draws. */
export interface PickerProps {
  readonly picker: Picker
  readonly balances: SwapState['balances']
  readonly unread: SwapState['unread']
  readonly width: number
  readonly height: number
  readonly spoken: boolean
}

const CHAIN_COLUMNS: readonly TableColumn[] = [
  { header: 'CHAIN', most: 30 },
  { header: 'NAME', grows: 10 },
]

/** Lines above the list. */
const HEAD_LINES = 3

/** The list in which an asset, or the chain of the assets, is chosen. */
export function pickerRows(props: PickerProps): readonly Row[] {
  const { picker, width, height, spoken } = props
  const isAssets = picker.mode === 'assets'
  const rows = isAssets ? assetRows(props) : chainRows(picker)
  const question = picker.field === 'from' ? 'Send which asset?' : 'Receive which asset?'
  const title = isAssets ? `${question}  on ${picker.chain?.name ?? 'all chains'}` : 'On which chain?'
  const placeholder = isAssets ? 'symbol, name or address; usdc base, or usdc@base' : 'name of a chain'
  return [
    textRow(title, width, 'title'),
    [{ text: '> ', role: 'accent' }, ...textField({ line: picker.line, width: width - 2, active: true, placeholder })],
    textRow(countText(picker, rows.length), width, picker.problem === undefined ? 'dim' : 'bad'),
    ...(rows.length === 0
      ? []
      : tableRows({
          columns: isAssets ? ASSET_COLUMNS : CHAIN_COLUMNS,
          rows,
          selected: picker.isChosen ? undefined : picker.selected,
          width,
          height: height - HEAD_LINES,
          noun: isAssets ? 'asset' : 'chain',
          spoken,
        })),
  ]
}

function countText({ problem, searching, isChosen, mode, total, assets }: Picker, rows: number): string {
  if (problem !== undefined) return `! ${problem}`
  if (rows === 0 || isChosen) return searching === undefined ? 'no match' : 'searching …'
  if (mode === 'assets' && assets[0]?.match === 'nearly') return 'no match; spelt nearly so:'
  const count = mode === 'assets' ? total : rows
  return `${count} found${count > rows ? `, top ${rows} shown` : ''}`
}

function assetRows({ picker, balances, unread }: PickerProps): readonly TableRow[] {
  const heldOf = (key: string) => balances[key] ?? (key in unread ? 'unknown' : '')
  return picker.assets.map((asset) => ({
    key: assetKey(asset),
    role: doubtsOf(asset).length === 0 ? 'text' : 'warn',
    cells: assetCells(asset, heldOf(assetKey(asset))),
  }))
}

function chainRows({ chains }: Picker): readonly TableRow[] {
  return chains.map(({ key, name }) => ({ key: `chain ${key}`, cells: [key === '' ? '-' : key, name] }))
}
