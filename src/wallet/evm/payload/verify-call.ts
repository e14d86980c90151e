import type { Doubt } from '../../../core/swap/acceptances.ts'
import { base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isEvmAddress, sameAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { isKnownContract, wrappedCoin } from '../calldata/contracts.ts'
import { type DecodedCall, COIN } from '../calldata/call-types.ts'
import { readMemoOrder } from '../../terms/memo.ts'
import { refusedPayload } from '../../refusal.ts'
import { checkMinimum } from '../../terms/check-minimum.ts'
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
}

const UNKNOWN_CONTRACT = 'swapcli does not know this contract, so it may not do what the name of its function says'

/**
 * Verifies calldata against the terms.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED
 */
export function verifyDecodedCall(
  decoded: DecodedCall,
  call: PayloadCall,
  terms: PayTerms,
  nowMs: number,
): CallVerdict {
  const doubts: Doubt[] = []
  const doubt = (found: Doubt) => void (doubts.some(({ text }) => text === found.text) || doubts.push(found))
  const warn = (text: string) => doubt({ code: 'opaque-call', text })
  const { deadlineSec } = decoded
  if (deadlineSec !== undefined && deadlineSec * 1000 <= nowMs) throw refusedPayload('its deadline has passed')
  verifyInputs(decoded, terms, warn)
  verifyWrapper(decoded, terms, warn)
  for (const authority of decoded.authorities ?? []) verifyAuthority(authority, terms)
  verifyDestination(decoded, terms, warn)
  const order = decoded.memo === undefined ? undefined : readMemoOrder(decoded.memo, terms)
  const recipient = order === undefined ? verifyRecipients(decoded, terms, warn) : terms.recipient
  if (order === undefined) verifyTokenOut(decoded, terms, warn)
  const minimumReceived = order === undefined ? decoded.minimum : order.minimumReceived
  if (minimumReceived !== undefined) checkMinimum(minimumReceived, terms, warn)
  if (decoded.doubt !== undefined) doubt(decoded.doubt)
  const contracts = [call.to, ...(decoded.callTargets ?? [])]
  const tokens = [terms.src.address, ...(terms.src.chainKey === terms.dst.chainKey ? [terms.dst.address] : [])]
  const isOwnToken = tokens.some((token) => sameAddress(token, call.to))
  if (!isOwnToken && !contracts.every((contract) => isKnownContract(terms.src.chainId, contract)))
    doubt({ code: 'unknown-call', text: UNKNOWN_CONTRACT })
  return { recipient, minimumReceived, deadlineSec, doubts }
}

function verifyInputs({ inputs = [] }: DecodedCall, { src }: PayTerms, warn: (text: string) => void): void {
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
  { recipients }: DecodedCall,
  terms: PayTerms,
  warn: (text: string) => void,
): string | undefined {
  if (recipients === undefined) return undefined
  const matches = recipients.map((paid) => isAccount(paid, terms.recipient))
  if (matches.includes(false)) throw refusedPayload('its calldata pays another recipient')
  if (!matches.includes(undefined)) return toChecksumAddress(terms.recipient)
  warn('The calldata names the recipient in a form that cannot be compared')
  return undefined
}

/** Bridges number chains that have no EVM chain id, and some others, from here on. */
const OWN_NUMBERS = 100_000_000n
/** The one number below that is no EVM chain: deBridge's for Solana. */
const DLN_SOLANA = 7_565_164n

function verifyDestination(
  { destination }: DecodedCall,
  { dst, recipient }: PayTerms,
  warn: (text: string) => void,
): void {
  if (destination === undefined || destination === BigInt(dst.chainId ?? 0)) return
  const isOwnNumber = destination >= OWN_NUMBERS || destination === DLN_SOLANA
  if (!isOwnNumber && (dst.chainId !== undefined || !isEvmAddress(recipient))) {
    throw refusedPayload(
      `its calldata pays out on chain ${destination}, not ${dst.chainId ?? cleanText(dst.chainKey, 60)}`,
    )
  }
  warn("The call names the destination chain by the bridge's own number, which cannot be compared")
}

function verifyTokenOut(decoded: DecodedCall, { src, dst }: PayTerms, warn: (text: string) => void): void {
  if (decoded.recipients === undefined) return
  if (decoded.paidOn !== 'destination' && src.chainKey !== dst.chainKey) {
    throw refusedPayload(`its calldata pays out on the source chain`)
  }
  if (decoded.tokenOut === undefined) return
  const isCoin = dst.address === 'native' || isAccount(COIN, dst.address) === true
  if (isCoin ? /^0x0+$/.test(decoded.tokenOut) : isAccount(decoded.tokenOut, dst.address) === true) return
  if (isCoin && decoded.paidOn === 'destination') {
    // Bridges name the wrapped coin and pay out the coin.
    const wrapped = wrappedCoin(dst.chainKey)
    if (wrapped === decoded.tokenOut) return
    if (wrapped === undefined) {
      warn('The call names a token although a coin should arrive; whether it is the wrapped coin is not known')
      return
    }
  } else if (isAccount(decoded.tokenOut, dst.address) === undefined) {
    warn('The calldata names the asset in a form that cannot be compared')
    return
  }
  throw refusedPayload(`its calldata pays out an asset other than ${cleanText(dst.symbol, 20)}`)
}

/** Whether bytes are those of an account or token; undefined where its text cannot be turned into bytes. */
function isAccount(bytes: string, text: string): boolean | undefined {
  const forms = formsOf(text)
  return forms === undefined ? undefined : forms.includes(bytes.toLowerCase())
}

/** The bytes of an address in small 0x-hex, of EVM chains, Solana, and Tron with and without its prefix. */
function formsOf(text: string): readonly string[] | undefined {
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return [text.toLowerCase()]
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  const hex = bytesToHex(base58.decode(text))
  if (hex.length === 64) return [`0x${hex}`]
  return hex.length === 50 && hex.startsWith('41') ? [`0x${hex.slice(0, 42)}`, `0x${hex.slice(2, 42)}`] : undefined
}
