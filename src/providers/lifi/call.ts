import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { Prepared, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { checkNamesRecipient } from '../kit/calldata-recipient.ts'
import { badReply } from '../kit/refuse.ts'
import { checkWalletCall, describeWay, preparedCall, type WalletCall, walletCallSchema } from '../kit/wallet-call.ts'
import { nativeFees } from './fees.ts'
import type { LifiStep } from './wire.ts'

/** The call of a locked quote and what tracking needs of it. */
export type LifiCall = {
  readonly call: WalletCall
  /** Base units of the native coin that stated fees take on top of the amount, decimal. */
  readonly onTop: string
  readonly quoteId: string
  readonly tool: string
  /** LI.FI's id of the transfer, which is known before the hash; null when the quote states none. */
  readonly transactionId: string | null
}

/**
 * The one call of a quote with both wallets. Only the top-level approval counts: the inner ones are between LI.FI's own
 * contracts.
 * @throws ProviderError bad_response
 */
export function readCall(step: LifiStep, request: ProviderQuoteRequest): LifiCall {
  const { src, dst } = request
  const { action, estimate, transactionRequest: call } = step
  const { depositor = '', recipient = '' } = request
  if (call === undefined) throw badReply('Its quote holds no call')
  if (call.chainId !== undefined && call.chainId !== src.chain.chainId) throw badReply('Its call is on another chain')
  if (call.from !== undefined && !sameAddress(call.from, depositor)) throw badReply('Its call is for another wallet')
  // Some recordings are cut to the selector; calldata with arguments must name the recipient.
  if (dst.chain.type === 'EVM' && call.data.length > 10) checkNamesRecipient(call.data, dst.chain, recipient)
  else if ((action.toAddress ?? '') === '') throw badReply('Its quote names no recipient')
  const spender = src.asset.isNative || estimate.skipApproval === true ? null : (estimate.approvalAddress ?? '')
  return {
    call: {
      to: call.to,
      data: call.data,
      value: readHex(call.value ?? '0x0').toString(),
      spender,
      resetsApproval: spender !== null && estimate.approvalReset === true,
    },
    onTop: nativeFees(step).toString(),
    quoteId: step.id.slice(0, 100),
    tool: step.tool.slice(0, 60),
    transactionId: /^0x[0-9a-fA-F]{16,64}$/.test(step.transactionId ?? '') ? (step.transactionId ?? null) : null,
  }
}

function readHex(text: string): bigint {
  if (!/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)) throw badReply('Its call has a value that is not an amount')
  return BigInt(text)
}

export const stateSchema = z.object({
  call: walletCallSchema,
  onTop: z.string(),
  quoteId: z.string(),
  tool: z.string(),
  transactionId: z.string().nullable(),
})

export function prepare(lock: ProviderLock, locked: LifiCall): Prepared {
  const { call, onTop, quoteId, tool, transactionId } = locked
  checkWalletCall(call, { ...lock, onTop: BigInt(onTop) })
  const { src, dst, depositor } = lock
  const bridging = `Send ${src.asset.symbol} to ${dst.chain.name} as ${dst.asset.symbol}`
  const shown = { ...describeWay(lock, bridging), meta: { providerQuoteId: quoteId, tool } }
  return preparedCall(lock, call, shown, {
    requestId: transactionId ?? undefined,
    tracking: { transactionId, tool, depositor },
    needsHash: transactionId === null,
  })
}
