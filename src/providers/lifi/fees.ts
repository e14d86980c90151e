import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { Fee, FeeType } from '../../core/money/fees.ts'
import { defined } from '../../core/defined.ts'
import { parseStatedUsd, statedFee, type StatedSide, toFeeToken } from '../kit/stated-side.ts'
import type { LifiFeeCost, LifiStep } from './wire.ts'

/** The fees of a way. The top level holds the sums of the inner steps, so these are not read again. */
export function readFees(step: LifiStep, sides: readonly StatedSide[]): Fee[] {
  const { feeCosts, gasCosts } = step.estimate
  return [
    ...gasCosts.flatMap((cost) => {
      const extra = cost.type === 'FEE'
      const type = extra ? 'other' : 'source_gas'
      const description = extra ? 'Extra cost of the source network' : 'Network cost of your own transaction'
      const stated = { ...cost, amountUsd: cost.amountUSD }
      const rows = statedFee({ type, description, providerLabel: cost.type.slice(0, 100) }, stated, sides)
      return rows.map((fee) => ({ ...fee, included: false }))
    }),
    ...feeCosts.flatMap(({ amount = 0n, ...cost }) =>
      amount === 0n ? [] : readFeeCost({ ...cost, amount }, step.tool, sides),
    ),
  ]
}

/** A fee of known amount. */
type KnownFee = LifiFeeCost & { readonly amount: bigint }

function readFeeCost(cost: KnownFee, tool: string, sides: readonly StatedSide[]): Fee[] {
  const usd = parseStatedUsd(cost.amountUSD, cost.amount)
  const draft = (type: FeeType, amount: bigint): Fee => ({
    type,
    amount,
    token: toFeeToken(cost.token, sides),
    usd: usd === undefined ? undefined : (usd * amount) / cost.amount,
    description: (cost.description === '' ? cost.name : cost.description).slice(0, 200),
    providerLabel: cost.name.slice(0, 100),
    ...defined({ included: cost.included ? undefined : false }),
  })
  const { lifiFee = 0n, integratorFee = 0n } = cost.feeSplit ?? {}
  if (lifiFee > 0n && integratorFee > 0n && lifiFee + integratorFee === cost.amount) {
    const first = draft('protocol_fee', lifiFee)
    const second = draft('integrator_fee', integratorFee)
    // The second part gets the truncated digit, so that both add up to the stated value.
    const rest = usd === undefined || first.usd === undefined ? undefined : usd - first.usd
    return [first, { ...second, usd: rest }]
  }
  return [draft(integratorFee > 0n && lifiFee === 0n ? 'integrator_fee' : typeOf(cost, tool), cost.amount)]
}

/** Names are free text of the bridge that is used; the first match decides. */
const NAMES: readonly (readonly [RegExp, FeeType])[] = [
  [/gas ?zip|li\.?fuel|gas drop|fromamountforgas/i, 'gas_drop_fee'],
  [/li\.?fi\b/i, 'protocol_fee'],
  [/integrator|affiliate|partner/i, 'integrator_fee'],
  [/\bgas\b|transaction fee|destination fee|\brelay fee\b/i, 'destination_gas'],
  [/layerzero|messag|native fee/i, 'messaging_fee'],
]
const LATER_NAMES: readonly (readonly [RegExp, FeeType])[] = [
  [/\blp\b|liquidity/i, 'liquidity_fee'],
  [/relayer|bridge|solver/i, 'bridge_fee'],
]

function typeOf(cost: Pick<LifiFeeCost, 'name'>, tool: string): FeeType {
  const findName = (rows: typeof NAMES) => rows.find(([pattern]) => pattern.test(cost.name))?.[1]
  return findName(NAMES) ?? (/cctp|circle/i.test(tool) ? 'cctp_fee' : undefined) ?? findName(LATER_NAMES) ?? 'other'
}

/** Stated fees in the source chain's coin that are paid on top of the amount, inside the call's value: base units. */
export function nativeFees(step: LifiStep): bigint {
  return step.estimate.feeCosts
    .filter((cost) => !cost.included && cost.token.chainId === step.action.fromChainId)
    .filter((cost) => cost.token.address === NATIVE_EVM_ADDRESS)
    .reduce((sum, { amount = 0n }) => sum + amount, 0n)
}
