import { type CatalogChain, EVM_COIN_DECIMALS, NATIVE_EVM_ADDRESS, type PricedAsset } from '../assets/catalog.ts'
import { formatUsd, type MicroUsd, readSignedUsd, readUsd, unitsForUsd } from './usd.ts'
import { groupThousands } from './amount.ts'
import { FEE_TYPES } from '../api/enums.ts'
import type { FeeType } from '../api/documents.ts'
import type { Known } from '../api/request-fields.ts'

export type { FeeType }

/** True for a fee type that this version knows. */
export function isFeeType(text: string): text is FeeType {
  return FEE_TYPES.some((type) => type === text)
}

/** The token that a fee is counted in. */
export interface FeeToken {
  readonly chainId: number
  readonly chainName: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/** The token of a fee that is counted in this asset. */
export function tokenOfAsset({ chain, asset }: PricedAsset): FeeToken {
  return {
    chainId: chain.chainId,
    chainName: chain.name,
    address: asset.address,
    symbol: asset.symbol,
    decimals: asset.decimals,
  }
}

/** The token of a fee that is counted in the native coin of an EVM chain. */
export function coinOfEvmChain(chain: CatalogChain): FeeToken {
  return {
    chainId: chain.chainId,
    chainName: chain.name,
    address: NATIVE_EVM_ADDRESS,
    symbol: chain.nativeSymbol,
    decimals: EVM_COIN_DECIMALS,
  }
}

/** A fee of a swap. */
export interface Fee {
  /** Other servers may add types. */
  readonly type: Known<FeeType>
  /** Base units of `token`; negative for rewards. */
  readonly amount: bigint
  readonly token: FeeToken
  /** Value in micro-dollars; undefined when the provider states none, and then shown as unknown, never as zero. */
  readonly usd?: MicroUsd | undefined
  readonly description: string
  readonly providerLabel: string
  /** False when it is paid on top of the source amount (gas, native messaging fees). @default true */
  readonly included?: boolean
}

export interface FeeInput {
  /** Undefined when unknown: then the fees cannot be reconciled and stay as stated. */
  readonly srcUsd: MicroUsd | undefined
  readonly dstUsd: MicroUsd | undefined
  readonly items: readonly Fee[]
  /** Both assets and their base units. An unexplained difference is counted in the destination asset. */
  readonly src: SideUnits
  readonly dst: SideUnits
  /** Price of the destination asset, micro-dollars a whole token. */
  readonly dstPriceUsd: MicroUsd
}

/** An amount of a token. */
export interface SideUnits {
  readonly token: FeeToken
  /** Base units. */
  readonly amount: bigint
}

/**
 * The fees of a route: an item in one of its assets that nobody values is valued as that asset is. They are completed so that
 * `srcUsd` less the included items is exactly `dstUsd`: an unexplained difference becomes a `route_loss`, or a
 * `transfer_reward` when the output is worth more.
 */
export function reconcileFees({ srcUsd, dstUsd, items: stated, src, dst, dstPriceUsd }: FeeInput): readonly Fee[] {
  if (srcUsd === undefined || dstUsd === undefined) return stated
  const sides = [
    { ...src, usd: srcUsd },
    { ...dst, usd: dstUsd },
  ]
  const isTaken = ({ included }: Fee) => included !== false
  const valued = stated.map((fee) => (isTaken(fee) ? valuedBySide(fee, sides) : fee))
  const rest = srcUsd - dstUsd - totalUsd(valued.filter(isTaken))
  const items = roundedInto(valued, stated, rest)
  const unexplained = items === valued ? rest : 0n
  if (unexplained === 0n) return items
  const reward = unexplained < 0n
  const difference: Fee = {
    type: reward ? 'transfer_reward' : 'route_loss',
    amount: dstPriceUsd > 0n ? unitsForUsd(unexplained, dst.token.decimals, dstPriceUsd) : 0n,
    token: dst.token,
    usd: unexplained,
    description: reward ? 'Payout above what the stated fees leave' : 'Loss that no stated fee explains',
    providerLabel: reward ? 'transfer_reward' : 'route_loss',
  }
  return [...items, difference]
}

/** A fee in one of the assets of a swap, at what that asset is worth there; any other stays as it is. */
function valuedBySide(fee: Fee, sides: readonly (SideUnits & { readonly usd: MicroUsd })[]): Fee {
  if (fee.usd !== undefined) return fee
  const side = sides.find(({ token, amount }) => amount > 0n && isSameToken(token, fee.token))
  return side === undefined ? fee : { ...fee, usd: (fee.amount * side.usd) / side.amount }
}

function isSameToken(one: FeeToken, other: FeeToken): boolean {
  return one.chainId === other.chainId && one.address === other.address && one.decimals === other.decimals
}

/** The items with what their valuation rounded off, micro-dollars, in the last that was valued; the same items for more than that. */
function roundedInto(valued: readonly Fee[], stated: readonly Fee[], rest: MicroUsd): readonly Fee[] {
  const own = valued.flatMap((fee, at) => (fee === stated[at] ? [] : [at]))
  const [most, last] = [BigInt(own.length), own.at(-1)]
  if (rest === 0n || last === undefined || rest > most || rest < -most) return valued
  return valued.map((fee, at) => (at === last ? { ...fee, usd: (fee.usd ?? 0n) + rest } : fee))
}

/** The sum of the fees that have a value, in micro-dollars. */
export function totalUsd(fees: readonly Pick<ValuedFee, 'usd'>[]): MicroUsd {
  return fees.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)
}

/** The part of a fee that a sum needs. */
export interface ValuedFee {
  /** Base units; undefined when unreadable. */
  readonly amount: bigint | undefined
  readonly usd?: MicroUsd | undefined
  readonly included?: boolean | undefined
}

/** Fees and their sum. */
export interface ValuedFees {
  readonly fees: readonly ValuedFee[]
  /** @default their sum */
  readonly feesUsd?: MicroUsd | undefined
}

/** The sum of fees in micro-dollars; undefined when there are fees and none has a stated value. */
export function feesTotal({ fees, feesUsd = totalUsd(fees) }: ValuedFees): MicroUsd | undefined {
  return fees.length > 0 && fees.every(isUnvalued) ? undefined : feesUsd
}

/**
 * The sum of values, for people: with a plus sign when some of `total` have none that is known, `unknown` when all.
 * @param usd micro-dollars; undefined where it is not known
 */
export function volumeText(usd: MicroUsd | undefined, unvalued: number, total: number): string {
  if (usd === undefined || (total > 0 && unvalued >= total)) return 'unknown'
  return `${formatUsdForPeople(usd)}${unvalued > 0 ? '+' : ''}`
}

/** Says what a sum leaves out; '' where it holds all. */
export function leftOutText(unvalued: number, total: number): string {
  return unvalued === 0 ? '' : ` (${unvalued} of ${total} left out: their value is not known)`
}

/**
 * The sum of fees: with a plus sign when some have no stated value in USD, `unknown` when none has.
 * @param format how dollars are written. @default for people
 */
export function feesText(values: ValuedFees, format: (usd: MicroUsd) => string = formatUsdForPeople): string {
  const total = feesTotal(values)
  if (total === undefined) return 'unknown'
  return `${format(total)}${values.fees.some(isUnvalued) ? '+' : ''}`
}

/** True for a cost whose value in USD nobody states; rewards are none. */
export function isUnvaluedCost({ amount, usd }: ValuedFee): boolean {
  return usd === undefined && (amount === undefined || amount > 0n)
}

function isUnvalued({ amount, usd }: ValuedFee): boolean {
  return usd === undefined && amount !== 0n
}

/** The fees on top of the amount (gas, native messaging fees). */
export function onTopFees({ fees }: ValuedFees): ValuedFees {
  return { fees: fees.filter(({ included }) => included === false) }
}

/**
 * Dollars for a person: `$1,498.63` from one dollar on, four digits that count below it (`$0.3712`, `$0.004512`), at least two
 * decimals, the sign before the dollar. Rounded half away from zero.
 */
export function formatUsdForPeople(value: MicroUsd): string {
  const sign = value < 0n ? '-' : ''
  const absolute = value < 0n ? -value : value
  const step = absolute < 1_000_000n ? 10n ** BigInt(Math.max(0, absolute.toString().length - 4)) : 10_000n
  return `${sign}$${groupThousands(formatUsd(((absolute + step / 2n) / step) * step))}`
}

/** What stands for a value that is there and less than a micro-dollar. */
export const LESS_THAN_SHOWN = '<$0.000001'

/** A decimal dollar text for a person, '' for ''; what is less than a micro-dollar says so, and what is no value is unknown. */
export function usdForPeople(text: string): string {
  if (text === '') return ''
  const value = readSignedUsd(text)
  if (value === undefined) return 'unknown'
  return value === 0n && /[1-9]/.test(text) ? LESS_THAN_SHOWN : formatUsdForPeople(value)
}

/** What an amount is worth as a provider or server states it, for a person; '' for ''. */
export function worthForPeople(text: string): string {
  return text !== '' && readUsd(text) === undefined ? 'unknown' : usdForPeople(text)
}

/** A part of a sum, whose sign stands before its name, for a person: without its sign; `not stated` for ''. */
export function unsignedUsdForPeople(text: string): string {
  return text === '' ? 'not stated' : usdForPeople(text.replace(/^-/, ''))
}
