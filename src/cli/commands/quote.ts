import { describeBacking, endsOf } from '../../core/assets/backing-text.ts'
import { tellerOf } from '../../core/swap/received-text.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import { namesDocument } from '../accounts/swap-wallets.ts'
import { defineCommand } from '../command.ts'
import { flagWords } from '../command-line/flags.ts'
import {
  loadRanking,
  readQuoteRequest,
  refuseServerOptions,
  requestRoutes,
  noRouteError,
  seeWhy,
  PAIR_ARGUMENTS,
  QUOTE_OPTIONS,
  rankMode,
} from '../quote/quote-request.ts'
import { canWatchRoutes, streamQuote, watchRoutes } from '../quote/quote-stream.ts'
import { ENTRY_NOTE, spreadEntry } from '../quote/typed-entry.ts'
import { openToQuote } from '../quote/server-network.ts'
import { noteVerdicts, printArithmetic, printRoutes } from '../views/route-view.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** What to do where the reasons are said already. */
const CHANGE_IT =
  'The reasons stand above: change what they name, or ask whether the providers answer: swapcli providers check'

/** Compares the routes of every provider. */
export const quote = defineCommand({
  arguments: PAIR_ARGUMENTS,
  options: {
    ...QUOTE_OPTIONS,
    why: { kind: 'switch', description: 'explain why a provider has no route, and what would work' },
    explain: { kind: 'switch', description: 'print the arithmetic of every route, rounded to cents' },
    stream: { kind: 'switch', description: 'print routes as they arrive (with --json one event a line)' },
  },
  readLine: spreadEntry,
  examples: [
    'quote 100 ethereum:USDC bitcoin:BTC',
    "quote '0.5 eth > usdc base'",
    'quote 0.5 ethereum:ETH base:USDC --rank fastest --why',
    'quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock - --json | swapcli execute - --json',
  ],
  notes: `${ENTRY_NOTE}\nON TOP is paid in addition to the amount (gas, messaging); PROMISED is the least that the provider promises within the slippage.`,
  askMissing: async (session, words) => (await import('../quote/ask-swap.ts')).askPair(session, words),
  run: async (session, args, flags) => {
    const { output } = session
    refuseServerOptions(session, flags)
    const opened = await openToQuote(session)
    const asked = await readQuoteRequest(session, opened, args, flags)
    const mode = rankMode(session, flags)
    const { why, explain, stream } = flags
    const words = [args.amount, asked.from.label, asked.to.label, ...flagWords(QUOTE_OPTIONS, flags)]
    if (asked.request.slippage === undefined)
      output.note(`slippage: ${DEFAULT_SLIPPAGE_BPS} basis points (${DEFAULT_SLIPPAGE_BPS / 100} %), the default`)
    if (!output.json) {
      const ends = endsOf(asked.request, asked.from.asset.symbol, asked.to.asset.symbol)
      for (const line of await describeBacking(opened.catalog, ends)) output.note(`asset: ${line}`)
    }
    const asking = { opened, asked, ranking: await loadRanking(opened.service, mode, tellerOf(session.api)) }
    const isEvents = stream && output.json
    const isLines = stream && !output.json && !output.toTerminal
    const result =
      isEvents || isLines
        ? await streamQuote(session, asking)
        : stream || canWatchRoutes(session)
          ? await watchRoutes(session, asking, 'end now')
          : await requestRoutes(session, asking)
    if (output.json && !isEvents) {
      const names = namesDocument({ ...asked, ...asked.request })
      output.printJson({ request: asked.request, ...names, data: result.data, verdicts: result.verdicts })
    } else if (!output.json && !isLines && result.data.length > 0) {
      const network = session.network === 'sandbox' && session.api === undefined ? ' on the sandbox' : ''
      output.print(
        output.clean(
          `${groupThousands(asked.request.amount)} ${asked.from.label} to ${asked.to.label}${network}, ${mode} first`,
        ),
      )
      await printRoutes(output, result.data, asking.ranking.endedWell)
    }
    if (explain && !output.json) printArithmetic(output, result.data)
    if (!isEvents) noteVerdicts(output, result.verdicts, asked.from.asset.symbol, why)
    if (result.data.length === 0) throw noRouteError(result, why ? CHANGE_IT : seeWhy(session, words))
  },
})
