import { sameAddress } from '../../core/assets/address-key.ts'
import {
  MULTICALL3_FUNCTIONS,
  OP_GAS_PRICE_ORACLE_FUNCTIONS,
  UNISWAP_READS,
  UNISWAP_V4_QUOTER,
} from '../../core/evm/functions.ts'
import { OP_GAS_PRICE_ORACLE } from '../../core/evm/contracts.ts'
import { encodeCall } from '../../core/evm/abi.ts'
import { readable, readAddress, readResult, resultsOf } from '../../core/evm/words.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { type ContractRead, decodeAggregate3, encodeAggregate3 } from '../../core/evm/multicall3.ts'
import type { ProviderContext } from '../contract.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { encodeSwaps } from './call.ts'
import type { Deployment } from './chains.ts'
import { offerCall, type PathOffer, readOffer } from './quoter.ts'
import { encodeV4Swaps } from './v4.ts'
import { firstHops, longPaths, pathsBetween, type SwapPath } from './paths.ts'

/** What a transaction costs on a chain. */
export interface NetworkCosts {
  /** Wei a unit of gas. */
  readonly gasPrice: bigint
  /** Wei for the bytes of a transaction; 0 where they cost nothing extra. */
  readonly bytesCost: bigint
}

/** What is asked for. */
export interface PathQuestion {
  /** The tokens as pools of V3 have them. */
  readonly from: string
  readonly to: string
  /** The same two as V4 has them, the coin as the zero address. */
  readonly currencies: readonly [from: string, to: string]
  /** Base units. */
  readonly amountIn: bigint
}

/** What the pools of a chain give for an amount, and what a transaction costs. */
export interface MarketView extends NetworkCosts {
  readonly offers: readonly PathOffer[]
}

/** Bytes of a signed transaction around its calldata. */
const ENVELOPE = 'ff'.repeat(120)

/**
 * Asks the contracts for the output of every path, whether they are there, and for the cost of a transaction's bytes.
 * @throws ProviderError RpcError
 */
export async function askOffers(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  swap: PathQuestion,
): Promise<MarketView> {
  const paths = pathsBetween(swap.from, swap.to, deployment, swap.currencies)
  const hops = firstHops(swap.from, swap.to, deployment)
  const about: readonly ContractRead[] = [
    identityCall(deployment),
    ...(deployment.chargesBytes ? [bytesCostCall(likelyTransaction(deployment, swap))] : []),
  ]
  const calls = [...about, ...[...paths, ...hops].map((path) => offerCall(path, swap.amountIn, deployment))]
  const [{ results, isComplete }, gasPrice] = await Promise.all([
    readMany(context, chainKey, deployment.multicall3, calls),
    context.rpc(chainKey, 'eth_gasPrice', []),
  ])
  const [identity, bytesCost] = results.slice(0, about.length)
  const read = (path: SwapPath, index: number) => readOffer(path, results[about.length + index]) ?? []
  const short = paths.flatMap(read)
  const begins = bestToEach(hops.flatMap((path, index) => read(path, paths.length + index)))
  if (isComplete && (identity === undefined || readResult(identity) === undefined)) {
    throw unavailable('Its contracts do not answer on this chain')
  }
  const long = longPaths(begins, swap.from, swap.to, deployment)
  const asked = askLong(context, chainKey, deployment, long, swap.amountIn)
  // There are shorter paths: a node that fails now loses none of them.
  const offers = [...short, ...(await (short.length === 0 ? asked : asked.catch(() => [])))]
  if (offers.length === 0 && !isComplete) {
    throw unavailable('The RPC of the chain allows too little gas to query the pools')
  }
  return {
    offers: swapsOnV2(identity, deployment) ? offers : offers.filter(({ path }) => path.version !== 'v2'),
    gasPrice: readGasPrice(gasPrice),
    bytesCost: readBytesCost(bytesCost),
  }
}

/** The path that gives most of each token that the offers end with. */
function bestToEach(offers: readonly PathOffer[]): readonly SwapPath[] {
  const best = new Map<string, PathOffer>()
  for (const offer of offers) {
    const token = offer.path.tokens.at(-1) ?? ''
    if (offer.amountOut > (best.get(token)?.amountOut ?? 0n)) best.set(token, offer)
  }
  return [...best.values()].map(({ path }) => path)
}

/** What paths of three pools give. @throws ProviderError RpcError */
async function askLong(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  paths: readonly SwapPath[],
  amountIn: bigint,
): Promise<readonly PathOffer[]> {
  if (paths.length === 0) return []
  const calls = paths.map((path) => offerCall(path, amountIn, deployment))
  const { results } = await readMany(context, chainKey, deployment.multicall3, calls)
  return paths.flatMap((path, index) => readOffer(path, results[index]) ?? [])
}

/**
 * Asks what a transaction with this calldata costs.
 * @param data 0x-hex
 * @throws ProviderError RpcError
 */
export async function askCosts(
  context: ProviderContext,
  chainKey: string,
  { chargesBytes, multicall3 }: Deployment,
  data: string,
): Promise<NetworkCosts> {
  const [bytes, gasPrice] = await Promise.all([
    chargesBytes ? readMany(context, chainKey, multicall3, [bytesCostCall(`${data}${ENVELOPE}`)]) : undefined,
    context.rpc(chainKey, 'eth_gasPrice', []),
  ])
  return { gasPrice: readGasPrice(gasPrice), bytesCost: readBytesCost(bytes?.results[0]) }
}

function bytesCostCall(transaction: string): ContractRead {
  return {
    to: OP_GAS_PRICE_ORACLE,
    data: encodeCall(OP_GAS_PRICE_ORACLE_FUNCTIONS.getL1Fee.selector, [{ bytes: transaction }]),
  }
}

function readBytesCost(returned: string | undefined): bigint {
  return (returned === undefined ? undefined : readResult(returned)) ?? 0n
}

/** The call that every chain's contracts answer: of the router its V2 factory, of V4's quoter its pools. */
function identityCall({ v3, v4 }: Deployment): ContractRead {
  return v3 === undefined
    ? { to: v4?.quoter ?? '', data: UNISWAP_V4_QUOTER.poolManager.selector }
    : { to: v3.swapRouter02, data: UNISWAP_READS.factoryV2.selector }
}

/** True when the router swaps with the V2 pairs that Router02 quotes. */
function swapsOnV2(returned: string | undefined, { v3 }: Deployment): boolean {
  const v2 = v3?.v2
  const factory = readable(() => readAddress(resultsOf(returned ?? '0x'), 0))
  return factory !== undefined && v2 !== undefined && sameAddress(factory, v2.factory)
}

/** A transaction as long as a swap's, for the cost of its bytes. */
function likelyTransaction({ v3, wrappedCoin }: Deployment, { from, to, currencies, amountIn }: PathQuestion): string {
  const untilSec = 2n ** 32n
  const [tokens, version] = v3 === undefined ? ([currencies, 'v4'] as const) : ([[from, to], 'v3'] as const)
  const swap = { path: { version, tokens, fees: [500] }, amountIn, minimumOut: amountIn, recipient: from } as const
  const paysCoins = sameAddress(to, wrappedCoin)
  const data = v3 === undefined ? encodeV4Swaps([swap], untilSec) : encodeSwaps([swap], { paysCoins }, untilSec)
  return `${data}${ENVELOPE}`
}

function readGasPrice(stated: unknown): bigint {
  if (typeof stated === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(stated)) return BigInt(stated)
  throw badReply('The RPC of the chain does not give its gas price')
}

/** How often a series of calls that ran out of gas is halved. */
const MOST_HALVINGS = 3

/** How nodes report a call that used up all the gas they allow. */
const NO_GAS_WORDS = /out ?of ?gas|gas (?:limit|required|allowance)/i

/** The results of a series of calls. */
export interface ReadResults {
  /** In the order of the calls; undefined for reverted ones. */
  readonly results: readonly (string | undefined)[]
  /** False when the node's gas ran out before the end: a call without a result may have one. */
  readonly isComplete: boolean
}

/**
 * Makes many calls, in one request and on one block if possible. When a call uses up the gas of those after it, the series
 * is halved and repeated, a few times.
 * @throws ProviderError RpcError
 */
export async function readMany(
  context: ProviderContext,
  chainKey: string,
  multicall3: string,
  calls: readonly ContractRead[],
  halvings = MOST_HALVINGS,
): Promise<ReadResults> {
  const whole = await readOnce(context, chainKey, multicall3, calls)
  if (whole.isComplete || halvings === 0 || calls.length < 2) return whole
  const middle = Math.ceil(calls.length / 2)
  const halves = await Promise.all(
    [calls.slice(0, middle), calls.slice(middle)].map((half) =>
      readMany(context, chainKey, multicall3, half, halvings - 1),
    ),
  )
  return {
    results: halves.flatMap(({ results }) => results),
    isComplete: halves.every(({ isComplete }) => isComplete),
  }
}

async function readOnce(
  context: ProviderContext,
  chainKey: string,
  multicall3: string,
  calls: readonly ContractRead[],
): Promise<ReadResults> {
  // The last call costs almost nothing: without an answer to it, the gas was used up before.
  const series = [...calls, { to: multicall3, data: MULTICALL3_FUNCTIONS.getCurrentBlockTimestamp.selector }]
  const data = encodeAggregate3(series)
  try {
    const returned = await context.rpc(chainKey, 'eth_call', [{ to: multicall3, data }, 'latest'])
    const results = typeof returned === 'string' ? decodeAggregate3(returned, series.length) : undefined
    if (results === undefined) throw badReply('The RPC of the chain gave an answer that is not of Multicall3')
    return { results: results.slice(0, -1), isComplete: results.at(-1) !== undefined }
  } catch (error) {
    if (!(error instanceof RpcError) || !NO_GAS_WORDS.test(error.message)) throw error
    return { results: calls.map(() => undefined), isComplete: false }
  }
}
