import { UNISWAP_READS } from '../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { readResult } from '../../core/evm/words.ts'
import type { ProviderContext } from '../contract.ts'
import { sameAddress } from '../kit/wallet-call.ts'
import { wordToAddress } from '../kit/same-chain/swap.ts'
import { readMany } from './ask.ts'
import type { Deployment } from './chains.ts'
import { offerCall, type PathOffer, readOffer } from './quoter.ts'
import { isTaxed } from './transfer-tax.ts'

/** What trying out an offer showed. */
export interface Trial {
  /** How much less the amount gets than a small one would, basis points from 0 to 10000; undefined where that cannot be told. */
  readonly priceImpactBps: number | undefined
  /** Token of the path that keeps a part of what is transferred; undefined where none was found to. */
  readonly taxed: string | undefined
}

/** By how much a small amount is smaller at most, and the least base units that it must get to compare with. */
const MOST_SHARE = 1_000n

const LEAST_OUT = 1_000n

/**
 * Asks what a small amount would get on the same path, and whether tokens that are not known to be plain keep a part of
 * what is transferred. What a node does not tell stays unknown.
 * @param amountIn base units that the offer is for
 */
export async function tryOut(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  { path, amountOut }: PathOffer,
  amountIn: bigint,
): Promise<Trial> {
  const share = amountOut / LEAST_OUT < MOST_SHARE ? amountOut / LEAST_OUT : MOST_SHARE
  const small = share < 2n ? 0n : amountIn / share
  const doubtful = [
    { token: path.tokens[0] ?? '', hop: 0, amount: amountIn },
    { token: path.tokens.at(-1) ?? '', hop: path.fees.length - 1, amount: amountOut },
  ].filter(({ token }) => !isPlain(token, deployment))
  const calls = [
    ...(small === 0n ? [] : [offerCall(path, small, deployment)]),
    ...doubtful.map(({ hop }) => poolCall(path, hop, deployment)),
  ]
  const { results } = calls.length === 0 ? { results: [] } : await unlessItFails(context, chainKey, deployment, calls)
  const smallOffer = small === 0n ? undefined : readOffer(path, results[0])
  const pools = results.slice(calls.length - doubtful.length).map((result) => readResult(result ?? '0x') ?? 0n)
  const taxed = await Promise.all(
    doubtful.map(async ({ token, amount }, index) => {
      const pool = pools[index] ?? 0n
      return pool !== 0n && (await isTaxed(context, chainKey, { token, pool: wordToAddress(pool), amount }))
    }),
  )
  return {
    priceImpactBps: smallOffer === undefined ? undefined : impact(amountIn, amountOut, small, smallOffer.amountOut),
    taxed: doubtful.find((_, index) => taxed[index] === true)?.token,
  }
}

/** Rounded up. */
function impact(amountIn: bigint, amountOut: bigint, smallIn: bigint, smallOut: bigint): number {
  const fair = smallOut * amountIn
  const lost = fair - amountOut * smallIn
  return lost <= 0n ? 0 : Number((lost * 10_000n + fair - 1n) / fair)
}

/** True for the coin's token and the stablecoins through which paths go: they hand over whole amounts. */
function isPlain(token: string, { wrappedCoin, stablecoins }: Deployment): boolean {
  return [wrappedCoin, ...stablecoins].some((known) => sameAddress(known, token))
}

function poolCall({ version, tokens, fees }: PathOffer['path'], hop: number, { factory, v2 }: Deployment) {
  const pair = tokens.slice(hop, hop + 2).map(addressWord)
  return version === 'v2'
    ? { to: v2?.factory ?? '', data: encodeCall(UNISWAP_READS.getPair.selector, pair) }
    : { to: factory, data: encodeCall(UNISWAP_READS.getPool.selector, [...pair, BigInt(fees[hop] ?? 0)]) }
}

type Calls = Parameters<typeof readMany>[3]

async function unlessItFails(context: ProviderContext, chainKey: string, { multicall3 }: Deployment, calls: Calls) {
  try {
    return await readMany(context, chainKey, multicall3, calls)
  } catch {
    return { results: calls.map(() => undefined) }
  }
}
