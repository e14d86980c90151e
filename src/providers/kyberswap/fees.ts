import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import { type MicroUsd, readUsd } from '../../core/money/usd.ts'
import type { ProviderQuoteRequest } from '../contract.ts'
import { gasFee } from '../kit/same-chain/swap.ts'
import { parseStatedUsd } from '../kit/stated-side.ts'
import type { KyberSummary } from './wire.ts'

/** The fees of a route: network cost on top, and what an integrator takes. Fees of pools are inside the price. */
export function readFees(summary: KyberSummary, request: ProviderQuoteRequest): Fee[] {
  return [...networkCost(summary, request), ...integratorFee(summary, request)]
}

function networkCost(summary: KyberSummary, { src }: ProviderQuoteRequest): Fee[] {
  const { gas = 0n, gasPrice = 0n } = summary
  const units = gas * gasPrice
  const usd = parseStatedUsd(summary.gasUsd, gas)
  const own = gasFee(src.chain, units, usd, { description: 'Network cost of the swap', providerLabel: 'gasUsd' })
  if (units === 0n && usd === undefined) return []
  const dataUsd = readUsd(summary.l1FeeUsd ?? '') ?? 0n
  if (dataUsd === 0n) return [own]
  // Stated in dollars only: converted to coins at the price of the other part.
  const dataUnits = usd === undefined || usd === 0n ? 0n : (units * dataUsd) / usd
  return [
    own,
    gasFee(src.chain, dataUnits, dataUsd, {
      description: 'Network cost of storing the swap on the chain below',
      providerLabel: 'l1FeeUsd',
    }),
  ]
}

/** The fee of an application; this program requests none, so a stated one is KyberSwap's own. */
function integratorFee(summary: KyberSummary, { src, dst }: ProviderQuoteRequest): Fee[] {
  const { extraFee } = summary
  if (extraFee === undefined || !/^[0-9]{1,78}(?:,[0-9]{1,78})*$/.test(extraFee.feeAmount)) return []
  const stated = extraFee.feeAmount.split(',').reduce((sum, text) => sum + BigInt(text), 0n)
  const onSource = extraFee.chargeFeeBy === 'currency_in'
  const [side, whole, wholeUsd] = onSource
    ? [src, summary.amountIn, summary.amountInUsd]
    : [dst, summary.amountOut, summary.amountOutUsd]
  const amount = extraFee.isInBps ? (whole * stated) / 10_000n : stated
  if (amount === 0n) return []
  return [
    {
      type: 'integrator_fee',
      amount,
      token: tokenOfAsset(side),
      usd: shareOf(parseStatedUsd(wholeUsd, whole), amount, whole),
      description: 'Fee of the application',
      providerLabel: 'extraFee',
    },
  ]
}

function shareOf(usd: MicroUsd | undefined, part: bigint, whole: bigint): MicroUsd | undefined {
  return usd === undefined || whole === 0n ? undefined : (usd * part) / whole
}
