import type { Delivery, QuoteResult, Route } from '../../core/api/documents.ts'
import { findOutage } from '../../core/api/offline.ts'
import { CONFIDENTIALITIES } from '../../core/api/enums.ts'
import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { DEAD_ASSET, deadRefusal } from '../../core/assets/backing-text.ts'
import { slippageWarnings } from '../../core/money/shortfall.ts'
import { MAX_QUOTE_DEADLINE_SEC, QUOTE_DEADLINE_SEC } from '../../core/swap/defaults.ts'
import { SwapError } from '../../core/api/errors.ts'
import { RANK_MODES, type RankMode, rankRoutes } from '../../core/swap/ranking.ts'
import { type ProviderRecord, providerRecords } from '../../core/delivery/safety.ts'
import { deliveredText } from '../../core/delivery/delivered-text.ts'
import { readSetting, SETTINGS, typedSettingWords } from '../../io/index.ts'
import type { LockRequest, QuoteRequest, SwapService } from '../../core/api/service.ts'
import { readWallets, requireMemo, PARTY_OPTIONS } from '../accounts/swap-wallets.ts'
import type { Teller } from '../../core/swap/received-text.ts'
import { defined } from '../../core/defined.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { type ArgumentsOf, defineArguments, defineOptions, type FlagsOf } from '../command.ts'
import { type NamedAsset, findAsset } from './find-asset.ts'
import type { Output } from '../output/output.ts'
import type { OpenedService, Session } from '../session.ts'
import { during } from '../output/spinner.ts'
import { usage } from '../usage.ts'

/** What is swapped for what. */
export const PAIR_ARGUMENTS = defineArguments({
  amount: {
    kind: 'amount',
    required: true,
    error: 'INVALID_AMOUNT',
    question: 'Amount to send',
    description: 'amount of the source asset, for example 1.5',
  },
  from: {
    kind: 'asset',
    required: true,
    question: 'From which asset (for example ethereum:USDC)',
    description: 'source asset: ethereum:USDC, USDC@ethereum, ETH.USDC, chain:ADDRESS or CAIP-19',
  },
  to: {
    kind: 'asset',
    required: true,
    question: 'To which asset (for example bitcoin:BTC)',
    description: 'destination asset, written the same way',
  },
})

/** What accepting a dead asset means, beside other codes. */
export const DEAD_ASSET_MEANING = `${DEAD_ASSET}: receive an asset that is frozen, replaced or of a broken bridge`

/** Options that make a quote another one. */
export const QUOTE_OPTIONS = {
  ...PARTY_OPTIONS,
  ...defineOptions('Routes', {
    slippage: {
      kind: 'basisPoints',
      value: 'bps',
      max: QUOTE_REQUEST.slippage.maximum,
      defaultText: String(QUOTE_REQUEST.slippage.default),
      error: 'INVALID_SLIPPAGE',
      description: 'basis points that the price may move, or a percentage: 50 is 0.5%',
    },
    exclude: { kind: 'list', of: { kind: 'provider' }, value: 'key', description: 'provider to leave out' },
    confidentiality: {
      kind: 'choice',
      choices: CONFIDENTIALITIES,
      value: 'mode',
      defaultText: QUOTE_REQUEST.confidentiality.default,
      description: 'how much shows on chain; only intent-based providers honour basic',
    },
    quoteDeadline: {
      // A setting, which checks it.
      kind: 'text',
      value: 'seconds',
      setting: 'quote-deadline',
      defaultText: String(QUOTE_DEADLINE_SEC),
      description: `how long to wait while there is no route, 1 to ${MAX_QUOTE_DEADLINE_SEC}`,
    },
    rank: {
      kind: 'choice',
      choices: RANK_MODES,
      value: 'mode',
      defaultText: SETTINGS.rank.default,
      description: 'order of the routes',
    },
    accept: {
      kind: 'list',
      of: { kind: 'choice', choices: [DEAD_ASSET] },
      value: 'code',
      description: DEAD_ASSET_MEANING,
    },
  }),
} as const

type PairArguments = ArgumentsOf<typeof PAIR_ARGUMENTS>
type QuoteFlags = FlagsOf<typeof QUOTE_OPTIONS>

/** A quote as the user asked for it. */
export interface QuoteInput {
  readonly request: QuoteRequest
  readonly from: NamedAsset
  readonly to: NamedAsset
  /** The name that the recipient was looked up for. */
  readonly recipientName?: string | undefined
}

/** The lock of a route that was quoted. */
export function lockRequest(
  request: QuoteRequest,
  { provider, routeId }: Route,
  accounts: { readonly depositor: string; readonly recipient: string; readonly recipientMemo?: string | undefined },
  referralCode: string | undefined,
): LockRequest {
  const { recipientMemo = request.recipientMemo, ...wallets } = accounts
  return { ...request, ...wallets, provider, routeId, ...defined({ recipientMemo, referralCode }) }
}

/** What a server decides is no option of a quote through it. @throws USAGE */
export function refuseServerOptions({ api }: Session, { quoteDeadline }: Pick<QuoteFlags, 'quoteDeadline'>): void {
  if (api === undefined || quoteDeadline === undefined) return
  throw usage('--quote-deadline cannot be used with --api: the server decides how long it waits')
}

/** Reads amount, assets and options of a quote. @throws USAGE VALIDATION_ERROR, also for a dead asset that is not accepted */
export async function readQuoteRequest(
  session: Session,
  opened: OpenedService,
  args: PairArguments,
  flags: QuoteFlags & { readonly yes?: boolean },
): Promise<QuoteInput> {
  const isSeen = flags.yes !== true
  const find = async (text: string, field: 'from' | 'to') =>
    isSeen && session.interactive
      ? (await import('./ask-asset.ts')).findOrAsk(session, opened, text, field)
      : findAsset(opened, text, { field, isSeen })
  const from = await find(args.from, 'from')
  const to = await find(args.to, 'to')
  const acceptDeadAsset = flags.accept.includes(DEAD_ASSET) || undefined
  if (acceptDeadAsset === undefined) await refuseDead(opened, to)
  const wallets = await readWallets(session, flags, from.chain, to.chain)
  const { depositor, recipient, recipientMemo, recipientName } = await requireMemo(session, flags, wallets, to.chain)
  const kept = session.settings.get('slippage')?.value
  const { slippage = kept === undefined ? undefined : readSetting('slippage', kept), exclude, confidentiality } = flags
  noteSlippage(session, slippage)
  return {
    from,
    to,
    recipientName,
    request: {
      srcChain: from.chain.key,
      srcAddress: from.asset.address,
      dstChain: to.chain.key,
      dstAddress: to.asset.address,
      amount: args.amount,
      ...defined({
        slippage,
        confidentiality,
        depositor,
        recipient,
        recipientMemo,
        exclude: exclude.length === 0 ? undefined : exclude,
        acceptDeadAsset,
      }),
    },
  }
}

/** By the catalog of this machine: a server may not know that it is dead. @throws VALIDATION_ERROR */
async function refuseDead({ catalog }: OpenedService, { chain, asset }: NamedAsset): Promise<void> {
  const listed = await catalog.asset(chain.key, asset.address)
  const refusal = listed === undefined ? undefined : deadRefusal(listed)
  if (refusal === undefined) return
  throw new SwapError('VALIDATION_ERROR', `to: ${refusal}`, {
    field: 'to',
    hint: 'To receive it all the same',
    accept: ['--accept', DEAD_ASSET],
  })
}

/** Says on stderr how much a large slippage lets go. @param bps basis points; undefined for the default */
export function noteSlippage({ output }: Pick<Session, 'output'>, bps: number | undefined): void {
  for (const warning of slippageWarnings(bps)) output.warn(`warning: ${warning}`)
}

/** How routes are to be ordered. */
export function rankMode({ settings }: Session, { rank }: Pick<QuoteFlags, 'rank'>): RankMode {
  return rank ?? readSetting('rank', settings.get('rank')?.value)
}

/** A quote that is about to be asked for. */
export interface QuoteAsking {
  readonly opened: OpenedService
  readonly asked: QuoteInput
  readonly ranking: Ranking
}

/** Asks every provider and orders the routes. */
export async function requestRoutes(session: Session, { opened, asked, ranking }: QuoteAsking): Promise<QuoteResult> {
  const asking = opened.service.quote(asked.request, { signal: session.signal })
  const result = await during(session, 'Asking every provider', asking)
  ranking.noteSample(session.output, result.data)
  return { ...result, data: ranking.order(result.data) }
}

/** An order of routes. */
export interface Ranking {
  order(routes: readonly Route[]): Route[]
  /** How many swaps of a provider ended well, where the order rests on that: `30 of 30`. @default it does not */
  readonly endedWell?: ReadonlyMap<string, string>
  /** Says on which swaps the order rests, where it rests on any. */
  noteSample(output: Output, routes: readonly Route[]): void
}

/** The order of a mode; `safest` reads the record of finished swaps. @param teller whose record that is */
export async function loadRanking(service: SwapService, mode: RankMode, teller: Teller): Promise<Ranking> {
  if (mode !== 'safest') return { order: (routes) => rankRoutes(routes, mode), noteSample: () => undefined }
  const stats = await service.stats({ finalizedOnly: true })
  const records = providerRecords(stats)
  return {
    order: (routes) => rankRoutes(routes, mode, records),
    endedWell: new Map(records.map(({ provider, success, finished }) => [provider, `${success} of ${finished}`])),
    noteSample: (output, routes) => {
      const asked = [...new Set(routes.map(({ provider }) => provider))]
      const known = records.filter(({ provider }) => asked.includes(provider))
      if (known.length === 0) {
        output.note('safest: no finished swaps yet, so routes are in order of what you keep')
        return
      }
      if (teller === 'server') output.note('safest: how swaps ended is what the server says, of all its users')
      for (const provider of asked) {
        const record = known.find((candidate) => candidate.provider === provider)
        const delivery = stats.deliveries?.find((one) => one.provider === provider)
        output.note(`${provider}: ${sampleText(record, delivery)}`)
      }
    },
  }
}

/** What is known of a provider's swaps, in one line. */
function sampleText(record: ProviderRecord | undefined, delivery: Delivery | undefined): string {
  if (record === undefined) return 'no finished swaps yet'
  if (delivery !== undefined) return deliveredText(delivery)
  return `${record.success} of ${record.finished} finished swaps succeeded`
}

/** Verdicts that say nothing about whether a provider could be asked. */
const NOT_ASKED: ReadonlySet<string> = new Set(['excluded', 'needs_key', 'pair_unsupported', 'recipient_unsupported'])

/** The command that says why a quote has no route. @param asked what the quote was asked with: amount, pair and options */
export function seeWhy({ settings }: Pick<Session, 'settings'>, asked: readonly string[]): string {
  return `See why: ${commandLine(['quote', ...asked, '--why', ...typedSettingWords(settings)])}`
}

/**
 * The failure of a quote that brought no route: exit 5 when every provider that serves the pair failed, else 4.
 * @param hint what to do next, but where this machine is offline
 */
export function noRouteError({ verdicts }: QuoteResult, hint: string): SwapError {
  const outage = findOutage(verdicts)
  const next = outage?.next ?? hint
  const failed = verdicts.filter((verdict) => verdict.outcome === 'error')
  const asked = verdicts.filter((verdict) => verdict.outcome !== 'no_route' || !NOT_ASKED.has(verdict.code))
  if (failed.length > 0 && failed.length === asked.length) {
    const waits = failed.flatMap(({ retryAfterSec }) => (retryAfterSec === undefined ? [] : [retryAfterSec]))
    return new SwapError('PROVIDER_UNAVAILABLE', outage?.message ?? allFailedText(failed.length, verdicts.length), {
      ...defined({ retryAfterSec: waits.length === 0 ? undefined : Math.max(1, Math.ceil(Math.min(...waits))) }),
      hint: next,
    })
  }
  const message = outage?.message ?? 'No provider has a route for this pair and amount'
  return new SwapError('NO_ROUTE', message, { hint: next })
}

function allFailedText(failed: number, all: number): string {
  return failed === all ? 'Every provider failed to answer' : 'Every provider of this pair failed to answer'
}
