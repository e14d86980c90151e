import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NETWORKS } from '../core/api/enums.ts'
import { isSwapError } from '../core/api/errors.ts'
import type { DocumentStore } from '../core/ports.ts'
import { refuseForeignStore } from '../io/index.ts'
import { loadDocuments, loadLostWrites } from '../store/index.ts'
import type { Network } from '../service/index.ts'
import { loadJournal } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'

/** Path of the file that keeps the runs and the paper ledger of a network; the service never opens it. */
export function walletFile(home: string, network: string): string {
  return join(home, `wallet-${network}.db`)
}

/** Path of the file in which the service of a network keeps its locks and transactions. */
export function storeFile(home: string, network: string): string {
  return join(home, `${network}.db`)
}

/** The store and the wallet's file of a network, the wallet's first, by what they are. */
export function storeFiles(home: string, network: string) {
  return [
    ['wallet', walletFile(home, network)],
    ['store', storeFile(home, network)],
  ] as const
}

/** Goes on with what a file of a home holds. @returns what it lacks, a sentence, if anything @throws STORE_UNUSABLE */
export async function acceptLostFile(name: 'store' | 'wallet', path: string): Promise<string | undefined> {
  const { acceptLostWrites } = await loadLostWrites()
  return acceptLostWrites(name, { path, verify: refuseForeignStore })
}

/** The networks on which this machine has begun a swap. */
export async function networksWithRuns(home: string): Promise<readonly Network[]> {
  const names = await readdir(home).catch((): string[] => [])
  return NETWORKS.filter((network) => names.includes(basename(walletFile(home, network))))
}

/**
 * The small documents of the live wallet's file, opened at the first call and closed when the place is left. It fails where
 * there is no file yet: what only helps, such as which nodes failed, creates none.
 * @param saved resolves when nothing more is written
 */
export function openExistingFile(place: PayPlace, saved: () => Promise<void>): () => Promise<DocumentStore> {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { openDocuments } = await loadDocuments()
    return openDocuments({ path: walletFile(place.home, 'live'), mustExist: true, verify: refuseForeignStore })
  }
  place.onEnd(async () => {
    await saved()
    await opened?.then(
      (file) => file.close(),
      () => undefined,
    )
  })
  return () => (opened ??= open())
}

/** How many of the newest runs are read for one that an account of this home has paid. */
const MOST_READ = 20

/** What paid last. */
export interface LastPayer {
  readonly address: string
  /** Id of its run. */
  readonly run: string
}

/** The address from which this home has paid last on the live network; undefined where it has not, or that cannot be read. */
export async function findLastPayer({ home, clock, ids }: PayPlace): Promise<LastPayer | undefined> {
  const path = walletFile(home, 'live')
  if (!existsSync(path)) return undefined
  try {
    const [{ openDocuments }, { createRunJournal }] = await Promise.all([loadDocuments(), loadJournal()])
    const documents = await openDocuments({ path, mustExist: true, verify: refuseForeignStore })
    try {
      const runs = await createRunJournal(documents, clock, ids).listNewest(MOST_READ, () => undefined)
      const paid = runs.find(({ payment }) => payment !== undefined)
      return paid === undefined ? undefined : { address: paid.request.depositor, run: paid.id }
    } finally {
      await documents.close()
    }
  } catch (error) {
    if (!isSwapError(error)) throw error
    // Whoever pays opens it too, and says what is wrong with it.
    return undefined
  }
}
