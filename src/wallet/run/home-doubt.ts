import { worstDoubt } from '../../core/home-doubt.ts'
import type { HomeChange, HomeDoubt, HomeMark } from '../../core/ports.ts'
import type { SwapRun } from './journal.ts'

/*
 * Whether another copy of a home may have gone on with a run. A run names the generation of the home that it was begun in,
 * and the home names how each one ended: a clock that was wrong at either says nothing here.
 */

/** How the home of a run stands, as far as it bears on what is known of the run. */
export type HomeStanding = Pick<
  HomeMark,
  'standing' | 'behind' | 'generation' | 'changes' | 'adoptedAt' | 'unseenUntil'
>

/**
 * What leaves open whether another copy of its home has paid a run; undefined where none can have.
 * @param home undefined where this process made the run, or its payment was looked for on the chain
 */
export function doubtOf(run: SwapRun, home: HomeStanding | undefined): HomeDoubt | undefined {
  if (home === undefined) return undefined
  // A store that was put back leaves the wallet's file what it is: that knows what it signed.
  if (home.standing === 'older' && home.behind !== 'store') return 'elsewhere'
  if (run.generation === undefined) return doubtOfUnnamed(run, home)
  if (run.generation === home.generation || run.generation === run.endGeneration) return undefined
  const changes = changesOf(run, home)
  const at = changes.findIndex(({ after }) => after === run.generation)
  if (at >= 0) return worstDoubt(changes.slice(at))
  // What fell off the list is as bad as the worst of it; a generation that the home has never had is worse.
  return changes[0]?.after === '' ? worstDoubt(changes) : 'elsewhere'
}

/** Of a run of a version that noted no generation: all that happened since is open to doubt, and what only times tell. */
function doubtOfUnnamed(run: SwapRun, home: HomeStanding): HomeDoubt | undefined {
  const isEnded = run.step === 'closed' && run.endGeneration === undefined
  const doubt = isEnded ? undefined : worstDoubt(changesOf(run, home))
  if (doubt === 'elsewhere' || wasOpenAt(run, home.adoptedAt)) return 'elsewhere'
  return doubt ?? (wasOpenAt(run, home.unseenUntil) ? 'unseen' : undefined)
}

/** The changes of a home before a run was closed: what came after it, other copies had no part in. */
function changesOf({ endGeneration }: SwapRun, { changes = [] }: HomeStanding): readonly HomeChange[] {
  const end = changes.findIndex(({ after }) => after === endGeneration)
  return end < 0 ? changes : changes.slice(0, end)
}

/** True for a run that was open at a time until which others may have gone on with it. */
function wasOpenAt({ step, createdAt, updatedAt }: SwapRun, until: string | undefined): boolean {
  return until !== undefined && createdAt <= until && !(step === 'closed' && updatedAt < until)
}
