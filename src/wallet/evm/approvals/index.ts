import type { Approvals } from '../../family.ts'
import { requireEvmChain } from '../evm-chain.ts'
import { findApprovals, isUnlimited, readAllowances } from './approvals.ts'
import { checkRevocation, signRevocation } from './revoke.ts'

/** All that works with allowances after their swap, loaded together. */
export const evmApprovals: Approvals = {
  findApprovals,
  isUnlimited,
  readAllowances: (chain, approvals, nowMs) => readAllowances(requireEvmChain(chain), approvals, nowMs),
  checkRevocation: (chain, approval, maxFeeRate) => checkRevocation(requireEvmChain(chain), approval, maxFeeRate),
  signRevocation: (chain, signer, approval, agreed, maxFeeRate) =>
    signRevocation(requireEvmChain(chain), signer, approval, agreed, maxFeeRate),
}
