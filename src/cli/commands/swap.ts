import { parseAmount } from '../../core/money/amount.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { duration } from '../../core/text/duration.ts'
import { feesText, usdForPeople } from '../../core/money/fees.ts'
import type { Route } from '../../core/api/documents.ts'
import type { LockRequest } from '../../core/api/service.ts'
import { SwapError } from '../../core/api/errors.ts'
import { checkLoss, lossBps, MOST_LOSS_BPS } from '../../core/money/price-loss.ts'
import { newRun, type NewRun } from '../../wallet/index.ts'
import { requiredAccounts } from '../accounts/wallets.ts'
import { choose } from '../ask.ts'
import { type Command, type Flags, usage } from '../command.ts'
import { runSideOf } from '../quote/names.ts'
import { PAY_OPTIONS, type PayOptions, payOptions } from '../pay/pay-options.ts'
import { needsYes, playRun } from '../pay/playing.ts'
import {
  type AskedQuote,
  askedQuote,
  askProviders,
  noRouteError,
  PAIR_ARGUMENTS,
  placeWords,
  QUOTE_OPTIONS,
  rankMode,
  lockRequest,
} from '../quote/quoting.ts'
import { noteVerdicts, noteWarnings } from '../views/route-view.ts'
import { openRuns } from '../pay/runs.ts'
import type { Session } from '../session.ts'
import { noteMissingSigner } from '../accounts/signer-note.ts'

/** Options of everything that plays a swap to its end. */
export const PLAY_OPTIONS = [
  { flags: '--yes', description: 'agree to the terms without being asked' },
  {
    flags: '--max-loss <percent>',
    description: 'with --yes: most of the value that the swap may lose, in percent; 15 by default, where it is known',
  },
  { flags: '--no-wait', description: 'return as soon as the swap is being tracked' },
  { flags: '--timeout <seconds>', description: 'stop following after this time, with exit code 7' },
  ...PAY_OPTIONS,
] as const

/** Quotes, locks, pays and follows one swap. */
export const swap: Command = {
  arguments: PAIR_ARGUMENTS,
  options: [
    ...QUOTE_OPTIONS,
    { flags: '--provider <key>', description: 'take the first route of this provider' },
    { flags: '--min-receive <amount>', description: 'refuse terms that promise less of the destination asset' },
    { flags: '--referral-code <code>', description: 'affiliate code' },
    ...PLAY_OPTIONS,
  ],
  examples: [
    'swap 100 ethereum:USDC bitcoin:BTC',
    'swap 100 ethereum:USDC bitcoin:BTC --yes --min-receive 0.0005 --json',
    'swap 0.5 ethereum:ETH base:USDC --provider SANDBOX_DEX --yes --no-wait',
  ],
  notes: 'A swap that is cut off at any point goes on with: swapcli resume',
  minds: true,
  run: async (session, words, flags) => {
    const { output } = session
    const timeoutSec = flags.number('timeout', 0, 604_800)
    const pay = payOptions(flags)
    const mostLossBps = mostLoss(flags)
    // Where nothing is sent there is nothing to agree to.
    const yes = flags.on('yes') || pay.unsigned !== undefined || pay.dryRun
    if (!yes && !session.interactive) throw needsYes()
    const opened = await session.open()
    const asked = await askedQuote(session, opened, words, flags)
    const result = await askProviders(session, opened, asked.request, rankMode(session, flags))
    const routes = ofProvider(result.data, flags)
    const again = [asked.request.amount, asked.from.label, asked.to.label]
    noteVerdicts(output, result.verdicts, asked.from.asset.symbol, false)
    if (session.signal.aborted) throw new SwapError('INTERRUPTED', 'Stopped; nothing was sent')
    if (result.data.length === 0)
      throw noRouteError(result, commandLine(['quote', ...again, '--why', ...placeWords(session)]))
    const route = await chooseRoute(session, routes, yes)
    const accounts = await requiredAccounts(
      session,
      flags,
      { depositor: asked.request.depositor, recipient: asked.request.recipient },
      asked.from.chain,
      asked.to.chain,
    )
    if (pay.unsigned === undefined) await noteMissingSigner(session, flags, accounts.depositor, asked.from.chain)
    if (yes) noteUnseen(session, route, flags)
    const runs = await openRuns(session, flags, { pay, watch: accounts.depositor })
    const run = await runs.journal.create(
      runOf(
        session,
        asked,
        route,
        lockRequest(asked.request, route, accounts, flags),
        { least: leastReceived(asked, flags, route, yes), ...(yes ? { mostLossBps } : {}) },
        // What is only looked at must not be paid by a later `resume`, should this process die.
        flags.on('yes') && !pay.dryRun && pay.unsigned === undefined,
      ),
    )
    output.note(`run         ${run.id}`)
    const until = flags.off('wait') ? 'tracked' : 'final'
    await playRun(session, opened.service, runs, run, { yes, mostLossBps, until, timeoutSec, pay })
    const place = placeWords(session)
    const asIs = given(flags, ASKED)
    output.note(
      `the same in steps: ${commandLine(['quote', ...again, ...asIs, '--json', ...place])} | ${commandLine(['lock', '-', '--provider', route.provider, '--json', ...place])} | ${commandLine(['execute', '-', '--json', ...place])}`,
    )
    output.note(
      `the same again: ${commandLine(['swap', ...again, ...asIs, ...given(flags, PAID), ...howAgain(flags, pay), ...place])}`,
    )
  },
}

/** Options with a value that make it another swap when they are left out. */
const ASKED = ['recipient', 'depositor', 'slippage', 'exclude', 'confidentiality', 'rank']
const PAID = ['provider', 'min-receive', 'max-loss', 'referral-code', 'wallet', 'approve', 'max-fee', 'password-file']

function given(flags: Flags, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = flags.text(name) ?? flags.list(name).join(',')
    return value === '' ? [] : [`--${name}`, value]
  })
}

/** The options without which the same command would do more than this one did. */
function howAgain(flags: Flags, { unsigned, dryRun }: PayOptions): string[] {
  if (dryRun) return ['--dry-run']
  if (unsigned !== undefined) return ['--unsigned', unsigned]
  return flags.on('yes') ? ['--yes'] : []
}

function ofProvider(routes: readonly Route[], flags: Flags): readonly Route[] {
  const provider = flags.text('provider')?.toUpperCase()
  if (provider === undefined || routes.length === 0) return routes
  const found = routes.filter((route) => route.provider === provider)
  if (found.length > 0) return found
  throw new SwapError('NO_ROUTE', `${provider} has no route for this pair and amount`, {
    hint: `These have: ${[...new Set(routes.map((route) => route.provider))].join(', ')}`,
  })
}

async function chooseRoute(session: Session, routes: readonly Route[], yes: boolean): Promise<Route> {
  const [first] = routes
  if (first === undefined) throw new SwapError('NO_ROUTE', 'No provider has a route')
  if (yes || !session.interactive) return first
  const { output } = session
  return choose(
    session,
    'Which route?',
    routes.map((route) => ({
      value: route,
      name: output.clean(
        `${route.provider}  ${route.dst.formatted} ${route.dst.currency}  ${usdForPeople(route.dst.usd)}  fees ${feesText(usdForPeople(route.fees.total.usd), route.fees.items)}  ${duration(route.estimatedTime)}`,
      ),
      description: output.clean(route.steps.map((step) => step.name).join(', then ')),
    })),
  )
}

/** With --yes nobody looks at the lock, so what the quote promised at least is the bound unless a flag sets one. */
function leastReceived(asked: AskedQuote, flags: Flags, route: Route, yes: boolean): string | undefined {
  const text = flags.text('min-receive')
  if (text === undefined) return yes ? route.minimumReceived : undefined
  if (parseAmount(text, asked.to.asset.decimals ?? 36).ok) return text
  throw usage(`--min-receive must be an amount of ${asked.to.label}, for example 0.5`)
}

/**
 * With --yes no terms are shown later, so it is said here what they warn of.
 * @throws WALLET_REFUSED when a bound was asked for that cannot be held
 */
function noteUnseen({ output }: Session, route: Route, flags: Flags): void {
  noteWarnings(output, [route])
  if (lossBps(route) !== undefined) return
  if (flags.text('max-loss') !== undefined) {
    throw new SwapError('WALLET_REFUSED', 'What the swap loses is not known, so --max-loss cannot be held', {
      hint: 'Set a bound that can be: --min-receive AMOUNT instead of --max-loss',
    })
  }
  output.note('value lost  not known: no values are stated')
}

/** Most of the value that may be lost unseen, basis points. @throws USAGE */
export function mostLoss(flags: Flags): number {
  const percent = flags.number('max-loss', 0, 100)
  return percent === undefined ? MOST_LOSS_BPS : Math.floor(percent * 100)
}

/** What is agreed to without looking at the lock. */
export interface Bounds {
  /** Least destination amount, as decimal text; undefined where the lock is agreed to by itself. */
  readonly least: string | undefined
  /** Most of the value that may be lost, basis points. @default no bound */
  readonly mostLossBps?: number
}

/** What a run of this route starts from. @throws WALLET_REFUSED when the quote is already outside the bounds */
export function runOf(
  session: Session,
  { from, to }: AskedQuote,
  route: Route,
  lock: LockRequest,
  { least, mostLossBps }: Bounds,
  unattended: boolean,
): NewRun {
  if (least !== undefined && parseLess(route.minimumReceived, least)) {
    throw new SwapError(
      'WALLET_REFUSED',
      `The route promises at least ${route.minimumReceived ?? '?'} ${route.dst.currency}, and ${least} was asked for`,
      { hint: 'Accept less with --min-receive, or wait for a better price' },
    )
  }
  if (mostLossBps !== undefined) checkLoss(route, mostLossBps)
  return newRun({
    api: session.api,
    from: runSideOf(from),
    to: runSideOf(to),
    route,
    lock,
    unattended,
    leastReceived: least,
    mostLossBps,
  })
}

function parseLess(promised: string | undefined, wanted: string): boolean {
  const a = parseAmount(promised ?? '0', 36)
  const b = parseAmount(wanted, 36)
  return b.ok && (!a.ok || a.units < b.units)
}
