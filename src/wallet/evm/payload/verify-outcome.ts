import { isEvmAddress, sameAddress } from '../../../core/assets/address.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { MOST_REFUND_FEES_PERCENT } from '../../../core/evm/bridges/mayan.ts'
import { cctpChainOf } from '../../../core/evm/cctp/chains.ts'
import { TOKENS } from '../../../core/evm/tokens.ts'
import { lessBps } from '../../../core/money/amount.ts'
import type { Doubt } from '../../../core/swap/acceptances.ts'
import { COIN, type DecodedCall } from '../calldata/call-types.ts'
import { BRIDGE_CHAINS, CCTP_DOMAINS, LAYER_ZERO_ENDPOINTS } from '../calldata/chain-numbers.ts'
import { wrappedCoin } from '../calldata/contracts.ts'
import { checkMinimum } from '../../terms/check-minimum.ts'
import { refusedPayload } from '../../refusal.ts'
import { isAccount } from './account-bytes.ts'
import type { PayTerms } from '../../payment.ts'

/* Where a call pays, and in what: against the destination of the terms. */

/** Bridges number chains that have no EVM chain id, and some others, from here on. */
const OWN_NUMBERS = 100_000_000n
const NOT_NAMED = 'The call does not name the token that arrives on the other chain'
const SWAPPED_THERE =
  'The contract on the destination chain gets another asset than was agreed to; what it makes of that cannot be read'
const SWAPS_FIRST: Doubt = {
  code: 'swaps-first',
  text: 'The call swaps first: if the bridge does not deliver, what comes back is what that swap gave, however little it is',
}
/** Share of the coin that its wrapped form must keep where a bridge takes that. */
const WRAPPED_LESS_BPS = 300

/** The chain that the call pays on, by whatever number. @throws WALLET_REFUSED for another */
export function verifyDestination(
  { destination, endpoint, numbering = 'evm' }: DecodedCall,
  { dst, recipient }: PayTerms,
  warn: (text: string) => void,
): void {
  const wanted = BigInt(dst.chainId ?? 0)
  const number = endpoint ?? destination
  if (number === undefined) return
  const table = endpoint !== undefined ? LAYER_ZERO_ENDPOINTS : numbering === 'cctp' ? CCTP_DOMAINS : undefined
  const stated = table === undefined ? number : table.get(Number(number))
  // LI.FI states the chain twice: by its own number, and by LayerZero's where that carries the message.
  if (endpoint !== undefined && destination !== undefined && destination !== wanted)
    throw anotherChain(destination, dst)
  if (stated === undefined) {
    // A chain has one such number: another one is another chain.
    if ([...(table?.values() ?? [])].includes(wanted)) throw anotherChain(number, dst)
    warn("The call names the destination chain by the bridge's own number, which cannot be compared")
    return
  }
  if (stated === wanted) return
  const bridgeChain = BRIDGE_CHAINS.get(stated)
  if (bridgeChain === dst.chainKey) return
  const hasOwn = !isEvmAddress(recipient) || numbering === 'debridge'
  const isOwnNumber = bridgeChain === undefined && stated >= OWN_NUMBERS && hasOwn
  if (!isOwnNumber && (bridgeChain !== undefined || dst.chainId !== undefined || !isEvmAddress(recipient)))
    throw anotherChain(stated, dst)
  warn("The call names the destination chain by the bridge's own number, which cannot be compared")
}

function anotherChain(chain: bigint, { chainId, chainKey }: PayTerms['dst']): Error {
  return refusedPayload(`its calldata pays out on chain ${chain}, not ${chainId ?? cleanText(chainKey, 60)}`)
}

/** Swaps before a bridge are sure where what they give is as good as what must arrive. */
export function verifyBetween(decoded: DecodedCall, terms: PayTerms, least: bigint | undefined): Doubt | undefined {
  const { between } = decoded
  if (between === undefined) return undefined
  const { src, dst } = terms
  const isSame = isSameSymbol(symbolOf(between.token, terms), dst) && sharesDecimals(between.token, terms)
  if (isSame && between.least >= (least ?? dst.minimumOut ?? between.least + 1n)) return undefined
  const isOwnCoin = src.isNative && (between.token === COIN || between.token === wrappedCoin(src.chainKey))
  return isOwnCoin && between.least >= lessBps(src.units, WRAPPED_LESS_BPS) ? undefined : SWAPS_FIRST
}

/** An order that nobody fills must come back nearly whole. @throws WALLET_REFUSED */
export function verifyRefundFee(
  { refundFee = 0n, mostDecimals = Infinity, inputs = [], between }: DecodedCall,
  terms: PayTerms,
  warn: (text: string) => void,
): void {
  if (refundFee === 0n) return
  const { src, dst } = terms
  const isOwn = between === undefined || (src.isNative && between.token === wrappedCoin(src.chainKey))
  const isSame =
    between !== undefined && isSameSymbol(symbolOf(between.token, terms), dst) && sharesDecimals(between.token, terms)
  // Of anything else that a swap gives it is a doubt already that it comes back at all.
  if (!isOwn && !isSame) return
  const { decimals } = isOwn ? src : dst
  if (decimals === undefined) return warn('What a refund would cost cannot be read')
  const fee = refundFee * 10n ** BigInt(Math.max(0, decimals - mostDecimals))
  const ordered = between?.least ?? inputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (fee * 100n > ordered * MOST_REFUND_FEES_PERCENT) {
    throw refusedPayload(`its refund would cost more than ${MOST_REFUND_FEES_PERCENT} % of the amount`)
  }
}

/** What the call promises at least in units of the destination; undefined where a contract passes it on. */
export function leastInUnits(decoded: DecodedCall, terms: PayTerms): bigint | undefined {
  return decoded.isPassedOn === true ? undefined : statedLeast(decoded, terms)
}

/**
 * What a contract on the other chain gets to pass on: where that is the agreed asset, as much as must arrive.
 * @throws WALLET_REFUSED for less
 */
export function verifyPassedOn(decoded: DecodedCall, terms: PayTerms, warn: (text: string) => void): void {
  const least = isAgreedAsset(decoded, terms) ? statedLeast(decoded, terms) : undefined
  if (least === undefined) warn(SWAPPED_THERE)
  else checkMinimum(least, terms, warn)
}

function isAgreedAsset({ tokenOut, between }: DecodedCall, terms: PayTerms): boolean {
  const { src, dst } = terms
  const taken = between?.token ?? (src.isNative ? COIN : src.address.toLowerCase())
  if (tokenOut === undefined) return isSameSymbol(symbolOf(taken, terms), dst)
  if (isAccount(tokenOut, dst.address) === true) return true
  return isCoin(dst) && (/^0x0+$/.test(tokenOut) || tokenOut === wrappedCoin(dst.chainKey))
}

/** Bridges of one asset count in units of the source. */
function statedLeast(decoded: DecodedCall, terms: PayTerms): bigint | undefined {
  const { minimum, isSameAsset = false, between, mostDecimals } = decoded
  if (minimum !== undefined && mostDecimals !== undefined) {
    const { decimals } = terms.dst
    return decimals === undefined ? undefined : minimum * 10n ** BigInt(Math.max(0, decimals - mostDecimals))
  }
  if (minimum === undefined || !isSameAsset) return minimum
  if (between !== undefined) return sharesDecimals(between.token, terms) ? minimum : undefined
  const { src, dst } = terms
  if (src.decimals === undefined || dst.decimals === undefined) return undefined
  return src.decimals >= dst.decimals
    ? minimum / 10n ** BigInt(src.decimals - dst.decimals)
    : minimum * 10n ** BigInt(dst.decimals - src.decimals)
}

/** A bridge that names no token pays the same asset on the other chain. @throws WALLET_REFUSED where that is known to be another */
export function verifySameAsset(decoded: DecodedCall, terms: PayTerms, warn: (text: string) => void): void {
  if (decoded.isSameAsset !== true || decoded.recipients === undefined) return
  const token = decoded.between?.token ?? (terms.src.isNative ? COIN : terms.src.address.toLowerCase())
  if (decoded.numbering === 'cctp') return verifyNativeUsdc(token, terms)
  if (!isSameSymbol(symbolOf(token, terms), terms.dst)) warn(NOT_NAMED)
}

/** CCTP burns and mints native USDC alone: that of its table, where the chain is in it. @throws WALLET_REFUSED */
function verifyNativeUsdc(token: string, terms: PayTerms): void {
  const { src, dst } = terms
  const burnt = cctpChainOf(src.chainId)?.usdc
  if (burnt === undefined ? symbolOf(token, terms) !== 'USDC' : !sameAddress(burnt, token)) {
    throw refusedPayload('it burns another token than USDC')
  }
  const minted = cctpChainOf(dst.chainId)?.usdc
  if (minted === undefined ? !isSameSymbol('USDC', dst) : isAccount(minted.toLowerCase(), dst.address) !== true) {
    throw refusedPayload(`its calldata pays out an asset other than ${cleanText(dst.symbol, 20)}`)
  }
}

/** Symbol of a token of the source chain, as far as the program has it by heart. */
function symbolOf(token: string, { src }: PayTerms): string | undefined {
  if (src.isNative ? token === COIN : sameAddress(token, src.address)) return src.symbol
  const tokens = tokensOf(src.chainKey)
  return Object.keys(tokens).find((symbol) => tokens[symbol]?.toLowerCase() === token)
}

function isSameSymbol(symbol: string | undefined, dst: PayTerms['dst']): boolean {
  if (symbol === undefined) return false
  const there = tokensOf(dst.chainKey)[symbol]
  return there === undefined ? symbol.toUpperCase() === dst.symbol.toUpperCase() : sameAddress(there, dst.address)
}

/** On BNB Smart Chain tokens of this kind have more decimals than elsewhere; all others have as many. */
function sharesDecimals(token: string, { src, dst }: PayTerms): boolean {
  if (src.isNative ? token === COIN : sameAddress(token, src.address)) return src.decimals === dst.decimals
  return src.chainKey !== 'bsc' && dst.chainKey !== 'bsc'
}

function tokensOf(chainKey: string): Readonly<Record<string, string | undefined>> {
  return Object.entries(TOKENS).find(([key]) => key === chainKey)?.[1] ?? {}
}

function isCoin({ address }: PayTerms['dst']): boolean {
  return address === 'native' || isAccount(COIN, address) === true
}

/** What the call pays in. @throws WALLET_REFUSED for another asset */
export function verifyTokenOut(
  decoded: DecodedCall,
  { src, dst, ...rest }: PayTerms,
  warn: (text: string) => void,
): void {
  if (decoded.recipients === undefined && decoded.recipientText === undefined) return
  if (decoded.paidOn !== 'destination' && src.chainKey !== dst.chainKey) {
    throw refusedPayload(`its calldata pays out on the source chain`)
  }
  verifySameAsset(decoded, { src, dst, ...rest }, warn)
  if (decoded.tokenOut === undefined) return
  if (isCoin(dst) ? /^0x0+$/.test(decoded.tokenOut) : isAccount(decoded.tokenOut, dst.address) === true) return
  if (isCoin(dst) && decoded.paidOn === 'destination') {
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
