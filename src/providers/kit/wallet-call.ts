import * as z from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { readArgument } from '../../core/evm/words.ts'
import { PERMIT2 } from '../../core/evm/contracts.ts'
import { COLLECTIBLE, ERC20, PERMIT2_FUNCTIONS, selectorOf } from '../../core/evm/functions.ts'
import { defined } from '../../core/defined.ts'
import type { Exec, ExecMeta } from '../../core/api/documents.ts'
import type { Prepared, ProviderError, ProviderLock } from '../contract.ts'
import { badReply } from './refuse.ts'
import { HEX_ADDRESS, HEX_BYTES } from '../../core/text/hex.ts'

/** A WalletCall as a lock stores it. */
export const walletCallSchema = z.object({
  to: z.string(),
  /** 0x-hex. */
  data: z.string(),
  /** Base units of the native coin, decimal. */
  value: z.string(),
  /** Who needs an allowance of the token; null when the call needs no approval. */
  spender: z.string().nullable(),
  /** True for tokens whose allowance must be set to zero before it is raised. */
  resetsApproval: z.boolean(),
  /** Epoch seconds until which Permit2 may hand the token to the spender, where that takes tokens from Permit2 alone. */
  permit2UntilSec: z.number().int().positive().optional(),
})
/** The one contract call that executes a route from an EVM wallet; plain JSON. */
export type WalletCall = Readonly<z.infer<typeof walletCallSchema>>

/** What a call may move. */
export interface CallTerms {
  readonly src: PricedAsset
  /** Base units of the source asset. */
  readonly amountIn: bigint
  /** Base units of the native coin that stated fees take on top of the amount. @default 0 */
  readonly onTop?: bigint
  /** The contract that takes the token for the called one. @default the called contract itself */
  readonly spender?: string
}

/** How a call is described to the user. */
export interface CallDescription {
  readonly type: 'swap' | 'bridge' | 'deposit'
  readonly description: string
  readonly meta?: ExecMeta
}

const UNITS = /^(?:0|[1-9][0-9]{0,77})$/
/** Token functions that transfer or approve a wallet's holdings: no router needs the wallet to call one. */
const TOKEN_FUNCTIONS = [
  ERC20.approve,
  ERC20.transfer,
  ERC20.transferFrom,
  ERC20.increaseAllowance,
  COLLECTIBLE.setApprovalForAll,
  COLLECTIBLE.safeTransferFrom,
].map(({ selector }) => selector)

/**
 * Verifies a call: it may move the amount, the stated native fees, and nothing else. A token goes to the called contract
 * by an approval, or by a plain transfer of exactly the amount.
 * @throws ProviderError bad_response
 */
export function checkWalletCall(call: WalletCall, terms: CallTerms): void {
  const { src, amountIn, onTop = 0n, spender = call.to } = terms
  if (!HEX_ADDRESS.test(call.to) || /^0x0{40}$/.test(call.to)) throw badCall('a target that is not an address')
  if (!HEX_BYTES.test(call.data)) throw badCall('calldata that is not hex')
  if (!UNITS.test(call.value)) throw badCall('a value that is not an amount')
  const value = BigInt(call.value)
  const least = src.asset.isNative ? amountIn : 0n
  if (value < least || value > least + onTop) throw badCall('a value other than the amount')
  const plainTransfer = !src.asset.isNative && sameAddress(call.to, src.asset.address)
  if (plainTransfer) {
    if (selectorOf(call.data) !== ERC20.transfer.selector || readArgument(call.data, 1) !== amountIn) {
      throw badCall('a token call that is not a transfer of the amount')
    }
    if (call.spender !== null) throw badCall('an approval that a transfer does not need')
    return
  }
  if (TOKEN_FUNCTIONS.includes(selectorOf(call.data))) throw badCall('a call that moves other tokens')
  if (src.asset.isNative) {
    if (call.spender !== null) throw badCall('an approval for a native coin')
    return
  }
  if (call.data.length < 10) throw badCall('a call without a function')
  if (call.spender !== null && !sameAddress(call.spender, spender)) {
    throw badCall('an approval for another contract than the called one')
  }
}

/** The exec of a verified call: for a token an approval of exactly the amount, by way of Permit2 two of them, then the call. */
export function walletCallExec(call: WalletCall, terms: CallTerms, shown: CallDescription): Exec {
  const { src, amountIn } = terms
  const chainId = src.chain.chainId
  const amount = amountIn.toString()
  const { type, description } = shown
  const approve = (spender: string, units: bigint, why: string) => ({
    type: 'approve',
    chainId,
    to: src.asset.address,
    data: encodeCall(ERC20.approve.selector, [addressWord(spender), units]),
    value: '0',
    description: why,
  })
  const { permit2UntilSec } = call
  const spender = call.spender === null || permit2UntilSec === undefined ? call.spender : PERMIT2
  const approvals =
    spender === null
      ? []
      : [
          ...(call.resetsApproval
            ? [approve(spender, 0n, `Take back what the contract may take of ${src.asset.symbol}`)]
            : []),
          approve(spender, amountIn, `Let the contract take ${src.asset.symbol}: this amount and no more`),
          ...(call.spender === null || permit2UntilSec === undefined
            ? []
            : [permit2Step(call.spender, permit2UntilSec, terms)]),
        ]
  return {
    chainId,
    providerTarget: call.to,
    providerCalldata: call.data,
    value: call.value,
    srcToken: src.asset.isNative ? NATIVE_ADDRESS : src.asset.address,
    srcAmount: amount,
    ...(spender === null ? {} : { approvalTarget: spender, approvalToken: src.asset.address, approvalAmount: amount }),
    allSteps: [...approvals, { type, chainId, to: call.to, data: call.data, value: call.value, description }],
    meta: { executionMode: 'client', walletExecution: true, ...shown.meta },
  }
}

/** The step by which Permit2, which may take the token, may hand it to the spender for a while. */
function permit2Step(spender: string, untilSec: number, { src, amountIn }: CallTerms) {
  const [token, to] = [addressWord(src.asset.address), addressWord(spender)]
  return {
    type: 'approve',
    chainId: src.chain.chainId,
    to: PERMIT2,
    data: encodeCall(PERMIT2_FUNCTIONS.approve.selector, [token, to, amountIn, BigInt(untilSec)]),
    value: '0',
    description: `Let Permit2 hand ${src.asset.symbol} to the contract: this amount and no more, for a short time`,
  }
}

/** What execute returns for a verified call. @param facts `requestId` is the provider's id of the swap, where it has one */
export function preparedCall(
  lock: ProviderLock,
  call: WalletCall,
  shown: CallDescription,
  { requestId, ...facts }: Pick<Prepared, 'tracking' | 'needsHash'> & { readonly requestId?: string | undefined },
): Prepared {
  return {
    exec: walletCallExec(call, lock, shown),
    providerResult: { ...defined({ requestId }), execution: 'client', status: 'awaiting_deposit' },
    ...facts,
  }
}

/** How to describe a call that swaps within one chain or bridges to another. @param bridging one phrase for people */
export function describeWay({ src, dst }: Pick<ProviderLock, 'src' | 'dst'>, bridging: string): CallDescription {
  return src.chain.key === dst.chain.key
    ? { type: 'swap', description: `Swap ${src.asset.symbol} for ${dst.asset.symbol}` }
    : { type: 'bridge', description: bridging }
}

/** Base units that a call allows `spender` to take of `token`; undefined for any other call. */
export function readApprove(
  call: { readonly to: string; readonly data: string },
  token: string,
  spender: string,
): bigint | undefined {
  const approves = selectorOf(call.data) === ERC20.approve.selector && sameAddress(call.to, token)
  return approves && HEX_ADDRESS.test(spender) && readArgument(call.data, 0) === BigInt(spender)
    ? readArgument(call.data, 1)
    : undefined
}

function badCall(what: string): ProviderError {
  return badReply(`It asks the wallet for ${what}`)
}
