/* All that works with allowances after their swap, loaded together. */
export { findApprovals, ownerAccount, readAllowances, UNLIMITED_FROM } from './approvals.ts'
export { completeSend, listPendingSends, recordSend } from './pending-sends.ts'
export { checkRevocation, signRevocation } from './revoke.ts'
