import { shownMessage } from '../jobs/jobs.ts'
import { type Row, wrapAtMost } from '../kit/text/rows.ts'
import { problemText } from '../problem.ts'
import type { State } from '../state.ts'
import type { Role } from '../theme.ts'

/** Most lines that a message takes from the screen. */
const MOST_LINES = 3

/** What happened and was not seen, what was just done, what is wrong, or an empty line: as many lines as it needs, at least one and at most three. */
export function statusRows(state: State): readonly Row[] {
  const [role, text] = statusOf(state)
  const { columns } = state.size
  return wrapAtMost(text, columns, MOST_LINES).map((line) => [{ text: line, role }])
}

function statusOf({ jobs, notice, problem, ready }: State): [Role, string] {
  const message = shownMessage(jobs)
  if (message !== undefined) {
    const more = jobs.unseen.length > 1 ? ` (${jobs.unseen.length - 1} more)` : ''
    return [message.tone === 'info' ? 'text' : message.tone, `${message.text}${more}`]
  }
  if (notice !== undefined) return [notice.tone === 'info' ? 'text' : notice.tone, notice.text]
  if (problem !== undefined) {
    return ['bad', `! ${problemText(problem)}`]
  }
  return ready ? ['text', ''] : ['dim', 'opening the service …']
}
