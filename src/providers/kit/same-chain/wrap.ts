import type { PricedAsset } from '../../../core/assets/catalog.ts'
import { encodeCall } from '../../../core/evm/abi.ts'
import { WRAPPED_COIN } from '../../../core/evm/functions.ts'
import { larger } from '../../../core/money/larger.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import { WRAPPED_COINS } from '../../../core/evm/tokens.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../../contract.ts'
import { isEvm } from '../stated-side.ts'
import { netOf, receiptStatusBy } from './status.ts'

/* A coin and its wrapped form, one to one, by the wrapped coin's own contract, which pays the wallet that calls it. */

/** The calldata that wraps coins, or takes `amount` of them out. @param amount base units */
export function wrapCalldata(isWrap: boolean, amount: bigint): string {
  return isWrap ? WRAPPED_COIN.deposit.selector : encodeCall(WRAPPED_COIN.withdraw.selector, [amount])
}

/**
 * The status of a wrap or unwrap: contracts log an event of their own, a transfer from or to the zero address, or both.
 * @param wrappedCoin address of the contract
 */
export function wrapStatus(
  request: StatusRequest,
  context: ProviderContext,
  wrappedCoin: string,
): Promise<StatusReport> {
  const isWrap = request.src.asset.isNative
  return receiptStatusBy(request, context, ({ wraps = [], unwraps = [] }, transfers, { depositor }) => {
    const stated = (isWrap ? wraps : unwraps)
      .filter(({ token, owner }) => sameAddress(token, wrappedCoin) && sameAddress(owner, depositor))
      .reduce((sum, { amount }) => sum + amount, 0n)
    const gained = netOf(transfers, wrappedCoin, depositor)
    const moved = isWrap ? gained : -gained
    const amount = larger(stated, moved)
    return amount > 0n ? amount : 'elsewhere'
  })
}

/** Both ends of a swap. */
interface Pair {
  readonly src: PricedAsset
  readonly dst: PricedAsset
}

/** The contract of the wrapped coin; undefined for any pair but a coin and its wrapped form on one chain. */
export function wrapperOf({ src, dst }: Pair): string | undefined {
  if (src.chain.key !== dst.chain.key || !isEvm(src.chain) || src.asset.isNative === dst.asset.isNative)
    return undefined
  const wrapper = WRAPPED_COINS.get(src.chain.key)
  const token = src.asset.isNative ? dst.asset.address : src.asset.address
  return wrapper !== undefined && sameAddress(wrapper, token) ? wrapper : undefined
}

/** True for exactly the call that turns the amount into its other form, and nothing beyond it. */
export function isWrapCall(
  call: { readonly to?: string | undefined; readonly data?: string | undefined; readonly value?: string | undefined },
  swap: Pair & { readonly amountIn: bigint },
): boolean {
  const wrapper = wrapperOf(swap)
  const { isNative } = swap.src.asset
  return (
    wrapper !== undefined &&
    sameAddress(call.to ?? '', wrapper) &&
    call.data?.toLowerCase() === wrapCalldata(isNative, swap.amountIn) &&
    call.value === (isNative ? swap.amountIn.toString() : '0')
  )
}
