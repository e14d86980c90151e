import { parseUsd, type MicroUsd } from '../../../core/money/usd.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { DAY_MS } from '../../../core/text/duration.ts'
import { nearest } from '../../../core/text/nearest.ts'

/*
 * What filters a list, as one types it: `status:failed chain:base >100usd -provider:x <2d eth`. All of it must hold; words that
 * are separated by commas may each. Nothing throws: what cannot be read yet leaves every row in, and is said under the line. Packages
 * that read such lines throw while they are typed, or know no comparisons.
 */

/** A field of the rows R that a filter may name. */
export type FilterField<R> =
  | {
      readonly kind: 'text'
      /** What it is, in a few words. */
      readonly about: string
      /** Texts of a row: the filter names the beginning of one of them. */
      readonly read: (row: R) => readonly string[]
      /** What completion offers. */
      readonly values?: readonly string[]
    }
  | {
      readonly kind: 'usd'
      readonly about: string
      /** Undefined where the value is not known: no comparison holds. */
      readonly read: (row: R) => MicroUsd | undefined
    }
  | {
      readonly kind: 'age'
      readonly about: string
      /** Epoch milliseconds. */
      readonly read: (row: R) => number | undefined
    }
  | {
      readonly kind: 'duration'
      readonly about: string
      /** Seconds. */
      readonly read: (row: R) => number | undefined
    }
  | {
      readonly kind: 'number'
      readonly about: string
      readonly read: (row: R) => number | undefined
    }

/** What filters of a list may name. */
export interface FilterTable<R> {
  /** By name, in lower case. The first of kind `usd` and of kind `age` are what `>100usd` and `<2d` mean. */
  readonly fields: Readonly<Record<string, FilterField<R>>>
  /** Texts that a word without a field is looked for in. */
  readonly words: (row: R) => readonly string[]
}

/** A filter that was read. */
export interface ReadFilter<R> {
  /** True for a row that stays. @param now epoch milliseconds */
  readonly holds: (row: R, now: number) => boolean
  /** What of it is not understood, as a sentence of clean text; undefined where all of it is. */
  readonly problem: string | undefined
}

/** Most characters that are read. */
const MAX_LENGTH = 300

type Test<R> = (row: R, now: number) => boolean
/** At least one of the two. */
interface TermRead<R> {
  readonly test?: Test<R>
  readonly problem?: string
}

/** Reads a filter. An unknown field is said and taken for a word; a value that cannot be read is said and left out. */
export function readFilter<R>(table: FilterTable<R>, text: string): ReadFilter<R> {
  const read = termsOf(text.slice(0, MAX_LENGTH)).map(({ text: term }) => readTerm(table, term))
  const tests = read.flatMap(({ test }) => test ?? [])
  const [first] = read.flatMap(({ problem }) => problem ?? [])
  return { holds: (row, now) => tests.every((test) => test(row, now)), problem: first }
}

/** A part of a filter, with its place in UTF-16 units. */
export interface FilterTerm {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The parts between spaces; spaces between double quotes belong to a part. */
export function termsOf(text: string): readonly FilterTerm[] {
  return [...text.matchAll(/(?:"[^"]*"?|[^\s"])+/g)].map(({ 0: term, index }) => ({
    text: term,
    start: index,
    end: index + term.length,
  }))
}

const FIELD = /^([a-z][a-z-]*):(.*)$/is
const COMPARISON = /^(>=|<=|>|<|=)?(.*)$/s

function readTerm<R>(table: FilterTable<R>, term: string): TermRead<R> {
  const isNot = /^[-!]./.test(term)
  const read = readPositive(table, isNot ? term.slice(1) : term)
  const { test } = read
  return isNot && test !== undefined ? { ...read, test: (row, now) => !test(row, now) } : read
}

function readPositive<R>(table: FilterTable<R>, term: string): TermRead<R> {
  const [, name, value = ''] = FIELD.exec(term) ?? []
  if (name === undefined) return readBare(table, term)
  const field = fieldOf(table, name)
  if (field !== undefined) return readField(name, field, value)
  const known = Object.keys(table.fields)
  const near = nearest(
    name,
    known.map((each) => [each, each] as const),
    1,
  )
  const instead = near.length > 0 ? `did you mean ${near.join('')}:?` : `there are ${known.join(', ')}`
  return { ...findWord(table, term), problem: `No field ${cleanText(name, 40)}: ${instead}` }
}

/** A word, or a comparison whose unit says which field it is of: `>100usd`, `<2d`. */
function readBare<R>(table: FilterTable<R>, term: string): TermRead<R> {
  const [, comparison, rest = ''] = COMPARISON.exec(term) ?? []
  if (comparison === undefined) return findWord(table, term)
  const kind = /usd$|^\$/i.test(rest) ? 'usd' : AGE.test(rest) ? 'age' : undefined
  const found = Object.entries(table.fields).find(([, field]) => field.kind === kind)
  if (found !== undefined) return readField(found[0], found[1], term)
  const units = new Set(Object.values(table.fields).map(({ kind: each }) => each))
  const examples = [...(units.has('usd') ? ['>100usd'] : []), ...(units.has('age') ? ['<2d'] : [])]
  return {
    problem: `${cleanText(term, 40)} compares nothing${examples.length === 0 ? '' : `: write ${examples.join(' or ')}`}`,
  }
}

function readField<R>(name: string, field: FilterField<R>, value: string): TermRead<R> {
  if (value === '') return { problem: `${name}: needs a value` }
  if (field.kind === 'text') {
    const wanted = value
      .split(',')
      .map(textOf)
      .filter(({ text }) => text !== '')
    if (wanted.length === 0) return { problem: `${name}: needs a value` }
    return { test: (row) => field.read(row).some((each) => wanted.some((one) => isMeant(one, each.toLowerCase()))) }
  }
  const [, comparison = '', rest = ''] = COMPARISON.exec(value) ?? []
  if (field.kind === 'usd') {
    const limit = parseUsd(rest.replace(/^\$|usd$/i, ''))
    if (limit === undefined || comparison === '') return { problem: `${name}: compares dollars, such as ${name}:>100` }
    return { test: (row) => compares(comparison, field.read(row), limit) }
  }
  if (field.kind === 'age') {
    const limit = ageOf(rest)
    if (limit === undefined) return { problem: `${name}: needs an age, such as ${name}:<2d` }
    return {
      test: (row, now) => {
        const at = field.read(row)
        return compares(comparison === '' ? '<' : comparison, at === undefined ? undefined : now - at, limit)
      },
    }
  }
  const limit = field.kind === 'duration' && AGE.test(rest) ? (ageOf(rest) ?? 0) / 1000 : numberOf(rest)
  if (limit === undefined) return { problem: `${name}: needs a number, such as ${name}:>5` }
  return { test: (row) => compares(comparison, field.read(row), limit) }
}

/** What a part of a filter asks for by text, where nothing is said of what must not be. */
export interface AskedText {
  /** As it was written, in lower case; undefined for a word. */
  readonly field: string | undefined
  /** In lower case: one of them is meant, or the beginning of one. */
  readonly values: readonly WantedText[]
}

/** Reads a part that asks for a text; undefined for any other. */
export function readAskedText(term: string): AskedText | undefined {
  if (/^[-!]./.test(term)) return undefined
  const [, name, value = ''] = FIELD.exec(term) ?? []
  if (name !== undefined) {
    const values = value
      .split(',')
      .map(textOf)
      .filter(({ text }) => text !== '')
    return values.length === 0 ? undefined : { field: name.toLowerCase(), values }
  }
  if (COMPARISON.exec(term)?.[1] !== undefined) return undefined
  return { field: undefined, values: [{ text: term.replaceAll('"', '').toLowerCase(), isWhole: false }] }
}

/** A text that a filter asks for. */
export interface WantedText {
  readonly text: string
  /** True where the whole text is meant and not how it begins: `chain:=base`. */
  readonly isWhole: boolean
}

function textOf(value: string): WantedText {
  const text = value.replaceAll('"', '').toLowerCase()
  return text.startsWith('=') ? { text: text.slice(1), isWhole: true } : { text, isWhole: false }
}

/** True for a value that is asked for. @param value in lower case */
export function isMeant({ text, isWhole }: WantedText, value: string): boolean {
  return isWhole ? value === text : value.startsWith(text)
}

function findWord<R>({ words }: FilterTable<R>, term: string): TermRead<R> {
  const word = term.replaceAll('"', '').toLowerCase()
  return { test: (row) => words(row).some((each) => each.toLowerCase().includes(word)) }
}

function compares<T extends number | bigint>(comparison: string, value: T | undefined, limit: T): boolean {
  if (value === undefined) return false
  switch (comparison) {
    case '>':
      return value > limit
    case '>=':
      return value >= limit
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    default:
      return value === limit
  }
}

/** The field of a name, in any letter case. */
export function fieldOf<R>({ fields }: FilterTable<R>, name: string): FilterField<R> | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

const AGE = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)(s|m|h|d|w)$/i
const AGE_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
}

/** Milliseconds of `90s`, `15m`, `2h`, `2d` or `1w`. */
function ageOf(text: string): number | undefined {
  const [, count, unit = ''] = AGE.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (AGE_MS[unit.toLowerCase()] ?? 0)
}

function numberOf(text: string): number | undefined {
  return /^-?[0-9]{1,15}(\.[0-9]{1,9})?%?$/.test(text) ? Number(text.replace('%', '')) : undefined
}
