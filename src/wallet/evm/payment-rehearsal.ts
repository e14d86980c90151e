import { cleanText } from '../../core/text/clean-text.ts'
import { larger } from '../../core/money/larger.ts'
import type { Doubt } from '../../core/swap/acceptances.ts'
import type { SigningOptions } from '../family.ts'
import type { SimulatedWithin } from '../payment.ts'
import { refusalFor } from '../refusal.ts'
import { checkNetworkCost } from './chain/checks.ts'
import { orWouldFail } from './chain/node-refusal.ts'
import { readCall, type ViewCall } from './chain/reads.ts'
import { runSeries } from './chain/runner.ts'
import { holdingsToWatch, type SimulatedChanges, verifySimulation } from './chain/simulated-changes.ts'
import {
  type AgreedSimulation,
  type LimitedCall,
  measureGas,
  type Simulation,
  simulateSeries,
} from './chain/simulation.ts'
import { readCostBound } from './cost-bound.ts'
import { checkLimit, estimateGas, gasLimit } from './gas-limit.ts'
import type { UnsignedTransaction } from './keys/signer.ts'
import { type AskedPrice, readGasPrice } from './network-fees.ts'
import { costOf, mostSpent, type NetworkCost } from './payment-cost.ts'
import type { CheckedPayment, CheckParts } from './payment-check.ts'

/** What a payment would cost, and what running it without a signature showed. */
export interface RehearsedPayment {
  readonly cost: NetworkCost
  /** Undefined where no node can show them. */
  readonly changes: readonly string[] | undefined
  /** How far the terms were seen to be kept; undefined where they were not. */
  readonly within: SimulatedWithin | undefined
  readonly doubts: readonly Doubt[]
  readonly warnings: readonly string[]
}

/**
 * Works out what the calls that are still needed cost, then runs them one after the other as they would be signed, and
 * verifies what they change against the terms.
 * @param done the transactions of the payment that were signed before
 * @throws WALLET_REFUSED when a call fails or changes what was not agreed, the nodes tell different things, the chain asks
 * more than the user's price of gas, or the coin does not cover it
 */
export async function rehearse(
  parts: CheckParts,
  checked: CheckedPayment,
  done: readonly UnsignedTransaction[],
  options: SigningOptions,
): Promise<RehearsedPayment> {
  const { owner } = parts
  const { chain, terms, payload, calls, approvals } = checked
  const first = await readNetworkCost(parts, checked, done, options)
  const tried = await simulate(parts, checked, first)
  const isShort = calls.length === 1 && tried !== undefined && ranOutOfGas(tried.simulation, first.cost)
  // Nodes estimate on the newest block, and contracts may store more in the next one.
  const used = isShort ? await measureGas(chain.rpc, seriesOf(parts, checked)) : undefined
  const { cost, asked } = used === undefined ? first : await readNetworkCost(parts, checked, done, options, used)
  const agreed = used === undefined ? tried : await simulate(parts, checked, { cost, asked })
  if (agreed === undefined) return { cost, ...(await rehearseBlindly(parts, checked)) }
  const { simulation } = agreed
  const { value } = payload.spend
  const { mostAllowed } = approvals
  const { dataFee } = cost
  const { taxed, ...verified } = verifySimulation(simulation, {
    ...{ chain, wallet: owner, payload, terms, value, mostAllowed, dataFee },
  })
  simulation.calls.forEach(({ gasUsed }, index) => checkLimit(chain, cost.limits[index] ?? 0n, gasUsed))
  const fees = taxed.map((symbol): Doubt => ({
    code: 'fee-on-transfer',
    text: `${symbol} takes a fee from each transfer`,
  }))
  const source = describeSource(agreed, verified, chain.name)
  return { cost, ...verified, ...source, doubts: [...fees, ...source.doubts] }
}

/**
 * Runs the calls as they would be signed; undefined where no node can, or the gas of a call is not known.
 * @throws WALLET_REFUSED when the nodes tell different things, or the coin does not cover what is paid for gas
 */
async function simulate(
  parts: CheckParts,
  checked: CheckedPayment,
  { cost, asked: { baseFee } }: PricedCalls,
): Promise<AgreedSimulation | undefined> {
  const { owner, ids } = parts
  const { chain, terms, payload, held, calls } = checked
  checkNetworkCost(chain, owner, held.coin, payload.spend.value, cost.due)
  const limited = calls.flatMap((call, index): readonly LimitedCall[] => {
    const gas = cost.limits[index]
    return gas === undefined ? [] : [{ ...call, gas }]
  })
  if (limited.length < calls.length) return undefined
  const holdings = holdingsToWatch(owner, terms, payload)
  const series = { ...seriesOf(parts, checked), holdings, price: cost.price, baseFee, calls: limited }
  return (await simulateSeries(chain, series, ids)) ?? runSeries(chain, series)
}

/** The calls and the block that they follow. */
function seriesOf({ owner, clock }: CheckParts, { block, calls }: CheckedPayment) {
  return { from: owner, block, calls, nowSec: BigInt(Math.floor(clock.now() / 1000)) }
}

/** True where a call failed having used nearly all gas that it had: a call keeps some back from those that it makes. */
function ranOutOfGas({ calls }: Simulation, { limits }: NetworkCost): boolean {
  return calls.some(({ ok, gasUsed }, index) => !ok && gasUsed * 10n >= (limits[index] ?? 0n) * 9n)
}

/** What is not known of a simulation. */
function describeSource(
  { simulation, isAgreed }: AgreedSimulation,
  { within, warnings }: Pick<SimulatedChanges, 'within' | 'warnings'>,
  chainName: string,
): Pick<RehearsedPayment, 'doubts' | 'warnings' | 'within'> {
  const name = cleanText(chainName, 60)
  const single: Doubt = { code: 'single-node', text: `What the payment would do rests on a single node of ${name}` }
  const blind = `The nodes of ${name} do not show what the calls log: whether other tokens would leave the wallet is not seen`
  return {
    doubts: isAgreed ? [] : [single],
    warnings: simulation.hasLogs ? warnings : [...warnings, blind],
    within: simulation.hasLogs ? within : undefined,
  }
}

/**
 * Where no node runs a series, a single call is at least tried.
 * @throws WALLET_REFUSED when it fails, or for a token that the catalog lacks
 */
async function rehearseBlindly(
  { owner, isListed }: CheckParts,
  { chain, terms, calls, payload }: CheckedPayment,
): Promise<Omit<RehearsedPayment, 'cost'>> {
  const name = cleanText(chain.name, 60)
  const { src, dst } = terms
  const sides = dst.chainKey === src.chainKey ? [src, dst] : [src]
  const listed = await Promise.all(sides.map(({ chainKey, address }) => isListed(chainKey, address)))
  const unlisted = sides.find((_, index) => listed[index] !== true)
  if (unlisted !== undefined) {
    throw refusalFor(
      'simulation',
      `No node of ${name} can simulate, and the catalog does not know ${cleanText(unlisted.address, 60)}`,
      `Nothing was signed. Set a node that simulates: swapcli config set rpc.${chain.key} <url>`,
    )
  }
  const isSingle = calls.length === 1
  if (isSingle) {
    const { to, data, value } = payload.spend
    await orWouldFail(readCall(chain.rpc, { from: owner, to, data, value }))
  }
  const text = isSingle
    ? `No node of ${name} can simulate: the payment would not fail, but what it changes cannot be shown`
    : `No node of ${name} can simulate: the payment cannot be tried before its approval is in a block`
  return { changes: undefined, within: undefined, doubts: [{ code: 'not-simulated', text }], warnings: [] }
}

/** What the calls cost, and the price of gas that was read for it. */
interface PricedCalls {
  readonly cost: NetworkCost
  readonly asked: AskedPrice
}

/** @param run gas of each call where it was measured before; asked of the nodes where there are several calls */
async function readNetworkCost(
  parts: CheckParts,
  checked: CheckedPayment,
  done: readonly UnsignedTransaction[],
  { maxFeeRate = checked.terms.mostFeeRate, mostCost = checked.terms.mostCost }: SigningOptions,
  run?: readonly bigint[],
): Promise<PricedCalls> {
  const { owner, appraise } = parts
  const { chain, block, calls, terms } = checked
  const [first, ...later] = calls
  if (first === undefined) throw new Error('a payment without a call')
  const call: ViewCall = { from: owner, to: first.to, data: first.data, value: first.value }
  const [asked, estimated, bound, measured] = await Promise.all([
    readGasPrice(chain, block, call, maxFeeRate),
    estimateGas(chain, call),
    readCostBound(chain, terms.src, mostCost, appraise),
    run !== undefined || later.length === 0 ? run : measureGas(chain.rpc, seriesOf(parts, checked)),
  ])
  const used =
    measured ?? (later.length === 0 ? undefined : await measureByRunner(owner, { chain, block, calls, asked }))
  const limits = [
    gasLimit(chain, larger(estimated, used?.[0] ?? 0n), block),
    // A run leaves out what is refunded and what a call must hold back.
    ...(used ?? []).slice(1).map((gas) => gasLimit(chain, (gas * 6n) / 5n, block)),
  ]
  const priced = calls.flatMap(({ data }, index) => {
    const limit = limits[index]
    return limit === undefined ? [] : { data, limit }
  })
  const spent = mostSpent(done)
  const cost = await costOf(chain, asked, priced, { bound, hasFeeBound: maxFeeRate !== undefined, spent })
  return { asked, cost: { ...cost, limits, isWhole: priced.length === calls.length, bound } }
}

/** Gas of each call by the code that stands in for the wallet; undefined where no node takes it, or a call fails. */
async function measureByRunner(
  from: string,
  { chain, block, calls, asked }: Pick<CheckedPayment, 'chain' | 'block' | 'calls'> & { readonly asked: AskedPrice },
): Promise<readonly bigint[] | undefined> {
  const unlimited = calls.map((call) => ({ ...call, gas: 0n }))
  const agreed = await runSeries(chain, { from, holdings: [], price: asked.price, block, calls: unlimited })
  const results = agreed?.simulation.calls ?? []
  const isWhole = results.length === calls.length && results.every(({ ok }) => ok)
  return isWhole ? results.map(({ gasUsed }) => gasUsed) : undefined
}
