import { formatAmount, MOST_DECIMALS, parseAmount } from '../../core/money/amount.ts'
import { readBps, writeBps } from '../../core/money/basis-points.ts'
import { type ApiErrorCode, SwapError } from '../../core/api/errors.ts'
import { oneOf } from '../../core/text/one-of.ts'
import type { ValueKind } from '../command.ts'
import { unknownValue } from './unknown-name.ts'

/** A value that a declaration stands for: text, a number, or base units. */
export type Value = string | number | bigint

/**
 * Checks one word of the command line. @param name how the user knows it: `--min-receive`
 * @throws USAGE, or the code that the declaration names
 */
export function readValue(name: string, kind: ValueKind, text: string): Value {
  switch (kind.kind) {
    case 'text':
    case 'file':
    case 'chain':
    case 'asset':
      return text
    case 'provider':
      return text.trim().toUpperCase().replaceAll('-', '_')
    case 'choice':
      if (kind.choices.includes(text)) return text
      throw unknownValue(`${name} must be ${oneOf(kind.choices)}`, text, kind.choices)
    case 'number':
    case 'duration':
      return readNumber(name, kind, text, kind.kind === 'number' && kind.whole === true)
    case 'percent':
      return Math.floor(readNumber(name, kind, text.replace(/ ?%$/, ''), false) * 100)
    case 'basisPoints': {
      const read = readBps(text, kind.max)
      if (read.ok) return read.bps
      throw refusal(kind.error, `${name} ${read.problem}`)
    }
    case 'amount': {
      const parsed = parseAmount(text, kind.decimals ?? MOST_DECIMALS)
      if (parsed.ok) return kind.decimals === undefined ? text : parsed.units
      const what =
        kind.unit === undefined ? 'decimal amount, for example 0.5' : `number of ${kind.unit}, for example 30`
      throw refusal(kind.error, `${name} must be a positive ${what}`)
    }
  }
}

/** The text that `readValue` reads as this value. */
export function writeValue(kind: ValueKind, value: Value): string {
  if (kind.kind === 'basisPoints') return writeBps(Number(value))
  if (kind.kind === 'percent') return String(Number(value) / 100)
  if (typeof value === 'bigint') return formatAmount(value, kind.kind === 'amount' ? (kind.decimals ?? 0) : 0)
  return String(value)
}

type NumberKind = Extract<ValueKind, { kind: 'number' | 'percent' | 'duration' }>

function readNumber(name: string, { kind, min, max, error, hint }: NumberKind, text: string, whole: boolean): number {
  const shape = whole ? /^[0-9]{1,16}$/ : /^[0-9]{1,16}(\.[0-9]{1,9})?$/
  const number = shape.test(text) ? Number(text) : NaN
  if (number >= min && number <= max) return number
  const unit = kind === 'duration' ? ' of seconds' : kind === 'percent' ? ' of percent, such as 2.5 or 2.5%,' : ''
  throw refusal(error, `${name} must be a ${whole ? 'whole ' : ''}number${unit} from ${min} to ${max}`, hint)
}

function refusal(code: ApiErrorCode | 'USAGE' = 'USAGE', message: string, hint?: string): SwapError {
  return new SwapError(code, message, hint === undefined ? {} : { hint })
}
