import type { Command } from '../command.ts'
import {
  askedQuote,
  askProviders,
  commandLine,
  noRouteError,
  PAIR_ARGUMENTS,
  QUOTE_OPTIONS,
  rankMode,
} from '../quoting.ts'
import { noteVerdicts, printArithmetic, printRoutes } from '../route-view.ts'
import type { OpenedService, Session } from '../session.ts'
import type { QuoteRequest } from '../../core/service.ts'

/** Compares the routes of every provider. */
export const quote: Command = {
  arguments: PAIR_ARGUMENTS,
  options: [
    ...QUOTE_OPTIONS,
    { flags: '--why', description: 'say why providers have no route, and what would work' },
    { flags: '--explain', description: 'print the arithmetic of every route' },
    { flags: '--stream', description: 'print routes as they arrive (with --json one event a line)' },
  ],
  examples: [
    'quote 100 ethereum:USDC bitcoin:BTC',
    'quote 0.5 ethereum:ETH base:USDC --rank fastest --why',
    'quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock - --json | swapcli execute - --json',
  ],
  notes: 'ON TOP is paid beside the amount (gas, messaging); AT LEAST is the least that arrives within the slippage.',
  run: async (session, words, flags) => {
    const { output } = session
    const opened = await session.open()
    const asked = await askedQuote(session, opened, words, flags)
    const mode = rankMode(session, flags)
    const why = flags.on('why')
    if (asked.request.slippage === undefined) output.note('slippage: 100 basis points (1 %), the default')
    if (flags.on('stream')) {
      await streamRoutes(session, opened, asked.request)
      return
    }
    const result = await askProviders(session, opened, asked.request, mode)
    if (output.json) {
      output.printJson({ request: asked.request, data: result.data, verdicts: result.verdicts })
    } else if (result.data.length > 0) {
      const network = session.network === 'sandbox' && session.api === undefined ? ' on the sandbox' : ''
      output.print(
        output.clean(`${asked.request.amount} ${asked.from.label} to ${asked.to.label}${network}, ${mode} first`),
      )
      await printRoutes(output, result.data)
      if (flags.on('explain')) printArithmetic(output, result.data)
    }
    noteVerdicts(output, result.verdicts, asked.from.asset.symbol, why)
    if (result.data.length === 0) {
      throw noRouteError(result, commandLine(['quote', ...words, '--why']))
    }
  },
}

async function streamRoutes(session: Session, { service }: OpenedService, request: QuoteRequest): Promise<void> {
  const { output } = session
  for await (const event of service.quoteStream(request, { signal: AbortSignal.any([session.signal, output.gone]) })) {
    if (output.json) output.printJson(event)
    else if (event.type === 'routes') await printRoutes(output, event.routes)
    else if (event.type === 'verdict') noteVerdicts(output, [event.verdict], '', true)
    if (event.type === 'done' && event.result.data.length === 0)
      throw noRouteError(event.result, 'swapcli quote --help')
  }
}
