import type { DocumentStore, RunDocuments, StoredDocument } from '../../src/core/ports.ts'
import { isRecord } from '../../src/core/is-record.ts'

/** Finds runs by reading every document of a store that has no indexes of them. */
export function scanRuns(documents: DocumentStore): RunDocuments {
  const select = async (fits: (run: Readonly<Record<string, unknown>>) => boolean): Promise<StoredDocument[]> =>
    (await documents.list('run:')).filter(({ doc }) => isRecord(doc) && fits(isRecord(doc['run']) ? doc['run'] : doc))
  return {
    ...documents,
    listUnfinishedRuns: () => select(({ step }) => step !== 'final' && step !== 'closed'),
    listRunsOf: (transactionId) => select((run) => run['transactionId'] === transactionId),
    listApprovingRuns: () => select(({ earlier, payment }) => earlier !== undefined || payment !== undefined),
    listNewestRuns: async (most) => {
      const updatedAt = ({ doc }: StoredDocument) => {
        const run = isRecord(doc) && isRecord(doc['run']) ? doc['run'] : doc
        return isRecord(run) && typeof run['updatedAt'] === 'string' ? run['updatedAt'] : ''
      }
      const runs = await select(() => true)
      return runs.sort((a, b) => (updatedAt(a) < updatedAt(b) ? 1 : -1)).slice(0, most)
    },
    listRunsSince: (time) => select(({ updatedAt }) => typeof updatedAt === 'string' && updatedAt >= time),
  }
}
