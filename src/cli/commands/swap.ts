import { DEAD_ASSET } from '../../core/assets/backing-text.ts'
import { ACCEPT_CODES } from '../../core/swap/acceptances.ts'
import { tellerOf } from '../../core/swap/received-text.ts'
import { defined } from '../../core/defined.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { typedSettingWords } from '../../io/index.ts'
import type { Route } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { ownAddresses } from '../../core/assets/imitated-address.ts'
import { peerAmounts } from '../../core/money/peers.ts'
import type { AssetUnits } from '../../core/money/valuation.ts'
import { isHeldBy } from '../../core/swap/floor.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { requireWallets, warnOfImitation } from '../accounts/swap-wallets.ts'
import { choose, goesOnDespite, promptColumns } from '../prompts.ts'
import { defineCommand, defineOptions } from '../command.ts'
import { flagWords } from '../command-line/flags.ts'
import { pastRecipients, type RunBounds, verifyBeginning, verifyFloor } from '../../wallet/index.ts'
import { agreeBeforehand } from '../usage.ts'
import { floorOfQuote, runOf, termsOf } from '../pay/new-run.ts'
import { acceptedDoubts, noteTrust } from '../pay/accepted-doubts.ts'
import { FLOOR_OPTIONS, LOSS_OPTIONS, payBounds, payOptions, readMinReceive, RUN_OPTIONS } from '../pay/pay-options.ts'
import { unitsOf, verifyDecimals } from '../../payments/index.ts'
import { verifyPayeeOf } from '../pay/payee-check.ts'
import { type Start, takeFirst } from '../pay/take-first.ts'
import { completeRun } from '../pay/complete-run.ts'
import {
  loadRanking,
  type QuoteInput,
  readQuoteRequest,
  refuseServerOptions,
  requestRoutes,
  DEAD_ASSET_MEANING,
  noRouteError,
  seeWhy,
  PAIR_ARGUMENTS,
  QUOTE_OPTIONS,
  rankMode,
  lockRequest,
} from '../quote/quote-request.ts'
import { canWatchRoutes, watchRoutes } from '../quote/quote-stream.ts'
import { ENTRY_NOTE, spreadEntry } from '../quote/typed-entry.ts'
import { routeChoices } from '../views/route-choices.ts'
import { noteVerdicts } from '../views/route-view.ts'
import { loadLossValues, openRuns, type Runs } from '../pay/runs.ts'
import { openToLock } from '../quote/server-network.ts'
import type { Session } from '../session.ts'
import { noteMissingSigner, verifyPassword } from '../accounts/signer-note.ts'

/** Options of a swap that only the swap itself has. */
const BOUND_OPTIONS = defineOptions('Routes', {
  provider: { kind: 'provider', value: 'key', description: 'take the first route of this provider' },
  referralCode: { kind: 'text', value: 'code', description: 'affiliate code' },
})

/** What of them `lock` has too. */
const LOCK_BOUNDS = { ...FLOOR_OPTIONS, referralCode: BOUND_OPTIONS.referralCode }

const SWAP_OPTIONS = {
  ...QUOTE_OPTIONS,
  ...BOUND_OPTIONS,
  ...RUN_OPTIONS,
  accept: {
    ...RUN_OPTIONS.accept,
    of: { kind: 'choice', choices: [...ACCEPT_CODES, DEAD_ASSET] },
    description: `${RUN_OPTIONS.accept.description}; ${DEAD_ASSET_MEANING}`,
  },
} as const

/** Quotes, locks, pays and follows one swap. */
export const swap = defineCommand({
  arguments: PAIR_ARGUMENTS,
  options: SWAP_OPTIONS,
  readLine: spreadEntry,
  examples: [
    'swap 100 ethereum:USDC bitcoin:BTC',
    "swap '0.5 eth to usdc base slip 50bps'",
    'swap 100 ethereum:USDC bitcoin:BTC --yes --min-receive 0.0005 --json',
    'swap 0.5 ethereum:ETH base:USDC --provider SANDBOX_DEX --yes --no-wait',
  ],
  notes: `${ENTRY_NOTE}\nContinue a swap that was interrupted with: swapcli resume`,
  stopsItself: true,
  movesMoney: true,
  askMissing: async (...asked) => (await import('../quote/ask-swap.ts')).askSwap(...asked),
  run: async (session, args, { accept, ...rest }) => {
    const { output } = session
    const quoting = { ...rest, accept: accept.filter((code) => code === DEAD_ASSET) }
    const flags = { ...rest, accept: accept.filter((code) => code !== DEAD_ASSET) }
    const pay = payOptions(flags)
    const { timeout: timeoutSec } = flags
    // Where nothing is sent there is nothing to agree to.
    const yes = flags.yes || pay.unsigned !== undefined || pay.dryRun
    if (!yes && !session.interactive) throw agreeBeforehand()
    if (pay.unsigned === undefined) await verifyPassword(session, flags)
    refuseServerOptions(session, flags)
    const opened = await openToLock(session)
    const read = await readQuoteRequest(session, opened, args, quoting)
    const { assets, unread } = await verifyDecimals(session, [read.from, read.to], !yes)
    for (const warning of unread) output.note(`warning: ${warning}`)
    const [from, to] = assets
    const asked = { ...read, from, to }
    const values = await loadLossValues(session)
    if (yes) values.prepare(wholeUnit(from), wholeUnit(to))
    const asking = {
      opened,
      asked,
      ranking: await loadRanking(opened.service, rankMode(session, flags), tellerOf(session.api)),
    }
    const result =
      !yes && canWatchRoutes(session)
        ? await watchRoutes(session, asking, 'choose now')
        : await requestRoutes(session, asking)
    const routes = requireProviderRoutes(result.data, flags.provider)
    const again = [asked.request.amount, asked.from.label, asked.to.label]
    noteVerdicts(output, result.verdicts, asked.from.asset.symbol, false)
    if (session.signal.aborted) throw new SwapError('INTERRUPTED', 'Stopped; nothing was sent')
    if (result.data.length === 0) {
      throw noRouteError(result, seeWhy(session, [...again, ...flagWords(QUOTE_OPTIONS, quoting)]))
    }
    const minReceive = readMinReceive(flags.minReceive, to.asset.decimals)
    const bounds = defined({ minReceive, mostLossBps: flags.maxLoss, ...payBounds(pay) })
    const open = yes ? heldRoutes(asked, routes, bounds) : [await chooseRoute(session, routes)]
    const accounts = await requireWallets(session, flags, asked.request, asked.from.chain, asked.to.chain)
    if (pay.unsigned === undefined) await noteMissingSigner(session, flags, accounts.depositor, asked.from.chain)
    noteTrust(output, flags)
    const startOf = (route: Route): Start => {
      const terms = termsOf(asked, route)
      const doubts = acceptedDoubts(session, flags, { provider: route.provider, api: session.api })
      const run = runOf(
        session,
        asked,
        terms,
        lockRequest(asked.request, route, accounts, flags.referralCode),
        { ...bounds, ...doubts, ...peersOf(session, asked, result.data, route) },
        // What is only looked at must not be paid by a later `resume`, should this process die.
        { yes, unattended: flags.yes && !pay.dryRun && pay.unsigned === undefined },
      )
      return { route, terms, run }
    }
    let runs: Runs | undefined
    const until = flags.wait ? 'final' : 'tracked'
    // Whoever named a provider, or chose a route, gets no other.
    const refused = !yes ? 'stays' : open.length > 1 && flags.provider === undefined ? 'leaves room' : 'is over'
    const take = async ({ run: started }: Start) => {
      await verifyPayeeOf(session, started)
      if (runs === undefined) {
        runs = await openRuns(session, flags, { pay, watch: accounts.depositor, values })
        // Before it has a name: a run that is refused here is none.
        await verifyBeginning({ ...runs, goesOnDespite: goesOnDespite(session) })
        // A payer who was asked for, and what the settings keep, were looked at as the request was read.
        const own = ownAddresses(asked.request.depositor === undefined ? accounts.depositor : undefined)
        warnOfImitation(session, accounts.recipient, [...(await pastRecipients(runs.journal)), ...own])
      }
      const run = await runs.journal.create(started)
      output.note(`run         ${run.id}`)
      return completeRun(session, opened.service, runs, run, {
        yes,
        isBegun: true,
        refused,
        until,
        timeoutSec,
        pay,
      })
    }
    const starts = open.map((one) => () => startOf(one))
    const { route } = await takeFirst(session, starts, yes ? values : undefined, take)
    const set = typedSettingWords(session.settings)
    const asIs = flagWords(QUOTE_OPTIONS, quoting)
    const bounding = flagWords({ ...BOUND_OPTIONS, ...RUN_OPTIONS }, flags)
    const steps = [
      ['quote', ...again, ...asIs],
      ['lock', '-', '--provider', route.provider, ...flagWords(LOCK_BOUNDS, flags)],
      ['execute', '-', ...flagWords(LOSS_OPTIONS, flags)],
    ]
    // On the live network nothing but `swap` and `resume` pays.
    const inSteps = session.network === 'sandbox' ? 'the same in steps' : 'the same in steps, but for the payment'
    output.note(`${inSteps}: ${steps.map((words) => commandLine([...words, '--json', ...set])).join(' | ')}`)
    output.note(`the same again: ${commandLine(['swap', ...again, ...asIs, ...bounding, ...set])}`)
  },
})

function requireProviderRoutes(routes: readonly Route[], provider: string | undefined): readonly Route[] {
  if (provider === undefined || routes.length === 0) return routes
  const found = routes.filter((route) => route.provider === provider)
  if (found.length > 0) return found
  throw new SwapError('NO_ROUTE', `${provider} has no route for this pair and amount`, {
    hint: `These have: ${[...new Set(routes.map((route) => route.provider))].join(', ')}`,
  })
}

/** The routes that promise what was shown, less the slippage, and what the user takes. @throws WALLET_REFUSED without one */
function heldRoutes(asked: QuoteInput, routes: readonly Route[], bounds: RunBounds): readonly Route[] {
  const partsOf = (terms: StatedTerms) => floorOfQuote(terms, asked.request, bounds, true)
  const isHeld = (route: Route): boolean => {
    try {
      const terms = termsOf(asked, route)
      return isHeldBy(terms, partsOf(terms))
    } catch (error) {
      // What cannot be read promises nothing, and keeps no other route from being taken.
      if (isSwapError(error)) return false
      throw error
    }
  }
  const held = routes.filter(isHeld)
  if (held.length > 0) return held
  // What would have to be accepted is the most that any of them promises.
  const [best = routes[0]] = [...routes].sort((a, b) => Number(leastOf(b)) - Number(leastOf(a)))
  if (best === undefined) throw new SwapError('NO_ROUTE', 'No provider has a route')
  verifyFloor(termsOf(asked, best), partsOf(termsOf(asked, best)))
  return [best]
}

/** Decimal text of the least that a route promises. */
function leastOf({ minimumReceived, dst }: Route): string {
  return minimumReceived ?? dst.formatted
}

async function chooseRoute(session: Session, routes: readonly Route[]): Promise<Route> {
  const { header, choices } = await routeChoices(routes, promptColumns(session))
  return choose(session, 'Which route?', choices, header)
}

/** What independent others offer for the same; what one server told is no such evidence. */
function peersOf({ api }: Session, { to }: QuoteInput, routes: readonly Route[], { provider }: Route): RunBounds {
  const { decimals } = to.asset
  if (api !== undefined || decimals === undefined) return {}
  return { peers: [...peerAmounts(routes, provider, decimals)] }
}

/** One whole token, whose price is read while the providers quote. */
function wholeUnit({ chain, asset }: QuoteInput['from']): AssetUnits | undefined {
  const { address, decimals } = asset
  return unitsOf(chain.chainId, address, decimals, decimals === undefined ? undefined : 10n ** BigInt(decimals))
}
