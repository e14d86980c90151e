import { formatAmountForPeople } from '../../core/money/amount.ts'
import { holdsFloor } from '../../core/swap/floor.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { refusedPayload } from '../refusal.ts'
import type { PayTerms } from '../payment.ts'

/**
 * Verifies the least amount that a call or memo accepts, in base units, against the floor of the terms.
 * @throws WALLET_REFUSED
 */
export function checkMinimum(
  least: bigint,
  { dst }: Pick<PayTerms, 'dst'>,
  warn: (text: string) => void,
  where: 'calldata' | 'memo' = 'calldata',
): void {
  const { minimumOut, minReceive, decimals } = dst
  if (minimumOut === undefined) return
  if (decimals === undefined) {
    warn('The minimum received cannot be compared with the lock, because the decimals of the asset are unknown')
    return
  }
  if (!holdsFloor(least, minimumOut, minReceive)) {
    throw refusedPayload(
      `its ${where} accepts less than must arrive, ${formatAmountForPeople(minimumOut, decimals)} ${cleanText(dst.symbol, 20)}`,
    )
  }
}
