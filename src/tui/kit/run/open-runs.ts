import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import type { SwapRun } from '../../../wallet/index.ts'
import { resumeCommand } from './scrollback-lines.ts'
import type { TuiContext, TuiRuns, WalletAsks } from '../../context.ts'

/** The journal and the wallet. @throws WALLET_REFUSED where runs cannot be kept */
export async function openRuns({ runs }: TuiContext, asks?: WalletAsks): Promise<TuiRuns> {
  if (runs !== undefined) return runs(asks)
  throw new SwapError('WALLET_REFUSED', 'Swaps cannot be kept here, so none is begun', {
    reason: 'run',
    hint: 'Use the command: swapcli swap --help',
  })
}

/** Runs that have not ended, and how the home stands that they are read from. */
export interface UnfinishedRuns {
  readonly runs: readonly SwapRun[]
  readonly standing: TuiRuns['standing']
}

/**
 * Runs of this machine that have not ended, newest first; undefined where none can be kept.
 * @param tell told of those that cannot be read
 */
export async function unfinishedRuns(
  { runs, place }: Pick<TuiContext, 'runs' | 'place'>,
  tell: (text: string) => void,
): Promise<UnfinishedRuns | undefined> {
  if (runs === undefined) return undefined
  const { journal, standing } = await runs()
  const unreadable: string[] = []
  const found = await journal.listUnfinished((id) => unreadable.push(id))
  const [first] = unreadable
  if (first !== undefined) {
    tell(cleanText(`cannot be read: ${unreadable.join(', ')}; see what is known: ${resumeCommand(first, place)}`))
  }
  return { runs: found.reverse(), standing }
}
