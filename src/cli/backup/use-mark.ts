import { existsSync } from 'node:fs'
import { NETWORKS } from '../../core/api/enums.ts'
import { refuseForeignStoreFiles } from '../../io/index.ts'
import { loadDocuments } from '../../store/index.ts'
import { type MarkParts, walletFile } from '../../payments/index.ts'
import type { Session } from '../session.ts'

/** What is done with the mark of a home. */
interface MarkUse<T> {
  /** Called before the wallet's file is read. @throws STORE_UNUSABLE where it must not be */
  readonly verify: (path: string) => Promise<void>
  readonly use: (parts: MarkParts) => Promise<T>
}

/**
 * Opens the wallet's file of the session's home and network for what is done with its mark, and closes all that was opened
 * for that. Where there is none, nothing is done, and no file made.
 * @throws STORE_UNUSABLE, and what `use` throws
 */
export async function useMark<T>(session: Session, { verify, use }: MarkUse<T>): Promise<T | undefined> {
  const path = walletFile(session.home, session.network)
  if (!existsSync(path)) return undefined
  const tell = (text: string) => session.output.note(text)
  const { openDocuments } = await loadDocuments()
  const wallet = await openDocuments({ path, mustExist: true, verify, tell })
  const ends = [() => wallet.close()]
  const onEnd = (end: () => Promise<void>) => void ends.push(end)
  try {
    return await use({ place: { ...session, onEnd }, wallet, tell })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** Calls `use` for the wallet file of each network that a home has. */
export async function eachMark(session: Session, use: (parts: MarkParts) => Promise<void>): Promise<void> {
  for (const network of NETWORKS) await useMark({ ...session, network }, { verify: refuseForeignStoreFiles, use })
}
