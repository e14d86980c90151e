import { AUGUSTUS_FUNCTIONS } from '../../core/evm/functions.ts'
import { wordAt } from '../kit/wallet-call.ts'
import { type CalldataTerms, wordToAddress } from '../kit/same-chain/swap.ts'

/** A swap as the router's calldata describes it. */
export interface VeloraCalldata extends CalldataTerms {
  /** Least that the swap gives before the fee, base units; the router reverts below it. */
  readonly minimumBeforeFee: bigint
  /** What the fee takes of it, in basis points. */
  readonly feeBps: number
}

/** Where a function of Augustus 6.2 has the swap's terms and the fee, counted in words; a pointer is followed. */
interface Layout {
  readonly terms: number
  readonly behindPointer: boolean
  readonly fee: number
}

/** The functions that are asked for; each sells an exact amount. */
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
  const layout = LAYOUTS.get(data.slice(0, 10).toLowerCase())
  if (layout === undefined) return undefined
  const start = layout.behindPointer ? pointedAt(data, layout.terms) : layout.terms
  if (start === undefined) return undefined
  const [srcToken, dstToken, amountIn, minimum, beneficiary] = [0, 1, 2, 3, 6].map((word) => wordAt(data, start + word))
  const fee = wordAt(data, layout.fee)
  if (srcToken === undefined || dstToken === undefined || amountIn === undefined) return undefined
  if (minimum === undefined || beneficiary === undefined || fee === undefined) return undefined
  return {
    srcToken: wordToAddress(srcToken),
    dstToken: wordToAddress(dstToken),
    recipient: beneficiary === 0n ? sender : wordToAddress(beneficiary),
    amountIn,
    minimumBeforeFee: minimum,
    feeBps: Number(fee & FEE_BITS),
  }
}

/** Index of the word to which the argument at `index` points. */
function pointedAt(data: string, index: number): number | undefined {
  const bytes = wordAt(data, index)
  return bytes === undefined || bytes % 32n !== 0n || bytes > BigInt(data.length) ? undefined : Number(bytes / 32n)
}
