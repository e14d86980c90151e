import { groupThousands } from '../money/amount.ts'
import type { FittedColumn } from '../text/column-widths.ts'
import { backingText } from './evidence.ts'
import { doubtsOf, type FoundAsset } from './found-asset.ts'
import { shortAddress } from './short-address.ts'

/** The columns of a list in which an asset is chosen. */
export const ASSET_COLUMNS: readonly FittedColumn[] = [
  { header: 'SYMBOL', most: 12 },
  { header: 'CHAIN', most: 16 },
  { header: 'CONTRACT' },
  { header: 'BALANCE', align: 'right', most: 22, drop: 2, sparse: true },
  { header: 'PROVIDERS', align: 'right', drop: 3, sparse: true },
  { header: 'WARNING', most: 20, shrinks: 6, sparse: true },
  { header: 'EVIDENCE', most: 28, drop: 1 },
  { header: 'NAME', grows: 10, drop: 4 },
]

/** An asset in these columns. @param balance decimal text, or that it is unknown; '' where there is nobody's to read */
export function assetCells(asset: FoundAsset, balance: string): readonly string[] {
  const { symbol, chainName, isNative, address, providerCount, name, match } = asset
  const doubts = doubtsOf(asset)
  return [
    symbol,
    chainName,
    isNative ? 'native' : match === 'address' ? `address ${shortAddress(address)}` : shortAddress(address),
    groupThousands(balance),
    providerCount === undefined ? '' : String(providerCount),
    doubts.length === 0 ? '' : `! ${doubts.join(', ')}`,
    backingText(asset),
    name,
  ]
}
