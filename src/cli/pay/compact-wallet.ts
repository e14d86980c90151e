import { DAY_MS } from '../../core/text/duration.ts'
import { readSetting, refuseForeignStore } from '../../io/index.ts'
import { type Compaction, loadDocuments, loadHeld, loadScan } from '../../store/index.ts'
import { isWithoutTrace, loadRunDocuments } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { walletFile } from '../../payments/index.ts'

/** Removes runs that ended long ago with nothing signed, and their space. @throws SERVICE_UNAVAILABLE while another process uses the file */
export async function compactWallet(session: Session): Promise<Compaction & { readonly removed: number }> {
  const [{ openDocuments }, { scanDocuments }, { readRunDocument }] = await Promise.all([
    loadDocuments(),
    loadScan(),
    loadRunDocuments(),
  ])
  const path = walletFile(session.home, session.network)
  const documents = await openDocuments({ path, mustExist: true, verify: refuseForeignStore })
  session.onEnd(() => documents.close())
  const days = readSetting('keep-locks', session.settings.get('keep-locks')?.value)
  const before = new Date(session.clock.now() - days * DAY_MS).toISOString()
  let removed = 0
  for await (const found of scanDocuments('runs', { path })) {
    // What cannot be read may have been paid.
    if ('damage' in found) continue
    const run = { ...readRunDocument(found.doc), version: 0 }
    if (run.updatedAt >= before || !isWithoutTrace(run)) continue
    await documents.delete(found.id)
    removed += 1
  }
  return { removed, ...(await documents.compact()) }
}

/** Bytes that compacting the wallet's file gives back, runs aside: those would have to be read one by one. @throws STORE_UNUSABLE */
export async function findFreeInWallet({ home, network }: Session): Promise<number> {
  const { findFreeBytes } = await loadHeld()
  return findFreeBytes('wallet', { path: walletFile(home, network), verify: refuseForeignStore })
}
