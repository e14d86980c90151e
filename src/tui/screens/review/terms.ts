import { parseAmount, formatAmount } from '../../../core/money/amount.ts'
import type { Fees, Lock, Route } from '../../../core/api/documents.ts'
import { feesText, formatUsdForPeople, onTopText, onTopUsd } from '../../../core/money/fees.ts'
import { lossBps, MOST_LOSS_BPS, usdOf, type ValuedTerms } from '../../../core/money/price-loss.ts'
import { formatUsd, parseUsd } from '../../../core/money/usd.ts'
import { duration } from '../../../core/text/duration.ts'
import { readSetting } from '../../../io/index.ts'

/** What a quote or a lock promises. */
export type Terms = Pick<Route | Lock, 'src' | 'dst' | 'fees' | 'minimumReceived' | 'estimatedTime' | 'priceImpactBps'>

/** One promise before and now. */
export interface MovedRow {
  readonly name: string
  /** '' where nothing was promised before. */
  readonly before: string
  readonly now: string
  /** Signed difference; `=` where nothing moved, '' where it cannot be told. */
  readonly change: string
  /** Whether the user gains by it. */
  readonly tone: 'same' | 'better' | 'worse'
}

/** Decimals in which amounts are compared: more than any asset has. */
const COMPARED = 36

/** What moved between what was seen before and these terms. @param before undefined where nothing was seen before */
export function movedRows(before: Terms | undefined, now: Terms): readonly MovedRow[] {
  return [
    amountRow('receive', before?.dst.formatted, now.dst.formatted, now.dst.currency),
    amountRow(
      'at least',
      before === undefined ? undefined : (before.minimumReceived ?? ''),
      now.minimumReceived,
      now.dst.currency,
    ),
    usdRow('worth', before?.dst.usd, now.dst.usd, 'more'),
    usdRow('fees', before === undefined ? undefined : feesTotal(before.fees), feesTotal(now.fees), 'less'),
    usdRow('on top', before === undefined ? undefined : onTop(before.fees), onTop(now.fees), 'less'),
    timeRow(before?.estimatedTime, now.estimatedTime),
  ]
}

/** What fees come to in USD as decimal text; '' where none has a value. */
function feesTotal({ total, items }: Fees): string {
  return feesText(total.usd, items) === 'unknown' ? '' : total.usd
}

/** What is paid on top of the amount, in USD as decimal text; '' where none of it has a value. */
export function onTop(fees: Fees): string {
  if (onTopText(fees.items) === 'unknown') return ''
  return formatUsd(onTopUsd(fees.items))
}

function amountRow(name: string, before: string | undefined, now: string | undefined, currency: string): MovedRow {
  const text = now === undefined ? 'not promised' : `${now} ${currency}`
  const old = before === undefined ? '' : before === '' ? 'not promised' : `${before} ${currency}`
  const first = parseAmount(before ?? '', COMPARED)
  const second = parseAmount(now ?? '', COMPARED)
  if (!first.ok || !second.ok) {
    const worse = first.ok && before !== ''
    return { name, before: old, now: text, change: '', tone: worse ? 'worse' : 'same' }
  }
  const moved = second.units - first.units
  if (moved === 0n) return { name, before: old, now: text, change: '=', tone: 'same' }
  return {
    name,
    before: old,
    now: text,
    change: `${signed(formatAmount(moved, COMPARED))} (${signed(percent(moved, first.units))} %)`,
    tone: moved > 0n ? 'better' : 'worse',
  }
}

function usdRow(name: string, before: string | undefined, now: string, good: 'more' | 'less'): MovedRow {
  const first = parseUsd(before ?? '')
  const second = parseUsd(now)
  const text = second === undefined ? 'not stated' : formatUsdForPeople(second)
  const old = before === undefined ? '' : first === undefined ? 'not stated' : formatUsdForPeople(first)
  if (first === undefined || second === undefined) return { name, before: old, now: text, change: '', tone: 'same' }
  const moved = second - first
  if (moved === 0n) return { name, before: old, now: text, change: '=', tone: 'same' }
  return {
    name,
    before: old,
    now: text,
    change: `${moved > 0n ? '+' : ''}${formatUsdForPeople(moved)}`,
    tone: moved > 0n === (good === 'more') ? 'better' : 'worse',
  }
}

function timeRow(before: number | undefined, now: number | undefined): MovedRow {
  const text = now === undefined ? 'not stated' : duration(now)
  const old = before === undefined ? '' : duration(before)
  if (before === undefined || now === undefined)
    return { name: 'takes', before: old, now: text, change: '', tone: 'same' }
  const moved = now - before
  if (moved === 0) return { name: 'takes', before: old, now: text, change: '=', tone: 'same' }
  return {
    name: 'takes',
    before: old,
    now: text,
    change: `${moved > 0 ? '+' : '-'}${duration(Math.abs(moved))}`,
    tone: moved > 0 ? 'worse' : 'better',
  }
}

/** Hundredths of a percent are shown, toward zero. */
function percent(part: bigint, whole: bigint): string {
  const hundredths = (part * 10_000n) / whole
  const absolute = hundredths < 0n ? -hundredths : hundredths
  const text = `${absolute / 100n}.${(absolute % 100n).toString().padStart(2, '0')}`
  return part < 0n ? `-${text}` : text
}

function signed(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}

/**
 * What must be typed before money moves; undefined where a key is enough.
 * @param setting value of `confirm-above`, dollars as decimal text; undefined where it is not set
 * @param isLive false for paper money, whose value need not be known and may be lost
 */
export function wordToType(
  terms: ValuedTerms,
  amount: string,
  setting: string | undefined,
  isLive: boolean,
): string | undefined {
  const limit = parseUsd(readSetting('confirm-above', setting)) ?? 0n
  const value = worthOf(terms)
  const loses = (lossBps(terms) ?? 0) > MOST_LOSS_BPS
  const asks = value === undefined ? isLive : value > limit || (isLive && loses)
  if (!asks) return undefined
  return amount.length <= MAX_TYPED && /^[0-9.]+$/.test(amount) ? amount : 'send'
}

/** What is at stake in micro-dollars, by the side that is worth more; undefined where neither says, zero being no value. */
function worthOf({ src, dst }: ValuedTerms): bigint | undefined {
  const [sent = 0n, received = 0n] = [usdOf(src), usdOf(dst)]
  const worth = sent > received ? sent : received
  return worth > 0n ? worth : undefined
}

/** Longest amount that a person is made to type, in characters. */
const MAX_TYPED = 20

/** True when what was typed is the word, or the same amount. */
export function isTyped(typed: string, word: string): boolean {
  const text = typed.trim()
  if (text === word) return true
  const first = parseAmount(text, COMPARED)
  const second = parseAmount(word, COMPARED)
  return first.ok && second.ok && first.units === second.units
}
