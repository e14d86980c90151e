import { HOLDINGS_FUNCTIONS, POWER_FUNCTIONS } from '../../../core/evm/holdings-functions.ts'
import { ERC20, nameOf, selectorOf, WRAPPED_COIN } from '../../../core/evm/functions.ts'
import { PERMIT2 } from '../../../core/evm/contracts.ts'
import { POLYGON_COIN } from '../../../core/evm/tokens.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { readArgument } from '../../../core/evm/words.ts'
import { sameAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { Doubt } from '../../../core/swap/acceptances.ts'
import { type Exec, type HandOver, execShape } from '../../../core/api/documents.ts'
import { hasShape } from '../../../core/api/shape.ts'
import type { Decoding } from '../calldata/call-types.ts'
import { contractAt, spenderFor, takesFor } from '../calldata/contracts.ts'
import { decodeCall } from '../calldata/decode-call.ts'
import { statedMemos } from '../../terms/deposit-memo.ts'
import { isNativeName } from '../../terms/pay-terms.ts'
import { refusedPayload } from '../../refusal.ts'
import { readContract, readUnits } from './rules.ts'
import { type PayloadCall, type PayloadCalls, readPayloadCalls } from './steps.ts'
import { verifyDecodedCall, type CallVerdict } from './verify-call.ts'
import type { PayTerms } from '../../payment.ts'
import type { PlannedCall } from '../planned-call.ts'

/*
 * A payload comes from a server that is not trusted. It is signed only when all that it says, in its fields, its steps and
 * its calldata, is what the user agreed to. What cannot be read becomes a doubt.
 */

/** What a payload asks a wallet to do, verified against the terms. Amounts are base units. */
export interface Payload extends Omit<CallVerdict, 'notes'> {
  readonly chainId: number
  /** The one call that spends. */
  readonly spend: PlannedCall
  /** Approval that the call needs; the amount is never above that of the terms, and never 0. */
  readonly approval: PayloadCalls['approval']
  /** Permit2's own allowance, where the payload has that step. */
  readonly permit2: PlannedCall | undefined
  /** Name of the function where its selector is known, else the selector; `transfer of the coin` without calldata. */
  readonly functionName: string
  /** The doubts, and what else a person should see. */
  readonly warnings: readonly string[]
}

/** Length of `transfer(address,uint256)` in hex digits with 0x. */
const TRANSFER_LENGTH = 10 + 2 * 64
/** Longest time that Permit2 may let a contract take a token, in seconds. */
const PERMIT2_SEC = 24 * 60 * 60
const HOLDINGS = new Map(HOLDINGS_FUNCTIONS.map((fn) => [fn.selector, fn]))
const POWERS = new Map(POWER_FUNCTIONS.map((fn) => [fn.selector, fn]))
/** What calldata says of which nothing is read. */
const NOTHING_READ = { recipient: undefined, minimumReceived: undefined, deadlineSec: undefined }
/** The doubt about a call whose least counts what is sent, not what arrives. */
export const UNTRIED_TRANSFER: Doubt = {
  code: 'untried-transfer',
  text: 'No node shows whether a token of the swap takes a fee from each transfer: less may arrive than the call enforces',
}
const UNKNOWN_FUNCTION = "This contract's function is not known; who is paid cannot be read"

/**
 * Reads an exec payload of any server and verifies it against what the user agreed to.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED with the reason
 */
export function readPayload(exec: Exec, terms: PayTerms, nowMs: number): Payload {
  checkFields(exec, terms)
  if (exec.meta?.walletExecution === false) throw refusedPayload('it is a deposit, not a call for a wallet')
  const { spend, approval, permit2, warnings } = readPayloadCalls(exec, terms)
  const order = exec.meta?.['order']
  const decoding = decodeCall({ ...spend, chainId: terms.src.chainId, sender: terms.depositor, order })
  checkCall(spend, decoding, terms)
  checkApproval({ approval, permit2 }, spend, terms, nowMs)
  const { notes, doubts: ofCall, ...verdict } = verifyCalldata(spend, decoding, terms, nowMs)
  const doubts = [...ofCall, ...(terms.dst.isUntried === true ? [UNTRIED_TRANSFER] : [])]
  return {
    chainId: terms.src.chainId,
    spend: {
      ...spend,
      kind: isTransfer(spend, terms) ? 'transfer' : 'call',
      description: spend.description || verdict.functionName,
    },
    approval: approval === undefined || approval.amount === 0n ? undefined : approval,
    permit2:
      permit2 === undefined
        ? undefined
        : { ...permit2, kind: 'permit2', description: `Allow the contract to take ${symbolOf(terms)} for a day` },
    ...verdict,
    doubts,
    warnings: [...warnings, ...notes, ...doubts.map(({ text }) => text)],
  }
}

/**
 * The payload of a deposit that this wallet pays itself: a transfer of exactly the amount to the deposit address.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED when the deposit needs a memo, has expired, or its address is not valid on the chain
 */
export function depositPayload(execution: HandOver, terms: PayTerms, nowMs: number): Payload {
  const { providerResult, exec } = execution
  const meta = exec?.meta ?? {}
  const hasMessage = meta.message !== undefined && meta.message !== null && meta.message !== ''
  if (hasMessage || statedMemos(execution).length > 0) {
    throw refusedPayload('its deposit needs a memo, which this wallet does not send')
  }
  if (exec?.providerCalldata !== undefined && exec.providerCalldata !== '0x') {
    throw refusedPayload('its deposit calls a contract')
  }
  if ((exec?.allSteps ?? []).length > 0) throw refusedPayload('its deposit has steps of its own')
  if (exec !== undefined) checkFields({ ...exec, chainId: exec.chainId ?? terms.src.chainId }, terms)
  const [address, ...others] = new Set(
    [providerResult.depositAddress, meta.depositAddress, exec?.providerTarget]
      .filter((text) => text !== undefined)
      .map((text) => readContract(text, 'the deposit address', terms.depositor)),
  )
  if (address === undefined) throw refusedPayload('it has no deposit address')
  if (others.length > 0) throw refusedPayload('it has two different deposit addresses')
  if (!terms.src.isNative && sameAddress(address, terms.src.address)) {
    throw refusedPayload('the deposit address is the token itself')
  }
  if (exec?.value !== undefined && readUnits(exec.value, 'its value') !== (terms.src.isNative ? terms.src.units : 0n)) {
    throw refusedPayload('its value is not the amount')
  }
  const { isNative, units } = terms.src
  const spend: PlannedCall = {
    kind: 'transfer',
    to: isNative ? address : readContract(terms.src.address, 'the token', terms.depositor),
    data: isNative ? '0x' : encodeCall(ERC20.transfer.selector, [addressWord(address), units]),
    value: isNative ? units : 0n,
    description: `Send ${symbolOf(terms)} to the deposit address ${address}`,
  }
  const until = [providerResult.depositBefore, meta.depositBefore, meta.expiresAt].flatMap(readTime)
  const deadlineSec = until.length === 0 ? undefined : Math.min(...until)
  if (deadlineSec !== undefined && deadlineSec * 1000 <= nowMs) throw refusedPayload('its deposit address has expired')
  return {
    chainId: terms.src.chainId,
    spend,
    approval: undefined,
    permit2: undefined,
    ...NOTHING_READ,
    functionName: isNative ? 'transfer of the coin' : 'transfer',
    deadlineSec,
    // The provider states it as such: it is no calldata that could be another's.
    doubts: [{ code: 'deposit', text: `Nothing shows who owns the deposit address ${address}`, isPromise: true }],
    warnings: [],
  }
}

/**
 * Calldata of a token's `approve`.
 * @param spender 0x address
 * @param amount base units, from 0
 */
export function encodeApprove(spender: string, amount: bigint): string {
  return encodeCall(ERC20.approve.selector, [addressWord(spender), amount])
}

/** A payload without a doubt that the chain has settled. */
export function withoutDoubt(payload: Payload, { text: settled }: Doubt): Payload {
  return {
    ...payload,
    doubts: payload.doubts.filter(({ text }) => text !== settled),
    warnings: payload.warnings.filter((text) => text !== settled),
  }
}

/** The fields that say what is spent where. */
function checkFields(exec: Exec, { src }: PayTerms): void {
  // Some callers hold a payload that no client of the API has parsed.
  if (!hasShape(execShape, exec)) throw refusedPayload('one of its fields has a type that the API does not have')
  const { chainId, srcToken, srcAmount } = exec
  if (chainId === undefined || chainId === null) throw refusedPayload('it names no chain')
  if (chainId !== src.chainId) throw refusedPayload(`it is for chain ${chainId}, not ${src.chainId}`)
  if (srcToken !== undefined) {
    const token = srcToken.toLowerCase()
    const isSource =
      token === src.address.toLowerCase() || (src.isNative && (isNativeName(token) || token === POLYGON_COIN))
    if (!isSource) throw refusedPayload(`it spends the token ${cleanText(srcToken, 80)}`)
  }
  if (srcAmount !== undefined && readUnits(srcAmount, 'its source amount') !== src.units) {
    throw refusedPayload(`it spends ${cleanText(srcAmount, 80)} base units, not ${src.units}`)
  }
}

/** Target, function and value of the call that spends. */
function checkCall(call: PayloadCall, decoding: Decoding, terms: PayTerms): void {
  const { src } = terms
  const least = src.isNative ? src.units : 0n
  if (call.value > least + terms.nativeOnTop) throw refusedPayload('its value is above the amount and the stated fees')
  if (call.value < least) throw refusedPayload('its value is below the amount')
  if (sameAddress(call.to, PERMIT2)) throw refusedPayload('it calls Permit2, which can move every token')
  if (!src.isNative && sameAddress(call.to, src.address)) return checkTokenCall(call, terms)
  const holdings = HOLDINGS.get(selectorOf(call.data))
  if (holdings !== undefined) {
    throw refusedPayload(`its call is ${nameOf(holdings)}, which moves or exposes other holdings`)
  }
  const power = POWERS.get(selectorOf(call.data))
  if (power !== undefined && !isShownOrder(call, decoding, terms)) {
    throw refusedPayload(
      `its call is ${nameOf(power)}, which takes nothing of the amount and gives power over what is yours`,
    )
  }
  if (!src.isNative && call.data === '0x') throw refusedPayload('its call has no function')
}

/** True for the signature of an order at the settlement, when the payload shows an order for it, whatever that says. */
function isShownOrder({ to }: PayloadCall, decoding: Decoding, { src }: PayTerms): boolean {
  if (contractAt(src.chainId, to) !== 'gpv2Settlement') return false
  return decoding.kind === 'hostile' || (decoding.kind === 'decoded' && decoding.decoded.isSignedOrder === true)
}

/** The source token itself may be called only to transfer or unwrap exactly the amount. */
function checkTokenCall(call: PayloadCall, { src, depositor }: PayTerms): void {
  const isTransferring = selectorOf(call.data) === ERC20.transfer.selector
  if (!isTransferring && selectorOf(call.data) !== WRAPPED_COIN.withdraw.selector)
    throw refusedPayload('it calls the token itself')
  if (call.value !== 0n) throw refusedPayload('it sends the coin to the token')
  const amount = readArgument(call.data, isTransferring ? 1 : 0)
  if (amount !== src.units || call.data.length !== (isTransferring ? TRANSFER_LENGTH : TRANSFER_LENGTH - 64)) {
    throw refusedPayload('it moves an amount of the token that was not agreed to')
  }
  if (!isTransferring) return
  const to = readContract(`0x${call.data.slice(34, 74)}`, 'the address that gets the token', depositor)
  if (!/^0{24}$/.test(call.data.slice(10, 34)) || sameAddress(to, src.address)) {
    throw refusedPayload('the recipient of the token is an address that cannot use it')
  }
}

function checkApproval(
  { approval, permit2 }: Pick<PayloadCalls, 'approval' | 'permit2'>,
  spend: PayloadCall,
  terms: PayTerms,
  nowMs: number,
): void {
  const isWanted = approval !== undefined && approval.amount > 0n
  if (isTransfer(spend, terms) || sameAddress(spend.to, terms.src.address)) {
    if (isWanted || permit2 !== undefined) throw refusedPayload('it asks for an approval that its call does not need')
    return
  }
  if (permit2 !== undefined) {
    if (approval?.spender !== PERMIT2) throw refusedPayload('it uses Permit2 without approving it')
    checkPermit2(permit2, spend, terms, nowMs)
    return
  }
  if (!isWanted) return
  if (approval.spender === PERMIT2)
    throw refusedPayload('it asks to approve Permit2, but names nobody who may take from there')
  if (!sameAddress(approval.spender, spenderFor(terms.src.chainId, spend.to))) {
    throw refusedPayload('it asks to approve a contract that it does not call')
  }
}

/** Permit2's approve(token, spender, amount, expiration in epoch seconds). */
function checkPermit2(call: PayloadCall, spend: PayloadCall, { src }: PayTerms, nowMs: number): void {
  const [token, spender, amount, expiration] = [0, 1, 2, 3].map((index) => readArgument(call.data, index))
  const isWhole = call.data.length === 10 + 4 * 64
  if (!isWhole || token === undefined || spender === undefined || amount === undefined || expiration === undefined) {
    throw refusedPayload('its call of Permit2 cannot be read')
  }
  if (src.isNative || token !== BigInt(src.address)) throw refusedPayload('it asks Permit2 for another token')
  if (spender !== BigInt(spend.to)) throw refusedPayload('it asks Permit2 to approve a contract that it does not call')
  if (amount > src.units) throw refusedPayload('it asks Permit2 for more than the amount')
  if (call.value !== 0n) throw refusedPayload('it sends the coin to Permit2')
  const nowSec = BigInt(Math.floor(nowMs / 1000))
  if (expiration > nowSec + BigInt(PERMIT2_SEC)) throw refusedPayload('it asks Permit2 for longer than a day')
}

function verifyCalldata(
  spend: PayloadCall,
  decoding: Decoding,
  terms: PayTerms,
  nowMs: number,
): CallVerdict & { readonly functionName: string } {
  if (isTransfer(spend, terms)) {
    return {
      ...NOTHING_READ,
      notes: [],
      functionName: spend.data === '0x' ? 'transfer of the coin' : 'transfer',
      doubts: [
        {
          code: 'deposit',
          text: `The money goes straight to ${paidAddress(spend)}; the payload does not show who owns it`,
          ...(takesFor(terms.provider, terms.src.chainId, paidAddress(spend)) ? { isPromise: true } : {}),
        },
      ],
    }
  }
  switch (decoding.kind) {
    case 'unknown':
      return {
        ...NOTHING_READ,
        notes: [],
        functionName: selectorOf(spend.data),
        doubts: [{ code: 'unknown-call', text: UNKNOWN_FUNCTION }],
      }
    case 'unreadable':
      return {
        ...NOTHING_READ,
        notes: [],
        functionName: decoding.name,
        doubts: [
          { code: 'opaque-call', text: `The arguments of ${decoding.name} cannot be read, so neither can who is paid` },
        ],
      }
    case 'hostile':
      throw refusedPayload(`it ${decoding.why}`)
    case 'decoded':
      return { functionName: decoding.name, ...verifyDecodedCall(decoding, spend, terms, nowMs) }
  }
}

/** Who gets what a transfer sends. */
function paidAddress({ to, data }: PayloadCall): string {
  return data === '0x' ? to : toChecksumAddress(`0x${data.slice(34, 74)}`)
}

/** True for a call that only sends the source asset to an address. */
function isTransfer({ to, data }: PayloadCall, { src }: PayTerms): boolean {
  return src.isNative ? data === '0x' : sameAddress(to, src.address) && selectorOf(data) === ERC20.transfer.selector
}

function symbolOf({ src }: PayTerms): string {
  return cleanText(src.symbol, 20)
}

/** Epoch seconds of an ISO time; nothing where there is none. */
function readTime(text: unknown): number[] {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? [] : [Math.floor(ms / 1000)]
}
