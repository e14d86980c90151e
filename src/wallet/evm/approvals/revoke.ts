import { orWouldFail } from '../chain/node-refusal.ts'
import { readResult } from '../../../core/evm/words.ts'
import type { Approval, PayChain, Revocation } from '../../family.ts'
import { revocationCall } from './approvals.ts'
import type { EvmChain } from '../evm-chain.ts'
import { readCall } from '../chain/reads.ts'
import {
  type CheckedCall,
  checkLoneCall,
  type LoneCall,
  type LoneCallBounds,
  signLoneCall,
} from '../lone-calls/lone-call.ts'
import { refusalFor } from '../../refusal.ts'
import type { Signer } from '../../signer.ts'
import type { Payment } from '../../payment.ts'

/** What it takes to revoke an approval, and how it is signed. */
interface EvmRevocation extends Revocation, CheckedCall {
  /** 0x-hex. */
  readonly data: string
}

/** As `Approvals` has it. */
export async function checkRevocation(
  chain: PayChain,
  approval: Approval,
  bounds: LoneCallBounds,
): Promise<EvmRevocation> {
  const call = callOf(approval)
  const checked = await checkLoneCall(chain, call, bounds, (on) => tryCall(on, call))
  return { target: call.to, data: call.data, ...checked }
}

/** As `Approvals` has it. */
export async function signRevocation(
  chain: PayChain,
  signer: Signer,
  approval: Approval,
  agreed: Revocation,
  options: LoneCallBounds,
): Promise<Payment> {
  if (signer.address !== approval.owner) throw refusalFor('account', `Only ${approval.owner} can revoke this approval`)
  const checked = await checkRevocation(chain, approval, options)
  const how = { agreedCost: agreed.cost, kind: 'reset', again: 'swapcli wallet approvals revoke' } as const
  return signLoneCall(chain, signer, callOf(approval), checked, how, options)
}

function callOf(approval: Approval): LoneCall {
  return { from: approval.owner, ...revocationCall(approval) }
}

/** Some tokens return false where others revert. */
async function tryCall({ rpc }: EvmChain, call: LoneCall): Promise<void> {
  const answer = await orWouldFail(readCall(rpc, call))
  if (readResult(answer) === 0n) throw refusalFor('token', `The token ${call.to} refuses to revoke the approval`)
}
