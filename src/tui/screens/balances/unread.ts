import type { WorkFact } from '../../context.ts'
import { problemFacts } from './fact-page.ts'
import type { BalanceRow } from './state.ts'

/** True for a row of what could not be read. */
export function isUnread({ account, chain }: Pick<BalanceRow, 'account' | 'chain'>): boolean {
  return chain === undefined ? account.state === 'failed' : chain.state === 'unread'
}

/** What could not be read, by its name. */
export function nameUnread({ account, chain }: BalanceRow): string {
  return chain === undefined ? account.name : `${chain.name} of ${account.name}`
}

/** Why it could not be read, and what to do. */
export function unreadFacts({ account, chain }: BalanceRow): readonly WorkFact[] {
  if (chain?.state !== 'unread') return problemFacts({ message: account.note, hint: undefined })
  return problemFacts({ message: chain.reason, hint: chain.hint })
}
