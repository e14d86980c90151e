import { type Message, shownMessage } from '../jobs/jobs.ts'
import { type Row, wrapAtMost, wrapText } from '../kit/text/rows.ts'
import { problemText } from '../problem.ts'
import { type ScreenList, screenNamed } from '../screen.ts'
import type { State } from '../state.ts'
import type { Role } from '../theme.ts'

/** Most lines that a message takes from the screen. */
const MOST_LINES = 3

/**
 * What happened and was not seen, what was just done, what is wrong, or an empty line: as many lines as it needs and may have, at
 * least one. @param most lines. @default 3
 */
export function statusRows(screens: ScreenList, state: State, most = MOST_LINES): readonly Row[] {
  const [role, whole, short] = statusOf(screens, state)
  const { columns } = state.size
  const text = short !== undefined && wrapText(whole, columns).length > most ? short : whole
  return wrapAtMost(text, columns, most).map((line) => [{ text: line, role }])
}

function statusOf(
  screens: ScreenList,
  { jobs, notice, problem, ready, tab }: State,
): readonly [Role, string, (string | undefined)?] {
  const message = shownMessage(jobs)
  if (message !== undefined) {
    const more = jobs.unseen.length > 1 ? ` (${jobs.unseen.length - 1} more)` : ''
    return [message.tone === 'info' ? 'text' : message.tone, `${messageText(message, tab, screens)}${more}`]
  }
  if (notice !== undefined) return [notice.tone === 'info' ? 'text' : notice.tone, notice.text]
  if (problem !== undefined) {
    const { short } = problem
    return ['bad', `! ${problemText(problem)}`, short === undefined ? undefined : `! ${short}`]
  }
  return ready ? ['text', ''] : ['dim', 'opening the service …']
}

/** What a message says to somebody who looks at this screen. */
function messageText({ text, seeOn }: Message, screen: string, screens: ScreenList): string {
  return seeOn === undefined || seeOn === screen ? text : `${text}: see ${screenNamed(screens, seeOn).title}`
}
