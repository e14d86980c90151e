import {
  createKnownEnds,
  type EndSource,
  findLapse,
  type HomeStanding,
  isLapsed,
  type SwapRun,
} from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { agreementMs } from './runs.ts'

/** Unfinished runs of a journal, by what is left of them; each list in their order. */
export interface SortedRuns {
  /** Left open. */
  readonly open: readonly SwapRun[]
  /** Their quote or lock ran out, and nothing of them was executed or paid. */
  readonly lapsed: readonly SwapRun[]
  /** Their swap has ended by what the service of this session says. */
  readonly ended: readonly SwapRun[]
}

/**
 * Sorts unfinished runs. It takes a few seconds at most, and what is not known by then is open.
 * @param mostAsked as of `KnownEnds.look`; undefined where no service may be opened
 */
export async function sortRuns(
  session: Session,
  runs: readonly SwapRun[],
  home: HomeStanding,
  mostAsked: number | undefined,
): Promise<SortedRuns> {
  const { clock, api, signal } = session
  const ends = createKnownEnds(clock)
  if (mostAsked !== undefined) await ends.look(runs, { service: lazyService(session), api }, { mostAsked, signal })
  const now = clock.now()
  const ended = runs.filter((run) => ends.has(run))
  const lapsed = runs.filter((run) => isLapsed({ lapsesAt: findLapse(run, home, agreementMs(session)) }, now))
  return { open: runs.filter((run) => !ended.includes(run) && !lapsed.includes(run)), lapsed, ended }
}

/** Opened for the first run that may have ended. */
function lazyService(session: Session): EndSource['service'] {
  return {
    history: async (query) => (await session.open()).service.history(query),
    status: async (query, options) => (await session.open()).service.status(query, options),
  }
}
