import { divideUp } from '../../core/money/divide-up.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { UNISWAP_READS } from '../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { readable, readAddress, resultsOf } from '../../core/evm/words.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ProviderContext } from '../contract.ts'
import { readMany } from './ask.ts'
import type { Deployment } from './chains.ts'
import type { SwapPath } from './paths.ts'
import { offerCall, readOffer } from './quoter.ts'
import type { Part, SwapWay } from './split.ts'
import { type TransferTax, tryTransfer } from './transfer-tax.ts'

/** The result of a trial of a way. */
export interface Trial {
  /** Basis points, 0 to 10000; undefined when unknown. */
  readonly priceImpactBps: number | undefined
  /** Token of the paths that keeps a part of each transfer; undefined when none was found. */
  readonly taxed: string | undefined
  /** Tokens of which no node shows whether they do. */
  readonly untried: readonly string[]
}

/** The highest ratio of the amount to the small one, and the least output, in base units, that allows a comparison. */
const MOST_SHARE = 1_000n

const LEAST_OUT = 1_000n

/**
 * Asks for the output of a small amount on the path of the largest part, and whether tokens that are not known to be plain keep
 * a part of each transfer of the pools that pay or are paid. What a node does not answer stays unknown.
 * @param amountIn base units of all parts
 */
export async function tryOut(
  context: ProviderContext,
  chainKey: string,
  deployment: Deployment,
  { parts, amountOut }: SwapWay,
  amountIn: bigint,
): Promise<Trial> {
  const share = amountOut / LEAST_OUT < MOST_SHARE ? amountOut / LEAST_OUT : MOST_SHARE
  const small = share < 2n ? 0n : amountIn / share
  const largest = small === 0n ? undefined : parts[0]?.path
  const doubtful = parts.flatMap((part) => transfersOf(part, deployment))
  const calls = [
    ...(largest === undefined ? [] : [offerCall(largest, small, deployment)]),
    // One contract holds the tokens of all pools of V4.
    ...(parts.some(({ path }) => path.version === 'v4')
      ? []
      : doubtful.map(({ path, hop }) => poolCall(path, hop, deployment))),
  ]
  const { results } = calls.length === 0 ? { results: [] } : await unlessItFails(context, chainKey, deployment, calls)
  const smallOffer = largest === undefined ? undefined : readOffer(largest, results[0])
  const taxes = await Promise.all(
    doubtful.map(async ({ path, token, amount }, index): Promise<TransferTax> => {
      const returned = results[calls.length - doubtful.length + index]
      const pool =
        path.version === 'v4' ? deployment.v4?.poolManager : readable(() => readAddress(resultsOf(returned ?? '0x'), 0))
      if (pool === undefined || pool === NATIVE_EVM_ADDRESS) return 'unknown'
      return tryTransfer(context, chainKey, { token, pool, amount })
    }),
  )
  const tokensThatAre = (tax: TransferTax) => [
    ...new Set(doubtful.filter((_, index) => taxes[index] === tax).map(({ token }) => token)),
  ]
  return {
    priceImpactBps: smallOffer === undefined ? undefined : impact(amountIn, amountOut, small, smallOffer.amountOut),
    taxed: tokensThatAre('taxed')[0],
    untried: tokensThatAre('unknown'),
  }
}

/** The transfers into the first and out of the last pool of a part of tokens that are not known to be plain. */
function transfersOf({ path, amountIn, amountOut }: Part, deployment: Deployment) {
  return [
    { path, token: path.tokens[0] ?? '', hop: 0, amount: amountIn },
    { path, token: path.tokens.at(-1) ?? '', hop: path.fees.length - 1, amount: amountOut },
  ].filter(({ token }) => token !== NATIVE_EVM_ADDRESS && !isPlain(token, deployment))
}

/** Rounded up. */
function impact(amountIn: bigint, amountOut: bigint, smallIn: bigint, smallOut: bigint): number {
  const fair = smallOut * amountIn
  const lost = fair - amountOut * smallIn
  return lost <= 0n ? 0 : Number(divideUp(lost * 10_000n, fair))
}

/** True for the wrapped coin and the stablecoins of paths, which transfer whole amounts. */
function isPlain(token: string, { wrappedCoin, stablecoins }: Deployment): boolean {
  return [wrappedCoin, ...stablecoins].some((known) => sameAddress(known, token))
}

function poolCall({ version, tokens, fees }: SwapPath, hop: number, { v3 }: Deployment) {
  const pair = tokens.slice(hop, hop + 2).map(addressWord)
  return version === 'v2'
    ? { to: v3?.v2?.factory ?? '', data: encodeCall(UNISWAP_READS.getPair.selector, pair) }
    : { to: v3?.factory ?? '', data: encodeCall(UNISWAP_READS.getPool.selector, [...pair, BigInt(fees[hop] ?? 0)]) }
}

type Calls = Parameters<typeof readMany>[3]

async function unlessItFails(context: ProviderContext, chainKey: string, { multicall3 }: Deployment, calls: Calls) {
  try {
    return await readMany(context, chainKey, multicall3, calls)
  } catch {
    return { results: calls.map(() => undefined) }
  }
}
