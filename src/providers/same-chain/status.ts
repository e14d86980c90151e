import * as z from 'zod'
import type { ReceiptReport, TokenTransfer } from '../../core/receipt.ts'
import { sameAddress } from '../evm-exec.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../provider.ts'

/** How often to look again when no RPC answers, or when the hash turned out to be of something else, in milliseconds. */
const SLOW_POLL_MS = 30_000

const trackingSchema = z.object({ depositor: z.string(), recipient: z.string() })

/**
 * What became of a swap within one EVM chain: the receipt of the wallet's transaction decides. Transfers of the tokens tell
 * a swap from another transaction of the wallet, such as the approval before it.
 */
export function receiptStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  return receiptStatusWith(request, context, () => undefined)
}

/**
 * The same for a provider whose receipts also tell how many coins were paid out.
 * @param coinsOut base units; undefined where the receipt does not tell
 */
export async function receiptStatusWith(
  request: StatusRequest,
  context: ProviderContext,
  coinsOut: (report: ReceiptReport) => bigint | undefined,
): Promise<StatusReport> {
  const { hash, src, dst } = request
  if (hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const wallets = trackingSchema.parse(request.tracking)
  const report = await context.receipt(src.chain.key, hash)
  const { state, transfers, reason } = report
  const pending = { status: 'PENDING', stage: 'confirming', inboundHash: hash } as const
  switch (state) {
    case 'pending':
      return pending
    case 'unknown':
      return { ...pending, pollAfterMs: SLOW_POLL_MS }
    case 'reverted':
      return {
        status: 'FAILED',
        stage: 'done',
        inboundHash: hash,
        reason: `The transaction was reverted${reason === undefined ? '' : ` (${reason})`}: nothing was swapped, only its network cost is gone`,
      }
    case 'success': {
      const done = { status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: hash } as const
      if (transfers === undefined) return done
      if (dst.asset.isNative) {
        // Coins leave no trace in the log, unless they were wrapped: that the tokens were taken must do.
        if (netOf(transfers, src.asset.address, wallets.depositor) >= 0n) {
          return { ...pending, pollAfterMs: SLOW_POLL_MS }
        }
        const paidOut = coinsOut(report)
        return paidOut === undefined ? done : { ...done, deliveredOut: paidOut }
      }
      const deliveredOut = netOf(transfers, dst.asset.address, wallets.recipient)
      return deliveredOut > 0n ? { ...done, deliveredOut } : { ...pending, pollAfterMs: SLOW_POLL_MS }
    }
  }
}

/** What a wallet gained of a token, base units; negative for a loss. */
function netOf(transfers: readonly TokenTransfer[], token: string, wallet: string): bigint {
  return transfers
    .filter((transfer) => sameAddress(transfer.token, token))
    .reduce(
      (sum, { from, to, amount }) =>
        sum + (sameAddress(to, wallet) ? amount : 0n) - (sameAddress(from, wallet) ? amount : 0n),
      0n,
    )
}
