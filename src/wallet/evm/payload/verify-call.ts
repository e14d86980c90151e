import type { AcceptCode, Doubt } from '../../../core/swap/acceptances.ts'
import { sameAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import { contractAt, takesFor, wrappedCoin } from '../calldata/contracts.ts'
import { PAYOUT_COST } from '../calldata/doubts.ts'
import { COIN, type DecodedCall, type Decoding, type NamedVault, type PayingPool } from '../calldata/call-types.ts'
import { isAccount } from './account-bytes.ts'
import {
  leastInUnits,
  verifyBetween,
  verifyDestination,
  verifyPassedOn,
  verifyRefundFee,
  verifyTokenOut,
} from './verify-outcome.ts'
import { readMemoOrder } from '../../terms/memo.ts'
import { refusedPayload } from '../../refusal.ts'
import { checkMinimum } from '../../terms/check-minimum.ts'
import { defined } from '../../../core/defined.ts'
import type { ContractKey } from '../calldata/contracts.ts'
import type { PayloadCall } from './steps.ts'
import type { PayTerms } from '../../payment.ts'

/** What a call does as far as its calldata is known, all of it within the terms. */
export interface CallVerdict {
  /** Who is paid. */
  readonly recipient: string | undefined
  /** Least that arrives, base units of the destination asset. */
  readonly minimumReceived: bigint | undefined
  /** Epoch seconds after which the call fails. */
  readonly deadlineSec: number | undefined
  /** What the call itself does not enforce: the user must see it before agreeing. */
  readonly doubts: readonly Doubt[]
  /** True for the signature of an order that others fill later: the call itself moves nothing. */
  readonly isSignedOrder?: boolean
  /** What a person should see besides the doubts. */
  readonly notes: readonly string[]
  /** The contract of 0x that swaps, as the call says: the registry on the chain knows whether it is. */
  readonly settler?: string
  /** The pool that pays out, as the call says: the factory on the chain knows whether it is one. */
  readonly pool?: PayingPool
  /** The vault that gets the money, as the call says: its network knows whether it is one. */
  readonly vault?: NamedVault
}

export const UNKNOWN_CONTRACT: Doubt = {
  code: 'unknown-call',
  text: 'swapcli does not know this contract, so it may not do what the name of its function says',
}
const NO_LEAST = 'How much the call pays at least cannot be read'
const NO_DEADLINE = 'The swap has no deadline: mined late, it may pay no more than the least'
/** Longest time for which one party alone may fill an order, in seconds: the money waits for it. */
const MOST_EXCLUSIVE_SEC = 600n
/** Longer times are a point in time: https://docs.across.to/reference/selected-contract-functions */
const LONGEST_PERIOD_SEC = 31_536_000n
/** Longest time for which a signed order may be filled, in seconds: its price is that of now. */
const MOST_SIGNED_SEC = 3 * 3600
/** Doubts about an order that a provider keeps. */
const PROMISES: ReadonlySet<AcceptCode> = new Set(['order-by-number', 'deposit'])
/** The provider that may leave the mint of a burn to the user; of others, which pay out, it is a step that they take. */
const BURNS_ONLY = 'CCTP'
/** Contracts to which others may hand on the money. */
const FINAL_CONTRACTS: readonly string[] = ['spokePool', 'dlnSource', 'mayanSwift', 'mayanSwift1']

/**
 * Verifies calldata against the terms.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED
 */
export function verifyDecodedCall(
  { decoded, of }: Pick<Extract<Decoding, { kind: 'decoded' }>, 'decoded' | 'of'>,
  call: PayloadCall,
  terms: PayTerms,
  nowMs: number,
): CallVerdict {
  const doubts: Doubt[] = []
  const doubt = (found: Doubt) => void (doubts.some(({ text }) => text === found.text) || doubts.push(found))
  const warn = (text: string) => doubt({ code: 'opaque-call', text })
  const { deadlineSec, settler, pool, vault, neverEnds = false, isSignedOrder } = decoded
  const { src, dst } = terms
  if (deadlineSec !== undefined && deadlineSec * 1000 <= nowMs) throw refusedPayload('its deadline has passed')
  if (isSignedOrder === true) verifySignedOrder(decoded, terms, nowMs)
  verifyInputs(decoded, terms, warn)
  verifyWrapper(decoded, terms, warn)
  verifyExclusivity(decoded, nowMs)
  for (const authority of decoded.authorities ?? []) verifyAuthority(authority, terms)
  verifyDestination(decoded, terms, warn)
  const order = decoded.memo === undefined ? undefined : readMemoOrder(decoded.memo, terms)
  const recipient = order === undefined ? verifyRecipients(decoded, terms, warn) : terms.recipient
  if (order === undefined) verifyTokenOut(decoded, terms, warn)
  if (decoded.isPassedOn === true) verifyPassedOn(decoded, terms, warn)
  const minimumReceived = order === undefined ? leastInUnits(decoded, terms) : order.minimumReceived
  const { leastBeforeCosts } = decoded
  if (leastBeforeCosts !== undefined) checkMinimum(leastBeforeCosts, terms, warn)
  if (minimumReceived !== undefined) checkMinimum(minimumReceived, terms, warn)
  else if ((order !== undefined || decoded.recipients !== undefined) && !isLeftToOthers(decoded)) warn(NO_LEAST)
  const between = verifyBetween(decoded, terms, minimumReceived)
  verifyRefundFee(decoded, terms, warn)
  const isKnown = isOwnContract(of, call, decoded, terms)
  const isPromise = isKnown && takesFor(terms.provider, src.chainId, call.to)
  if (between !== undefined) doubt(between)
  for (const found of (decoded.doubts ?? []).filter(
    (one) => one.code !== 'needs-claim' || terms.provider === BURNS_ONLY,
  ))
    doubt(isPromise && (PROMISES.has(found.code) || found === PAYOUT_COST) ? { ...found, isPromise } : found)
  if (!isKnown) doubt(UNKNOWN_CONTRACT)
  const notes = [...(decoded.notes ?? []), ...(neverEnds && src.chainKey === dst.chainKey ? [NO_DEADLINE] : [])]
  return { recipient, minimumReceived, deadlineSec, doubts, notes, ...defined({ settler, pool, vault, isSignedOrder }) }
}

/** True where a doubt of the call says already that what it pays is not in its calldata. */
function isLeftToOthers({ doubts = [] }: DecodedCall): boolean {
  return doubts.some(({ code }) => code === 'order-by-number' || code === 'deposit' || code === 'opaque-call')
}

/**
 * True where the function is that of the contract, and hands on the money to none but those that are known.
 * @throws WALLET_REFUSED for a contract that is known to have no such function
 */
function isOwnContract(
  of: ContractKey | 'wrapped',
  call: PayloadCall,
  { callTargets = [] }: DecodedCall,
  { src, dst }: PayTerms,
): boolean {
  const tokens = [src.address, ...(src.chainKey === dst.chainKey ? [dst.address] : [])]
  if (of === 'wrapped' && tokens.some((token) => sameAddress(token, call.to))) return true
  const at = contractAt(src.chainId, call.to)
  if (at !== undefined && at !== of) throw refusedPayload('it calls a function that this contract does not have')
  const targets = callTargets.map((target) => contractAt(src.chainId, target))
  if (targets.some((target) => target !== undefined && !FINAL_CONTRACTS.includes(target))) {
    throw refusedPayload('it hands the money to a contract that has no use for it')
  }
  return at !== undefined && !targets.includes(undefined)
}

/** @throws WALLET_REFUSED for an order that waits for one party for long */
function verifyExclusivity({ exclusivity }: DecodedCall, nowMs: number): void {
  if (exclusivity === undefined) return
  const seconds = exclusivity > LONGEST_PERIOD_SEC ? exclusivity - BigInt(Math.floor(nowMs / 1000)) : exclusivity
  if (seconds > MOST_EXCLUSIVE_SEC) {
    throw refusedPayload(`it lets one party alone fill the order for ${seconds / 60n} minutes`)
  }
}

/** @throws WALLET_REFUSED for an order of a part of the amount, or one that may be filled for long */
function verifySignedOrder({ inputs = [], deadlineSec = 0 }: DecodedCall, { src }: PayTerms, nowMs: number): void {
  if (inputs.some(({ amount }) => amount !== src.units)) throw refusedPayload('its order sells another amount')
  if (deadlineSec * 1000 > nowMs + MOST_SIGNED_SEC * 1000) {
    throw refusedPayload(`its order may be filled for longer than ${MOST_SIGNED_SEC / 3600} hours`)
  }
}

function verifyInputs({ inputs: taken }: DecodedCall, { src }: PayTerms, warn: (text: string) => void): void {
  const inputs = taken ?? []
  for (const { token, amount, orCoin } of inputs) {
    if (amount === 0n || (src.isNative ? token === COIN : sameAddress(token, src.address))) continue
    const wrapped = wrappedCoin(src.chainKey)
    if (!src.isNative || orCoin !== true || (wrapped !== undefined && token !== wrapped)) {
      throw refusedPayload('its calldata takes another token')
    }
    if (wrapped === undefined) {
      warn('The call names a token instead of the coin; whether it is the wrapped coin is not known')
    }
  }
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (taken !== undefined && total === 0n && !src.isNative) throw refusedPayload('its call takes nothing of the amount')
  if (total > src.units) throw refusedPayload('its calldata takes more than the amount')
}

/** Any token can have functions of these names: only those of the chain's own wrapped coin are known to give one for one. */
function verifyWrapper({ wrapper }: DecodedCall, { src }: PayTerms, warn: (text: string) => void): void {
  if (wrapper === undefined) return
  const wrapped = wrappedCoin(src.chainKey)
  if (wrapped === undefined) warn('Whether this contract is the wrapped coin of the chain is not known')
  else if (wrapper !== wrapped)
    throw refusedPayload("its call wraps or unwraps at a contract that is not the chain's wrapped coin")
}

/** Whoever gets refunds or may change the order must be one of the swap's two wallets. */
function verifyAuthority(authority: string, terms: PayTerms): void {
  if (isAccount(authority, terms.depositor) === true || isAccount(authority, terms.recipient) === true) return
  // A recipient whose bytes are not known can only be told apart from an account of another kind.
  if (isAccount(authority, terms.recipient) === undefined && authority.length !== 42) return
  throw refusedPayload('its calldata lets another wallet take refunds or change the order')
}

function verifyRecipients(
  { recipients, recipientText }: DecodedCall,
  terms: PayTerms,
  warn: (text: string) => void,
): string | undefined {
  if (recipientText !== undefined) {
    if (!sameAddress(recipientText, terms.recipient)) throw refusedPayload('its calldata pays another recipient')
    return terms.recipient
  }
  if (recipients === undefined) return undefined
  const matches = recipients.map((paid) => isAccount(paid, terms.recipient))
  if (matches.includes(false)) throw refusedPayload('its calldata pays another recipient')
  if (!matches.includes(undefined)) return toChecksumAddress(terms.recipient)
  warn('The calldata names the recipient in a form that cannot be compared')
  return undefined
}
