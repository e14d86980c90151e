import { cosmosPrefix } from './addresses/family.ts'

/*
 * What a payment states besides its recipient, so that a payee of many customers, such as an exchange, knows whose it is: a
 * destination tag on the XRP Ledger, a memo on Stellar and Cosmos chains, a comment on TON.
 */

/** The answer that there is none. */
export const NO_MEMO = 'none'

/** Chains whose ledgers say which accounts take no payment without one, by a node that the user sets. */
export const MEMO_LEDGERS = ['xrpl', 'stellar'] as const

/** The verdict on a memo: undefined for the answer that there is none, or why it is none of that chain. */
export type MemoCheck =
  { readonly ok: true; readonly memo: string | undefined } | { readonly ok: false; readonly reason: string }

interface MemoKind {
  /** What it is called there. */
  readonly word: 'destination tag' | 'memo' | 'comment'
  /** How one is written, as the end of a sentence. */
  readonly form: string
  readonly fits: (text: string) => boolean
}

/** Longest text of a Stellar memo, in bytes (MEMO_TEXT). */
const STELLAR_TEXT_BYTES = 28

const TAG: MemoKind = {
  word: 'destination tag',
  form: 'a whole number from 0 to 4294967295 without leading zeros',
  fits: (text) => isWhole(text, 2n ** 32n - 1n),
}

const STELLAR: MemoKind = {
  word: 'memo',
  form: `id:NUMBER (up to 18446744073709551615), text:TEXT (up to ${STELLAR_TEXT_BYTES} characters) or hash:HEX (64 digits), as the payee says`,
  fits: (text) => {
    const [, kind, value = ''] = /^(id|text|hash):(.*)$/.exec(text) ?? []
    if (kind === 'id') return isWhole(value, 2n ** 64n - 1n)
    if (kind === 'hash') return /^[0-9a-f]{64}$/.test(value)
    return kind === 'text' && isPlainText(value, STELLAR_TEXT_BYTES)
  },
}

/** A memo of printable ASCII. @param most characters, which are bytes */
const textMemo = (word: MemoKind['word'], most: number): MemoKind => ({
  word,
  form: `1 to ${most} printable ASCII characters, without a space at either end`,
  fits: (text) => isPlainText(text, most),
})

/** TON: what one cell holds beside the four bytes that say it is text. Others: their nodes' limits. */
const KINDS: ReadonlyMap<string, MemoKind> = new Map([
  ['xrpl', TAG],
  ['stellar', STELLAR],
  ['ton', textMemo('comment', 120)],
  ['hedera', textMemo('memo', 100)],
  ['antelope', textMemo('memo', 256)],
])

const COSMOS = textMemo('memo', 256)

function kindOf(family: string): MemoKind | undefined {
  return cosmosPrefix(family) === undefined ? KINDS.get(family) : COSMOS
}

/** What payments on chains of a family may state for the payee; undefined where they state nothing. */
export function memoWord(family: string): MemoKind['word'] | undefined {
  return kindOf(family)?.word
}

/** Checks a memo for a recipient on a chain of `family`; `none` is the answer that there is none. */
export function checkRecipientMemo(family: string, text: string): MemoCheck {
  if (text === NO_MEMO) return { ok: true, memo: undefined }
  const kind = kindOf(family)
  if (kind === undefined) return { ok: false, reason: 'payments on this chain have no memo' }
  return kind.fits(text) ? { ok: true, memo: text } : { ok: false, reason: `a ${kind.word} there is ${kind.form}` }
}

function isWhole(text: string, most: bigint): boolean {
  return /^(0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) <= most
}

function isPlainText(text: string, most: number): boolean {
  return text.length <= most && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
}
