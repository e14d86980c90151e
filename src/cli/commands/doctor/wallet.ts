import { countText } from '../../../core/text/count-text.ts'
import type { SwapRun } from '../../../wallet/index.ts'
import { type ReadHome, readHome } from '../../pay/home/known-home.ts'
import { isStoreForgotten } from '../../pay/home/accept-loss.ts'
import { openRunFile } from '../../pay/runs.ts'
import { sortRuns } from '../../pay/sort-runs.ts'
import { type RunFile, walletFile } from '../../../payments/index.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'

/** The wallet's file of a network as several checks look at it, or why it cannot be read. */
export type ReadWallet =
  | (RunFile & {
      /** Runs that have not ended by their journal, oldest first. */
      readonly unfinished: readonly SwapRun[]
      /** How many of them are left open. */
      readonly open: number
      /** Ids of those that cannot be read. */
      readonly damaged: readonly string[]
      readonly home: ReadHome
      /** What stands in the way of its mark. */
      readonly remarks: readonly string[]
    })
  | {
      readonly error: unknown
      /** False where the file was opened: the store beside it cannot be used. */
      readonly isOfFile: boolean
    }

/** How a home stands whose store is gone: so it will, once the store is made anew. */
const WITHOUT_STORE = { standing: 'older', behind: 'store' } as const

/**
 * Reads the wallet's file of the session's network, once for all that is said of it.
 * @param mostAsked how many runs the service is asked about; undefined where no service may be opened
 */
export async function readWallet(session: Session, mostAsked: number | undefined): Promise<ReadWallet> {
  let file: RunFile | undefined
  try {
    file = await openRunFile(session)
    const damaged: string[] = []
    const unfinished = await file.journal.listUnfinished((id) => damaged.push(id))
    const remarks: string[] = []
    const read = await readHome(session, file.documents, (text) => remarks.push(text))
    const isForgotten = !('unread' in read) && (await isStoreForgotten(session, file.documents))
    const home = isForgotten && read.standing !== 'older' ? { ...read, ...WITHOUT_STORE } : read
    const sorted = await sortRuns(session, unfinished, home, mostAsked)
    return { ...file, unfinished, open: sorted.open.length, damaged, home, remarks }
  } catch (error) {
    return { error, isOfFile: file === undefined }
  }
}

/** True where swaps of a home may be missing in its wallet's file, and it is not yet accepted. */
export function lacksRuns({ standing, behind }: ReadHome): boolean {
  return standing === 'older' && behind !== 'store'
}

/** Whether the wallet's file can be used, and what in it is unfinished. */
export function checkWallet(session: Session, wallet: ReadWallet): Check {
  const path = walletFile(session.home, session.network)
  if ('error' in wallet) {
    const isOfDatabase = session.store !== undefined && !wallet.isOfFile
    const next = isOfDatabase
      ? 'Look through the database: swapcli store check'
      : `Move the file away if it is damaged: ${path}`
    return failCheck('wallet', wallet.error, next)
  }
  const { open, damaged, home } = wallet
  if (damaged.length > 0) {
    const next = `Copy ${path} to a safe place, then restore a backup`
    return fail('wallet', `damaged: ${damaged.join(', ')} (${path})`, next)
  }
  if (open === 0) {
    const lacking = lacksRuns(home) ? ' in this file, which is not all that this home did' : ''
    return ok('wallet', `no unfinished swaps${lacking} (${path})`)
  }
  return warn('wallet', `${countText(open, 'unfinished swap')} (${path})`, 'swapcli resume')
}
