import type { StatusTransaction } from '../api/documents.ts'
import { holdsFloor, type StatedLeast } from '../swap/floor.ts'
import { formatAmountForPeople, groupThousands, MOST_DECIMALS, parseAmount } from './amount.ts'
import { promisedLeast } from './shortfall.ts'

/** What is stated of the end of a swap. */
export type StatedOutcome = Pick<StatusTransaction, 'status'> &
  Partial<Pick<StatusTransaction, 'dstAmount' | 'dstDelivered'>>

/**
 * What a swap that is called a success brought, where that is below the least that its lock promised:
 * `5 USDC, less than the least that was promised, 683.606061`; undefined where it is not, or one of the two is not known.
 * @param terms of the lock of this machine: a server may state its own otherwise by now
 * @param seen what was measured, in whole units @default what is stated
 */
export function belowLeastText(
  terms: StatedLeast | undefined,
  { status, dstAmount, dstDelivered = dstAmount }: StatedOutcome,
  seen = dstDelivered,
): string | undefined {
  const least = terms === undefined ? undefined : promisedLeast(terms)
  if (terms === undefined || least === undefined || status !== 'SUCCESS') return undefined
  const { symbol, decimals } = terms.dst
  // More decimals than the asset has must not hide what is missing.
  const parsed = parseAmount(seen, MOST_DECIMALS)
  if (!parsed.ok && parsed.problem !== 'zero') return undefined
  const units = parsed.ok ? parsed.units / 10n ** BigInt(MOST_DECIMALS - decimals) : 0n
  if (holdsFloor(units, least)) return undefined
  return `${groupThousands(seen ?? '')} ${symbol}, less than the least that was promised, ${formatAmountForPeople(least, decimals)}`
}
