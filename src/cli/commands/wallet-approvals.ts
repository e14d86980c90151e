import { type CommandOption, type Flags, usage } from '../command.ts'
import { openApprovals } from '../accounts/approval-list.ts'
import type { Session } from '../session.ts'

/** Options of `wallet approvals`. */
export const APPROVALS_OPTIONS: readonly CommandOption[] = [
  { flags: '--chain <chains...>', description: 'approvals: only these EVM chains' },
  { flags: '--all', description: 'approvals list: also those of nothing; revoke: all of the account' },
  { flags: '--yes', description: 'approvals revoke: without being asked' },
  { flags: '--max-fee <gwei>', description: 'approvals revoke: most to pay for one unit of gas' },
]

/**
 * `wallet approvals [list|revoke] [WORD…]`: what contracts may take of the wallet since its payments approved them, and
 * taking that back. The words name a run, a token or a spender; all of them must fit.
 */
export async function walletApprovals(session: Session, words: readonly string[], flags: Flags): Promise<void> {
  const [action = 'list', ...rest] = words
  if (session.network === 'sandbox') {
    throw usage('The approvals of the sandbox are of paper', 'swapcli wallet approvals --network live')
  }
  const opened = await openApprovals(session, flags)
  switch (action) {
    case 'list':
      return (await import('../accounts/approval-list.ts')).listApprovals(session, opened, rest, flags)
    case 'revoke':
      return (await import('../accounts/approval-revoke.ts')).revokeApprovals(session, opened, rest, flags)
    default:
      throw usage(`wallet approvals knows no ${action}; it knows list and revoke`, 'swapcli wallet approvals list')
  }
}
