import * as z from 'zod'
import type { ReceiptReport, TokenTransfer } from '../../../core/evm/receipt.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../../contract.ts'

const trackingSchema = z.object({ depositor: z.string(), recipient: z.string() })

/**
 * The status of a swap within one EVM chain, by the receipt of the wallet's transaction. Transfers of the tokens distinguish
 * the swap from another transaction of the wallet, such as the approval before it.
 */
export function receiptStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  return receiptStatusWith(request, context, () => undefined)
}

/**
 * The same for a provider whose receipts also state how many coins were paid out.
 * @param coinsOut base units; undefined when the receipt does not state them
 */
export function receiptStatusWith(
  request: StatusRequest,
  context: ProviderContext,
  coinsOut: (report: ReceiptReport) => bigint | undefined,
): Promise<StatusReport> {
  const { src, dst } = request
  return receiptStatusBy(request, context, (report, transfers, { depositor, recipient }) => {
    if (dst.asset.isNative) {
      // The log does not show coins, unless they were wrapped: it must suffice that the tokens were taken.
      if (netOf(transfers, src.asset.address, depositor) >= 0n) return 'elsewhere'
      return coinsOut(report) ?? 'unknown'
    }
    const deliveredOut = netOf(transfers, dst.asset.address, recipient)
    return deliveredOut > 0n ? deliveredOut : 'elsewhere'
  })
}

/** Base units that a swap delivered; `unknown` when the receipt does not say; `elsewhere` for another transaction. */
export type Delivered = bigint | 'unknown' | 'elsewhere'

/** The same for a provider that reads the delivered amount from the receipt itself. */
export async function receiptStatusBy(
  request: StatusRequest,
  context: ProviderContext,
  delivered: (
    report: ReceiptReport,
    transfers: readonly TokenTransfer[],
    wallets: z.infer<typeof trackingSchema>,
  ) => Delivered,
): Promise<StatusReport> {
  const { hash, src } = request
  if (hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const wallets = trackingSchema.parse(request.tracking)
  const report = await context.receipt(src.chain.key, hash)
  const { state, transfers, reason } = report
  const pending = { status: 'PENDING', stage: 'confirming', inboundHash: hash } as const
  switch (state) {
    case 'pending':
    case 'unknown':
      return pending
    case 'reverted':
      return {
        status: 'FAILED',
        stage: 'done',
        inboundHash: hash,
        reason: `The transaction was reverted${reason === undefined ? '' : ` (${reason})`}: nothing was swapped, only its network fee was spent`,
      }
    case 'success': {
      const done = { status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: hash } as const
      if (transfers === undefined) return done
      const amount = delivered(report, transfers, wallets)
      if (amount === 'elsewhere') return pending
      return amount === 'unknown' ? done : { ...done, deliveredOut: amount }
    }
  }
}

/** A wallet's net gain of a token by transfers, base units; negative for a loss. */
export function netOf(transfers: readonly TokenTransfer[], token: string, wallet: string): bigint {
  return transfers
    .filter((transfer) => sameAddress(transfer.token, token))
    .reduce(
      (sum, { from, to, amount }) =>
        sum + (sameAddress(to, wallet) ? amount : 0n) - (sameAddress(from, wallet) ? amount : 0n),
      0n,
    )
}
