import type { QuoteResult, Route } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { RANK_MODES, type RankMode, rankRoutes } from '../../core/swap/ranking.ts'
import { readSetting } from '../../io/index.ts'
import type { LockRequest, QuoteRequest, SwapService } from '../../core/api/service.ts'
import { namedAccounts } from '../accounts/wallets.ts'
import { wordOrAsk } from '../ask.ts'
import { type CommandOption, type Flags, usage } from '../command.ts'
import { type NamedAsset, nameAsset } from './names.ts'
import type { Output } from '../output/output.ts'
import type { OpenedService, Session } from '../session.ts'
import { during } from '../output/spinner.ts'

export const PAIR_ARGUMENTS = [
  { name: 'amount', description: 'amount of the source asset, for example 1.5' },
  { name: 'from', description: 'source asset: ethereum:USDC, USDC@ethereum, ETH.USDC, chain:ADDRESS or CAIP-19' },
  { name: 'to', description: 'destination asset, written the same way' },
] as const

export const QUOTE_OPTIONS: readonly CommandOption[] = [
  { flags: '--recipient <address>', description: 'where the destination asset goes' },
  { flags: '--depositor <address>', description: 'wallet that pays the source asset' },
  { flags: '--slippage <bps>', description: 'basis points, 0 to 10000; 100 is 1 % and the default' },
  { flags: '--exclude <keys...>', description: 'provider keys to leave out' },
  {
    flags: '--confidentiality <mode>',
    description: 'public (default) or basic, which the intent-based provider honours',
    values: ['public', 'basic'],
  },
  { flags: '--rank <mode>', description: 'best (default), fastest, cheapest or safest', values: RANK_MODES },
]

/** A quote as the user asked for it. */
export interface AskedQuote {
  readonly request: QuoteRequest
  readonly from: NamedAsset
  readonly to: NamedAsset
}

/** The lock of a route that was quoted, with --referral-code. */
export function lockRequest(
  request: QuoteRequest,
  route: Route,
  accounts: { readonly depositor: string; readonly recipient: string },
  flags: Flags,
): LockRequest {
  const referralCode = flags.text('referral-code')
  return {
    ...request,
    ...accounts,
    provider: route.provider,
    routeId: route.routeId,
    ...(referralCode === undefined ? {} : { referralCode }),
  }
}

/** Reads amount, assets and options of a quote. @throws USAGE VALIDATION_ERROR */
export async function askedQuote(
  session: Session,
  opened: OpenedService,
  words: readonly string[],
  flags: Flags,
): Promise<AskedQuote> {
  const amount = await wordOrAsk(session, words, 0, 'amount', 'Amount to send')
  const fromText = await wordOrAsk(session, words, 1, 'from', 'From which asset (for example ethereum:USDC)')
  const toText = await wordOrAsk(session, words, 2, 'to', 'To which asset (for example bitcoin:BTC)')
  const from = await nameAsset(opened, fromText, 'from')
  const to = await nameAsset(opened, toText, 'to')
  const accounts = await namedAccounts(session, flags, from.chain, to.chain)
  const slippage = flags.text('slippage') ?? session.settings.get('slippage')?.value
  const exclude = flags.list('exclude').map((key) => key.toUpperCase())
  const confidentiality = flags.text('confidentiality')
  return {
    from,
    to,
    request: {
      srcChain: from.chain.key,
      srcAddress: from.asset.address,
      dstChain: to.chain.key,
      dstAddress: to.asset.address,
      amount,
      ...(slippage === undefined ? {} : { slippage: basisPoints(slippage) }),
      ...(confidentiality === undefined ? {} : { confidentiality }),
      ...(accounts.depositor === undefined ? {} : { depositor: accounts.depositor }),
      ...(accounts.recipient === undefined ? {} : { recipient: accounts.recipient }),
      ...(exclude.length === 0 ? {} : { exclude }),
    },
  }
}

function basisPoints(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new SwapError('INVALID_SLIPPAGE', 'slippage must be a whole number of basis points from 0 to 10000', {
    field: 'slippage',
    hint: '1 % is 100 basis points: --slippage 100',
  })
}

/** How routes are to be ordered. @throws USAGE */
export function rankMode(session: Session, flags: Flags): RankMode {
  const text = flags.text('rank') ?? readSetting('rank', session.settings.get('rank')?.value)
  const mode = RANK_MODES.find((candidate) => candidate === text)
  if (mode === undefined) throw usage(`--rank must be one of ${RANK_MODES.join(', ')}`)
  return mode
}

/** Asks every provider and orders the routes. */
export async function askProviders(
  session: Session,
  { service }: OpenedService,
  request: QuoteRequest,
  mode: RankMode,
): Promise<QuoteResult> {
  const ranking = await loadRanking(service, mode)
  const result = await during(session, 'Asking every provider', service.quote(request, { signal: session.signal }))
  ranking.noteSample(session.output, result.data)
  return { ...result, data: ranking.order(result.data) }
}

/** An order of routes. */
export interface Ranking {
  order(routes: readonly Route[]): Route[]
  /** Says on how many swaps the order rests, where it rests on any. */
  noteSample(output: Output, routes: readonly Route[]): void
}

/** The order of a mode; `safest` reads the record of finished swaps. */
export async function loadRanking(service: SwapService, mode: RankMode): Promise<Ranking> {
  if (mode !== 'safest') return { order: (routes) => rankRoutes(routes, mode), noteSample: () => undefined }
  const { byProvider } = await service.stats({ finalizedOnly: true })
  const records = byProvider.map(({ provider, total, success }) => ({ provider, finished: total, success }))
  return {
    order: (routes) => rankRoutes(routes, mode, records),
    noteSample: (output, routes) => {
      const asked = [...new Set(routes.map(({ provider }) => provider))]
      const known = records.filter(({ provider }) => asked.includes(provider))
      if (known.length === 0) {
        output.note('safest: no finished swaps yet, so routes are in order of what you keep')
        return
      }
      for (const provider of asked) {
        const record = known.find((candidate) => candidate.provider === provider)
        output.note(
          record === undefined
            ? `${provider}: no finished swaps yet`
            : `${provider}: ${record.success} of ${record.finished} finished swaps succeeded`,
        )
      }
    },
  }
}

/** Verdicts that say nothing about whether a provider could be asked. */
const NOT_ASKED: ReadonlySet<string> = new Set(['excluded', 'needs_key', 'pair_unsupported'])

/** The failure of a quote that brought no route: exit 5 when every provider that serves the pair failed, else 4. */
export function noRouteError({ verdicts }: QuoteResult, again: string): SwapError {
  const failed = verdicts.filter((verdict) => verdict.outcome === 'error')
  const asked = verdicts.filter((verdict) => verdict.outcome !== 'no_route' || !NOT_ASKED.has(verdict.code))
  if (failed.length > 0 && failed.length === asked.length) {
    const waits = failed.flatMap(({ retryAfterSec }) => (retryAfterSec === undefined ? [] : [retryAfterSec]))
    return new SwapError(
      'PROVIDER_UNAVAILABLE',
      failed.length === verdicts.length
        ? 'Every provider failed to answer'
        : 'Every provider of this pair failed to answer',
      {
        ...(waits.length === 0 ? {} : { retryAfterSec: Math.max(1, Math.ceil(Math.min(...waits))) }),
        hint: `See why: ${again}`,
      },
    )
  }
  return new SwapError('NO_ROUTE', 'No provider has a route for this pair and amount', { hint: `See why: ${again}` })
}

/** The place that the command line names itself, for commands that go on from it: `--network live`. */
export function placeWords({ settings }: Pick<Session, 'settings'>): string[] {
  return ['network', 'api'].flatMap((key) => {
    const setting = settings.get(key)
    return setting?.origin === `--${key}` ? [`--${key}`, setting.value] : []
  })
}
