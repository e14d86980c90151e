import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'

/**
 * What became of a transaction that the provider has not seen: not sent, on its way, or reverted, which only its chain
 * tells. @param what what the transaction is, for people
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
