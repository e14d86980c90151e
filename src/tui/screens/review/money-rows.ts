import { namedAddress } from '../../../core/text/named-address.ts'
import { isPaperProvider } from '../../../core/api/paper.ts'
import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import { imitationText } from '../../../core/assets/imitated-address.ts'
import { formatAmountForPeople, groupThousands } from '../../../core/money/amount.ts'
import { sentWorthText } from '../../../core/money/own-worth.ts'
import type { consentDoubt } from '../../../core/money/typed-consent.ts'
import { isKnownLoss } from '../../../core/money/loss.ts'
import { lossBps, NOTABLE_LOSS_BPS } from '../../../core/money/price-loss.ts'
import { percentOfBps } from '../../../core/money/basis-points.ts'
import { promisedLeast, type Shortfall, shortfallText } from '../../../core/money/shortfall.ts'
import { DAY_MS } from '../../../core/text/duration.ts'
import type { AppFacts } from '../../events.ts'
import { lockEndOf } from '../../jobs/jobs.ts'
import { imitatedOf, nameOfContact, nearContact } from '../../kit/run/contact-of.ts'
import { type RunFacts, symbolsOf } from '../../kit/run/run-facts.ts'
import { lackText } from '../../kit/run/swap-asset.ts'
import { barText, cutRow, type Piece, type Row, rowWidth, textRows } from '../../kit/text/rows.ts'
import { cutText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import type { Role } from '../../theme.ts'
import type { PaymentQuestion, TermsQuestion, Work } from './state.ts'

/** A payment that is asked about. */
interface AskedMoney extends Pick<Work, 'asked' | 'held' | 'loss'> {
  readonly question: TermsQuestion | PaymentQuestion
  readonly run: RunFacts
  /** What need not arrive of what was seen; undefined where that is usual. */
  readonly shortfall: Shortfall | undefined
  /** Why a key is never enough. */
  readonly doubt: ReturnType<typeof consentDoubt>
}

/** What is said beside the payment, and where. */
interface MoneyParts {
  readonly width: number
  readonly spoken: boolean
  /** Which of several swaps this is; undefined where there is only one. */
  readonly page: string | undefined
  /** What the next key does, in a sentence and in few words. */
  readonly next: string
  readonly nextShort: string
}

/** Columns of a name where lines are few: the digits of the address tell who it is. */
const SHORT_NAME = 12

/**
 * The lock's clock, what is sent and to whom, the least that arrives, and what the next key does: with a line for each where
 * there is room, then in fewer words, then one behind the other.
 */
export function moneyForms(money: AskedMoney, app: AppFacts, parts: MoneyParts): readonly (readonly Row[])[] {
  const { width, spoken, page, next, nextShort } = parts
  const clock = money.question.kind === 'terms' ? clockOf(money.run, app) : undefined
  const long = [
    ...(clock === undefined ? [] : [clockRow(clock, width, spoken)]),
    ...wrapPieces(moneyPieces(money, app, false), width),
    ...textRows(next, width, 'warn'),
  ]
  if (spoken) return [long]
  const short: readonly Piece[] = [
    ...(clock === undefined ? [] : [{ text: clock.text, role: clock.role }]),
    ...moneyPieces(money, app, true),
  ]
  const keys: Piece = { text: nextShort, role: 'warn' }
  const all: readonly Piece[] = [
    ...(page === undefined ? [] : [{ text: page, role: 'selected' } as const]),
    ...short,
    keys,
  ]
  return [
    long,
    [...wrapPieces(short, width), ...textRows(keys.text, width, keys.role)],
    wrapPieces(all.flatMap(wordsOf), width, ' '),
  ]
}

const MOVES = { pays: 'PAY', asks: 'EXECUTE', 'you-pay': 'YOU PAY' } as const

/** What the next key leads to. */
function movesWord(question: TermsQuestion | PaymentQuestion, { provider }: RunFacts): string {
  if (question.kind === 'payment') return MOVES.pays
  return question.next === 'you-pay' && isPaperProvider(provider) ? 'PAPER' : MOVES[question.next]
}

/** What is sent, to whom, the least that arrives, and that it is more than the balance. */
function moneyPieces(
  { question, run, asked, held, loss, shortfall, doubt }: AskedMoney,
  app: AppFacts,
  isShort: boolean,
): readonly Piece[] {
  const { terms } = run.lock ?? {}
  const unknown = 'value unknown'
  const worth = terms === undefined ? unknown : sentWorthText(terms, loss, app.place.api !== undefined, unknown)
  const moves = movesWord(question, run)
  const name = run.recipientName ?? nameOfContact(app, { address: run.recipient, memo: run.recipientMemo })
  const address = shortAddress(run.recipient)
  const shown = name === undefined ? address : namedAddress(isShort ? cutText(name, SHORT_NAME) : name, address)
  const near = nearContact(app, name)
  const imitated = imitatedOf(app, run.recipient, run.depositor)
  const balance = held ?? asked?.balance
  const lack = asked && typeof balance === 'string' ? lackText(run.amount, balance, asked.from) : undefined
  return [
    { text: `${moves} ${groupThousands(run.amount)} ${symbolsOf(run).from} (${worth})`, role: 'title' },
    { text: `to ${shown} [${addressFingerprint(run.recipient)}]`, role: 'accent' },
    ...(near === undefined
      ? []
      : [{ text: isShort ? `! not ${near}?` : `! easily taken for ${near}`, role: 'warn' } as const]),
    ...(imitated === undefined
      ? []
      : [{ text: `! ${isShort ? `not ${imitated}` : imitationText(imitated)}`, role: 'bad' } as const]),
    ...leastPieces(run, shortfall, isShort),
    ...lossPieces(run, loss, doubt, isShort),
    ...(lack === undefined ? [] : [{ text: `! ${isShort ? 'over the balance' : lack}`, role: 'warn' } as const]),
  ]
}

/** The least that arrives, and how far that is below the quote where it is far. */
function leastPieces(run: RunFacts, shortfall: Shortfall | undefined, isShort: boolean): readonly Piece[] {
  const { terms } = run.lock ?? {}
  if (terms === undefined) return []
  const { dst } = terms
  const least = promisedLeast(terms)
  const amount = `${formatAmountForPeople(least ?? dst.amount, dst.decimals)} ${dst.symbol}`
  const text = `${least === undefined ? 'about' : 'at least'} ${amount}`
  const none: Piece = { text: isShort ? 'no least promised' : `no least is promised in ${run.to}`, role: 'warn' }
  if (shortfall === undefined) return least === undefined ? [none] : [{ text, role: 'text' }]
  const role = shortfall.isBelowSeen ? 'bad' : 'warn'
  const less = isShort ? shortLess(shortfall) : shortfallText(shortfall)
  const piece: Piece = { text: isShort ? `! ${text}, ${less}` : `! ${text}: ${less}`, role }
  return least === undefined ? [none, piece] : [piece]
}

function shortLess({ bps, isBelowSeen, than }: Shortfall): string {
  return `${percentOfBps(bps)} % less${isBelowSeen ? ` than ${than}` : ''}`
}

/** What is lost, where a key is not enough because of it or it is much beside that. */
function lossPieces(
  run: RunFacts,
  loss: AskedMoney['loss'],
  doubt: AskedMoney['doubt'],
  isShort: boolean,
): readonly Piece[] {
  const terms = run.lock?.terms
  if (terms === undefined) return []
  const bps = loss !== undefined && isKnownLoss(loss) ? Math.max(loss.bps, loss.statedBps ?? 0) : lossBps(terms)
  if (doubt === 'value') {
    return [{ text: isShort ? '! loss not known' : '! value lost: nobody independent says', role: 'warn' }]
  }
  if (doubt === undefined || bps === undefined || bps < NOTABLE_LOSS_BPS) return []
  return [{ text: `! value lost ${percentOfBps(bps)} %`, role: 'bad' }]
}

interface Clock {
  readonly leftMs: number
  readonly ttlMs: number
  readonly text: string
  readonly role: Role
}

/** How long the lock holds; undefined where that is over, or it was executed. */
function clockOf(run: RunFacts, { jobs, now }: AppFacts): Clock | undefined {
  const { lock, step } = run
  if (lock === undefined || step === 'executed') return undefined
  const leftMs = lockEndOf(run, jobs) - now
  if (!(leftMs > 0)) return undefined
  const left = Math.ceil(leftMs / 1000)
  // No lock holds for longer than a day: who says so is not believed to the second.
  const text = leftMs > DAY_MS ? 'lock >1 day' : `lock ${left} s`
  return { leftMs, ttlMs: lock.ttlMs, text, role: left <= 10 ? 'warn' : 'good' }
}

/** Widest bar of a clock. */
const MOST_BAR = 40

function clockRow({ leftMs, ttlMs, text, role }: Clock, width: number, spoken: boolean): Row {
  if (spoken) return [{ text: `The ${text} left.` }]
  const columns = Math.min(MOST_BAR, width - textWidth(text) - 2)
  const bar = columns < 5 ? '' : ` ${leftMs > DAY_MS ? barText(1, 1, columns) : barText(leftMs, ttlMs, columns)}`
  return cutRow([{ text: `${text}${bar}`, role }], width)
}

/** Texts next to each other, each on a line of its own, or more, where they do not fit. */
function wrapPieces(pieces: readonly Piece[], width: number, gap = '  '): readonly Row[] {
  const rows: Row[] = []
  let row: Row = []
  for (const piece of pieces) {
    const joined: Row = row.length === 0 ? [piece] : [...row, { text: gap }, piece]
    if (rowWidth(joined) <= width) {
      row = joined
      continue
    }
    if (row.length > 0) rows.push(row)
    const lines = textRows(piece.text, width, piece.role)
    rows.push(...lines.slice(0, -1))
    row = lines.at(-1) ?? []
  }
  return row.length === 0 ? rows : [...rows, row]
}

/** The words of a text that others follow on the same line, with a comma behind the last one; a fingerprint is one word. */
function wordsOf({ text, role = 'text' }: Piece, at: number, { length }: readonly Piece[]): readonly Piece[] {
  const words = `${text}${at === length - 1 ? '' : ','}`.match(/\[[^\]]*\]\S*|\S+/g) ?? []
  return words.map((word) => ({ text: word, role }))
}
