import { formatAmountForPeople } from '../../../core/money/amount.ts'
import { divideUp } from '../../../core/money/divide-up.ts'
import { larger } from '../../../core/money/larger.ts'
import { feesTotal, formatUsdForPeople } from '../../../core/money/fees.ts'
import { roundingOf } from '../../../core/swap/floor.ts'
import { sideText, type StatedTerms, type TermsSide } from '../../../core/swap/terms.ts'
import { onTopTotal } from '../../../core/swap/unpriced-cost.ts'
import { duration } from '../../../core/text/duration.ts'

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
      `${withSign(formatAmountForPeople(moved, side.decimals))} (${withSign(percent(moved, before))} %)`,
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

/**
 * Hundredths of a percent, rounded down: a loss never looks smaller than it is, nor a gain larger. That an amount was rounded to
 * base units is no loss.
 */
function percent(part: bigint, whole: bigint): string {
  const lost = larger(0n, -part - roundingOf(whole))
  const absolute = part < 0n ? divideUp(lost * 10_000n, whole) : (part * 10_000n) / whole
  const text = `${absolute / 100n}.${(absolute % 100n).toString().padStart(2, '0')}`
  return part < 0n ? `-${text}` : text
}

function withSign(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}
