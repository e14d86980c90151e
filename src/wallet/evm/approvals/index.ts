import type { Approvals } from '../../family.ts'
import { findApprovals, isUnlimited, readAllowances } from './approvals.ts'
import { checkRevocation, signRevocation } from './revoke.ts'
import { knownSpenders } from './spenders.ts'

/** All that works with allowances after their swap, loaded together. */
export const evmApprovals: Approvals = {
  knownSpenders,
  findApprovals,
  isUnlimited,
  readAllowances,
  checkRevocation,
  signRevocation,
}
