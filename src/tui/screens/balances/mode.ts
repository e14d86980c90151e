import type { BalancesMode } from './keys.ts'
import { markedRow } from './sifting.ts'
import type { BalancesState } from './state.ts'
import { isUnread } from './unread.ts'
import { workMode } from './work.ts'

/** Which keys of the table apply. */
export function balancesMode(state: BalancesState): BalancesMode {
  const { shows, work, page, sifting } = state
  if (work !== undefined) return workMode(work)
  if (page !== undefined) return page.subject.kind
  if (shows !== 'balances') return shows
  if (sifting.line !== undefined) return 'filter'
  const marked = markedRow(state)
  return marked !== undefined && isUnread(marked.row) ? 'unread' : 'list'
}
