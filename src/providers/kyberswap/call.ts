import { KYBER_ROUTER_FUNCTIONS, selectorOf } from '../../core/evm/functions.ts'
import { argumentsOf, readable, readAddress, readNumber, readTuple, type Words } from '../../core/evm/words.ts'
import type { CalldataTerms } from '../kit/same-chain/swap.ts'

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
  return readable(() => {
    const description = descriptionIn(data)
    return description === undefined
      ? undefined
      : {
          srcToken: readAddress(description, 0),
          dstToken: readAddress(description, 1),
          recipient: readAddress(description, 6),
          amountIn: readNumber(description, 7),
          minimumOut: readNumber(description, 8),
        }
  })
}

/** @throws Unreadable */
function descriptionIn(data: string): Words | undefined {
  const words = argumentsOf(data)
  const selector = selectorOf(data)
  if (selector === KYBER_ROUTER_FUNCTIONS.swapSimpleMode.selector) return readTuple(words, 1)
  return selector === KYBER_ROUTER_FUNCTIONS.swap.selector ? readTuple(readTuple(words, 0), 3) : undefined
}
