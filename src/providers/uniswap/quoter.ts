import { UNISWAP_READS } from '../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { readable, readList, readNumber, resultsOf } from '../../core/evm/words.ts'
import type { ContractRead } from '../../core/evm/multicall3.ts'
import type { Deployment } from './chains.ts'
import { encodePath, type SwapPath } from './paths.ts'
import { readV4, v4OfferCall } from './v4.ts'

/* The output of a path, by QuoterV2 and V2's Router02: https://docs.uniswap.org/contracts/v3/reference/periphery/lens/QuoterV2 */

/** A path and its output. */
export interface PathOffer {
  readonly path: SwapPath
  /** Base units of the token out, above zero. */
  readonly amountOut: bigint
  /** Expected units of gas of the whole transaction. */
  readonly gas: bigint
}

/** Units of gas around a V3 swap that QuoterV2 does not count. */
const V3_OVERHEAD_GAS = 90_000n
/** Units of gas of a transaction with a V2 swap, and of each further pair. */
const V2_GAS = 120_000n
const V2_PAIR_GAS = 60_000n

/** The price limits of a V3 pool; a swap that reaches one took only a part of the amount. */
const PRICE_ENDS: readonly bigint[] = [
  4_295_128_740n,
  1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n,
]

/** The call that returns the output of a path. @param amountIn base units */
export function offerCall(path: SwapPath, amountIn: bigint, deployment: Deployment): ContractRead {
  if (path.version === 'v4') return v4OfferCall(path, amountIn, deployment)
  const { v3 } = deployment
  const tokens = path.tokens.map(addressWord)
  if (path.version === 'v2') {
    return {
      to: v3?.v2?.router ?? '',
      data: encodeCall(UNISWAP_READS.getAmountsOut.selector, [amountIn, { list: tokens }]),
    }
  }
  const [fee] = path.fees
  const data =
    path.fees.length === 1
      ? encodeCall(UNISWAP_READS.quoteExactInputSingle.selector, [
          { struct: [...tokens, amountIn, BigInt(fee ?? 0), 0n] },
        ])
      : encodeCall(UNISWAP_READS.quoteExactInput.selector, [{ bytes: encodePath(path) }, amountIn])
  return { to: v3?.quoterV2 ?? '', data }
}

/**
 * Reads the output of a path; undefined when there is none or the path does not take the whole amount.
 * @param returned what the call returned, undefined when it reverted
 */
export function readOffer(path: SwapPath, returned: string | undefined): PathOffer | undefined {
  if (returned === undefined) return undefined
  const offer = readable(() => READERS[path.version](path, returned))
  return offer === undefined || offer.amountOut === 0n ? undefined : { path, ...offer }
}

type Output = Pick<PathOffer, 'amountOut' | 'gas'>

const READERS = {
  v2: readV2,
  v3: readV3,
  v4: readV4,
} as const

/** Reads (amountOut, price or prices after it, ticks crossed, gas). @throws Unreadable */
function readV3(path: SwapPath, returned: string): Output | undefined {
  const results = resultsOf(returned)
  const prices = path.fees.length === 1 ? [readNumber(results, 1)] : readNumbers(returned, 1)
  if (prices.length !== path.fees.length || prices.some((price) => PRICE_ENDS.includes(price))) return undefined
  return { amountOut: readNumber(results, 0), gas: readNumber(results, 3) + V3_OVERHEAD_GAS }
}

/** @throws Unreadable */
function readV2(path: SwapPath, returned: string): Output | undefined {
  const amounts = readNumbers(returned, 0)
  const amountOut = amounts.at(-1)
  if (amounts.length !== path.tokens.length || amountOut === undefined) return undefined
  return { amountOut, gas: V2_GAS + V2_PAIR_GAS * BigInt(path.fees.length - 1) }
}

/** The numbers of the list that a position points to. @throws Unreadable */
function readNumbers(returned: string, index: number): readonly bigint[] {
  const { length, elements } = readList(resultsOf(returned), index)
  return Array.from({ length }, (_, position) => readNumber(elements, position))
}
