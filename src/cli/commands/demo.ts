import { clean } from '../../core/text/clean-text.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { HistoryTransaction } from '../../core/api/documents.ts'
import { requireWallets } from '../accounts/swap-wallets.ts'
import { defineCommand } from '../command.ts'
import {
  loadRanking,
  lockRequest,
  readQuoteRequest,
  requestRoutes,
  noRouteError,
  seeWhy,
  QUOTE_OPTIONS,
} from '../quote/quote-request.ts'
import { printRoutes } from '../views/route-view.ts'
import { readFlags } from '../command-line/flags.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import { openRuns } from '../pay/runs.ts'
import { reviewLines, runDocument, statusLines } from '../views/run-view.ts'
import type { Output } from '../output/output.ts'
import { continueRun, leaveTurn } from '../../wallet/index.ts'
import { arrivalField, receivedText } from '../../core/swap/received-text.ts'
import { finalFailure } from '../views/transaction-view.ts'
import { transactionAssetText } from '../../core/api/transaction-asset-text.ts'
import { runOf, termsOf } from '../pay/new-run.ts'
import { groupThousands } from '../../core/money/amount.ts'

const PAIR = { amount: '0.5', from: 'ethereum:ETH', to: 'base:USDC' }
/** How many times faster than estimated the demo's swap settles, so that it ends in seconds. */
const DEMO_SPEED = 40

/** Plays one complete swap on the sandbox. */
export const demo = defineCommand({
  examples: ['demo', 'demo --home ./trial', 'demo --json'],
  notes:
    'Everything is simulated, with a paper wallet. The swap is kept in your sandbox history.\nWith --json one document says what was done.',
  stopsItself: true,
  local: true,
  run: async (session) => {
    if (session.network !== 'sandbox') {
      throw new SwapError('USAGE', 'The demo plays on the sandbox only', { hint: 'swapcli demo --sandbox' })
    }
    const output = session.output.json ? withoutText(session.output) : session.output
    const opened = await session.open({ sandboxSpeed: DEMO_SPEED })
    const say = (text: string) => output.print(output.paint.bold(output.clean(text)))
    const [chains, sources] = await Promise.all([opened.service.chains(), opened.service.sources()])
    const names = sources.data.map(({ key }) => key).join(', ')
    say('swapcli demo: one complete swap on the sandbox (simulated, paper money)')
    output.print(clean``)
    say('1. Find')
    output.print(
      clean`${chains.pagination.total} chains, ${sources.pagination.total} providers: ${output.clean(names)}`,
    )
    output.print(clean``)

    say(`2. Quote  ${groupThousands(PAIR.amount)} ${PAIR.from} to ${PAIR.to}`)
    const asked = await readQuoteRequest(session, opened, PAIR, readFlags(QUOTE_OPTIONS, {}))
    const result = await requestRoutes(session, {
      opened,
      asked,
      ranking: await loadRanking(opened.service, 'best', 'service'),
    })
    const [route] = result.data.filter(({ provider }) => provider === CLIENT_PROVIDER).concat(result.data)
    if (route === undefined) throw noRouteError(result, seeWhy(session, Object.values(PAIR)))
    await printRoutes(output, result.data)
    output.print(clean``)

    const accounts = await requireWallets(session, NO_SIGNER_FLAGS, {}, asked.from.chain, asked.to.chain)
    const runs = await openRuns(session, NO_SIGNER_FLAGS)
    const lock = lockRequest(asked.request, route, accounts, undefined)
    const terms = termsOf(asked, route)
    const run = await runs.journal.create(runOf(session, asked, terms, lock, {}, { yes: false, unattended: false }))
    const turn = runs.turnOf(run.id)
    const end = await continueRun(
      {
        service: opened.service,
        journal: runs.journal,
        wallet: runs.wallet,
        home: runs.home,
        turn,
        signal: session.signal,
        now: () => session.clock.now(),
        isBegun: true,
        review: async (locked) => {
          say(`3. Lock  ${route.provider}`)
          if (locked.lock !== undefined) await output.fields(reviewLines(locked, locked.lock, output.zone))
          output.print(clean``)
          say('4. Execute, pay, track')
          return true
        },
        onProgress: (progress) => {
          if (progress.step === 'locked') return
          for (const line of statusLines(progress, output.zone)) output.print(output.clean(line))
        },
      },
      run,
    ).finally(() => leaveTurn(turn, runs.journal, run.id))
    const transaction = end.transaction
    if (transaction === undefined) throw new SwapError('OUTCOME_UNKNOWN', 'The demo did not come to its end')
    await output.fields([
      ['status', transaction.status],
      arrivalField(transaction, transactionAssetText(transaction.dstAsset), 'service'),
      ['source hash', transaction.inboundHash],
      ['destination hash', transaction.outboundHash ?? ''],
    ])
    output.print(clean``)
    const history = await opened.service.history({ perPage: 3 })
    await showHistory(output, history.data)
    say('Try next')
    for (const line of NEXT) output.print(output.clean(`  ${output.namePlace(line)}`))
    if (output.json) {
      const providers = sources.data.map(({ key }) => key)
      const found = { chains: chains.pagination.total, providers, routes: result.data }
      output.printJson({ data: { ...found, run: runDocument(end).data, history: history.data } })
    }
    const failure = finalFailure(transaction)
    if (failure !== undefined) throw failure
  },
})

/** Its routes are paid by the wallet, which shows every step. */
const CLIENT_PROVIDER = 'SANDBOX_BRIDGE'

/** The output of a demo that prints one document at its end. */
function withoutText(output: Output): Output {
  const nothing = async () => undefined
  return { ...output, print: () => undefined, table: nothing, fields: nothing }
}

async function showHistory(output: Output, data: readonly HistoryTransaction[]): Promise<void> {
  output.print(output.paint.bold(clean`5. History`))
  await output.table(
    ['STATUS', 'SENT', 'RECEIVED', 'PROVIDER'],
    data.map((row) => [
      row.status,
      `${groupThousands(row.srcAmount)} ${row.srcAsset.symbol ?? ''}`,
      receivedText(row),
      row.provider,
    ]),
  )
  output.print(clean``)
}

const NEXT = [
  'swapcli quote 100 ethereum:USDC bitcoin:BTC --why --explain',
  'swapcli swap 100 ethereum:USDC arbitrum:ETH',
  'swapcli history',
  'swapcli serve',
  'swapcli --help',
]
