import type { HistoryTransaction, TransactionFee } from '../api/documents.ts'
import { isRecord } from '../is-record.ts'
import { formatUsdForPeople, LESS_THAN_SHOWN } from '../money/fees.ts'
import { type MicroUsd, readSignedUsd } from '../money/usd.ts'

/** What was sent in micro-dollars; undefined where nobody knows: a server that does not say so states 0. */
export function transactionUsd({ amountUsd, unvalued }: HistoryTransaction): MicroUsd | undefined {
  const usd = unvalued === true ? 0n : (usdOfNumber(amountUsd) ?? 0n)
  return usd > 0n ? usd : undefined
}

/** Its fees as they were quoted, in micro-dollars; undefined where some have no stated value. */
export function transactionFeeUsd(fee: TransactionFee): MicroUsd | undefined {
  return hasUnvaluedCost(fee) ? undefined : usdOfNumber(fee.amountUsd)
}

/** The fees, for people: with a plus sign when some have no stated value, `unknown` when none has; '' where none are told. */
export function transactionFeeText(fee: TransactionFee): string {
  const usd = usdOfNumber(fee.amountUsd)
  if (usd === undefined) return ''
  if (!hasUnvaluedCost(fee)) return formatUsdForPeople(usd)
  return usd === 0n ? 'unknown' : `${formatUsdForPeople(usd)}+`
}

/** What was sent, for people. */
export function transactionUsdText(transaction: HistoryTransaction): string {
  const usd = transactionUsd(transaction)
  if (usd !== undefined) return formatUsdForPeople(usd)
  const { amountUsd, unvalued } = transaction
  return unvalued !== true && amountUsd > 0 && amountUsd < 1 ? LESS_THAN_SHOWN : 'unknown'
}

/** The quote's items, where the fee has them. */
function hasUnvaluedCost({ details }: TransactionFee): boolean {
  const items: unknown = isRecord(details) ? details['items'] : undefined
  if (!Array.isArray(items)) return false
  return items.some((item) => isRecord(item) && item['amountUsd'] === undefined && item['amount'] !== '0')
}

/** Dollars of a field that the API defines as a JSON number. */
function usdOfNumber(value: number | null | undefined): MicroUsd | undefined {
  return value === undefined || value === null ? undefined : readSignedUsd(value.toFixed(6))
}
