import { keepLast } from '../kit/remember-last.ts'
import { type Row, rowWidth } from '../kit/text/rows.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'
import { guideRows } from './guide.ts'
import { statusRows } from './status.ts'

/** Lines of a terminal below which what is asked outweighs the rest of what is told. */
const FEW_LINES = 16

/** What is told beside the screen. */
export interface ToldRows {
  readonly guide: readonly Row[]
  readonly status: readonly Row[]
}

// Each look at the state asks how many lines this takes.
const lastTold = keepLast<ToldRows>()

/**
 * Where something is asked and lines are few, guide and message share one: the guide has it where there is no message.
 * @param isAsked true while a question can be read
 */
export function toldRows(screens: ScreenList, state: State, isAsked: boolean): ToldRows {
  const { size, guide, spoken, jobs, notice, problem, ready, tab } = state
  return lastTold([screens, size, guide, spoken, jobs.unseen, notice, problem, ready, tab, isAsked], () =>
    layTold(screens, state, isAsked),
  )
}

function layTold(screens: ScreenList, state: State, isAsked: boolean): ToldRows {
  const { size, guide } = state
  const isTight = !state.spoken && size.rows < FEW_LINES && isAsked
  if (!isTight) return { guide: guideRows(guide, size.columns), status: statusRows(screens, state) }
  const [status, told] = [statusRows(screens, state, 1), guideRows(guide, size.columns, 1)]
  const isSilent = status.every((row) => rowWidth(row) === 0)
  return isSilent && told.length > 0 ? { guide: told, status: [] } : { guide: [], status }
}
