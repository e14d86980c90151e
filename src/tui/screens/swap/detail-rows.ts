import type { Route } from '../../../core/api/documents.ts'
import { readValues } from '../../../core/api/answers.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { unsignedUsdForPeople, usdForPeople } from '../../../core/money/fees.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { statedLeast } from '../../../core/money/stated-least.ts'
import { explainRoute } from '../../../core/swap/ranking.ts'
import { onTopTotal, onTopText } from '../../../core/swap/unpriced-cost.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { textWidth } from '../../kit/text/text-fit.ts'

/** Lines from which on the detail has a line with the name of the route. */
const LEAST_WITH_NAME = 3
const SEPARATOR = ' │ '

/**
 * A route under the list, in at most `height` lines: what is warned of first, whole where there is room, then its sum.
 * The last line says where the rest is.
 * @param keyOfFees the key that shows everything
 * @param past how swaps like it ended here; '' where nothing is known
 */
export function detailRows(
  route: Route,
  past: string,
  keyOfFees: string,
  width: number,
  height: number,
): readonly Row[] {
  const rowsWith = (parts: readonly string[]): readonly Row[] => [
    ...(height < LEAST_WITH_NAME ? [] : [titledRule(route.provider, width)]),
    ...warningsOf(readValues(route)).flatMap((warning) => textRows(`! ${warning}`, width, 'warn')),
    ...joinParts(parts, width).map((line) => textRow(line, width)),
    ...(past === '' ? [] : textRows(past, width)),
    ...explainRoute(route).unpriced.flatMap((cost) => textRows(`not priced, in no sum: ${cost}`, width, 'warn')),
  ]
  const whole = rowsWith(sumParts(route, amountsText(route)))
  if (whole.length <= height) return whole
  const rows = rowsWith(sumParts(route, ''))
  if (rows.length <= height) return rows
  return height < 1 ? [] : [...rows.slice(0, height - 1), textRow(`… ${keyOfFees} shows the rest`, width, 'dim')]
}

/** What arrives and the least of it, whole: a list may have shortened them. */
function amountsText(route: Route): string {
  const { dst } = route
  const least = statedLeast(route)
  const promised = least === undefined ? '' : `, promised ${groupThousands(least)}`
  return ` = ${groupThousands(dst.formatted)} ${dst.currency}${promised}`
}

/** What is sent, what is taken, what arrives, and what is paid besides, in dollars. @param amounts behind what arrives */
function sumParts(route: Route, amounts: string): readonly string[] {
  const { srcUsd, included, dstUsd } = explainRoute(route)
  const values = readValues(route)
  const onTop = onTopTotal(values)
  return [
    `send ${unsignedUsdForPeople(srcUsd)}`,
    ...included.map(({ type, usd }) => `${type.replaceAll('_', ' ')} ${takenText(usd)}`),
    `arrives ${dstUsd === '' ? 'not stated' : usdForPeople(dstUsd)}${amounts}`,
    `on top ${onTop === 0n ? '' : '-'}${onTopText(values)}`,
  ]
}

/** What a fee takes: `-$0.15`; a reward gives. */
function takenText(usd: string): string {
  return `${usd.startsWith('-') ? '+' : '-'}${unsignedUsdForPeople(usd)}`
}

/** Parts next to each other, on as many lines as they need; one that is too long for a line has its own. */
function joinParts(parts: readonly string[], width: number): readonly string[] {
  return parts.reduce<readonly string[]>((lines, part) => {
    const last = lines.at(-1)
    const joined = last === undefined ? part : `${last}${SEPARATOR}${part}`
    if (last === undefined || textWidth(joined) <= width) return [...lines.slice(0, -1), joined]
    return [...lines, part]
  }, [])
}
