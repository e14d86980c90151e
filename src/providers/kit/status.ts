import type { CatalogChain } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import type { Json } from '../../core/ports.ts'
import { checkTransactionHash, namesTransaction } from '../../core/swap/transaction-hash.ts'
import { isDelivery, type PendingReport, type SuccessReport } from '../../core/swap/transitions.ts'
import type { ProviderContext, ProviderReply, StatusReport, StatusRequest } from '../contract.ts'
import { badReply } from './refuse.ts'

/** @throws ProviderError bad_response for any reply but 200 to a question about a swap's status */
export function expectStatus(reply: ProviderReply): unknown {
  if (reply.status === 200) return reply.body
  throw badReply(`It refused to give the status (${reply.status})`)
}

/** A stated hash in the canonical form of its chain; undefined when it is missing or malformed. */
export function canonicalHash(text: string | undefined, chain: CatalogChain): string | undefined {
  const check = text === undefined ? undefined : checkTransactionHash(chain.addressFamily, text)
  return check?.ok === true ? check.canonical : undefined
}

/**
 * A stated hash of a payout, in canonical form where its chain has one; undefined where it can name no transaction of the chain. An
 * extrinsic of Substrate is also named by block and index.
 */
export function payoutHash(text: string | undefined, chain: CatalogChain): string | undefined {
  if (text === undefined || !namesTransaction(chain.addressFamily, text)) return undefined
  return canonicalHash(text, chain) ?? text
}

/**
 * The status of a transaction that the provider has not seen: not sent, unconfirmed, or reverted, as its chain reports.
 * @param what the transaction, for people
 */
export async function reportNotFound(
  { hash, src }: StatusRequest,
  context: ProviderContext,
  what: 'deposit' | 'call',
): Promise<StatusReport> {
  if (hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const { state } = await context.receipt(src.chain.key, hash)
  if (state !== 'reverted') return { status: 'PENDING', stage: 'confirming' }
  return { status: 'FAILED', stage: 'done', reason: `The ${what} was reverted: only its network fee was spent` }
}

/** How long a swap that its provider calls paid waits for hash or amount of the payout, in milliseconds: some tell them minutes later. */
export const PAYOUT_SETTLES_MS = 3 * 60_000

/**
 * The report of a swap that its provider calls paid. Without hash and amount of the payout it waits for those a while, and then
 * ends by the provider's word.
 * @param seenAtMs epoch milliseconds when it was first called paid without them; undefined before
 * @param keep the tracking with that time
 */
export function reportPaid(
  told: Pick<SuccessReport, 'inboundHash' | 'outboundHash' | 'deliveredOut' | 'reason'>,
  seenAtMs: number | undefined,
  keep: (seenAtMs: number) => Json,
  { clock, provider }: Pick<ProviderContext, 'clock' | 'provider'>,
): SuccessReport | PendingReport {
  const { inboundHash, outboundHash, deliveredOut, reason } = told
  if (outboundHash !== undefined || isDelivery(deliveredOut)) return { status: 'SUCCESS', stage: 'done', ...told }
  const nowMs = clock.now()
  const sinceMs = Math.min(seenAtMs ?? nowMs, nowMs)
  const known = defined({ inboundHash })
  if (nowMs - sinceMs < PAYOUT_SETTLES_MS) {
    return { status: 'PENDING', stage: 'paying_out', ...known, tracking: keep(sinceMs) }
  }
  const untold = `${provider.name} calls it paid, but tells neither transaction nor amount of the payout: what counts as received is what was promised`
  return { status: 'SUCCESS', stage: 'done', ...known, restsOnWord: true, reason: reason ?? untold }
}
