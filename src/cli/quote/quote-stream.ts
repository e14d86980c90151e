import { clean, joinClean } from '../../core/text/clean-text.ts'
import type { QuoteResult, Route, Verdict } from '../../core/api/documents.ts'
import type { RankMode } from '../../core/swap/ranking.ts'
import { isSwitchedOn } from '../../service/index.ts'
import { namesDocument } from '../accounts/swap-wallets.ts'
import { settingReader } from '../provider-settings.ts'
import { type QuoteInput, loadRanking, type Ranking } from './quote-request.ts'
import { noteVerdicts, noteWarnings, printRoutes, routeLine, routeTable } from '../views/route-view.ts'
import type { OpenedService, Session } from '../session.ts'

/**
 * Shows routes as they arrive: with --json one event a line, at a terminal a table that fills in, in a pipe one route a
 * line. The last `done` and the last table are in the order asked for.
 * @param why adds the providers' own words to how those without a route ended
 */
export async function streamQuote(
  session: Session,
  opened: OpenedService,
  asked: QuoteInput,
  mode: RankMode,
  why: boolean,
): Promise<QuoteResult> {
  const { output } = session
  const { service } = opened
  const ranking = await loadRanking(service, mode)
  const atTerminal = output.toTerminal && !output.json
  const routes: Route[] = []
  const verdicts: Verdict[] = []
  const signal = AbortSignal.any([session.signal, output.gone])
  let result: QuoteResult = { data: [], verdicts: [] }
  if (atTerminal) await drawSoFar(session, opened, ranking, routes, verdicts)
  for await (const event of service.quoteStream(asked.request, { signal })) {
    if (event.type === 'done') {
      result = { ...event.result, data: ranking.order(event.result.data) }
      if (output.json) output.printJson({ ...event, ...namesDocument({ ...asked, ...asked.request }), result })
      continue
    }
    if (event.type === 'routes') routes.push(...event.routes)
    else verdicts.push(event.verdict)
    if (output.json) output.printJson(event)
    else if (atTerminal) await drawSoFar(session, opened, ranking, routes, verdicts)
    else if (event.type === 'routes') for (const route of event.routes) output.print(output.clean(routeLine(route)))
  }
  if (output.json) return result
  if (atTerminal) {
    output.redraw(clean``)
    await printRoutes(output, result.data)
  } else noteWarnings(output, result.data)
  ranking.noteSample(output, result.data)
  noteVerdicts(output, result.verdicts, asked.from.asset.symbol, why)
  return result
}

/** Draws the routes that have arrived, in their order, and who is still being asked. */
async function drawSoFar(
  { output, settings }: Session,
  { embedded }: OpenedService,
  ranking: Ranking,
  routes: readonly Route[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const { columns, rows } = routeTable(ranking.order(routes))
  const ended = new Set(verdicts.map(({ provider }) => provider))
  const setting = settingReader(settings)
  const open = (embedded?.providers ?? [])
    .map(({ key }) => key)
    .filter((key) => !ended.has(key) && isSwitchedOn(key, setting))
  const waiting = open.length === 0 ? 'waiting for providers' : `waiting for ${open.join(', ')}`
  const cut = waiting.length < output.width ? waiting : `${waiting.slice(0, Math.max(0, output.width - 2))}…`
  const table = rows.length === 0 ? [] : [await output.tableText(columns, rows)]
  output.redraw(joinClean([...table, output.paint.dim(output.clean(cut))], '\n'))
}
