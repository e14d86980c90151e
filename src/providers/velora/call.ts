import { AUGUSTUS_FUNCTIONS, selectorOf } from '../../core/evm/functions.ts'
import { argumentsOf, readable, readAddress, readNumber, readTuple, tupleAt } from '../../core/evm/words.ts'
import type { CalldataTerms } from '../kit/same-chain/swap.ts'

/** A swap as the router's calldata describes it. */
export interface VeloraCalldata extends CalldataTerms {
  /** Least that the swap gives before the fee, base units; the router reverts below it. */
  readonly minimumBeforeFee: bigint
  /** What the fee takes of it, in basis points. */
  readonly feeBps: number
}

/** The index of the word with the swap's terms, or with a pointer to them, and of the fee, in a function of Augustus 6.2. */
interface Layout {
  readonly terms: number
  readonly behindPointer: boolean
  readonly fee: number
}

/** The functions that requests allow; each sells an exact amount. */
const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  // swapExactAmountIn(address executor, terms, uint256 partnerAndFee, bytes permit, bytes executorData)
  [AUGUSTUS_FUNCTIONS.swapExactAmountIn.selector, { terms: 1, behindPointer: false, fee: 8 }],
  // swapExactAmountInOnUniswapV2((terms, bytes pools), uint256 partnerAndFee, bytes permit), and the same on V3
  [AUGUSTUS_FUNCTIONS.swapOnUniswapV2.selector, { terms: 0, behindPointer: true, fee: 1 }],
  [AUGUSTUS_FUNCTIONS.swapOnUniswapV3.selector, { terms: 0, behindPointer: true, fee: 1 }],
])
/** Their names in requests. */
export const KNOWN_METHODS = 'swapExactAmountIn,swapExactAmountInOnUniswapV2,swapExactAmountInOnUniswapV3'

/** The bits of `partnerAndFee` that hold the fee. */
const FEE_BITS = 0x3fffn

/**
 * Reads calldata of the router: its terms are (srcToken, destToken, fromAmount, toAmount, quotedAmount, metadata,
 * beneficiary), where no beneficiary means the sender. Undefined for any other function.
 * @param sender who sends the call
 */
export function readCalldata(data: string, sender: string): VeloraCalldata | undefined {
  const layout = LAYOUTS.get(selectorOf(data))
  if (layout === undefined) return undefined
  const words = argumentsOf(data)
  return readable(() => {
    const terms = layout.behindPointer ? readTuple(words, layout.terms) : tupleAt(words, layout.terms)
    return {
      srcToken: readAddress(terms, 0),
      dstToken: readAddress(terms, 1),
      recipient: readNumber(terms, 6) === 0n ? sender : readAddress(terms, 6),
      amountIn: readNumber(terms, 2),
      minimumBeforeFee: readNumber(terms, 3),
      feeBps: Number(readNumber(words, layout.fee) & FEE_BITS),
    }
  })
}
