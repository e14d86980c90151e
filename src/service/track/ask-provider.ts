import type { CatalogChain } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { LARGE_USD } from '../../core/evm/confirmations.ts'
import { countedFromMs } from '../../core/swap/counted-from.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import type { Progress } from '../../core/swap/progress.ts'
import { namesTransaction } from '../../core/swap/transaction-hash.ts'
import type { Report } from '../../core/swap/transitions.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { type PollTimes, ProviderError } from '../../providers/index.ts'
import type { ServiceContext } from '../context.ts'
import { verifyReport } from './verify-report.ts'
import { worthOf } from './values/worth.ts'

/** What a provider answered, and the hash that it was asked by. */
export type ProviderAnswer = { readonly hash: string } & (
  { readonly report: Report; readonly times: PollTimes } | { readonly failure: ProviderError }
)

/** Asks the provider of a transaction by the hash of the record; that it does not answer is told to `onTrackingFailure`. */
export async function askProvider(
  context: ServiceContext,
  record: TransactionRecord,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const src = await context.readStoredAsset(record.srcChain, record.srcAddress, record.terms.src)
  const dst = await context.readStoredAsset(record.dstChain, record.dstAddress, record.terms.dst)
  try {
    const report = await context.providers.run(
      record.provider,
      context.limits.actionDeadlineMs,
      signal,
      async (adapter, outside) => {
        const stated = await adapter.status(
          {
            transactionId: record.id,
            hash: record.hash,
            executedAtMs: countedFromMs(record),
            hashKnownAtMs: record.hashKnownAtMs,
            src,
            dst,
            estimatedTimeSec: record.terms.estimatedTimeSec,
            tracking: record.tracking,
          },
          {
            ...outside,
            receipt: async (chainKey, hash, usd = 0n) => {
              const small = await outside.receipt(chainKey, hash, usd)
              // Valuing takes seconds: what is in no block yet need not be valued, and what is may have fallen out meanwhile.
              if (small.state !== 'success' && small.state !== 'reverted') return small
              const worth = await worthOf(context, record)
              return worth !== undefined && worth < LARGE_USD ? small : outside.receipt(chainKey, hash, worth)
            },
          },
        )
        return verifyReport(stated)
      },
    )
    const { pollAfterMs, leastPauseMs, ...stated } = report
    return { hash: record.hash, report: clean(stated, dst.chain), times: defined({ pollAfterMs, leastPauseMs }) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code, message } = error
    // Whoever leaves has made it fail.
    if (!signal.aborted) {
      context.onTrackingFailure({ provider: record.provider, transactionId: record.id, code, message })
    }
    return { hash: record.hash, failure: error }
  }
}

/**
 * The report with its text cleaned for terminals, and without an outbound hash that is none of the destination chain: such a
 * text proves no payment, and nobody could look it up.
 */
function clean(
  { outboundHash: stated, ...report }: Report,
  { addressFamily }: Pick<CatalogChain, 'addressFamily'>,
): Report {
  const text = (value: string | undefined) => (value === undefined ? undefined : cleanText(value, 500))
  const hashes = defined({
    inboundHash: text(report.inboundHash),
    outboundHash: stated !== undefined && namesTransaction(addressFamily, stated) ? stated : undefined,
    progress: report.progress === undefined ? undefined : cleanProgress(report.progress),
  })
  if (report.status === 'PENDING') return { ...report, ...hashes }
  return { ...report, ...hashes, ...defined({ refundHash: text(report.refundHash), reason: text(report.reason) }) }
}

/** Its known members alone, with the note cleaned. */
function cleanProgress({ receivedIn, refundedIn, paidOut, parts, note, claim }: Progress): Progress {
  return defined({
    ...{ receivedIn, refundedIn, paidOut },
    parts: parts === undefined ? undefined : { done: parts.done, total: parts.total },
    note: note === undefined ? undefined : cleanText(note, 500),
    claim: claim === undefined ? undefined : { chainId: claim.chainId, to: claim.to, data: claim.data },
  })
}
