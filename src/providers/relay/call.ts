import * as z from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { ERC20, RELAY_FUNCTIONS, selectorOf } from '../../core/evm/functions.ts'
import { readArgument } from '../../core/evm/words.ts'
import type { Prepared, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { checkNamesRecipient } from '../kit/calldata-recipient.ts'
import { badReply } from '../kit/refuse.ts'
import { isWrapCall } from '../kit/same-chain/wrap.ts'
import {
  type CallTerms,
  checkWalletCall,
  describeWay,
  preparedCall,
  readApprove,
  type WalletCall,
  walletCallSchema,
} from '../kit/wallet-call.ts'
import type { RelayOrder, RelayQuote, RelayStep } from './wire.ts'
import { HEX_WORD } from '../../core/text/hex.ts'

/** The call of a locked quote, and Relay's id of the swap. */
export type RelayCall = {
  readonly requestId: string
  readonly call: WalletCall
}

/**
 * The one call of a quote's steps. Steps may approve more than the amount, or none when the wallet already has an
 * allowance; the exec gets an approval of its own, for the called contract.
 * @param depositor the wallet of the quote
 * @throws ProviderError bad_response
 */
export function readCall(quote: RelayQuote, request: ProviderQuoteRequest, depositor: string): RelayCall {
  const { src } = request
  const steps = quote.steps.filter((step) => step.items.length > 0)
  const transactionsOf = (some: readonly RelayStep[]) =>
    some.flatMap((step) => transactions(step, src.chain.chainId, depositor))
  const approvals = transactionsOf(steps.filter((step) => isApproval(step, src)))
  const [main, second] = transactionsOf(steps.filter((step) => !isApproval(step, src)))
  if (main === undefined || second !== undefined)
    throw badReply('It asks for other steps than an approval and one call')
  const { recipient = depositor } = request
  if (isWrapCall(main, request)) {
    if (!sameAddress(recipient, depositor)) throw badReply('Its call pays only the wallet that sends it')
    return { requestId: requestIdOf(steps), call: { ...main, spender: null, resetsApproval: false } }
  }
  const units = approvals.map((item) => readApproval(item, src.asset.address, main.to))
  const transfers = !src.asset.isNative && sameAddress(main.to, src.asset.address)
  if (src.asset.isNative && approvals.length > 0) throw badReply('It asks to approve a native coin')
  checkDeposit(main.data, quote, request, depositor)
  // Between chains the deposit names only the order; within one chain the call itself pays out.
  if (src.chain.key === request.dst.chain.key) checkNamesRecipient(main.data, src.chain, recipient)
  return {
    requestId: requestIdOf(steps),
    call: {
      ...main,
      spender: src.asset.isNative || transfers ? null : main.to,
      resetsApproval: units.includes(0n),
    },
  }
}

/** True when every step is a transaction that a wallet can send; other steps ask for signatures. */
export function isSendable(quote: RelayQuote): boolean {
  return quote.steps.every((step) => step.items.length === 0 || isTransaction(step))
}

/** True when the quote wraps or unwraps the coin, which pays only the wallet that sends the call. */
export function isWrap(quote: RelayQuote, request: ProviderQuoteRequest): boolean {
  return quote.steps.some((step) => step.items.some(({ data }) => data !== undefined && isWrapCall(data, request)))
}

/**
 * Verifies the call of a lock.
 * @throws ProviderError bad_response
 */
export function checkCall(
  call: WalletCall,
  swap: CallTerms & Pick<ProviderLock, 'dst'> & Partial<Pick<ProviderLock, 'depositor' | 'recipient'>>,
): void {
  if (!isWrapCall(call, swap) || call.spender !== null) return checkWalletCall(call, swap)
  const { depositor, recipient = depositor } = swap
  if (depositor === undefined || recipient === undefined || !sameAddress(depositor, recipient)) {
    throw badReply('Its call pays only the wallet that sends it')
  }
}

function isTransaction({ kind, items }: RelayStep): boolean {
  return kind === undefined ? items.every(({ data }) => data?.to !== undefined) : kind === 'transaction'
}

function isApproval({ id, items }: RelayStep, src: PricedAsset): boolean {
  if (id !== undefined) return id === 'approve'
  return items.every(
    ({ data }) =>
      sameAddress(data?.to ?? '', src.asset.address) && selectorOf(data?.data ?? '') === ERC20.approve.selector,
  )
}

/**
 * Verifies the order that solvers fill: the payout goes to the recipient unless a call passes it on, and refunds on the
 * source chain go to the depositor.
 * @throws ProviderError bad_response
 */
export function checkOrder(
  order: RelayOrder,
  wallets: { readonly depositor: string; readonly recipient: string },
): void {
  const { depositor, recipient } = wallets
  const { calls, payments = [] } = order.output ?? {}
  // Where calls follow, or may follow, they pass the payout on.
  if (calls?.length === 0 && payments.some((payment) => !sameAddress(payment.recipient, recipient))) {
    throw badReply('Its order pays out to another wallet')
  }
  for (const { payment, refunds } of order.inputs) {
    const lost = refunds.some(
      (refund) =>
        !sameAddress(refund.recipient, depositor) &&
        ((refund.chainId !== undefined && refund.chainId === payment?.chainId) ||
          !sameAddress(refund.recipient, recipient)),
    )
    if (lost) throw badReply('Its order refunds to another wallet')
  }
}

interface Transaction {
  readonly to: string
  readonly data: string
  readonly value: string
}

function transactions(step: RelayStep, chainId: number, depositor: string): Transaction[] {
  if (!isTransaction(step)) throw badReply('It asks for a signature')
  return step.items.map(({ data }) => {
    if (data?.to === undefined || data.data === undefined || data.value === undefined)
      throw badReply('A step has no call')
    if (data.chainId !== chainId) throw badReply('A step is for another chain')
    if (!sameAddress(data.from ?? depositor, depositor)) throw badReply('A step is for another wallet')
    return { to: data.to, data: data.data, value: data.value }
  })
}

/** Base units that an approval step allows. */
function readApproval(item: Transaction, token: string, target: string): bigint {
  const units = item.value === '0' ? readApprove(item, token, target) : undefined
  if (units === undefined) throw badReply('Its approval is not one of the token for the called contract')
  return units
}

function checkDeposit(data: string, quote: RelayQuote, request: ProviderQuoteRequest, depositor: string): void {
  const selector = selectorOf(data)
  if (selector !== RELAY_FUNCTIONS.depositErc20.selector && selector !== RELAY_FUNCTIONS.depositNative.selector) return
  if (readArgument(data, 0) !== BigInt(depositor)) throw badReply('Its deposit is on behalf of another wallet')
  const ofToken = selector === RELAY_FUNCTIONS.depositErc20.selector
  if (
    ofToken &&
    (readArgument(data, 1) !== BigInt(request.src.asset.address) || readArgument(data, 2) !== request.amountIn)
  ) {
    throw badReply('Its deposit is of another token or amount')
  }
  const orderId = quote.protocol?.v2?.orderId
  const stated = orderId !== undefined && HEX_WORD.test(orderId) ? BigInt(orderId) : undefined
  if (stated !== undefined && readArgument(data, ofToken ? 3 : 1) !== stated) {
    throw badReply('Its deposit is for another order')
  }
}

function requestIdOf(steps: readonly RelayStep[]): string {
  const ids = new Set(steps.flatMap((step) => step.requestId ?? []))
  const [id] = ids
  if (id === undefined || ids.size > 1 || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) {
    throw badReply('Its steps do not share one request id')
  }
  return id
}

export const stateSchema = z.object({ requestId: z.string(), call: walletCallSchema })

export function prepare(lock: ProviderLock, { requestId, call }: RelayCall): Prepared {
  checkCall(call, lock)
  const { src, dst, depositor, recipient } = lock
  const bridging = `Send ${src.asset.symbol} to Relay, which pays ${dst.asset.symbol} on ${dst.chain.name}`
  const shown = { ...describeWay(lock, bridging), meta: { providerQuoteId: requestId } }
  // Relay does not see such a call of the wallet: its receipt tells how it ended.
  if (isWrapCall(call, lock)) {
    return preparedCall(lock, call, shown, {
      requestId,
      tracking: { requestId, depositor, recipient },
      needsHash: true,
    })
  }
  return preparedCall(lock, call, shown, { requestId, tracking: { requestId }, needsHash: false })
}
