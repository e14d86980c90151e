import type { RunDocuments } from '../../core/ports.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { runCollection } from './documents.ts'
import { COUNT_UNFINISHED_RUNS, WALLET_FILE } from './schema.ts'
import type { Compaction } from '../port.ts'

/** An open file of small documents. */
export interface DocumentFile extends RunDocuments {
  /** As a store does. */
  compact(): Promise<Compaction>
  /** Closing twice is no error. */
  close(): Promise<void>
}

/**
 * Opens a file that holds small documents only, and creates it when needed. Any number of processes may open the same
 * file. A file of an earlier version may be a whole store without transactions: its other tables stay as they are.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openDocuments(options: DatabaseOptions): Promise<DocumentFile> {
  const database = await openDatabase(options, WALLET_FILE)
  return {
    ...runCollection(database.main, database.path),
    compact: async () => {
      const compaction = database.compact()
      database.main.write(() => database.main.exec(COUNT_UNFINISHED_RUNS))
      return compaction
    },
    close: async () => database.close(),
  }
}
