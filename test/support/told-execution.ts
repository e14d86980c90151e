import { execSchema, providerResultSchema } from '../../src/core/api/document-schemas.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import type { EmbeddedSwapService } from '../../src/index.ts'

/**
 * Keeps in the service behind a server what that server handed out in its place, as a server keeps its own word: a payment
 * that is reported is compared with what its payer was told, not with what the honest service would have told.
 * @param told the answer of execute; members that are no payload at all are not kept: no wallet pays by them
 */
export async function keepTold(
  { store }: Pick<EmbeddedSwapService, 'store'>,
  transactionId: string,
  told: Readonly<Record<string, unknown>>,
): Promise<void> {
  const found = await store.transactions.get(transactionId)
  if (found === undefined) throw new Error(`no transaction ${transactionId} to keep what was told of`)
  const { exec: honest, ...rest } = found.doc
  const [exec, result] = [
    execSchema.optional().safeParse(told['exec']),
    providerResultSchema.safeParse(told['providerResult']),
  ]
  const owed = exec.success ? exec.data : honest
  const record: TransactionRecord = {
    ...rest,
    ...(owed === undefined ? {} : { exec: owed }),
    providerResult: result.success ? result.data : found.doc.providerResult,
  }
  const outcome = await store.transactions.replace(record, found.version, [])
  if (outcome !== 'ok') throw new Error(`what was told of ${transactionId} cannot be kept: ${outcome}`)
}
