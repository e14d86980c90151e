import type { DocumentStore } from '../../core/ports.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { documentCollection } from './documents.ts'
import { DOCUMENT_MIGRATIONS } from './schema.ts'

/** A file of small documents, open. */
export interface DocumentFile extends DocumentStore {
  /** Closing twice is no error. */
  close(): Promise<void>
}

/**
 * Opens a file that holds small documents and nothing else, creating it where needed. Any number of processes may have the
 * same file open. A file of an earlier version, which was a whole store, is used as it is.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openDocuments(options: DatabaseOptions): Promise<DocumentFile> {
  const database = await openDatabase(options, DOCUMENT_MIGRATIONS)
  return { ...documentCollection(database.main, database.path), close: async () => database.close() }
}
