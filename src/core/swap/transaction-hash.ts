import { base32nopad, base58, base64 } from '@scure/base'
import { bytesOfWords, decodeBase58Check, decodeBech32, decodeWith, toHex } from '../assets/addresses/codecs.ts'
import { cosmosPrefix, ss58Prefix } from '../assets/addresses/family.ts'
import { UTXO_NETWORKS } from '../assets/addresses/utxo-networks.ts'
import { HEX_WORD, WORD_DIGITS } from '../text/hex.ts'

/** The verdict on a transaction hash of one chain family; `reason` is one sentence and never holds the input. */
export type HashCheck =
  { readonly ok: true; readonly canonical: string } | { readonly ok: false; readonly reason: string }

/** Gives the canonical form of a hash, or undefined when the text has not its shape. */
type HashForm = (text: string) => string | undefined

interface HashRule {
  readonly form: HashForm
  /** The shape, as the end of "A transaction hash of this chain is …". */
  readonly shape: string
}

/** Longest text, in characters, of a TON external message. */
const MAX_BOC_LENGTH = 65_536
const MAX_HASH_LENGTH = 160

const PREFIXED: HashRule = { form: prefixedHex, shape: '0x and 64 hex digits' }
const SMALL_HEX: HashRule = { form: (text) => plainHex(text)?.toLowerCase(), shape: '64 hex digits' }
const CAPITAL_HEX: HashRule = { form: (text) => plainHex(text)?.toUpperCase(), shape: '64 hex digits' }
const BASE58_32: HashRule = { form: (text) => base58Of(32, text), shape: '43 or 44 base58 characters' }
const BASE58_64: HashRule = { form: (text) => base58Of(64, text), shape: '87 or 88 base58 characters' }

const RULES: ReadonlyMap<string, HashRule> = new Map<string, HashRule>([
  ['evm', PREFIXED],
  ['aptos', PREFIXED],
  ['nervos', PREFIXED],
  [
    'zilliqa',
    { form: (text) => prefixedHex(text.startsWith('0x') ? text : `0x${text}`), shape: '0x and 64 hex digits' },
  ],
  ['starknet', { form: starknetHash, shape: '0x and up to 64 hex digits' }],
  ['bitcoincash', SMALL_HEX],
  ['utxo:ecash', SMALL_HEX],
  ['tron', { form: (text) => plainHex(text.replace(/^0x/, ''))?.toLowerCase(), shape: '64 hex digits' }],
  ['stellar', SMALL_HEX],
  ['cardano', SMALL_HEX],
  ['monero', SMALL_HEX],
  ['antelope', SMALL_HEX],
  ['multiversx', SMALL_HEX],
  ['icp', SMALL_HEX],
  ['xrpl', CAPITAL_HEX],
  ['nano', CAPITAL_HEX],
  ['solana', BASE58_64],
  ['near', BASE58_32],
  ['sui', BASE58_32],
  ['waves', BASE58_32],
  [
    'ton',
    { form: tonHash, shape: '64 hex digits, 44 base64 characters, or a signed external message (BoC) in base64' },
  ],
  ['algorand', { form: algorandHash, shape: '52 characters of A to Z and 2 to 7' }],
  ['hedera', { form: hederaHash, shape: 'an id such as 0.0.12345@1700000000.000000000, or 0x and 96 hex digits' }],
  ['tezos', { form: tezosHash, shape: '51 base58 characters that start with o' }],
  ['radix', { form: (text) => bech32mOf('txid_rdx', text), shape: 'a text that starts with txid_rdx1' }],
  ['aleo', { form: (text) => bech32mOf('at', text), shape: 'a text that starts with at1' }],
])

/**
 * Judges `text` as a transaction hash of a chain of `family`. Canonical is what the chain's own explorers print: small
 * hex digits (capitals on Cosmos-style chains, the XRP Ledger and Nano), base58 as it is. A TON hash becomes hex, and
 * a TON external message, of at most 65536 characters, becomes standard base64.
 */
export function checkTransactionHash(family: string, text: string): HashCheck {
  const rule = ruleOf(family)
  if (rule === undefined)
    return { ok: false, reason: 'Transaction hashes of this chain cannot be checked, so none is accepted' }
  if (text === '') return { ok: false, reason: 'The transaction hash is empty' }
  const isTooLong = text.length > (family === 'ton' ? MAX_BOC_LENGTH : MAX_HASH_LENGTH)
  const canonical = isTooLong || !/^[\x21-\x7e]+$/.test(text) ? undefined : rule.form(text)
  return canonical === undefined
    ? { ok: false, reason: `A transaction hash of this chain is ${rule.shape}` }
    : { ok: true, canonical }
}

/**
 * True where a text may name a transaction of a chain of `family`: a hash of its form, or on chains of Substrate, whose explorers
 * name extrinsics so, a block and an index (`104-2`). Of a family whose hashes cannot be checked any text may.
 */
export function namesTransaction(family: string, text: string): boolean {
  if (ss58Prefix(family) !== undefined && /^[0-9]{1,12}-[0-9]{1,6}$/.test(text)) return true
  return ruleOf(family) === undefined || checkTransactionHash(family, text).ok
}

/**
 * The form in which two spellings of one hash are equal, for any text: 0x-hex (of 50 to 63 digits padded to 64) and
 * plain 64-digit hex in small letters, 44 characters of base64 as that hex. All else stays as it is. 0x-hex and plain
 * hex remain different.
 */
export function hashKey(text: string): string {
  if (text.length > MAX_HASH_LENGTH) return text
  const lower = text.toLowerCase()
  if (/^0x[0-9a-f]+$/.test(lower)) return text.length >= 52 ? `0x${lower.slice(2).padStart(64, '0')}` : lower
  if (WORD_DIGITS.test(lower)) return lower
  return base64Hash(text) ?? text
}

function ruleOf(family: string): HashRule | undefined {
  if (cosmosPrefix(family) !== undefined) return CAPITAL_HEX
  if (ss58Prefix(family) !== undefined) return PREFIXED
  return Object.hasOwn(UTXO_NETWORKS, family) ? SMALL_HEX : RULES.get(family)
}

function prefixedHex(text: string): string | undefined {
  return HEX_WORD.test(text) ? text.toLowerCase() : undefined
}

function plainHex(text: string): string | undefined {
  return WORD_DIGITS.test(text) ? text : undefined
}

function starknetHash(text: string): string | undefined {
  return /^0x[0-9a-fA-F]{50,64}$/.test(text) ? `0x${text.slice(2).toLowerCase().padStart(64, '0')}` : undefined
}

function base58Of(length: number, text: string): string | undefined {
  const isLongEnough = text.length >= length && text.length <= Math.ceil(length * 1.375)
  return isLongEnough && decodeWith(base58, text)?.length === length ? text : undefined
}

function tonHash(text: string): string | undefined {
  return plainHex(text)?.toLowerCase() ?? base64Hash(text) ?? bagOfCells(text)
}

/** The hex digits of 32 bytes in padded base64 or base64url, which no other kind of hash looks like. */
function base64Hash(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=$/.test(text)) return undefined
  const bytes = decodeWith(base64, toStandard(text))
  return bytes?.length === 32 ? toHex(bytes) : undefined
}

/** A serialized bag of cells starts with b5ee9c72, which is te6cc and a bit more in base64. */
function bagOfCells(text: string): string | undefined {
  if (!/^te6cc[g-v][A-Za-z0-9+/_-]{10,}={0,2}$/.test(text)) return undefined
  const body = toStandard(text.replace(/=+$/, ''))
  return body.length % 4 === 1 ? undefined : body.padEnd(Math.ceil(body.length / 4) * 4, '=')
}

function toStandard(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/')
}

function algorandHash(text: string): string | undefined {
  return /^[A-Z2-7]{52}$/.test(text) && decodeWith(base32nopad, text)?.length === 32 ? text : undefined
}

/** An id is payer, seconds and nanoseconds, in the SDK's form (@ and .) or the mirror node's (dashes). */
function hederaHash(text: string): string | undefined {
  if (/^0x[0-9a-fA-F]{96}$/.test(text)) return text.toLowerCase()
  const [, payer, seconds, nanos] = /^(0\.0\.\d{1,19})[@-](\d{1,12})[.-](\d{1,9})$/.exec(text) ?? []
  if (payer === undefined || seconds === undefined || nanos === undefined) return undefined
  return `${payer}@${seconds}.${nanos.padStart(9, '0')}`
}

function tezosHash(text: string): string | undefined {
  const decoded = /^o[1-9A-HJ-NP-Za-km-z]{50}$/.test(text) ? decodeBase58Check(text) : undefined
  const [first, second] = decoded?.payload ?? []
  return decoded?.intact === true && decoded.payload.length === 34 && first === 0x05 && second === 0x74
    ? text
    : undefined
}

function bech32mOf(prefix: string, text: string): string | undefined {
  const decoded = decodeBech32(text)
  if (decoded?.prefix !== prefix || decoded.variant !== 'bech32m') return undefined
  return bytesOfWords(decoded.words)?.length === 32 ? text.toLowerCase() : undefined
}
