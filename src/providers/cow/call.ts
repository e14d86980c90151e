import { encodeCall } from '../../core/evm/abi.ts'
import { GPV2_SETTLEMENT, GPV2_VAULT_RELAYER } from '../../core/evm/contracts.ts'
import { GPV2_FUNCTIONS } from '../../core/evm/functions.ts'
import { type Gpv2Order, orderDocument, orderUid, textHash } from '../../core/evm/gpv2/order.ts'
import { needsAllowanceReset } from '../../core/evm/tokens.ts'
import type { Prepared, ProviderLock } from '../contract.ts'
import { unavailable } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall } from '../kit/wallet-call.ts'
import { boughtToken } from './chains.ts'
import type { CowTracking } from './wire.ts'

/** How long an order may be filled from when it is made, in seconds: approval, signature and some batches. */
export const VALID_SEC = 30 * 60

/** What an order says besides, the same for all: who made it, and nothing that would run or cost anything. */
export const APP_DATA = '{"appCode":"swapcli","metadata":{},"version":"1.4.0"}'

/**
 * The order of a lock: it pays the recipient what the lock promises at least, or is not filled.
 * @param nowMs epoch milliseconds
 * @throws ProviderError unavailable for a lock that promises nothing
 */
export function orderOf(lock: ProviderLock, nowMs: number): Gpv2Order {
  const { src, dst, amountIn, minimumOut, recipient } = lock
  if (minimumOut === 0n) throw unavailable('It takes no order that pays nothing at least: allow less slippage')
  return {
    sellToken: src.asset.address,
    buyToken: boughtToken(dst),
    receiver: recipient,
    sellAmount: amountIn,
    buyAmount: minimumOut,
    validTo: Math.floor(nowMs / 1000) + VALID_SEC,
    appData: textHash(APP_DATA),
  }
}

/** The uid of a lock's order, made here. */
export function uidOf(order: Gpv2Order, { src, depositor }: Pick<ProviderLock, 'src' | 'depositor'>): string {
  return orderUid(order, depositor, { chainId: src.chain.chainId, contract: GPV2_SETTLEMENT })
}

/** What execute returns: the wallet signs the order on the chain, and allows the relayer of the settlement to take the amount. */
export function preparedOrder(lock: ProviderLock, order: Gpv2Order, uid: string): Prepared {
  const { src, dst, depositor } = lock
  const call: WalletCall = {
    to: GPV2_SETTLEMENT,
    data: encodeCall(GPV2_FUNCTIONS.setPreSignature.selector, [{ bytes: uid }, 1n]),
    value: '0',
    spender: GPV2_VAULT_RELAYER,
    resetsApproval: needsAllowanceReset(src.chain.key, src.asset.address),
  }
  checkWalletCall(call, { ...lock, spender: GPV2_VAULT_RELAYER })
  const tracking: CowTracking = {
    uid,
    owner: depositor,
    sellAmount: order.sellAmount.toString(),
    buyAmount: order.buyAmount.toString(),
    validTo: order.validTo,
  }
  const description = `Sign the order to swap ${src.asset.symbol} for ${dst.asset.symbol} through CoW Protocol`
  const shown = { type: 'swap', description, meta: { order: orderDocument(order) } } as const
  return preparedCall(lock, call, shown, { tracking, needsHash: true, requestId: uid })
}
