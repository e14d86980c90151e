import { ASSET_COLUMNS, assetCells } from '../../core/assets/asset-columns.ts'
import { doubtsOf, type FoundAsset, referenceOf } from '../../core/assets/found-asset.ts'
import { clean, cleanText, joinClean } from '../../core/text/clean-text.ts'
import { BESIDE_LINE, layOutList } from '../output/list-lines.ts'
import { groupThousands } from '../../core/money/amount.ts'

/**
 * Assets as a person chooses among them.
 * @param balances decimal text an asset, or that it is unknown; '' where there is nobody's to read
 * @param width columns of the terminal
 */
export async function assetChoices(assets: readonly FoundAsset[], balances: readonly string[], width: number) {
  const rows = assets.map((asset, index) => assetCells(asset, balances[index] ?? ''))
  const { header, lines } = await layOutList(ASSET_COLUMNS, rows, width - BESIDE_LINE)
  const candidates = assets.map((asset, index) => {
    const { symbol, chainName, address, name, isNative } = asset
    const doubts = doubtsOf(asset)
    const balance = balances[index] ?? ''
    const facts = [
      `${symbol} on ${chainName}`,
      name,
      ...(isNative ? ['native'] : [address]),
      ...(balance === '' ? [] : [`balance ${groupThousands(balance)}`]),
      ...doubts.map((doubt) => `warning: ${doubt}`),
    ]
    const contract = isNative ? [] : [cleanText(address, 256)]
    const words = [cleanText(name, 80), ...doubts.map((doubt) => clean`! ${cleanText(doubt, 100)}`)]
    return {
      value: asset,
      name: lines[index] ?? clean``,
      spoken: cleanText(facts.join(', '), 600),
      short: cleanText(referenceOf(asset), 300),
      // An address stands alone on its line: it is compared, and copied.
      description: joinClean([joinClean(words, ', '), ...contract], '\n'),
    }
  })
  return { header, candidates }
}
