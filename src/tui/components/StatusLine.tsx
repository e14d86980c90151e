import { Box } from 'ink'
import type { State } from '../state.ts'
import { cutText } from '../text-fit.ts'
import type { Role } from '../theme.ts'
import { Tone } from './Tone.tsx'

/** The line above the keys: what was just done, what is wrong, or nothing. */
export function StatusLine({ state }: { readonly state: State }) {
  const [role, text] = statusOf(state)
  return (
    <Box width={state.size.columns} height={1}>
      <Tone role={role}>{cutText(text, state.size.columns)}</Tone>
    </Box>
  )
}

function statusOf({ notice, problem, ready }: State): [Role, string] {
  if (notice !== undefined) return [notice.tone === 'info' ? 'text' : notice.tone, notice.text]
  if (problem !== undefined) {
    return ['bad', `! ${problem.message}${problem.hint === undefined ? '' : `. ${problem.hint}`}`]
  }
  return ready ? ['text', ''] : ['dim', 'opening the service …']
}
