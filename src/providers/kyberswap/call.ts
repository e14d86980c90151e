import { KYBER_ROUTER_FUNCTIONS } from '../../core/evm/functions.ts'
import { wordAt } from '../kit/wallet-call.ts'
import { type CalldataTerms, wordToAddress } from '../kit/same-chain/swap.ts'

/** A swap as the router's calldata describes it. */
export interface KyberCalldata extends CalldataTerms {
  /** Least that the recipient gets, base units; the router reverts below it. */
  readonly minimumOut: bigint
}

/**
 * Reads the SwapDescription in calldata of KyberSwap's MetaAggregationRouterV2: (srcToken, dstToken, srcReceivers[],
 * srcAmounts[], feeReceivers[], feeAmounts[], dstReceiver, amount, minReturnAmount, flags, permit). Undefined for any
 * other function.
 */
export function readCalldata(data: string): KyberCalldata | undefined {
  const at = descriptionAt(data)
  if (at === undefined) return undefined
  const [srcToken, dstToken, recipient, amountIn, minimumOut] = [0, 1, 6, 7, 8].map((word) => wordAt(data, at + word))
  if (srcToken === undefined || dstToken === undefined || recipient === undefined) return undefined
  if (amountIn === undefined || minimumOut === undefined) return undefined
  return {
    srcToken: wordToAddress(srcToken),
    dstToken: wordToAddress(dstToken),
    recipient: wordToAddress(recipient),
    amountIn,
    minimumOut,
  }
}

/** Index of the description's first word. */
function descriptionAt(data: string): number | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  if (selector === KYBER_ROUTER_FUNCTIONS.swapSimpleMode.selector) return pointer(data, 0, 1)
  const execution = selector === KYBER_ROUTER_FUNCTIONS.swap.selector ? pointer(data, 0, 0) : undefined
  return execution === undefined ? undefined : pointer(data, execution, 3)
}

/** Index of the word to which the word at `start + index` points, counted in bytes from `start`. */
function pointer(data: string, start: number, index: number): number | undefined {
  const bytes = wordAt(data, start + index)
  return bytes === undefined || bytes % 32n !== 0n || bytes > BigInt(data.length)
    ? undefined
    : start + Number(bytes / 32n)
}
