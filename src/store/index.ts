/** The door of store: what other rooms may use of it. */
export type {
  ClaimedPolls,
  Compaction,
  Counted,
  EventCursor,
  IdempotencyEntry,
  JournalBounds,
  JournalEntry,
  MissingEvents,
  NewEvent,
  Removable,
  ReplaceOutcome,
  SharedCount,
  SharedTables,
  Store,
  StoreHint,
  StoreHints,
  TransactionChange,
  TransactionFilter,
} from './port.ts'
export type { CopyOptions, CopyPlan, CopyProgress, CopyResult, StorePlace } from './copy/copy-store.ts'
export type { StoreThreads } from './threads/channel.ts'
export type { HeldRuns, HeldTransactions } from './held.ts'
export type { ExaminedFile } from './sqlite/integrity.ts'
export type { PostgresStore } from './postgres/open.ts'
export { JOURNAL_START } from './port.ts'
export { openStore } from './sqlite/open.ts'
export { holdsNoCatalog } from './sqlite/store-file.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
export const loadHeld = () => import('./held.ts')
export const loadCopy = () => import('./sqlite/copy.ts')
export const loadUnused = () => import('./unused.ts')
export const loadScan = () => import('./sqlite/scan.ts')
export const loadFileLock = () => import('./sqlite/file-lock.ts')
export const loadDocumentBytes = () => import('./damaged-document.ts')
export const loadLostWrites = () => import('./lost-writes.ts')
export const loadExamination = () => import('./examine-file.ts')
export const loadDocuments = () => import('./sqlite/open-documents.ts')
export const loadThreads = () => import('./threads/threaded-store.ts')
export const loadExaminer = () => import('./threads/examiner.ts')
export const loadStoreThread = () => import('./threads/thread.ts')
export const loadPostgres = () => import('./postgres/open.ts')
export const loadPostgresScan = () => import('./postgres/scan.ts')
export const loadStoreCopy = () => import('./copy/copy-store.ts')
export const loadDatabaseExamination = () => import('./postgres/examine/examine.ts')
export type { DatabaseDamage } from './postgres/examine/examine.ts'
export const loadDatabaseRepair = () => import('./postgres/examine/repair.ts')
