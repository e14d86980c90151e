import { defined } from '../../../core/defined.ts'
import { orWouldFail, reportRefusal } from '../chain/node-refusal.ts'
import { readResult } from '../../../core/evm/words.ts'
import type { Approval, PayChain, Revocation, SendingOptions } from '../../family.ts'
import { revocationCall } from './approvals.ts'
import { verifyEveryNode } from '../chain/chain-id.ts'
import { checkNetworkCost, coinText, readFreeNonce } from '../chain/checks.ts'
import { type EvmChain, requireEvmChain } from '../evm-chain.ts'
import { readMiddleCoin } from '../chain/middle.ts'
import { readBlock, readCall } from '../chain/reads.ts'
import { type PaidFor, readCostBound } from '../cost-bound.ts'
import { estimateGas, gasLimit } from '../gas-limit.ts'
import { type GasPrice, MOST_RISE, readGasPrice } from '../network-fees.ts'
import { costOf, mostSpent } from '../payment-cost.ts'
import { refusalFor } from '../../refusal.ts'
import { signTransaction } from '../signed-transaction.ts'
import type { Signer } from '../../signer.ts'
import { requireEvmSigner, type UnsignedTransaction } from '../keys/signer.ts'
import type { Payment } from '../../payment.ts'

/** What it takes to revoke an approval, and how it is signed. */
interface EvmRevocation extends Revocation {
  /** 0x-hex. */
  readonly data: string
  /** Gas limit. */
  readonly gas: bigint
  readonly price: GasPrice
}

/** What bounds a revocation: where it belongs to a swap, all that this costs the network. */
interface RevocationBounds extends SendingOptions {
  /** What the swap pays for. */
  readonly paidFor?: PaidFor
  /** The transactions of the swap before. */
  readonly done?: readonly UnsignedTransaction[]
}

/** As `Approvals` has it. */
export function checkRevocation(
  on: PayChain,
  approval: Approval,
  { maxFeeRate, mostCost, appraise, paidFor, done = [] }: RevocationBounds,
): Promise<EvmRevocation> {
  const chain = requireEvmChain(on)
  return reportRefusal(async () => {
    await verifyEveryNode(chain)
    const { owner } = approval
    const { to, data } = revocationCall(approval)
    const [block, coin] = await Promise.all([readBlock(chain.rpc), readMiddleCoin(chain.rpc, owner)])
    await tryCall(chain, owner, to, data)
    const call = { from: owner, to, data }
    const [asked, estimated, bound] = await Promise.all([
      readGasPrice(chain, block, call, maxFeeRate),
      estimateGas(chain, call),
      readCostBound(chain, paidFor, mostCost, appraise),
    ])
    const gas = gasLimit(chain, estimated, block)
    const costTerms = { bound, hasFeeBound: maxFeeRate !== undefined, spent: mostSpent(done) }
    const { price, due, refusal } = await costOf(chain, asked, [{ data, limit: gas }], costTerms)
    checkNetworkCost(chain, owner, coin, 0n, due)
    return { target: to, data, gas, price, cost: due, networkCost: coinText(due, chain), refusal }
  })
}

/** As `Approvals` has it. */
export async function signRevocation(
  chain: PayChain,
  signer: Signer,
  approval: Approval,
  agreed: Revocation,
  options: RevocationBounds,
): Promise<Payment> {
  if (signer.address !== approval.owner) throw refusalFor('account', `Only ${approval.owner} can revoke this approval`)
  const { target, data, gas, price, cost } = await checkRevocation(chain, approval, options)
  if (cost > agreed.cost * MOST_RISE) {
    throw refusalFor(
      'cost',
      'The network cost has risen to more than three times what was shown',
      'Nothing was signed. Set the highest gas price with --max-fee, or wait: swapcli wallet approvals revoke',
    )
  }
  const { chainId } = approval
  const { rpc } = requireEvmChain(chain)
  const nonce = await reportRefusal(() => readFreeNonce(requireEvmChain(chain), approval.owner, options.listUnsettled))
  const fields = { chainId, nonce, to: target, data, value: 0n, gas, ...price }
  const signed = await signTransaction(requireEvmSigner(signer), fields)
  return { ...signed, kind: 'reset', ...defined({ isPrivate: rpc.privateSending && (true as const) }) }
}

/** Some tokens return false where others revert. */
async function tryCall({ rpc }: EvmChain, from: string, to: string, data: string): Promise<void> {
  const answer = await orWouldFail(readCall(rpc, { from, to, data }))
  if (readResult(answer) === 0n) throw refusalFor('token', `The token ${to} refuses to revoke the approval`)
}
