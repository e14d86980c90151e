import { readAmount } from '../../../core/api/answers.ts'
import { formatAmount } from '../../../core/money/amount.ts'
import { feesTotal, formatUsdForPeople } from '../../../core/money/fees.ts'
import { lossProblem, type SwapLoss } from '../../../core/money/loss.ts'
import { lossBps, MOST_LOSS_BPS, type ValuedTerms } from '../../../core/money/price-loss.ts'
import { parseUsd } from '../../../core/money/usd.ts'
import { sideText, type StatedTerms, type TermsSide } from '../../../core/swap/terms.ts'
import { onTopTotal } from '../../../core/swap/unpriced-cost.ts'
import { duration } from '../../../core/text/duration.ts'
import { readSetting } from '../../../io/index.ts'
import { larger } from '../../../core/money/larger.ts'

/** One promise before and now. */
export interface MovedRow {
  readonly name: string
  /** '' where nothing was promised before. */
  readonly before: string
  readonly now: string
  /** Signed difference; `=` where nothing moved, '' where it is not known. */
  readonly change: string
  /** Whether the user gains by it. */
  readonly tone: 'same' | 'better' | 'worse'
}

/** What moved between what was seen before and these terms. @param before undefined where nothing was seen before */
export function movedRows(before: StatedTerms | undefined, now: StatedTerms): readonly MovedRow[] {
  const row = (name: string, kind: Kind, read: (terms: StatedTerms) => bigint | undefined): MovedRow => ({
    name,
    before: before === undefined ? '' : textOf(kind, read(before)),
    now: textOf(kind, read(now)),
    ...changeOf(kind, before === undefined ? undefined : read(before), read(now)),
  })
  const amounts = amountsOf(now.dst)
  return [
    row('receive', amounts, ({ dst }) => dst.amount),
    row('promised', amounts, ({ minimumOut }) => minimumOut),
    row('worth', { ...DOLLARS, good: 'more' }, ({ dst }) => dst.usd),
    row('fees', DOLLARS, feesTotal),
    row('on top', DOLLARS, onTopTotal),
    row('takes', SECONDS, ({ estimatedTimeSec: sec }) => (sec === undefined ? undefined : BigInt(Math.ceil(sec)))),
  ]
}

/** How a value is written and judged. */
interface Kind {
  /** What stands where there is no value. */
  readonly none: string
  readonly good: 'more' | 'less'
  /** To lose one is worse, and nothing is none. */
  readonly isPromise: boolean
  readonly text: (value: bigint) => string
  readonly change: (moved: bigint, before: bigint) => string
}

const DOLLARS: Kind = {
  none: 'not stated',
  good: 'less',
  isPromise: false,
  text: formatUsdForPeople,
  change: (moved) => withSign(formatUsdForPeople(moved)),
}

const SECONDS: Kind = {
  none: 'not stated',
  good: 'less',
  isPromise: false,
  text: (value) => duration(Number(value)),
  change: (moved) => (moved < 0n ? `-${duration(Number(-moved))}` : `+${duration(Number(moved))}`),
}

function amountsOf(side: TermsSide): Kind {
  return {
    none: 'not promised',
    good: 'more',
    isPromise: true,
    text: (amount) => sideText({ ...side, amount }),
    change: (moved, before) =>
      `${withSign(formatAmount(moved, side.decimals))} (${withSign(percent(moved, before))} %)`,
  }
}

function textOf({ none, text }: Kind, value: bigint | undefined): string {
  return value === undefined ? none : text(value)
}

function changeOf(kind: Kind, before: bigint | undefined, now: bigint | undefined): Pick<MovedRow, 'change' | 'tone'> {
  if (before === undefined || now === undefined || (kind.isPromise && before === 0n)) {
    return { change: '', tone: kind.isPromise && before !== undefined && before > 0n ? 'worse' : 'same' }
  }
  const moved = now - before
  if (moved === 0n) return { change: '=', tone: 'same' }
  return { change: kind.change(moved, before), tone: moved > 0n === (kind.good === 'more') ? 'better' : 'worse' }
}

/** Hundredths of a percent are shown, toward zero. */
function percent(part: bigint, whole: bigint): string {
  const hundredths = (part * 10_000n) / whole
  const absolute = hundredths < 0n ? -hundredths : hundredths
  const text = `${absolute / 100n}.${(absolute % 100n).toString().padStart(2, '0')}`
  return part < 0n ? `-${text}` : text
}

function withSign(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}

/**
 * What must be typed before money moves; undefined where a key is enough.
 * @param setting value of `confirm-above`, dollars as decimal text; undefined where it is not set
 * @param isLive false for paper money, whose value need not be known and may be lost
 * @param loss by evidence; the counterparty's own values only make it stricter. @default those alone
 */
export function wordToType(
  terms: ValuedTerms,
  amount: string,
  setting: string | undefined,
  isLive: boolean,
  loss?: SwapLoss,
): string | undefined {
  const limit = parseUsd(readSetting('confirm-above', setting)) ?? 0n
  const value = loss === undefined ? worthOf(terms) : worthByEvidence(terms, loss)
  const loses =
    loss === undefined
      ? (lossBps(terms) ?? 0) > MOST_LOSS_BPS
      : lossProblem(loss, { isSandbox: !isLive, hasMinReceive: false }) !== undefined
  const asks = value === undefined ? isLive : value > limit || (isLive && loses)
  if (!asks) return undefined
  return amount.length <= MAX_TYPED && /^[0-9.]+$/.test(amount) ? amount : 'send'
}

/** What is at stake in micro-dollars, by the side that is worth more; undefined where neither says, zero being no value. */
function worthOf({ src, dst }: ValuedTerms): bigint | undefined {
  const [sent = 0n, received = 0n] = [src.usd, dst.usd]
  const worth = larger(sent, received)
  return worth > 0n ? worth : undefined
}

/** The same where evidence says so; undefined where it does not. */
function worthByEvidence(terms: ValuedTerms, { leavesUsd, isSingleNode }: SwapLoss): bigint | undefined {
  if (leavesUsd === undefined || isSingleNode) return undefined
  const stated = worthOf(terms) ?? 0n
  return larger(stated, leavesUsd)
}

/** Longest amount that a person is made to type, in characters. */
const MAX_TYPED = 20

/** True when what was typed is the word, or the same amount. */
export function isTyped(typed: string, word: string): boolean {
  const text = typed.trim()
  if (text === word) return true
  const amount = readAmount(text)
  return amount !== undefined && amount === readAmount(word)
}
