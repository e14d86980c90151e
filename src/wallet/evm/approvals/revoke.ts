import { reportRefusal, wouldFail } from '../chain/node-refusal.ts'
import { readResult } from '../../../core/evm/words.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import type { Approval, Revocation } from '../../family.ts'
import { revocationCall } from './approvals.ts'
import { verifyEveryNode } from '../chain/chain-id.ts'
import { checkNetworkCost, coinText } from '../chain/checks.ts'
import type { EvmChain } from '../evm-chain.ts'
import { readBlock, readCall, readCoinBalance, readNonce } from '../chain/reads.ts'
import { estimateGas, type GasPrice, MOST_RISE, mostPerGas, readDataFee, readGasPrice } from '../network-fees.ts'
import { refusal } from '../../refusal.ts'
import { signTransaction } from '../signed-transaction.ts'
import type { Signer } from '../../signer.ts'
import { requireEvmSigner } from '../keys/signer.ts'
import type { Payment } from '../../payment.ts'

/** What it takes to revoke an approval, and how it is signed. */
interface EvmRevocation extends Revocation {
  /** 0x-hex. */
  readonly data: string
  /** Gas limit. */
  readonly gas: bigint
  readonly price: GasPrice
}

/**
 * Asks the chain whether an approval can be revoked, and at what cost; signs nothing.
 * @param maxFeePerGas wei for one gas that is paid at most
 * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
 */
export function checkRevocation(
  chain: EvmChain,
  approval: Approval,
  maxFeePerGas: bigint | undefined,
): Promise<EvmRevocation> {
  return reportRefusal(async () => {
    await verifyEveryNode(chain)
    const { owner } = approval
    const { to, data } = revocationCall(approval)
    const [block, coin] = await Promise.all([readBlock(chain.rpc), readCoinBalance(chain.rpc, owner)])
    await tryCall(chain, owner, to, data)
    const price = await readGasPrice(chain.rpc, block, maxFeePerGas)
    const gas = await estimateGas(chain.rpc, { from: owner, to, data }, block)
    const cost = gas * mostPerGas(price) + (await readDataFee(chain.rpc, data))
    checkNetworkCost(chain, owner, coin, 0n, cost)
    return { target: to, data, gas, price, cost, networkCost: coinText(cost, chain) }
  })
}

/**
 * Checks again and signs what revokes an approval; sends nothing.
 * @param agreed what the user agreed to
 * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
 */
export async function signRevocation(
  chain: EvmChain,
  signer: Signer,
  approval: Approval,
  agreed: Revocation,
  maxFeePerGas: bigint | undefined,
): Promise<Payment> {
  if (signer.address !== approval.owner) throw refusal(`Only ${approval.owner} can revoke this approval`)
  const { target, data, gas, price, cost } = await checkRevocation(chain, approval, maxFeePerGas)
  if (cost > agreed.cost * MOST_RISE) {
    throw refusal(
      'The network cost has risen to more than three times what was shown',
      'Nothing was signed. Set the highest gas price with --max-fee, or wait: swapcli wallet approvals revoke',
    )
  }
  const { chainId } = approval
  const nonce = await reportRefusal(() => readNonce(chain.rpc, approval.owner, 'pending'))
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw refusal(`A node of ${chain.name} reports an impossible nonce`)
  const fields = { chainId, nonce: Number(nonce), to: target, data, value: 0n, gas, ...price }
  const signed = await signTransaction(requireEvmSigner(signer), fields)
  return { ...signed, kind: 'reset' }
}

/** Some tokens return false where others revert. */
async function tryCall({ rpc }: EvmChain, from: string, to: string, data: string): Promise<void> {
  let answer: string
  try {
    answer = await readCall(rpc, { from, to, data })
  } catch (error) {
    throw error instanceof RpcError ? wouldFail(error) : error
  }
  if (readResult(answer) === 0n) throw refusal(`The token ${to} refuses to revoke the approval`)
}
