import { MAX_SLIPPAGE_BPS } from '../../../core/swap/defaults.ts'
import { defined } from '../../../core/defined.ts'
import { checkAddress } from '../../../core/assets/address.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import {
  contactName,
  contactNameProblem,
  joinPayee,
  type PayeeText,
  splitPayee,
} from '../../../core/assets/contacts.ts'
import { isKeptFor } from '../../../core/assets/kept-contact.ts'
import { checkRecipientMemo, memoWord, NO_MEMO } from '../../../core/assets/recipient-memo.ts'
import { readBps } from '../../../core/money/basis-points.ts'
import type { DeliveryFigures, ErrorVerdict, NoRouteVerdict, Route, Verdict } from '../../../core/api/documents.ts'
import type { RankMode } from '../../../core/swap/ranking.ts'
import type { QuoteRequest } from '../../../core/api/service.ts'
import { isSettingKey, readSetting, type SettingKey } from '../../../io/index.ts'
import { routeDeliveredText, routeFigures } from '../../../core/delivery/delivered-text.ts'
import type { AppFacts } from '../../events.ts'
import { agedText } from '../../kit/text/ages.ts'
import type { AskedSwap, Payee, SwapAsset } from '../../kit/run/swap-asset.ts'
import type { Quoting, SwapState, TextField } from './state.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** Most routes of one quote that are kept. */
export const MOST_ROUTES = 300

/** The question that the form asks; undefined while something is missing or wrong. */
export function quoteQuestion(state: SwapState, app: AppFacts): AskedSwap | undefined {
  const { from, to, amount, excluded, accounts } = state
  if (from === undefined || to === undefined || missingText(state) !== undefined) return undefined
  const request: QuoteRequest = {
    srcChain: from.chain,
    srcAddress: from.address,
    dstChain: to.chain,
    dstAddress: to.address,
    amount,
    slippage: slippageBps(state, app),
    ...defined({
      depositor: accounts.depositor,
      recipient: recipientOf(state),
      recipientMemo: statedMemo(state, to),
      exclude: excluded.length === 0 ? undefined : excluded,
    }),
  }
  const payee = state.recipient === '' ? accounts.payee : contactPayee(state, app)
  return { request, from, to, settings: app.settings, ...defined({ payee }) }
}

/** The contact that is paid, by the name that it was written as; undefined where it is none, or another memo was written behind it. */
export function contactPayee({ contact, recipient }: SwapState, { settings }: AppFacts): Payee | undefined {
  const kept = contact === undefined ? undefined : settings[`contact.${contact}`]
  if (kept === undefined || !isKeptFor(kept, splitPayee(recipient))) return undefined
  return { name: `@${contact ?? ''}`, note: '', isDoubtful: false }
}

/** What the form still needs before it asks anything, as a request; undefined where it needs nothing. */
export function missingText({ from, to, amount, problems }: SwapState): string | undefined {
  const ends = from === undefined ? (to === undefined ? 'both assets' : 'what to send') : 'what to receive'
  if (from === undefined || to === undefined) return `choose ${ends}${amount === '' ? ' and an amount' : ''}`
  if (amount === '') return 'write an amount'
  const wrong = Object.keys(problems)
  if (wrong.length > 0) return `correct the ${wrong.join(' and the ')}`
  if (from.chain === to.chain && from.address === to.address) return 'choose two different assets'
  return to.form === 'dead' ? `receive another asset: ${to.symbol} is dead` : undefined
}

/** Who is paid: what was written, else the wallet that is known. */
export function recipientOf(state: SwapState): string | undefined {
  const { address } = payeeOf(state)
  return address === '' ? undefined : address
}

/** The same with the memo: that written behind the address, else that of the wallet that is known. */
function payeeOf({ recipient, accounts }: SwapState): PayeeText {
  return recipient === '' ? { address: accounts.recipient ?? '', memo: accounts.memo } : splitPayee(recipient)
}

/** The memo as a request states it: that there is none goes without saying on a chain that has none. */
function statedMemo(state: SwapState, { addressFamily }: SwapAsset): string | undefined {
  const { memo } = payeeOf(state)
  return memo === NO_MEMO && memoWord(addressFamily) === undefined ? undefined : memo
}

/** What is not known of the payment to the recipient, whose chain has tags or memos: its word; undefined where it is. */
export function missingMemo(state: SwapState): string | undefined {
  const { address, memo } = payeeOf(state)
  return address === '' || memo !== undefined ? undefined : memoWord(state.to?.addressFamily ?? '')
}

/** The settings that hold the address of the recipient and no memo: the one that was written is the answer for them. */
export function unkeptMemos(
  state: SwapState,
  { settings }: AppFacts,
): readonly { readonly key: SettingKey; readonly value: string }[] {
  const payee = payeeOf(state)
  if (payee.memo === undefined || memoWord(state.to?.addressFamily ?? '') === undefined) return []
  return Object.entries(settings).flatMap(([key, value = '']) => {
    if (!/^(?:contact|recipient)\./.test(key) || !isSettingKey(key)) return []
    return lacksMemo(value, payee) ? [{ key, value: joinPayee(payee) }] : []
  })
}

/** True where a setting holds the address of a payee, and no memo. */
export function lacksMemo(setting: string, payee: PayeeText): boolean {
  const kept = splitPayee(setting)
  return kept.memo === undefined && sameAddress(kept.address, payee.address)
}

/** Slippage in basis points, 0 to 10000: what was written, else the setting. */
export function slippageBps({ slippage }: SwapState, { settings }: AppFacts): number {
  const read = readBps(slippage, MAX_SLIPPAGE_BPS)
  return read.ok ? read.bps : readSetting('slippage', settings['slippage'])
}

/** How routes are ordered: what was chosen here, else the setting. */
export function rankOf({ rank }: SwapState, { settings }: AppFacts): RankMode {
  return rank ?? readSetting('rank', settings['rank'])
}

/** Why a text field beside the amount does not hold; undefined when it does, or is empty. */
export function fieldProblem(state: SwapState, field: Exclude<TextField, 'amount'>): string | undefined {
  const text = state[field]
  if (text === '') return undefined
  switch (field) {
    case 'recipient':
      return recipientProblem(text, state.to?.addressFamily ?? '')
    case 'slippage': {
      const read = readBps(text, MAX_SLIPPAGE_BPS)
      return read.ok ? undefined : read.problem
    }
  }
}

/**
 * Why a text says of nobody that he can be paid; undefined where it does. @param text ADDRESS MEMO; a contact in it is not known
 * @param family whose rules addresses follow; '' where that is not known
 */
export function recipientProblem(text: string, family: string): string | undefined {
  const { address, memo } = splitPayee(text)
  const wrongName = contactNameProblem(address)
  if (wrongName !== undefined) return `the name ${wrongName}`
  if (contactName(address) !== undefined) return 'no such contact in your address book: see Settings (6)'
  if (family === '') return undefined
  const check = checkAddress(family, address)
  if (!check.ok) return check.reason
  const word = memoWord(family)
  if (memo === undefined) return word === undefined ? undefined : `write its ${word} behind it, or ${NO_MEMO}`
  const checked = checkRecipientMemo(family, memo)
  return checked.ok ? undefined : checked.reason
}

/** Time for which a price holds at most, from when it was asked for, in milliseconds: its provider may say less. */
const HOLDS_MS = 60_000

/** True for a price that nobody stands by any more: one of the quote before, or one that does not hold for so long. */
export function isOldRoute(route: Route, { earlier, askedAt }: Quoting, now: number): boolean {
  if (earlier.includes(route) || isPastHolding(askedAt, now)) return true
  const untilMs = Date.parse(route.expiresAt ?? '')
  // What had ended before it was asked for is told by another clock.
  return untilMs > askedAt && now >= untilMs
}

/** True where prices of then hold no more; how old they are, a clock that was set back does not say. */
function isPastHolding(askedAt: number, now: number): boolean {
  return Math.abs(now - askedAt) >= HOLDS_MS
}

/** True while new prices are on their way. */
export function isRefreshing({ status, askedAt }: Quoting, now: number): boolean {
  return status === 'asking' && !isPastHolding(askedAt, now)
}

/** What is said of an old price. */
export function oldText(quote: Quoting, now: number): string {
  return isRefreshing(quote, now) ? 'refreshing' : ageText(quote, now)
}

/** How old the oldest prices of a quote are. */
export function ageText({ askedAt, earlierAt }: Quoting, now: number): string {
  return agedText(earlierAt ?? askedAt, now)
}

/** Every provider that ended without a route. */
export function withoutRoute({ verdicts }: Quoting): readonly Verdict[] {
  return verdicts.filter(({ outcome }) => outcome !== 'routes')
}

/** One sentence on how a provider ended without a route, and what would work. */
export function verdictText(verdict: Verdict, from: SwapAsset): string {
  if (verdict.outcome === 'routes') return 'routes'
  const what = verdict.outcome === 'error' ? 'error' : 'no route'
  const change = nearestChange(verdict, from)
  return [`${what}, ${verdict.code.replaceAll('_', ' ')}`, change, verdict.message]
    .filter((part) => part !== '')
    .join(' · ')
}

/** What would work, or "". */
function nearestChange(verdict: NoRouteVerdict | ErrorVerdict, from: SwapAsset): string {
  if (verdict.outcome === 'error') {
    return verdict.retryAfterSec === undefined ? '' : `again in ${verdict.retryAfterSec} s`
  }
  if (verdict.minimum !== undefined) return `at least ${groupThousands(verdict.minimum)} ${from.symbol}`
  return verdict.maximum === undefined ? '' : `at most ${groupThousands(verdict.maximum)} ${from.symbol}`
}

/** How swaps like a route ended here; '' where nothing is known. */
export function pastText(
  { provider }: Route,
  { quote, deliveries }: SwapState,
  { place }: Pick<AppFacts, 'place'>,
): string {
  if (quote === undefined) return ''
  const text = routeDeliveredText(deliveries, provider, pairOf(quote))
  return text === '' || place.api === undefined ? text : `The server says, of all its users: ${text}`
}

/** Figures of how swaps like those of a route ended; undefined where none has, or nothing is known. */
export function pastFigures({ provider }: Route, { quote, deliveries }: SwapState): DeliveryFigures | undefined {
  return quote === undefined ? undefined : routeFigures(deliveries, provider, pairOf(quote))?.figures
}

/** Both ends as statistics name them. */
function pairOf({ asked: { from, to } }: Quoting): { readonly src: string; readonly dst: string } {
  const nameOf = ({ chain, symbol }: SwapAsset) => `${chain}:${symbol}`
  return { src: nameOf(from), dst: nameOf(to) }
}
