import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { privateFiles } from '../../io/index.ts'
import { loadDocumentBytes } from '../../store/index.ts'
import type { SwapRun } from '../../wallet/index.ts'
import { confirm } from '../prompts.ts'
import type { Session } from '../session.ts'
import { type RunFile, walletFile } from '../../payments/index.ts'

/** What accepts that a run is given up that cannot be read. */
export const DAMAGED_RUN = 'damaged-run'

/** A run of the journal; what to do with one that cannot be read is said with its failure. @throws STORE_UNUSABLE */
export async function readRun({ journal }: RunFile, id: string): Promise<SwapRun | undefined> {
  try {
    return await journal.get(id)
  } catch (error) {
    throw isSwapError(error) && error.code === 'STORE_UNUSABLE' ? damagedRuns([id], error.message) : error
  }
}

/** The failure of what goes on without the runs that cannot be read. */
export function damagedRuns(ids: readonly string[], message: string): SwapError {
  const [first = 'RUN'] = ids
  return new SwapError('STORE_UNUSABLE', message, {
    ...{ reason: DAMAGED_RUN, funds: 'unknown' },
    hint: `Restore a backup, or look at what its account has sent and give it up: swapcli resume ${first} --forget --accept ${DAMAGED_RUN}`,
  })
}

/** Where the bytes are kept of a run that could not be read and was given up. */
export function damagedPath({ home, network }: Pick<Session, 'home' | 'network'>, id: string): string {
  return `${walletFile(home, network)}.${id}.damaged`
}

/**
 * Gives up a run that cannot be read, where a person agrees to that; its bytes are kept in a file of their own.
 * @returns path of that file
 * @throws STORE_UNUSABLE where nobody agrees
 */
export async function forgetDamagedRun(
  session: Session,
  { documents }: RunFile,
  id: string,
  error: SwapError,
  isAccepted: boolean,
): Promise<string> {
  const path = walletFile(session.home, session.network)
  const { readDocumentBytes } = await loadDocumentBytes()
  const bytes = await readDocumentBytes(path, `run:${id}`)
  if (bytes === undefined) throw error
  if (!isAccepted) {
    if (!session.interactive) throw error
    session.output.say(session.output.clean(`warning     ${error.message}: it may be signed, or sent`))
    if (!(await confirm(session, 'Give it up all the same?'))) throw error
  }
  const kept = damagedPath(session, id)
  if (!(await privateFiles.create(kept, bytes))) throw restate(error, { hint: `Move ${kept} away, then try again` })
  await documents.delete(`run:${id}`)
  return kept
}
