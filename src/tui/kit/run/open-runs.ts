import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import type { StatusTransaction } from '../../../core/api/documents.ts'
import {
  createKnownEnds,
  type EndSource,
  type FoundEnd,
  isAbout,
  isLapsed,
  type SwapRun,
} from '../../../wallet/index.ts'
import { readSetting, type SettingsByKey } from '../../../io/index.ts'
import { rememberEach } from '../remember-last.ts'
import { resumeCommand } from './scrollback-lines.ts'
import type { TuiContext, TuiRuns, WalletAsks } from '../../context.ts'
import type { EffectIo } from '../../effect-io.ts'
import { tellerOf } from '../../../core/swap/received-text.ts'
import type { Addressed, AppEvent } from '../../events.ts'
import { expectedProblem } from '../../problem.ts'
import { factsOfRun, type RunFacts, symbolsOf } from './run-facts.ts'

/** The journal and the wallet. @throws WALLET_REFUSED where runs cannot be kept */
export async function openRuns({ runs }: TuiContext, asks?: WalletAsks): Promise<TuiRuns> {
  if (runs !== undefined) return runs(asks)
  throw new SwapError('WALLET_REFUSED', 'Swaps cannot be kept here, so none is begun', {
    reason: 'run',
    hint: 'Use the command: swapcli swap --help',
  })
}

/** The newest run of the service in use that has this transaction; undefined where there is none. @throws STORE_UNUSABLE */
export async function ownRunOf(
  transactionId: string,
  { runs, place }: Pick<TuiContext, 'runs' | 'place'>,
): Promise<SwapRun | undefined> {
  const found = (await (await runs?.())?.journal.listOf(transactionId)) ?? []
  return found.findLast((run) => run.api === place.api)
}

/** How long what was agreed to unattended holds, in milliseconds. */
export function agreementMs(settings: SettingsByKey): number {
  return readSetting('resume-within', settings['resume-within']) * 60_000
}

/** How transactions stand, by id: newer than what the journal has of them. */
type SeenTransactions = ReadonlyMap<string, StatusTransaction>

/** What is told while the runs of this machine are read. */
interface RunsReading {
  /** Told of runs that cannot be read. */
  readonly tell: (text: string) => void
  /** Gets the runs that have not ended, newest first; once more where some of them turn out to be over. */
  readonly show: (runs: readonly RunFacts[]) => void
  /** @default none */
  readonly seen?: SeenTransactions
  /** How many runs the service is asked about, as of `KnownEnds.look`. */
  readonly mostAsked: number
}

/** What reading them needs. */
type RunsIo = Pick<EffectIo<Addressed>, 'openService' | 'dispatch' | 'signal' | 'settings'> & {
  readonly context: Pick<TuiContext, 'runs' | 'place' | 'clock'>
}

/** The journal gives the same runs until they change. */
const factsOf = rememberEach(factsOfRun)

/**
 * Reads which runs of this machine have not ended, and reports those that are left open; nothing where none can be kept. What is
 * said on every screen waits until it was looked how they stand, which takes no longer than that may; the list does not.
 */
export async function readOpenRuns(
  io: RunsIo,
  { tell, show, seen = new Map(), mostAsked }: RunsReading,
): Promise<void> {
  const { runs, place, clock } = io.context
  if (runs === undefined) return
  const { journal, standing, ends = createKnownEnds(clock) } = await runs()
  const holdsMs = agreementMs(io.settings())
  const unreadable: string[] = []
  const found = (await journal.listUnfinished((id) => unreadable.push(id))).reverse()
  const taken = found.flatMap((run) => {
    const transaction = seen.get(run.transactionId ?? '')
    return transaction === undefined ? [] : (ends.take(run, transaction, place.api) ?? [])
  })
  const factsNow = () =>
    found.flatMap((run) => {
      if (ends.has(run)) return []
      const { transactionId, request } = run
      const transaction = seen.get(transactionId ?? '')
      const isOwn = transaction !== undefined && isAbout(transaction, { transactionId, recipient: request.recipient })
      const now = isOwn ? factsOfRun({ ...run, transaction }, standing, holdsMs) : undefined
      return [now ?? factsOf(run, standing, holdsMs)]
    })
  let facts = factsNow()
  show(facts)
  const source = found.length === 0 ? undefined : await openEnds(io)
  const ended = source === undefined ? [] : await ends.look(found, source, { mostAsked, signal: io.signal })
  // Another look may have found it out meanwhile.
  if (found.filter((run) => !ends.has(run)).length < facts.length) {
    facts = factsNow()
    show(facts)
  }
  for (const end of [...taken, ...ended]) if (end.isNews) io.dispatch(newsOf(end, standing))
  const now = clock.now()
  io.dispatch({ on: 'app', type: 'open-runs', ids: facts.flatMap((run) => (isLapsed(run, now) ? [] : run.id)) })
  const [first] = unreadable
  if (first !== undefined) {
    tell(cleanText(`cannot be read: ${unreadable.join(', ')}; see what is known: ${resumeCommand(first, place)}`))
  }
}

function newsOf({ run, status, isShort }: FoundEnd, standing: TuiRuns['standing']): AppEvent {
  const facts = factsOfRun(run, standing)
  const swap = { id: facts.id, amount: facts.amount, ...symbolsOf(facts) }
  return { on: 'app', type: 'left-over', swap, how: status, isShort: isShort === true, teller: tellerOf(run.api) }
}

/** The service that says how swaps ended; undefined where it cannot be opened. */
async function openEnds({ openService, context }: RunsIo): Promise<EndSource | undefined> {
  try {
    return { service: (await openService()).service, api: context.place.api }
  } catch (error) {
    // Why not is said by whoever opens it.
    expectedProblem(error)
    return undefined
  }
}
