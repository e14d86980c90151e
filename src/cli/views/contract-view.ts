import { countText } from '../../core/text/count-text.ts'
import type { ContractReport, DifferingRow, UncomparedRow } from '../../service/index.ts'
import type { Output } from '../output/output.ts'
import { sentences } from '../output/table.ts'

/** Prints how rows of the catalog compare with their contracts. @param limit most rows that were asked about */
export async function printContracts(output: Output, report: ContractReport, limit: number): Promise<void> {
  const { same, kept, left, differing, unknown, unreadable } = report
  if (differing.length > 0) {
    await output.table(
      ['CHAIN', 'SYMBOL', 'ADDRESS', sentences('WHAT')],
      differing.map((row) => [row.chain, row.symbol, row.address, differenceText(row)]),
    )
  }
  const counts = [
    `${same} the same`,
    `${differing.length} differ`,
    ...(kept === 0 ? [] : [`${kept} found the same within 7 days`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} unknown`]),
    ...(unreadable.length === 0 ? [] : [`${unreadable.length} cannot be read`]),
  ]
  const all = same + kept + differing.length + unknown.length + unreadable.length
  output.print(output.clean(`${countText(all, 'row')}: ${counts.join(', ')}`))
  for (const [what, rows] of [
    ['unknown', unknown],
    ['cannot be read', unreadable],
  ] as const) {
    for (const [why, count] of countReasons(rows)) output.note(`${what}: ${countText(count, 'row')}: ${why}`)
  }
  if (left > 0) {
    output.note(
      `${countText(left, 'more row was', 'more rows were')} not asked about; --limit asks about more than ${limit}`,
    )
  }
}

/** In what a row differs, with what each side states. */
export function differenceText({ decimals, symbol, differences, stated }: DifferingRow): string {
  return differences
    .map((difference) => {
      switch (difference) {
        case 'decimals':
          return `the catalog says ${decimals} decimals, its contract ${stated.decimals}`
        case 'symbol':
          return `the catalog calls it ${symbol}, its contract ${stated.symbol}`
        case 'no_contract':
          return 'no contract is there'
        case 'no_decimals':
          return 'the contract there is not a token: it states no decimals'
      }
    })
    .join('; ')
}

function countReasons(rows: readonly UncomparedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { why } of rows) counts.set(why, (counts.get(why) ?? 0) + 1)
  return counts
}
