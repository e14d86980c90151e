import { parseAmount } from '../../core/money/amount.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { refusedPayload } from '../refusal.ts'
import type { PayTerms } from '../payment.ts'

/**
 * Holds the least that a call or memo accepts, base units, against what was promised.
 * @throws WALLET_REFUSED
 */
export function checkMinimum(
  least: bigint,
  { dst }: Pick<PayTerms, 'dst'>,
  warn: (text: string) => void,
  where: 'calldata' | 'memo' = 'calldata',
): void {
  const { minimumReceived: promised, decimals } = dst
  if (promised === undefined) return
  if (decimals === undefined) {
    warn('The minimum received cannot be compared with the lock, because the decimals of the asset are unknown')
    return
  }
  const parsed = parseAmount(promised, decimals)
  if (!parsed.ok && parsed.problem !== 'zero') throw refusedPayload('the minimum that the lock promises cannot be read')
  if (parsed.ok && least < parsed.units) {
    throw refusedPayload(
      `its ${where} accepts less than the lock promises, ${cleanText(promised, 60)} ${cleanText(dst.symbol, 20)}`,
    )
  }
}
