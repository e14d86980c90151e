import type { TransactionStatus } from '../../../core/api/documents.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { pairOf, type TransactionRecord } from '../../../core/swap/records.ts'
import { hashKey } from '../../../core/swap/transaction-hash.ts'

/*
 * What the index tables say of a transaction. It is found by its texts in lower case: those of its own, those of its wallets,
 * and those that it shares with many others, which are its provider, symbols and chains.
 */

/** How rows write a status. Never changed: files hold them. */
export const STATUS_CODES: Readonly<Record<TransactionStatus, number>> = {
  PENDING: 0,
  SUCCESS: 1,
  FAILED: 2,
  REFUND: 3,
}

/** Ten decimal digits: nine hundred million limbs add up within SQLite's 64 bits. */
const LIMB = 10n ** 10n

/** Largest value in the statistics, 10^26 USD; larger ones count as this. */
const MAX_COUNTED: MicroUsd = 10n ** 32n - 1n

/** Separates the texts of a field: no query contains one. */
const BREAK = '\n'

/** Most texts that a row has of its own, by their places: id, hash, inbound and outbound hash. */
export const OWN_TEXTS = 4

/** What is indexed of one transaction. */
export interface TransactionEntry {
  readonly id: string
  /** Epoch milliseconds. */
  readonly createdMs: number
  readonly status: number
  readonly group: TransactionGroup
  readonly referralCode: string | null
  /** Micro-dollars in limbs of ten digits, lowest first. */
  readonly usd: readonly [bigint, bigint, bigint]
  /** By place, without repetition; '' where there is none. */
  readonly ownTexts: readonly string[]
  /** What its wallets are called in it, by their keys: each key has at least one text. */
  readonly walletTexts: ReadonlyMap<string, readonly string[]>
  /** Which characters there are in any of its texts. */
  readonly letters: number
}

/** What transactions of one pair and provider share. */
export interface TransactionGroup {
  readonly provider: string
  /** Chain and symbol, or address, as statistics name them. */
  readonly src: string
  readonly dst: string
  /** Provider, symbols and chains in lower case, apart by line ends. */
  readonly search: string
}

/** The parts that an entry is made of. */
export interface EntryParts extends Omit<TransactionEntry, 'ownTexts' | 'walletTexts' | 'letters'> {
  /** Id, hash, inbound and outbound hash in lower case; '' where there is none. */
  readonly own: readonly string[]
  /** Depositor and recipient in lower case. */
  readonly parties: readonly string[]
  readonly addressKeys: readonly string[]
}

/** The entry of a record. */
export function entryOf(record: TransactionRecord): TransactionEntry {
  return toEntry({
    id: record.id,
    createdMs: createdMs(record),
    status: STATUS_CODES[record.status],
    group: groupOf(record),
    referralCode: record.referralCode ?? null,
    usd: limbsOf(record.terms.src.usd ?? 0n),
    ...textsOf(record),
    addressKeys: record.addressKeys,
  })
}

/** What a transaction shares with others of its pair and provider. */
export function groupOf(record: TransactionRecord): TransactionGroup {
  const { provider, srcChain, dstChain, srcAsset, dstAsset } = record
  return {
    provider,
    ...pairOf(record),
    search: lowerTexts([provider, srcAsset.symbol, dstAsset.symbol, srcChain, dstChain]).join(BREAK),
  }
}

/** The other texts that it is found by. */
export function textsOf(record: TransactionRecord): Pick<EntryParts, 'own' | 'parties'> {
  return {
    own: lowerTexts([record.id, record.hash, record.inboundHash, record.outboundHash]),
    parties: lowerTexts([record.depositor, record.recipient]),
  }
}

function lowerTexts(texts: readonly (string | null)[]): readonly string[] {
  return texts.map((text) => (text ?? '').toLowerCase())
}

/** The entry of its parts. */
export function toEntry({ own, parties, addressKeys, ...plain }: EntryParts): TransactionEntry {
  const { walletTexts, others } = shareOut([...new Set(addressKeys)], [...new Set(parties)])
  const [id = '', ...hashes] = own
  const ownTexts = [[id, ...others].join(BREAK), ...hashes.map((text, at) => (hashes.indexOf(text) < at ? '' : text))]
  const letters = lettersOf([...own, ...parties, plain.group.search])
  return { ...plain, ownTexts, walletTexts, letters }
}

/**
 * Which wallet is called what: the text that is its key; else those that are no wallet's key; else any. A text that is then
 * no wallet's is the transaction's own.
 */
function shareOut(keys: readonly string[], parties: readonly string[]) {
  const free = parties.filter((text) => !keys.includes(text))
  const walletTexts = new Map(
    keys.map((key) => {
      const texts = parties.includes(key) ? [key] : free.length > 0 ? free : parties
      return [key, texts] as const
    }),
  )
  const shared = new Set([...walletTexts.values()].flat())
  return { walletTexts, others: parties.filter((text) => !shared.has(text)) }
}

/** Characters that have a bit of their own; all others share one. */
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz_-.:$'
const OTHER_LETTERS = 2 ** LETTERS.length
const BIT_OF: ReadonlyMap<string, number> = new Map([...LETTERS].map((letter, index) => [letter, 2 ** index]))

/** The bit of a character; undefined for one that has none of its own. */
export function letterBit(character: string): number | undefined {
  return BIT_OF.get(character)
}

function lettersOf(texts: readonly string[]): number {
  let sum = 0
  for (const letter of new Set(texts.join(''))) sum += BIT_OF.get(letter) ?? 0
  return sum + (texts.some((text) => /[^0-9a-z_.:$\n-]/.test(text)) ? OTHER_LETTERS : 0)
}

/** When a transaction was made, epoch milliseconds, as its index rows state it. */
export function createdMs(record: TransactionRecord): number {
  const ms = Date.parse(record.createdAt)
  return Number.isNaN(ms) ? 0 : ms
}

/** The keys under which a transaction is found. */
export function hashKeysOf(record: TransactionRecord): Set<string> {
  const hashes = [record.hash, record.inboundHash, record.outboundHash ?? ''].filter((hash) => hash !== '')
  return new Set(hashes.map(hashKey))
}

/** Micro-dollars from the sums of the three limbs, given as text. */
export function joinLimbs(usd0: string, usd1: string, usd2: string): MicroUsd {
  return BigInt(usd0) + LIMB * (BigInt(usd1) + LIMB * BigInt(usd2))
}

/** A value as statistics count it. */
export function countedUsd(value: MicroUsd): MicroUsd {
  return value < 0n ? 0n : value > MAX_COUNTED ? MAX_COUNTED : value
}

function limbsOf(value: MicroUsd): TransactionEntry['usd'] {
  const usd = countedUsd(value)
  return [usd % LIMB, (usd / LIMB) % LIMB, usd / LIMB ** 2n]
}
