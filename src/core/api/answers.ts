import { EVM_COIN_DECIMALS } from '../assets/catalog.ts'
import { defined } from '../defined.ts'
import { isEvmCoin } from '../evm/tokens.ts'
import { MOST_DECIMALS, parseAmount } from '../money/amount.ts'
import { type Fee, totalUsd, type ValuedFees } from '../money/fees.ts'
import type { ValuedTerms } from '../money/price-loss.ts'
import { type MicroUsd, readSignedUsd, readUsd } from '../money/usd.ts'
import type { StatedTerms, TermsSide } from '../swap/terms.ts'
import { cleanText } from '../text/clean-text.ts'
import type { Execution, FeeItem, Lock, RouteSide } from './documents.ts'
import { SwapError } from './errors.ts'

/*
 * What a service answers, read once: from here on amounts are base units. `terms-document.ts` writes the same.
 */

/** The fields of a route, a lock or an execution that state terms. */
type TermsFields = Pick<
  Lock,
  | 'src'
  | 'dst'
  | 'fees'
  | 'estimatedTime'
  | 'steps'
  | 'minimumReceived'
  | 'recipientMemo'
  | 'priceImpactBps'
  | 'warnings'
>

/** A lock whose terms are read. */
export type StatedLock = Pick<Lock, 'provider' | 'routeId' | 'lockId' | 'expiresAt' | 'ttlMs'> & {
  readonly terms: StatedTerms
}

/** An execution whose terms are read; what is to be paid stays as it came. */
export type StatedExecution = Omit<Execution, 'quote'> & { readonly terms: StatedTerms }

/** Decimals of both assets, 0 to 36; undefined where the catalog does not know them. */
export interface PairDecimals {
  readonly src: number | undefined
  readonly dst: number | undefined
}

/** A lock as it was answered. @throws as readTerms */
export function readLock(lock: Lock, decimals: PairDecimals): StatedLock {
  const { provider, routeId, lockId, expiresAt, ttlMs } = lock
  return { provider, routeId, lockId, expiresAt, ttlMs, terms: readTerms('lock', lock, decimals) }
}

/** An execution as it was answered. @throws as readTerms */
export function readExecution({ quote, ...facts }: Execution, decimals: PairDecimals): StatedExecution {
  return { ...facts, terms: readTerms('execution', quote, decimals) }
}

/**
 * Terms as they were answered. What is received, also at least, may be stated more finely than the asset can be paid out.
 * @throws WALLET_REFUSED for an amount that cannot be read
 */
export function readTerms(
  what: 'route' | 'lock' | 'execution',
  fields: TermsFields,
  decimals: PairDecimals,
): StatedTerms {
  return readFields(fields, decimals, (text) => {
    throw new SwapError(
      'WALLET_REFUSED',
      `The ${what} that came back states no amount that can be read: ${cleanText(text, 60)}`,
      { reason: 'terms', hint: 'Send nothing. Quote again, or use another server: swapcli quote AMOUNT FROM TO' },
    )
  })
}

/** Terms that version 0.1.0 kept as they were answered: as there, an amount that cannot be read counts as nothing. */
export function readKeptTerms(fields: TermsFields, decimals: PairDecimals): StatedTerms {
  return readFields(fields, decimals, () => undefined)
}

function readFields(
  {
    src,
    dst,
    fees,
    estimatedTime,
    steps = [],
    minimumReceived = '',
    recipientMemo,
    priceImpactBps,
    warnings,
  }: TermsFields,
  decimals: PairDecimals,
  onUnreadable: (text: string) => undefined,
): StatedTerms {
  const side = ({ formatted, currency, usd }: RouteSide, places = MOST_DECIMALS): TermsSide => {
    const amount = readAmount(formatted, places) ?? 0n
    if (amount === 0n) onUnreadable(`${formatted} ${currency}`)
    return { symbol: currency, decimals: places, amount, ...defined({ usd: readUsd(usd) }) }
  }
  const items = fees.items.flatMap((item) => {
    return readFee(item) ?? onUnreadable(`${item.amount} base units of ${item.token.symbol}`) ?? []
  })
  const stated = readSignedUsd(fees.total.usd)
  return {
    src: side(src, decimals.src),
    dst: side({ ...dst, formatted: withDecimals(dst.formatted, decimals.dst) }, decimals.dst),
    fees: items,
    steps,
    ...defined({
      minimumOut:
        minimumReceived === ''
          ? undefined
          : (readLeast(minimumReceived, decimals) ?? onUnreadable(`${minimumReceived} ${dst.currency}`) ?? 0n),
      recipientMemo,
      estimatedTimeSec: estimatedTime,
      feesUsd: stated === totalUsd(items) ? undefined : stated,
      priceImpactBps,
      warnings,
    }),
  }
}

/** The least that is to be received, base units, without digits that cannot be paid out; undefined for what is no amount. */
export function readLeast(text: string, { dst }: Pick<PairDecimals, 'dst'>): bigint | undefined {
  return readAmount(withDecimals(text, dst), dst)
}

/** The values of a route in a list: what cannot be read counts as not stated. */
export function readValues({
  src,
  dst,
  fees,
  priceImpactBps,
  warnings,
}: Pick<TermsFields, 'src' | 'dst' | 'fees' | 'priceImpactBps' | 'warnings'>): ValuedTerms &
  ValuedFees & { readonly warnings: readonly string[] } {
  return {
    src: { usd: readUsd(src.usd) },
    dst: { usd: readUsd(dst.usd) },
    priceImpactBps,
    warnings: warnings ?? [],
    fees: fees.items.map((item) => ({
      amount: readUnits(item.amount),
      usd: readFeeUsd(item),
      included: item.included,
    })),
    feesUsd: readSignedUsd(fees.total.usd),
  }
}

/** What a fee is worth as it is stated; undefined where nobody can say. Only what is taken out of the swap may be a reward. */
export function readFeeUsd({
  amountUsd = '',
  included,
}: Pick<FeeItem, 'amountUsd' | 'included'>): MicroUsd | undefined {
  return included === false ? readUsd(amountUsd) : readSignedUsd(amountUsd)
}

/** Decimal text in base units, 0 included; undefined for what is no amount of an asset with these decimals. */
export function readAmount(text: string, decimals = MOST_DECIMALS): bigint | undefined {
  const parsed = parseAmount(text, decimals)
  if (parsed.ok) return parsed.units
  return parsed.problem === 'zero' ? 0n : undefined
}

/** The most decimals that one of these amounts is written with. */
export function writtenDecimals(texts: readonly string[]): number {
  return Math.min(MOST_DECIMALS, Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0)))
}

function readFee(item: FeeItem): Fee | undefined {
  const { type, amount, token, description, providerLabel, chain, included } = item
  const units = readUnits(amount)
  const { decimals } = token
  if (units === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS) return undefined
  // A coin with other decimals would be worth another amount than the wallet pays.
  if (isEvmCoin(token.address) && decimals !== EVM_COIN_DECIMALS) return undefined
  return {
    ...{ type, amount: units, token: { ...token, chainName: chain.name ?? '' }, description, providerLabel },
    ...defined({ usd: readFeeUsd(item), included }),
  }
}

function readUnits(text: string): bigint | undefined {
  return /^(-?[0-9]{1,78})?$/.test(text) ? BigInt(text) : undefined
}

/** The text without the digits after these decimals. */
function withDecimals(text: string, decimals = MOST_DECIMALS): string {
  const point = text.indexOf('.')
  return /^[0-9.]*$/.test(text) && point >= 0 ? text.slice(0, point + 1 + decimals) : text
}
