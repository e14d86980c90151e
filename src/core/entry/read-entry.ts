import { parseAssetReference } from '../assets/asset-form.ts'
import { formatAmount, MOST_DECIMALS, parseAmount } from '../money/amount.ts'
import { readAmountShare } from '../money/amount-share.ts'
import { cleanText } from '../text/clean-text.ts'
import { amountProblem, clauseOf, type ClauseRow, ENTRY_CLAUSES, type EntryClause, EVERY_CLAUSE } from './clauses.ts'

/*
 * A swap on one line: `0.5 eth to usdc base slip 50bps for @bob`. The amount, the asset to pay, `>` or `to`, the asset to get,
 * and then clauses, each of a word and a value. An asset is written as everywhere, or as its symbol or address and, behind it,
 * its chain, with or without the word on: `usdc base`, `usdc on base`. Nothing is looked up here, no word is passed over, and what a line does not say exactly is a problem.
 */

/** What a part of an entry is. */
export type EntryPart = 'amount' | 'from' | 'separator' | 'to' | 'keyword' | 'value' | 'wrong'

/** A part of an entry. */
export interface EntrySpan {
  readonly part: EntryPart
  /** From where to where it stands in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Of a keyword or its value. */
  readonly clause?: EntryClause
  /** Of an asset: as `matchAsset` takes it. */
  readonly reference?: string
}

/** Why an entry is no order. */
export interface EntryProblem {
  /** Clean text. */
  readonly message: string
  /** What to write; clean text. */
  readonly hint: string
  /** True where something is missing at the end: whoever types goes on. */
  readonly isUnfinished: boolean
}

/** What an entry asks for, as it was written; nothing of it has been looked up. */
export interface EntryOrder {
  readonly amount: string
  /** Asset to pay, as `matchAsset` takes it: `eth`, `usdc@base`. */
  readonly from: string
  /** Asset to get, likewise. */
  readonly to: string
  readonly clauses: Readonly<Partial<Record<EntryClause, string>>>
}

/** An entry as it was read. */
export interface EntryReading {
  /** Its parts in order; between them is only space. */
  readonly spans: readonly EntrySpan[]
  /** Undefined where there is a problem. */
  readonly order: EntryOrder | undefined
  /** The first one. */
  readonly problem: EntryProblem | undefined
}

/** What a caller can do with an entry. */
export interface EntryScope {
  /** Clauses that it can do something with. @default all */
  readonly clauses?: readonly EntryClause[]
  /** True where the amount may be a share of a balance that the caller reads: `max`, `50%`. @default false */
  readonly takesShares?: boolean
}

/** A whole entry, for hints. */
const ENTRY_EXAMPLE = '0.5 eth to usdc base'

/** Longest entry, in UTF-16 units: two of the longest references and a recipient. */
const MAX_LENGTH = 1_000

/** Words between the two assets. */
export const SEPARATORS: ReadonlySet<string> = new Set(['>', '->', 'to', 'into'])

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Reads a swap that is written on one line. Never throws. */
export function readEntry(
  text: string,
  { clauses: allowed = EVERY_CLAUSE, takesShares = false }: EntryScope = {},
): EntryReading {
  if (text.length > MAX_LENGTH) return unreadable(text, `A line has at most ${MAX_LENGTH} characters`)
  if (cleanText(text, Infinity) !== text) return unreadable(text, 'The line has invisible characters: type it again')
  const words = wordsOf(text)
  const spans: EntrySpan[] = []
  const [amount, ...rest] = words
  if (amount === undefined) return stop(spans, words, 'Nothing is written', `Write for example: ${ENTRY_EXAMPLE}`, true)
  const wrongAmount = takesShares ? problemOfAmountOrShare(amount.text) : problemOfAmount(amount.text)
  if (wrongAmount !== undefined) return stop(spans, words, ...wrongAmount)
  spans.push(spanOf('amount', [amount]))

  // The first word is the asset's, whatever it is: there are tokens called FOR and VIA.
  const separatorAt = rest.findIndex(({ text: word }, at) => at > 0 && SEPARATORS.has(word.toLowerCase()))
  const from = separatorAt === -1 ? rest : rest.slice(0, separatorAt)
  const early = from.findIndex(({ text: word }, at) => at > 0 && clauseOf(word) !== undefined)
  if (early !== -1) {
    spans.push(assetSpan('from', from.slice(0, early)))
    return stop(spans, rest.slice(early), `${quote(rest[early])} stands before the asset to get`, BEHIND)
  }
  if (from.length === 0) {
    return stop(spans, [], 'The asset to pay is missing', `Write it behind the amount: ${ENTRY_EXAMPLE}`, true)
  }
  const wrongFrom = problemOfAsset(from)
  if (wrongFrom !== undefined) return stop(spans, rest, ...wrongFrom)
  spans.push(assetSpan('from', from))
  const separator = rest[separatorAt]
  if (lacksChain(from)) {
    return stop(spans, separator === undefined ? [] : rest.slice(separatorAt), ...NO_CHAIN, separator === undefined)
  }
  if (separator === undefined) {
    return stop(spans, [], 'The asset to get is missing', `Write to or > and the asset: ${ENTRY_EXAMPLE}`, true)
  }
  spans.push(spanOf('separator', [separator]))

  const behind = rest.slice(separatorAt + 1)
  const clauseAt = behind.findIndex(({ text: word }, at) => at > 0 && clauseOf(word) !== undefined)
  const to = clauseAt === -1 ? behind : behind.slice(0, clauseAt)
  if (to.length === 0) {
    return stop(spans, [], 'The asset to get is missing', `Write it behind ${separator.text}: ${ENTRY_EXAMPLE}`, true)
  }
  const wrongTo = problemOfAsset(to)
  if (wrongTo !== undefined) return stop(spans, behind, ...wrongTo)
  spans.push(assetSpan('to', to))
  if (lacksChain(to)) {
    return stop(spans, clauseAt === -1 ? [] : behind.slice(clauseAt), ...NO_CHAIN, clauseAt === -1)
  }

  const clauses = readClauses(spans, behind.slice(to.length), allowed)
  if (clauses.kind === 'bad') return clauses.reading
  return {
    spans,
    order: { amount: amount.text, from: referenceOf(from), to: referenceOf(to), clauses: clauses.values },
    problem: undefined,
  }
}

/** True for a text that a command takes as an entry: an amount alone has neither spaces nor an arrow. */
export function isEntry(text: string): boolean {
  return /[\s>]/.test(text.trim())
}

/**
 * True for a text that can only be, or become, an entry: it begins with a number that is not the 0x of an address, or with a word
 * for an amount and has two assets.
 */
export function beginsEntry(text: string): boolean {
  return /^\s*((?!0x)[0-9.]|\$[0-9.]|(max|all|half)\s+[^\s>]+(\s+on)?(\s+[^\s>]+)?(\s+(to|into)|\s*>))/i.test(text)
}

const BEHIND = `Clauses come last: ${ENTRY_EXAMPLE} slip 50bps for @bob`

/** The word that may stand between an asset and its chain. */
const ON = 'on'
/** What is wrong where nothing stands behind it. */
const NO_CHAIN = ['The chain behind "on" is missing', `Write for example: 0.5 eth on base to usdc on arbitrum`] as const

/** How a share of the balance is written. */
const SHARE_FIRST = 'Write for example: 50% eth to usdc base'

type Stop = readonly [message: string, hint: string]

/** Words; an arrow is one even where no space is around it. */
function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/->|>|(?:(?!->)[^\s>])+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))
}

/** Letters behind a number that are short for thousands, millions and billions. */
const TIMES: ReadonlyMap<string, bigint> = new Map([
  ['k', 1_000n],
  ['m', 1_000_000n],
  ['b', 1_000_000_000n],
])

function problemOfAmount(text: string): Stop | undefined {
  const problem = amountProblem(text)
  if (problem === undefined) return undefined
  const [, number = '', unit = ''] = /^([0-9.]+)(?!e[+-]?[0-9]+$)([a-z].*)$/i.exec(text) ?? []
  const units = parseAmount(number, MOST_DECIMALS)
  if (unit !== '' && units.ok) {
    const times = TIMES.get(unit.toLowerCase())
    if (times !== undefined) {
      const written = formatAmount(units.units * times, MOST_DECIMALS)
      return [`${quote({ text })} is no amount`, `Amounts are written out: ${written}`]
    }
    return [`${quote({ text })} is no amount`, `Write a space behind the number: ${number} ${cleanText(unit, 40)}`]
  }
  if (/^(max|all|half|[0-9.]+%)$/i.test(text)) {
    return [
      'The amount must be a number: a line is read without knowing any balance',
      'Write the number, such as 0.5; swapcli balances shows what there is, and the amount field of the screens takes 50% and max',
    ]
  }
  if (text.startsWith('$')) {
    return ['The amount is one of the asset to pay, not of dollars', `Write it first: ${ENTRY_EXAMPLE}`]
  }
  return [`The amount ${problem}`, `It comes first: ${ENTRY_EXAMPLE}`]
}

function problemOfAmountOrShare(text: string): Stop | undefined {
  const share = readAmountShare(text)
  if (share.kind === 'share') return undefined
  if (share.kind === 'bad') return [`${quote({ text })} is no amount: ${share.problem}`, SHARE_FIRST]
  return /^half$/i.test(text) ? [`${quote({ text })} is no amount`, SHARE_FIRST] : problemOfAmount(text)
}

/** Why words name no asset, by their form alone. */
function problemOfAsset(words: readonly Word[]): Stop | undefined {
  const arrow = words.find(({ text }, at) => /^-?>$/.test(text) || (at > 0 && SEPARATORS.has(text.toLowerCase())))
  if (arrow !== undefined)
    return [`${quote(arrow)} stands where an asset should`, `Write for example: ${ENTRY_EXAMPLE}`]
  // `1 000 eth` is no order for one of the token 000, nor `1 100 > …` for the coin of the chain with the id 100.
  const number = words.find(({ text }) => /^[\p{N}.,'_]+$/u.test(text))
  if (number !== undefined) {
    return [
      `${quote(number)} is no asset and no chain`,
      'Amounts have no spaces; a chain goes by its key, and a token that is a number by its address',
    ]
  }
  const reference = parseAssetReference(referenceOf(words))
  return reference.kind === 'ok' ? undefined : [reference.message, `Write for example: ${ENTRY_EXAMPLE}`]
}

/** An asset as `matchAsset` takes it: `usdc base` and `usdc on base` are `usdc@base`; a word with a chain in it stays as it is. */
function referenceOf(words: readonly Word[]): string {
  const [first = '', ...rest] = words.map(({ text }) => text)
  if (/[:@]/.test(first)) return [first, ...rest].join(' ')
  const chain = rest[0]?.toLowerCase() === ON ? rest.slice(1) : rest
  return chain.length === 0 ? first : `${first}@${chain.join(' ')}`
}

/** True where `on` is the last word of an asset: its first word is its symbol, and there are tokens called ON. */
function lacksChain(words: readonly Word[]): boolean {
  return words.length === 2 && words[1]?.text.toLowerCase() === ON && !/[:@]/.test(words[0]?.text ?? '')
}

type Clauses =
  | { readonly kind: 'ok'; readonly values: EntryOrder['clauses'] }
  | { readonly kind: 'bad'; readonly reading: EntryReading }

function readClauses(spans: EntrySpan[], words: readonly Word[], allowed: readonly EntryClause[]): Clauses {
  const values: Partial<Record<EntryClause, string>> = {}
  for (let at = 0; at < words.length; at += 2) {
    const [keyword, value] = words.slice(at, at + 2)
    if (keyword === undefined) break
    const bad = (message: string, hint: string, isUnfinished = false): Clauses => ({
      kind: 'bad',
      reading: stop(spans, isUnfinished ? [] : words.slice(at), message, hint, isUnfinished),
    })
    const clause = clauseOf(keyword.text)
    if (clause === undefined)
      return bad(`${quote(keyword)} is not understood`, `Behind the assets: ${wordsFor(allowed)}`)
    if (!allowed.includes(clause))
      return bad(`${quote(keyword)} does not apply here`, `Behind the assets: ${wordsFor(allowed)}`)
    if (values[clause] !== undefined) return bad(`${quote(keyword)} says a second time what is said`, 'Say it once')
    const row: ClauseRow = ENTRY_CLAUSES[clause]
    if (value === undefined) {
      spans.push({ ...spanOf('keyword', [keyword]), clause })
      return bad(`${quote(keyword)} needs a value`, `Write ${row.value}`, true)
    }
    if (keyword.text.toLowerCase() === 'to' && !looksLikeRecipient(value.text)) {
      return bad(
        `A second to names who is paid, and ${quote(value)} is no address and no @contact`,
        `Write ${row.value} behind it, or use for`,
      )
    }
    const problem = row.problem(value.text)
    if (problem !== undefined) return bad(`${keyword.text.toLowerCase()} ${problem}`, `Write ${row.value}`)
    spans.push({ ...spanOf('keyword', [keyword]), clause }, { ...spanOf('value', [value]), clause })
    values[clause] = value.text
  }
  return { kind: 'ok', values }
}

/** True for what cannot be meant as an asset: a contact, a name with a dot, or a text as long as addresses are. */
function looksLikeRecipient(text: string): boolean {
  return text.startsWith('@') || text.includes('.') || text.length >= 20
}

function wordsFor(clauses: readonly EntryClause[]): string {
  return clauses.map((name) => ENTRY_CLAUSES[name].words[0]).join(', ')
}

function unreadable(text: string, message: string): EntryReading {
  return stop([], [{ text, start: 0, end: text.length }], message, `Write for example: ${ENTRY_EXAMPLE}`)
}

/** What was read so far; the words that are left are wrong. */
function stop(
  spans: readonly EntrySpan[],
  left: readonly Word[],
  message: string,
  hint: string,
  isUnfinished = false,
): EntryReading {
  const wrong = left.map((word) => spanOf('wrong', [word]))
  return { spans: [...spans, ...wrong], order: undefined, problem: { message, hint, isUnfinished } }
}

function spanOf(part: EntryPart, words: readonly Word[]): EntrySpan {
  return { part, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }
}

function assetSpan(part: 'from' | 'to', words: readonly Word[]): EntrySpan {
  return { ...spanOf(part, words), reference: referenceOf(words) }
}

function quote(word: Pick<Word, 'text'> | undefined): string {
  return `"${cleanText(word?.text ?? '', 60)}"`
}
