import { OP_GAS_PRICE_ORACLE_FUNCTIONS, UNISWAP_READS } from '../../core/evm/functions.ts'
import { OP_GAS_PRICE_ORACLE } from '../../core/evm/contracts.ts'
import { encodeCall, readWord } from '../../core/evm/abi.ts'
import type { ContractRead } from '../../core/evm/multicall3.ts'
import { sameAddress } from '../kit/evm-exec.ts'
import { type ProviderContext, ProviderError } from '../contract.ts'
import { wordToAddress } from '../kit/same-chain/swap.ts'
import { encodeSwap } from './call.ts'
import type { Deployment } from './deployments.ts'
import { readMany } from './multicall.ts'
import { offerCall, type PathOffer, readOffer } from './offers.ts'
import { pathsBetween } from './paths.ts'

/** What a transaction costs on a chain. */
export interface NetworkCosts {
  /** Wei a unit of gas. */
  readonly gasPrice: bigint
  /** Wei for the bytes of a transaction; 0 where they cost nothing extra. */
  readonly bytesCost: bigint
}

/** What the pools of a chain give for an amount, and what a transaction costs. */
export interface MarketView extends NetworkCosts {
  readonly offers: readonly PathOffer[]
}

/** Bytes of a signed transaction around its calldata. */
const ENVELOPE = 'ff'.repeat(120)

/**
 * Asks the contracts what every path gives, together with what they must be asked about themselves.
 * @throws ProviderError RpcError
 */
export async function askOffers(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  swap: { readonly from: string; readonly to: string; readonly amountIn: bigint },
): Promise<MarketView> {
  const paths = pathsBetween(swap.from, swap.to, deployment)
  const about: readonly ContractRead[] = [
    { to: deployment.swapRouter02, data: UNISWAP_READS.factoryV2.selector },
    ...(deployment.chargesBytes ? [bytesCostCall(likelyTransaction(deployment, swap))] : []),
  ]
  const calls = [...about, ...paths.map((path) => offerCall(path, swap.amountIn, deployment))]
  const [{ results, isComplete }, gasPrice] = await Promise.all([
    readMany(context, chainKey, deployment.multicall3, calls),
    context.rpc(chainKey, 'eth_gasPrice', []),
  ])
  const [factoryV2, bytesCost] = results.slice(0, about.length)
  const offers = paths.flatMap((path, index) => readOffer(path, results[about.length + index]) ?? [])
  if (isComplete && (factoryV2 === undefined || readWord(factoryV2, 0) === undefined)) {
    throw new ProviderError('unavailable', 'Its router does not answer on this chain')
  }
  if (offers.length === 0 && !isComplete) {
    throw new ProviderError('unavailable', 'The RPC of the chain allows too little gas to ask its pools')
  }
  return {
    offers: swapsOnV2(factoryV2, deployment) ? offers : offers.filter(({ path }) => path.version === 'v3'),
    gasPrice: readGasPrice(gasPrice),
    bytesCost: readBytesCost(bytesCost),
  }
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
  return (returned === undefined ? undefined : readWord(returned, 0)) ?? 0n
}

/** True when the router swaps with the pairs that Router02 was asked about. */
function swapsOnV2(returned: string | undefined, { v2 }: Deployment): boolean {
  const factory = returned === undefined ? undefined : readWord(returned, 0)
  return factory !== undefined && v2 !== undefined && sameAddress(wordToAddress(factory), v2.factory)
}

/** As many bytes as the transaction of a swap has, for what they cost. */
function likelyTransaction(
  { wrappedCoin }: Deployment,
  { from, to, amountIn }: { readonly from: string; readonly to: string; readonly amountIn: bigint },
): string {
  const swap = {
    path: { version: 'v3', tokens: [from, to], fees: [500] },
    amountIn,
    minimumOut: amountIn,
    recipient: from,
  } as const
  return `${encodeSwap(swap, { paysCoins: sameAddress(to, wrappedCoin) }, 2n ** 32n)}${ENVELOPE}`
}

function readGasPrice(stated: unknown): bigint {
  if (typeof stated === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(stated)) return BigInt(stated)
  throw new ProviderError('bad_response', 'The RPC of the chain does not tell its gas price')
}
