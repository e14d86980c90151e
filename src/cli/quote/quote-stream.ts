import { clean, joinClean } from '../../core/text/clean-text.ts'
import type { QuoteResult, Route } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { SwapService } from '../../core/api/service.ts'
import { isSwitchedOn } from '../../service/index.ts'
import { namesDocument } from '../accounts/swap-wallets.ts'
import { settingReader } from '../provider-settings.ts'
import type { QuoteAsking, QuoteInput, Ranking } from './quote-request.ts'
import { noteWarnings, routeLine, routeTable } from '../views/route-view.ts'
import type { Session } from '../session.ts'
import { readWaitingKeys } from './waiting-keys.ts'

/** Prints routes as they arrive, where nobody watches: with --json one event a line, else one route a line. The last `done` is in the order asked for. */
export async function streamQuote(session: Session, { opened, asked, ranking }: QuoteAsking): Promise<QuoteResult> {
  const { output } = session
  const signal = AbortSignal.any([session.signal, output.gone])
  let result: QuoteResult = { data: [], verdicts: [] }
  for await (const event of opened.service.quoteStream(asked.request, { signal })) {
    if (event.type === 'done') {
      result = { ...event.result, data: ranking.order(event.result.data) }
      if (output.json) output.printJson({ ...event, ...namesDocument({ ...asked, ...asked.request }), result })
    } else if (output.json) output.printJson(event)
    else if (event.type === 'routes') for (const route of event.routes) output.print(output.clean(routeLine(route)))
  }
  if (output.json) return result
  noteWarnings(output, result.data)
  ranking.noteSample(output, result.data)
  return result
}

/** The parts of a session that routes are drawn with. */
type Watcher = Pick<Session, 'output' | 'settings' | 'interactive' | 'promptStreams' | 'signal'>

/** What is watched. */
interface Watched extends Pick<QuoteAsking, 'ranking'> {
  readonly opened: {
    readonly service: Pick<SwapService, 'quoteStream'>
    readonly embedded: { readonly providers: readonly { readonly key: string }[] } | undefined
  }
  readonly asked: Pick<QuoteInput, 'request'>
}

/** True where a person sees routes as they arrive: what is drawn can be drawn over. */
export function canWatchRoutes({ output, env }: Pick<Session, 'output' | 'env'>): boolean {
  return output.toTerminal && output.watched && env['TERM'] !== 'dumb'
}

/**
 * Draws routes in place as they arrive, until every provider has answered or the person has seen enough, and takes the
 * drawing away again. Only where stdout is a terminal.
 * @param enough what the space bar does then: `choose now`
 * @returns in the order asked for; without the verdicts of those who were not waited for
 * @throws INTERRUPTED with Ctrl-C
 */
export async function watchRoutes(
  session: Watcher,
  { opened, asked, ranking }: Watched,
  enough: string,
): Promise<QuoteResult> {
  const { output, interactive } = session
  const routes: Route[] = []
  /** Who has answered. */
  const heard = new Set<string>()
  const left = new AbortController()
  const keys = interactive
    ? await readWaitingKeys(session, () => {
        if (routes.length > 0) left.abort()
      })
    : undefined
  const interrupted = keys?.interrupted ?? new AbortController().signal
  const signal = AbortSignal.any([session.signal, output.gone, left.signal, interrupted])
  let result: QuoteResult = { data: [], verdicts: [] }
  const draw = async () => {
    const hint = interactive && routes.length > 0 ? `space to ${enough}, or wait` : 'waiting'
    output.redraw(await soFar(session, ranking, routes, `${hint} for ${waitedFor(session, opened, heard)}`))
  }
  try {
    await draw()
    for await (const event of opened.service.quoteStream(asked.request, { signal })) {
      if (event.type === 'done') result = event.result
      else if (event.type === 'routes') {
        heard.add(event.provider)
        routes.push(...event.routes)
      } else if (!signal.aborted) heard.add(event.verdict.provider)
      // What follows the routes of a provider says nothing new.
      if (event.type === 'routes' || (event.type === 'verdict' && event.verdict.outcome !== 'routes')) await draw()
    }
  } finally {
    keys?.close()
    output.redraw(clean``)
  }
  if (interrupted.aborted) throw new SwapError('INTERRUPTED', 'Stopped while providers were asked; nothing was sent')
  ranking.noteSample(output, result.data)
  const unheard = result.verdicts.filter(({ provider }) => left.signal.aborted && !heard.has(provider))
  if (unheard.length > 0) output.note(`not waited for: ${unheard.map(({ provider }) => provider).join(', ')}`)
  return {
    data: ranking.order(result.data),
    verdicts: result.verdicts.filter((verdict) => !unheard.includes(verdict)),
  }
}

/** What is still waited for, as far as that is known. */
function waitedFor({ settings }: Watcher, { embedded }: Watched['opened'], heard: ReadonlySet<string>): string {
  const setting = settingReader(settings)
  const open = (embedded?.providers ?? [])
    .map(({ key }) => key)
    .filter((key) => !heard.has(key) && isSwitchedOn(key, setting))
  if (open.length > 0) return open.join(', ')
  return embedded === undefined ? 'providers' : 'values'
}

/** The routes that have arrived, in their order, and a line of what is waited for. */
async function soFar({ output }: Watcher, ranking: Ranking, routes: readonly Route[], waiting: string) {
  const { columns, rows } = routeTable(ranking.order(routes), ranking.endedWell)
  const cut = waiting.length < output.width ? waiting : `${waiting.slice(0, Math.max(0, output.width - 2))}…`
  const table = rows.length === 0 ? [] : [await output.tableText(columns, rows)]
  return joinClean([...table, output.paint.dim(output.clean(cut))], '\n')
}
