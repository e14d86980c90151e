import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { needsAllowanceReset } from '../../core/evm/tokens.ts'
import type { NoRoute, Prepared, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { checkNamesRecipient } from '../kit/calldata-recipient.ts'
import { badReply, refusePair, unavailable } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import type { SymbiosisAnswer } from './ask.ts'
import { contractsOn } from './chains.ts'
import { onTopOf } from './fees.ts'
import type { SymbiosisSwap } from './wire.ts'

/** The answer for a way that goes through other contracts than those of the table: they change with upgrades. */
export const UNKNOWN_CONTRACTS: NoRoute = refusePair(
  'Its way needs contracts that are not known to be its own: nothing shows what they would take',
)

/** True unless a quote holds a call of another contract than its router's, or wants an approval for another than its gateway. */
export function isKnownCall({ tx, approveTo }: SymbiosisSwap, { src }: Pick<ProviderQuoteRequest, 'src'>): boolean {
  const known = contractsOn(src.chain)
  if (tx === undefined || known === undefined) return known !== undefined
  return sameAddress(tx.to, known.router) && (src.asset.isNative || sameAddress(approveTo ?? '', known.gateway))
}

/** What executes a swap, as its lock stores it. */
export const stateSchema = z.object({ call: walletCallSchema, quotedAtMs: z.number() })
export type SymbiosisLocked = z.infer<typeof stateSchema>

/**
 * The call of a swap: of the router that is known on the chain, whose gateway takes the token.
 * @param nowMs epoch milliseconds
 * @throws ProviderError
 */
export function readLocked(
  { swap, src }: SymbiosisAnswer,
  request: ProviderQuoteRequest,
  nowMs: number,
): SymbiosisLocked {
  const { tx } = swap
  const { amountIn, dst, recipient } = request
  const { chain, asset } = request.src
  if (tx === undefined) throw badReply('Its quote holds no call')
  if ((tx.chainId ?? chain.chainId) !== chain.chainId) throw badReply('Its call is on another chain')
  const known = contractsOn(chain)
  if (known === undefined || !isKnownCall(swap, request)) throw unavailable(UNKNOWN_CONTRACTS.message)
  const onTop = onTopOf(swap, src)
  const call: WalletCall = {
    to: known.router,
    data: tx.data,
    value: tx.value,
    spender: asset.isNative ? null : known.gateway,
    resetsApproval: needsAllowanceReset(chain.key, asset.address),
  }
  checkWalletCall(call, { src: request.src, amountIn, onTop, spender: known.gateway })
  if (BigInt(call.value) !== (asset.isNative ? amountIn : 0n) + onTop) {
    throw badReply('Its call does not carry the fees that it states')
  }
  checkNamesRecipient(call.data, dst.chain, recipient)
  return { call, quotedAtMs: nowMs }
}

export function prepare(lock: ProviderLock, { call }: SymbiosisLocked): Prepared {
  const { src, dst, depositor, recipient } = lock
  const description = `Send ${src.asset.symbol} through Symbiosis, which pays ${dst.asset.symbol} on ${dst.chain.name}`
  return preparedCall(
    lock,
    call,
    { type: 'bridge', description },
    { tracking: { depositor, recipient }, needsHash: true },
  )
}
