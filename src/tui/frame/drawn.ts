import type { AppFacts } from '../events.ts'
import { isMadeFrom, type MadeFrom } from '../kit/remember-last.ts'
import { isSameRow, type Row } from '../kit/text/rows.ts'
import type { ScreenList } from '../screen.ts'
import { factsOf, type State } from '../state.ts'

/*
 * What was drawn, for as long as it would look the same: nothing is drawn again because time goes by unless it shows the time.
 */

/** What a screen made of its state and of the facts of the app. */
export interface Drawn<T> {
  readonly from: MadeFrom
  /** The second that it shows; undefined where it shows no time. */
  readonly second: number | undefined
  readonly made: T
}

/**
 * Draws again only what would look different: because it is made from something else, or because it reads the time, and that is in
 * another second now.
 * @param name of the screen
 * @param from what it is made from besides the facts of the app
 */
export function drawAgain<T>(
  last: Drawn<T> | undefined,
  screens: ScreenList,
  state: State,
  name: string,
  from: MadeFrom,
  make: (app: AppFacts) => T,
): Drawn<T> {
  const { now, ...facts } = factsOf(screens, state, name)
  const all = [name, ...from, facts.size.rows, facts.quarter, ...factsFrom(state)]
  const second = Math.floor(now / 1000)
  if (last !== undefined && isMadeFrom(last.from, all) && (last.second ?? second) === second) return last
  let isTimed = false
  const app: AppFacts = {
    ...facts,
    get now() {
      isTimed = true
      return now
    },
  }
  const made = make(app)
  return { from: all, second: isTimed ? second : undefined, made }
}

/** The lines, those that look as before as the same rows, and the same list where all of them do. */
export function keepRows(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  const kept = rows.map((row, at) => {
    const old = before[at]
    return old !== undefined && isSameRow(old, row) ? old : row
  })
  return isMadeFrom(before, kept) ? before : kept
}

/** What the facts of the app are made from, but for the time and the lines that the screen has. */
export function factsFrom({
  tab,
  panes,
  size,
  guide,
  place,
  ready,
  settings,
  bindings,
  jobs,
  remembered,
}: State): MadeFrom {
  return [tab, panes, size, guide, place, ready, settings, bindings, jobs, remembered]
}
