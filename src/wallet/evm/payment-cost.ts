import type { SwapError } from '../../core/api/errors.ts'
import { type CostBound, isAboveBound, tooCostly } from './cost-bound.ts'
import type { EvmChain } from './evm-chain.ts'
import type { UnsignedTransaction } from './keys/signer.ts'
import { type AskedPrice, fitPrice, type GasPrice, mostPerGas, readDataFee } from './network-fees.ts'

/** What transactions cost the network at most. */
export interface NetworkCost {
  readonly price: GasPrice
  /** Gas limits, in order, of the calls whose gas is known: the first at least. */
  readonly limits: readonly bigint[]
  /** Base units of the coin for these calls and those before them. */
  readonly units: bigint
  /** What of that is still to be paid, and what of that is for data on top of gas. */
  readonly due: bigint
  readonly dataFee: bigint
  /** True when it covers all calls. */
  readonly isWhole: boolean
  readonly bound: CostBound
  /** Why it is more than its bound; undefined where it is not. */
  readonly refusal: SwapError | undefined
}

/** What bounds a cost, and what was spent of it. */
export interface CostTerms {
  readonly bound: CostBound
  /** The user bounds the price of gas. */
  readonly hasFeeBound: boolean
  /** Base units that earlier transactions of the payment cost at most. */
  readonly spent: bigint
}

/** What signed transactions cost the network at most, in base units of the coin. */
export function mostSpent(done: readonly UnsignedTransaction[]): bigint {
  return done.reduce((sum, earlier) => sum + earlier.gas * mostPerGas(earlier), 0n)
}

/** The cost of calls with these gas limits at this price, which gets less room where that keeps it within the bound. */
export async function costOf(
  chain: EvmChain,
  asked: AskedPrice,
  calls: readonly { readonly data: string; readonly limit: bigint }[],
  { bound, hasFeeBound, spent }: CostTerms,
): Promise<Omit<NetworkCost, 'limits' | 'isWhole' | 'bound'>> {
  const fees = await Promise.all(calls.map(({ data, limit }) => readDataFee(chain.rpc, data, limit)))
  const dataFee = fees.reduce((sum, fee) => sum + fee, 0n)
  const fixed = spent + dataFee
  const gas = calls.reduce((sum, { limit }) => sum + limit, 0n)
  const left = bound.units === undefined ? undefined : bound.units - fixed
  const price = left === undefined || left <= 0n ? asked.price : fitPrice(asked, left / gas)
  const units = fixed + gas * mostPerGas(price)
  const refusal = isAboveBound(bound, units, hasFeeBound) ? tooCostly(chain, units, bound) : undefined
  return { price, units, due: units - spent, dataFee, refusal }
}
