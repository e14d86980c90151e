import { larger } from '../../core/money/larger.ts'
import type { SwapError } from '../../core/api/errors.ts'
import type { SigningOptions } from '../family.ts'
import { coinText } from './chain/checks.ts'
import type { ViewCall } from './chain/reads.ts'
import { type CostBound, costInUsd, isAboveBound, type PaidFor, readCostBound, tooCostly } from './cost-bound.ts'
import type { EvmChain } from './evm-chain.ts'
import { checkEstimate, estimateGas, gasLimit } from './gas-limit.ts'
import { type AskedPrice, fitPrice, type GasPrice, mostPerGas, readDataFee, readGasPrice } from './network-fees.ts'
import type { CheckedPayment, CheckParts } from './payment-check.ts'
import type { UnsignedTransaction } from './keys/signer.ts'

/** What transactions cost the network at most. */
export interface NetworkCost {
  readonly price: GasPrice
  /** Gas limits, in order, of the calls whose gas is known: the first at least. */
  readonly limits: readonly bigint[]
  /** Base units of the coin for these calls and those before them. */
  readonly units: bigint
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

/** The cost of calls with these gas limits at this price, which gets less room where that keeps it within the bound. */
export async function costOf(
  chain: EvmChain,
  asked: AskedPrice,
  calls: readonly { readonly data: string; readonly limit: bigint }[],
  { bound, hasFeeBound, spent }: CostTerms,
): Promise<Pick<NetworkCost, 'price' | 'units' | 'refusal'>> {
  const fees = await Promise.all(calls.map(({ data, limit }) => readDataFee(chain.rpc, data, limit)))
  const fixed = spent + fees.reduce((sum, fee) => sum + fee, 0n)
  const gas = calls.reduce((sum, { limit }) => sum + limit, 0n)
  const left = bound.units === undefined ? undefined : bound.units - fixed
  const price = left === undefined || left <= 0n ? asked.price : fitPrice(asked, left / gas)
  const units = fixed + gas * mostPerGas(price)
  const refusal = isAboveBound(bound, units, hasFeeBound)
    ? tooCostly(coinText(units, chain), costInUsd(bound, units), bound)
    : undefined
  return { price, units, refusal }
}

/**
 * What the calls of a payment that are left cost at most.
 * @param gasUsed by each call when it was run; undefined where it was not
 * @param done the transactions of the payment that were signed before
 * @throws WALLET_REFUSED when a call would fail, the nodes differ, or the chain asks more than the user's price of gas
 */
export async function readNetworkCost(
  { owner, appraise }: CheckParts,
  { chain, block, calls, terms }: CheckedPayment,
  gasUsed: readonly bigint[] | undefined,
  done: readonly UnsignedTransaction[],
  { maxFeeRate, mostCost = terms.mostCost }: SigningOptions,
): Promise<NetworkCost> {
  const [first, ...later] = calls
  if (first === undefined) throw new Error('a payment without a call')
  const call: ViewCall = { from: owner, to: first.to, data: first.data, value: first.value }
  const src: PaidFor = terms.src
  const [asked, estimated, bound] = await Promise.all([
    readGasPrice(chain, block, call, maxFeeRate),
    estimateGas(chain, call),
    readCostBound(chain, src, mostCost, appraise),
  ])
  const [used = 0n, ...usedLater] = gasUsed ?? []
  if (used > 0n) checkEstimate(chain, estimated, used)
  const limits = [
    gasLimit(chain, larger(estimated, used), block),
    // A run leaves out what is refunded and what a call must hold back.
    ...usedLater.map((gas) => gasLimit(chain, (gas * 6n) / 5n, block)),
  ]
  const priced = [first, ...later].flatMap(({ data }, index) => {
    const limit = limits[index]
    return limit === undefined ? [] : { data, limit }
  })
  const spent = done.reduce((sum, earlier) => sum + earlier.gas * mostPerGas(earlier), 0n)
  const cost = await costOf(chain, asked, priced, { bound, hasFeeBound: maxFeeRate !== undefined, spent })
  return { ...cost, limits, isWhole: priced.length === calls.length, bound }
}
