import type { DocumentStore } from '../../core/ports.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { documentCollection } from './documents.ts'
import { DOCUMENT_MIGRATIONS } from './schema.ts'

/** An open file of small documents. */
export interface DocumentFile extends DocumentStore {
  /** Closing twice is no error. */
  close(): Promise<void>
}

/**
 * Opens a file that holds small documents only, and creates it when needed. Any number of processes may open the same
 * file. A file of an earlier version, which was a whole store, is used unchanged.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openDocuments(options: DatabaseOptions): Promise<DocumentFile> {
  const database = await openDatabase(options, DOCUMENT_MIGRATIONS)
  return { ...documentCollection(database.main, database.path), close: async () => database.close() }
}
