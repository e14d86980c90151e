import { checkAddress } from '../../core/assets/address.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { ProviderError } from '../contract.ts'
import { badReply } from '../kit/refuse.ts'
import { memoOutputs, OP_RETURN_BYTES, SPLIT_MEMO_BYTES } from '../../core/swap/memo-outputs.ts'
import { meansAsset, type NetworkAsset } from './chains.ts'
import type { DepositKind, FamilyNetwork } from './network.ts'
import type { FamilyQuote, Pool } from './wire.ts'

/** A swap instruction: `=:ASSET:DESTINATION[/REFUND]:LIMIT[/INTERVAL/QUANTITY][:AFFILIATE:BPS]`. */
export interface SwapMemo {
  readonly asset: string
  readonly destination: string
  /** "" when refunds go to the sender. */
  readonly refund: string
  /** Least output in the network's units; 0 when there is none. */
  readonly limit: bigint
  /** "" when nobody takes a fee. */
  readonly affiliate: string
  readonly affiliateBps: number
}

/** Reads a memo; undefined when it is not a plain swap. */
export function parseMemo(text: string): SwapMemo | undefined {
  if (!/^[\x21-\x7e]{1,250}$/.test(text)) return undefined
  const parts = text.split(':')
  const [action = '', asset = '', to = '', stream = '', affiliate = '', bps = ''] = parts
  if (parts.length < 3 || parts.length > 6 || !['=', 's', 'swap'].includes(action.toLowerCase())) return undefined
  const [destination = '', refund = '', ...others] = to.split('/')
  const limit = /^([0-9]{0,40})(?:e([0-9]{1,2}))?(?:\/[0-9]{0,6}){0,2}$/i.exec(stream)
  if (asset === '' || destination === '' || others.length > 0 || limit === null) return undefined
  if (!/^[0-9]{0,5}$/.test(bps)) return undefined
  const digits = BigInt(limit[1] === undefined || limit[1] === '' ? '0' : limit[1])
  return {
    asset,
    destination,
    refund,
    limit: digits * 10n ** BigInt(limit[2] ?? '0'),
    affiliate,
    affiliateBps: Number(bps === '' ? '0' : bps),
  }
}

/** Who may take an affiliate fee, and how much in basis points. */
export interface Affiliate {
  readonly name: string
  readonly bps: number
}

/** What a memo must say. */
export interface MemoTerms {
  readonly target: NetworkAsset
  readonly pools: readonly Pool[]
  readonly recipient: string
  readonly depositor: string | undefined
  /** Least limit in the network's units. */
  readonly leastLimit: bigint
  readonly affiliate: Affiliate | undefined
}

/**
 * Reads a memo and verifies it against the request: it is the only instruction that the network gets, and decides where the
 * money goes.
 * @throws ProviderError bad_response
 */
export function checkMemo(network: FamilyNetwork, text: string, terms: MemoTerms): SwapMemo {
  const memo = parseMemo(text)
  if (memo === undefined) throw badMemo('that is not a swap')
  if (!meansAsset(network, memo.asset, terms.target, terms.pools)) throw badMemo('for another asset')
  checkPayee(memo, terms.recipient, terms.depositor)
  if (memo.limit < terms.leastLimit) throw badMemo('whose limit is below what the slippage allows')
  const { affiliate } = terms
  const isAgreed =
    memo.affiliateBps === 0 || (affiliate?.bps === memo.affiliateBps && affiliate.name === memo.affiliate)
  if (!isAgreed) throw badMemo('that pays an affiliate which the settings do not name')
  return memo
}

/** @throws ProviderError bad_response when the memo pays or refunds somebody else */
export function checkPayee(memo: SwapMemo, recipient: string, depositor: string | undefined): void {
  if (!sameAddress(memo.destination, recipient)) throw badMemo('that pays another recipient')
  if (memo.refund === '') return
  if (depositor === undefined || !sameAddress(memo.refund, depositor)) throw badMemo('that refunds someone else')
}

/** Most bytes of a memo that a network reads. */
const LONGEST = 250

/** Most bytes of a memo, by the way it travels. @param isSplit true where further outputs carry what does not fit into the first */
export function longestMemo(deposit: DepositKind, isSplit: boolean): number {
  if (deposit !== 'op_return') return LONGEST
  return isSplit ? SPLIT_MEMO_BYTES : OP_RETURN_BYTES
}

/**
 * Holds the outputs that a node gives for a memo against those that are made of it here. What is paid is made of the memo
 * again: a node's outputs are never used.
 * @throws ProviderError bad_response
 */
export function checkSplit(memo: string, family: string, stated: FamilyQuote['vout']): void {
  const outputs = memoOutputs(family, memo)
  const isSame =
    outputs !== undefined &&
    stated?.length === outputs.length &&
    outputs.every((output, at) => {
      const { type, data, amount } = stated[at] ?? {}
      if (data === undefined || amount === undefined || type !== output.type) return false
      if (output.type === 'op_return') return data.toLowerCase() === output.data && amount === 0n
      const address = checkAddress(family, data)
      return address.ok && address.canonical === output.address && amount <= output.units
    })
  if (!isSame) throw badMemo('with outputs that do not carry it')
}

function badMemo(what: string): ProviderError {
  return badReply(`It gave a memo ${what}`)
}
