import { formatUsdForPeople } from '../../core/money/fees.ts'
import { fittingCost, type MostCost } from '../../core/money/most-cost.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { refusalFor } from '../../wallet/index.ts'

/**
 * Holds the network cost that the sandbox states against `--max-cost`: its wallet of paper measures none.
 * @param most undefined without a bound, which the sandbox has none of by itself
 * @throws WALLET_REFUSED
 */
export function checkPaperCost({ fees, src }: Pick<StatedTerms, 'fees' | 'src'>, most: MostCost | undefined): void {
  if (most === undefined || 'coin' in most) return
  const cost = fees.reduce((sum, { type, usd = 0n }) => (type === 'source_gas' ? sum + usd : sum), 0n)
  const bound = 'usd' in most ? most.usd : ((src.usd ?? 0n) * BigInt(most.bps)) / 10_000n
  if (cost <= bound) return
  throw refusalFor(
    'cost',
    `The network cost is ${formatUsdForPeople(cost)}, and at most ${formatUsdForPeople(bound)} is to be paid`,
    'Nothing was signed. Wait for lower fees, or allow more',
    { accept: ['--max-cost', fittingCost({ usd: cost })] },
  )
}
