import { clean } from '../../core/text/clean-text.ts'
import type { ErrorVerdict, NoRouteVerdict, Route, Verdict } from '../../core/api/documents.ts'
import { findOutage } from '../../core/api/offline.ts'
import { duration } from '../../core/text/duration.ts'
import { groupThousands } from '../../core/money/amount.ts'
import { feesText, unsignedUsdForPeople, usdForPeople, worthForPeople } from '../../core/money/fees.ts'
import { readValues } from '../../core/api/answers.ts'
import { warningsOf } from '../../core/money/price-loss.ts'
import { routeMarks } from '../../core/swap/route-marks.ts'
import { explainRoute, routeTags } from '../../core/swap/ranking.ts'
import { statedLeast } from '../../core/money/stated-least.ts'
import { onTopText } from '../../core/swap/unpriced-cost.ts'
import type { Output } from '../output/output.ts'
import { type Column, right } from '../output/table.ts'

/** Prints routes as a table, in the order given, and says what to look at twice. @param endedWell as `routeTable` */
export async function printRoutes(
  output: Output,
  routes: readonly Route[],
  endedWell?: ReadonlyMap<string, string>,
): Promise<void> {
  const { columns, rows } = routeTable(routes, endedWell)
  await output.table(columns, rows)
  noteWarnings(output, routes)
}

/**
 * Routes as a table, in the order given.
 * @param endedWell how many swaps of each provider ended well: `30 of 30`. @default the table does not say
 */
export function routeTable(
  routes: readonly Route[],
  endedWell?: ReadonlyMap<string, string>,
): { readonly columns: Column[]; readonly rows: string[][] } {
  const tags = routeTags(routes)
  const currencies = new Set(routes.map((route) => route.dst.currency))
  const [only] = currencies.size === 1 ? currencies : []
  const amount = (text: string, currency: string) =>
    only === undefined ? `${groupThousands(text)} ${currency}` : groupThousands(text)
  return {
    columns: [
      'PROVIDER',
      right(only === undefined ? 'RECEIVE' : `RECEIVE ${only}`),
      right('USD'),
      right('FEES'),
      right('ON TOP'),
      right('TIME'),
      right('PROMISED'),
      ...(endedWell === undefined ? [] : [right('ENDED WELL')]),
      'TAGS',
    ],
    rows: routes.map((route, index) => {
      const values = readValues(route)
      const least = statedLeast(route)
      return [
        route.provider,
        amount(route.dst.formatted, route.dst.currency),
        worthForPeople(route.dst.usd),
        feesText(values),
        onTopText(values),
        duration(route.estimatedTime),
        least === undefined ? '' : amount(least, route.dst.currency),
        ...(endedWell === undefined ? [] : [endedWell.get(route.provider) ?? '-']),
        tagsOf(route, tags[index] ?? []),
      ]
    }),
  }
}

/** A route on one line. */
export function routeLine(route: Route): string {
  const least = statedLeast(route)
  const promised = least === undefined ? [] : [`promised ${groupThousands(least)}`]
  const worth = route.dst.usd === '' ? [] : [worthForPeople(route.dst.usd)]
  return [
    route.provider,
    `${groupThousands(route.dst.formatted)} ${route.dst.currency}`,
    ...worth,
    duration(route.estimatedTime),
    ...promised,
    ...routeMarks(route),
  ].join('  ')
}

function tagsOf(route: Route, modes: readonly string[]): string {
  return [...modes, ...routeMarks(route), ...(warningsOf(readValues(route)).length === 0 ? [] : ['see warning'])].join(
    ', ',
  )
}

/** Says on stderr what the routes warn of. */
export function noteWarnings(output: Output, routes: readonly Route[]): void {
  for (const route of routes) {
    for (const warning of warningsOf(readValues(route))) output.note(`warning, ${route.provider}: ${warning}`)
  }
}

/** Prints the sum behind each route: source value less what is taken out, what is paid on top, what is kept. */
export function printArithmetic(output: Output, routes: readonly Route[]): void {
  for (const route of routes) {
    const sum = explainRoute(route)
    const lines: [string, string][] = [
      [route.provider, ''],
      ['  you send', unsignedUsdForPeople(sum.srcUsd)],
      ...sum.included.map((item): [string, string] => [
        `  ${signOf(item.usd)} ${item.type}`,
        unsignedUsdForPeople(item.usd),
      ]),
      ['  = arrives', unsignedUsdForPeople(sum.dstUsd)],
      ...sum.onTop.map((item): [string, string] => [
        `  ${signOf(item.usd)} ${item.type} (on top)`,
        unsignedUsdForPeople(item.usd),
      ]),
      ['  = you keep', sum.dstUsd === '' ? 'not stated' : usdForPeople(sum.netUsd)],
    ]
    const labels = lines.slice(1).map(([label]) => label.length)
    const values = lines.slice(1).map(([, value]) => value.length)
    const left = Math.max(...labels)
    const right = Math.max(...values)
    output.print(clean``)
    output.print(output.paint.bold(output.clean(route.provider)))
    for (const [label, value] of lines.slice(1)) {
      output.print(output.clean(`${label.padEnd(left)}  ${value.padStart(right)}`))
    }
    for (const item of sum.unpriced) output.print(output.clean(`  not priced, in none of the sums: ${item}`))
  }
}

/** Says on stderr how every provider without a route ended. @param why adds its own words and the nearest change that works */
export function noteVerdicts(output: Output, verdicts: readonly Verdict[], symbol: string, why: boolean): void {
  // The error at the end says it once.
  if (!why && !output.json && findOutage(verdicts) !== undefined) return
  for (const verdict of verdicts) {
    if (verdict.outcome === 'routes') continue
    output.note(`${verdict.provider}: ${verdict.outcome === 'error' ? 'error' : 'no route'}, ${verdict.code}`)
    if (!why) continue
    if (verdict.message !== '') output.note(`  ${verdict.message}`)
    const change = nearestChange(verdict, symbol)
    if (change !== undefined) output.note(`  what would work: ${change}`)
  }
}

function nearestChange(verdict: NoRouteVerdict | ErrorVerdict, symbol: string): string | undefined {
  if (verdict.outcome === 'no_route') {
    if (verdict.minimum !== undefined) return `an amount of at least ${groupThousands(verdict.minimum)} ${symbol}`
    if (verdict.maximum !== undefined) return `an amount of at most ${groupThousands(verdict.maximum)} ${symbol}`
  } else if (verdict.retryAfterSec !== undefined) return `the same again in ${verdict.retryAfterSec} s`
  switch (verdict.code) {
    case 'timeout':
    case 'unreachable':
    case 'bad_response':
      return 'the same again in a moment'
    case 'excluded':
      return 'leaving it out of --exclude'
    case 'needs_wallet':
      return 'naming the wallets with --depositor and --recipient'
    case 'needs_key':
      return 'a key of this provider'
    case 'recipient_unsupported':
      return 'a recipient at a plain address, without a tag or memo'
    case 'price_impact':
      return 'a smaller amount'
    default:
      return undefined
  }
}

function signOf(usd: string): string {
  return usd.startsWith('-') ? '+' : '-'
}
