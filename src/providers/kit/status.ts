import type { CatalogChain } from '../../core/assets/catalog.ts'
import { checkTransactionHash } from '../../core/swap/transaction-hash.ts'
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
