import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { refuseForeignStore } from '../../io/index.ts'
import { loadDocuments, loadLostWrites } from '../../store/index.ts'
import type { Network } from '../../service/index.ts'
import type { Session } from '../session.ts'

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
 * The small documents of the live wallet's file, opened at the first call and closed when the session ends. It fails where
 * there is no file yet: what only helps, such as which nodes failed, creates none.
 * @param saved resolves when nothing more is written
 */
export function openExistingFile(session: Session, saved: () => Promise<void>): () => Promise<DocumentStore> {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { openDocuments } = await loadDocuments()
    return openDocuments({ path: walletFile(session.home, 'live'), mustExist: true, verify: refuseForeignStore })
  }
  session.onEnd(async () => {
    await saved()
    await opened?.then(
      (file) => file.close(),
      () => undefined,
    )
  })
  return () => (opened ??= open())
}
