import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import { formatAmount } from '../../../core/money/amount.ts'
import { usdForPeople } from '../../../core/money/fees.ts'
import { sentWorthText } from '../../../core/money/own-worth.ts'
import { worthAtStake } from '../../../core/money/typed-consent.ts'
import { percentOfBps } from '../../../core/money/basis-points.ts'
import { notableShortfallBps } from '../../../core/money/shortfall.ts'
import { parseUsd } from '../../../core/money/usd.ts'
import { readSetting } from '../../../io/index.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { nameOfContact } from '../../kit/run/contact-of.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { lackText } from '../../kit/run/swap-asset.ts'
import { addressRows, barText, cutRow, type Piece, type Row, rowWidth, textRows } from '../../kit/text/rows.ts'
import { cutText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import type { Role } from '../../theme.ts'
import { wordOf } from './answers.ts'
import {
  type PaymentQuestion,
  type ReviewState,
  type RiskyAction,
  shownWork,
  type TermsQuestion,
  type Work,
} from './state.ts'

/*
 * The lines that stay below everything else while something is asked: what the next key does, and with a payment how
 * long the lock holds, what is sent, to whom, and the least that arrives. None of it is ever scrolled away or cut.
 */

/** What is asked; none while nothing is. */
export function questionRows(state: ReviewState, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const { confirming } = state
  const keys = keysOf(app)
  if (confirming !== undefined) return textRows(`${CONFIRM_TEXTS[confirming]} ${keys.yesOrNo}`, width, 'warn')
  const work = shownWork(state)
  return work === undefined ? [] : askedRows(work, app, width, spoken)
}

function askedRows(work: Work, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const { question, run } = work
  const keys = keysOf(app)
  switch (question?.kind) {
    case undefined:
      return []
    case 'name': {
      const { name, address, doubt } = question
      return [
        ...textRows(doubt, width, 'warn'),
        ...addressRows(cutText(name, 12), address, '', width),
        ...textRows(
          `Is that the right address? ${keys.yes} yes; ${keys.no} or Esc no, and nothing is locked.`,
          width,
          'warn',
        ),
      ]
    }
    case 'password': {
      const wrong = question.attempt === 1 ? '' : ' That password was wrong.'
      return textRows(`Password of the account ${question.account}; Esc signs nothing.${wrong}`, width, 'warn')
    }
    case 'terms':
    case 'payment':
      if (run === undefined) return []
      if (question.kind === 'terms' && question.expired) {
        const text =
          question.typing === undefined
            ? `Nothing was sent. ${keys.lock} locks the route again and shows what changed; ${keys.no} declines.`
            : 'Nothing was sent, and what is typed here sends nothing any more. Enter leaves the field.'
        return textRows(text, width, 'warn')
      }
      return [
        ...moneyRows({ ...work, question, run }, app, width, spoken),
        ...textRows(nextText(work, question, run, app), width, 'warn'),
      ]
  }
}

const CONFIRM_TEXTS: Readonly<Record<RiskyAction, string>> = {
  'give-up': 'Give it up? Nothing was signed.',
  'speed-up': 'Speed it up? The same transaction is signed again with higher fees; only one of the two is mined.',
  cancel:
    'Cancel it? An empty transaction with higher fees replaces it and costs only its fees; if the original is mined first, that one counts.',
}

function keysOf(app: AppFacts) {
  const [pay, yes, no] = [keyFor(app, 'pay', 'P'), keyFor(app, 'yes', 'Y'), keyFor(app, 'no', 'n')]
  return { pay, yes, no, lock: keyFor(app, 'lock-again', 'L'), yesOrNo: `${yes} yes, ${no} no.` }
}

interface AskedMoney extends Pick<Work, 'asked' | 'loss'> {
  readonly question: TermsQuestion | PaymentQuestion
  readonly run: RunFacts
}

/** The lock's clock, what is sent and to whom, and the least that arrives. */
function moneyRows(
  { question, run, asked, loss }: AskedMoney,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly Row[] {
  const { now, place } = app
  const { terms } = run.lock ?? {}
  const unknown = 'value unknown'
  const worth = terms === undefined ? unknown : sentWorthText(terms, loss, place.api !== undefined, unknown)
  const moves =
    question.kind === 'payment' || question.next === 'pays' ? 'PAY' : question.next === 'asks' ? 'EXECUTE' : 'YOU PAY'
  const name = run.recipientName ?? nameOfContact(app, { address: run.recipient, memo: run.recipientMemo })
  const who = `${name === undefined ? '' : `${name} `}${shortAddress(run.recipient)}`
  const lack = asked?.balance === undefined ? undefined : lackText(run.amount, asked.balance, asked.from)
  const parts: readonly Piece[] = [
    { text: `${moves} ${run.amount} ${terms?.src.symbol ?? run.from} (${worth})`, role: 'title' },
    { text: `to ${who} [${addressFingerprint(run.recipient)}]`, role: 'accent' },
    leastPiece(run),
    ...(lack === undefined ? [] : [{ text: `! ${lack}`, role: 'warn' } as const]),
  ]
  const clock = question.kind === 'terms' ? clockText(run, now) : undefined
  return [...(clock === undefined ? [] : [clockRow(clock, width, spoken)]), ...wrapPieces(parts, width)]
}

/** Texts next to each other, each on a line of its own, or more, where they do not fit. */
function wrapPieces(pieces: readonly Piece[], width: number): readonly Row[] {
  const rows: Row[] = []
  let row: Row = []
  for (const piece of pieces) {
    const joined: Row = row.length === 0 ? [piece] : [...row, { text: '  ' }, piece]
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

/** The least that arrives, and how far that is below the quote where it is far. */
function leastPiece({ lock, to }: RunFacts): Piece {
  const { terms } = lock ?? {}
  if (terms?.minimumOut === undefined) return { text: `no least is promised in ${to}`, role: 'warn' }
  const text = `at least ${formatAmount(terms.minimumOut, terms.dst.decimals)} ${terms.dst.symbol}`
  const less = notableShortfallBps(terms)
  return less === undefined
    ? { text, role: 'text' }
    : { text: `! ${text}: ${percentOfBps(less)} % less than quoted`, role: 'warn' }
}

interface Clock {
  readonly leftMs: number
  readonly ttlMs: number
  readonly text: string
  readonly role: Role
}

/** How long the lock holds; undefined where that is over, or it was executed. */
function clockText({ lock, step }: RunFacts, now: number): Clock | undefined {
  if (lock === undefined || step === 'executed') return undefined
  const leftMs = Date.parse(lock.expiresAt) - now
  if (!(leftMs > 0)) return undefined
  const left = Math.ceil(leftMs / 1000)
  return { leftMs, ttlMs: lock.ttlMs, text: `lock ${left} s`, role: left <= 10 ? 'warn' : 'good' }
}

/** Widest bar of a clock. */
const MOST_BAR = 40

function clockRow({ leftMs, ttlMs, text, role }: Clock, width: number, spoken: boolean): Row {
  if (spoken) return [{ text: `The ${text} left.` }]
  const columns = Math.min(MOST_BAR, width - textWidth(text) - 2)
  const bar = columns < 5 ? '' : ` ${barText(leftMs, ttlMs, columns)}`
  return cutRow([{ text: `${text}${bar}`, role }], width)
}

/** Exactly what the next key does. */
function nextText(work: Work, question: TermsQuestion | PaymentQuestion, run: RunFacts, app: AppFacts): string {
  const money = `${run.amount} ${run.lock?.terms.src.symbol ?? run.from}`
  const { pay, yes, no } = keysOf(app)
  if (question.typing !== undefined) {
    const word = wordOf(work, app) ?? ''
    return `${whyTyped(work, app)}type ${word} and Enter to send ${money}; Esc no`
  }
  if (question.kind === 'payment') return `Sign and send ${money}? ${pay} pays, ${no} declines.`
  const next = {
    pays: `${pay} pays: executes, and sends ${money} at once`,
    asks: `${yes} executes; what is to be signed is shown before it is paid`,
    'you-pay': `${yes} executes; ${money} is then for you to send`,
  }[question.next]
  return `Agree to these terms? ${next}; ${no} declines.`
}

function whyTyped({ run, loss }: Work, { settings }: AppFacts): string {
  const above = readSetting('confirm-above', settings['confirm-above'])
  const terms = run?.lock?.terms
  const worth = terms === undefined ? undefined : worthAtStake(terms, loss)
  const limit = parseUsd(above) ?? 0n
  if (terms !== undefined && notableShortfallBps(terms) !== undefined) return 'Far less than quoted may arrive: '
  return worth !== undefined && worth > limit ? `Above ${usdForPeople(above)}: ` : 'To be sure: '
}
