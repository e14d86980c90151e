import { explainRoute } from '../../../core/swap/ranking.ts'
import { readAmount } from '../../../core/api/answers.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { isShare, readTypedAmount, type SpentAsset } from '../../../core/money/amount-share.ts'
import { unsignedUsdForPeople } from '../../../core/money/fees.ts'
import { type AppFacts, notify, step } from '../../events.ts'
import { cutRow, type Piece, type Row, rowWidth } from '../../kit/text/rows.ts'
import { lackText } from '../../kit/run/swap-asset.ts'
import { textField } from '../../kit/text/text-field.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { dropHeld, isBeingRead, isFreshlyRead, readAnew } from './held.ts'
import { rankedRoutes } from './routes.ts'
import { dropQuote } from './quote-refresh.ts'
import { assetKey, type SwapState, type SwapStep } from './state.ts'

/** Shares of the balance that keys put into the amount, as they are typed. */
const SHARES = ['25%', '50%', '75%', 'max'] as const

/** Time from a share to the quote for it, in milliseconds: several presses are one question. */
const SHARE_MS = 600

/** Said of a field that was left with nothing in it. */
export const NO_AMOUNT = 'write how much to send, for example 100'

/** Columns of a field in which nothing is written yet. */
const EMPTY_COLUMNS = 14

/** What is known of the asset that is sent: nothing that is typed is held against a balance, a quote may be of more. */
function spentAsset({ from, balances }: SwapState, { place }: AppFacts): SpentAsset {
  const decimals = from?.decimals
  const text = from === undefined ? undefined : balances[assetKey(from)]
  return {
    symbol: from?.symbol ?? 'the asset',
    decimals,
    balance: text === undefined || decimals === undefined ? undefined : readAmount(text, decimals),
    // Paper pays no network.
    paysFees: from?.isNative === true && place.network === 'live',
    isLimit: false,
  }
}

/** An amount as it was typed, with the figure in the place of a share such as `50%` or `max`; as it is where there is none. */
export function settleAmount(text: string, state: SwapState, app: AppFacts): string {
  const read = readTypedAmount(text, spentAsset(state, app))
  return read.ok ? read.amount : text
}

/** Why the amount does not hold; undefined where it does, or is empty. */
export function amountProblem(state: SwapState, app: AppFacts): string | undefined {
  if (state.amount === '') return undefined
  if (isShare(state.amount) && isBeingRead(state)) return `the balance of ${state.from?.symbol ?? ''} is being read`
  const read = readTypedAmount(state.amount, spentAsset(state, app))
  return read.ok ? undefined : read.problem
}

/** True where a share is one of a balance that has to be read first: the one that was read may not be there any more. */
export function isShareToAwait(state: SwapState, app: AppFacts): boolean {
  return isBeingRead(state) || (balanceOf(state) !== undefined && !isFreshlyRead(state, app))
}

/** The form with a share for its amount, which is settled once the balance is read. */
export function awaitShare(state: SwapState, share: string, app: AppFacts): SwapStep {
  const isAsked = isBeingRead(state)
  const next = { ...(isAsked ? state : dropHeld(state, app)), amount: share }
  const { amount: _settled, ...others } = state.problems
  const problem = amountProblem(next, app)
  const problems = problem === undefined ? others : { ...others, amount: problem }
  const dropped = dropQuote({ ...next, problems })
  return step(dropped.state, ...dropped.effects, ...(isAsked ? [] : [readAnew(state, app)]))
}

/** The next share of the balance, where the mark is on the amount; the quote follows once no more keys come. */
export function stepShare(state: SwapState, by: 1 | -1, app: AppFacts): SwapStep {
  if (state.spot !== 'amount') return step(state)
  const spent = spentAsset(state, app)
  const share = SHARES[markedShare(state, spent) + by]
  if (share === undefined) return step(state)
  if (isShareToAwait(state, app)) return tellUnseen(awaitShare(state, share, app), app)
  const read = readTypedAmount(share, spent)
  if (!read.ok) return step(state, notify('info', read.problem))
  const { amount: _settled, ...problems } = state.problems
  const dropped = dropQuote({ ...state, amount: read.amount, problems })
  return tellUnseen(step({ ...dropped.state, refreshAt: app.now + SHARE_MS }, ...dropped.effects), app)
}

/** Says the amount that a key chose where the pane that has it is hidden. */
function tellUnseen({ state, effects }: SwapStep, { panes }: AppFacts): SwapStep {
  const isSeen = panes.order !== undefined || Object.keys(panes).length === 0
  const text = `amount ${groupThousands(state.amount)} ${state.from?.symbol ?? ''}`
  return isSeen ? step(state, ...effects) : step(state, ...effects, notify('info', text))
}

/** Index of the share that the amount is; -1 for none. */
function markedShare({ amount }: SwapState, spent: SpentAsset): number {
  // One that waits for the balance.
  const written = SHARES.findIndex((share) => share === amount)
  if (written >= 0) return written
  return SHARES.findIndex((share) => {
    const read = readTypedAmount(share, spent)
    return read.ok && read.amount === amount
  })
}

/**
 * `0.5 ETH  $1,498.63  bal 2.114  25 50 75 max`, as much of it as fits: first what stands first; a balance that does not, below it.
 * @param hasLines whether there are lines for that
 */
export function amountRows(state: SwapState, app: AppFacts, width: number, hasLines: boolean): readonly Row[] {
  const { amount, from } = state
  const line = state.editing?.field === 'amount' ? state.editing.line : undefined
  const typed = line ?? { text: amount, cursor: 0 }
  const least = typed.text === '' ? EMPTY_COLUMNS : textWidth(typed.text) + (line === undefined ? 0 : 1)
  const spent = spentAsset(state, app)
  const join = (parts: readonly Row[], own: number) =>
    parts.reduce<Row>((row, part) => {
      const next = [...row, { text: '  ' }, ...part]
      return own + rowWidth(next) <= width ? next : row
    }, [])
  const worth = line === undefined && amount !== '' ? [symbolRow(state, app)] : []
  const held = spent.balance === undefined ? unreadRows(state) : [balanceRow(state), shareRow(state, spent)]
  const [balance = [], ...others] = held
  const hasBelow = hasLines && least + rowWidth([...join(worth, least), { text: '  ' }, ...balance]) > width
  const behind = join(hasBelow ? worth : [...worth, ...held], least)
  const symbol = from === undefined ? '' : ` ${from.symbol}`
  const isWritten = line === undefined && typed.text !== ''
  const field = textField({
    line: typed,
    width: isWritten ? textWidth(typed.text) : width - rowWidth(behind),
    active: line !== undefined,
    placeholder: `how much${symbol} to send, for example 100`,
  })
  return [
    cutRow([...field, ...behind], width),
    ...(hasBelow && held.length > 0 ? [cutRow([...balance, ...join(others, rowWidth(balance))], width)] : []),
  ]
}

/** What the amount is of, and its value as the first of the routes states it. */
function symbolRow(state: SwapState, app: AppFacts): Row {
  const { from, amount, quote } = state
  const [route] = quote?.asked.request.amount === amount ? rankedRoutes(state, app) : []
  const usd = route === undefined ? '' : unsignedUsdForPeople(explainRoute(route).srcUsd)
  const pieces: Row = [{ text: from?.symbol ?? '', role: 'dim' }, { text: usd === '' ? '' : `  ${usd}` }]
  return pieces.filter(({ text }) => text !== '')
}

function balanceRow(state: SwapState): Row {
  const text = `bal ${groupThousands(balanceOf(state) ?? '')}`
  return [lackOf(state) === undefined ? { text, role: 'dim' } : { text: `! ${text}`, role: 'warn' }]
}

/** That the balance could not be read, and why; none where nobody's was asked for. */
function unreadRows({ from, unread }: SwapState): readonly Row[] {
  const reason = from === undefined ? undefined : unread[assetKey(from)]
  if (reason === undefined) return []
  return [[{ text: 'bal unknown', role: 'warn' }], [{ text: reason, role: 'dim' }]]
}

/** What the payer holds of what is sent, as decimal text; undefined where that is not known. */
export function balanceOf({ from, balances }: SwapState): string | undefined {
  return from === undefined ? undefined : balances[assetKey(from)]
}

/** That the amount is more than the balance; undefined where it is not, or that is not known. */
export function lackOf(state: SwapState): string | undefined {
  const balance = balanceOf(state)
  return balance === undefined || state.from === undefined ? undefined : lackText(state.amount, balance, state.from)
}

function shareRow(state: SwapState, spent: SpentAsset): Row {
  const marked = markedShare(state, spent)
  return SHARES.flatMap((share, index): readonly Piece[] => [
    ...(index === 0 ? [] : [{ text: ' ' }]),
    { text: share.replace('%', ''), role: index === marked ? 'accent' : 'dim' },
  ])
}
