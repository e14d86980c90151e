import { readValues } from '../../core/api/answers.ts'
import type { Route } from '../../core/api/documents.ts'
import { groupThousands } from '../../core/money/amount.ts'
import { formatUsdForPeople } from '../../core/money/fees.ts'
import { warningsOf } from '../../core/money/price-loss.ts'
import { keptUsd } from '../../core/swap/ranking.ts'
import { routeMarks } from '../../core/swap/route-marks.ts'
import { statedLeast } from '../../core/money/stated-least.ts'
import { onTopText } from '../../core/swap/unpriced-cost.ts'
import type { FittedColumn } from '../../core/text/column-widths.ts'
import { duration } from '../../core/text/duration.ts'
import { wrapWords } from '../../core/text/wrap-words.ts'
import { BESIDE_LINE, layOutList } from '../output/list-lines.ts'
import type { Choice } from '../prompts.ts'

/** What decides stays: what is kept, and the least that is promised. */
const COLUMNS: readonly FittedColumn[] = [
  { header: 'ROUTE', most: 20 },
  { header: 'NET', align: 'right' },
  { header: 'AT LEAST', align: 'right' },
  { header: 'ON TOP', align: 'right', drop: 1 },
  { header: 'RECEIVE', align: 'right', drop: 3 },
  { header: 'TIME', align: 'right', drop: 2 },
  { header: '', sparse: true, drop: 4 },
]

/** Stands where nobody knows a figure. */
const UNKNOWN = '-'

/** Routes to choose from, in the order given; the marked one's figures stand whole beneath. @param width columns of the terminal */
export async function routeChoices(
  routes: readonly Route[],
  width: number,
): Promise<{ readonly header: string; readonly choices: readonly Choice<Route>[] }> {
  const kept = keptUsd(routes)
  const figures = routes.map((route, at) => figuresOf(route, kept[at]))
  const rows = figures.map(({ route, net, least, onTop, receive, time, marks }) => {
    return [route.provider, net, least, onTop, receive, time, marks]
  })
  const { header, lines } = await layOutList(COLUMNS, rows, width - BESIDE_LINE)
  const choices = figures.map((each, at) => ({
    value: each.route,
    name: lines[at] ?? each.route.provider,
    spoken: [each.route.provider, ...whole(each)].join(', '),
    short: each.route.provider,
    description: wrapWords(withCommas(whole(each)), width - 1),
  }))
  return { header, choices }
}

function figuresOf(route: Route, kept: bigint | undefined) {
  const values = readValues(route)
  const least = statedLeast(route)
  const warned = warningsOf(values).length === 0 ? [] : ['see warning']
  return {
    route,
    net: kept === undefined ? UNKNOWN : formatUsdForPeople(kept),
    least: least === undefined ? UNKNOWN : groupThousands(least),
    onTop: onTopText(values),
    receive: `${groupThousands(route.dst.formatted)} ${route.dst.currency}`,
    time: duration(route.estimatedTime),
    marks: [...routeMarks(route), ...warned].join(', '),
  }
}

function withCommas(parts: readonly string[]): readonly string[] {
  return parts.map((part, at) => (at === parts.length - 1 ? part : `${part},`))
}

function whole({ route, net, least, onTop, receive, time, marks }: ReturnType<typeof figuresOf>): readonly string[] {
  return [
    `net ${net}`,
    `receive ${receive}`,
    `at least ${least}`,
    `on top ${onTop}`,
    time,
    ...(marks === '' ? [] : [marks]),
    route.steps.map((step) => step.name).join(' then '),
  ]
}
